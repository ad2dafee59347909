/* A ball bounces on a spring-like contact; SUNDIALS' CVODE or IDA integrates and stops where contacts begin and end.
 * cargo build --release -p interframe-capi
 * cc -Iinclude examples/c/bouncing_ball.c target/release/libinterframe.a -lsundials_cvode -lsundials_ida \
 *    -lsundials_nvecserial -lsundials_sunnonlinsolfixedpoint -lsundials_sunmatrixdense -lsundials_sunlinsoldense \
 *    -lpthread -ldl -lm && ./a.out cvode && ./a.out ida
 *
 * The same ball as in examples/simulations/src/bin/ball.rs: it prints the times of the first ten events. */
#include <cvode/cvode.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "interframe.h"

enum { SLOTS = 2, EVENTS = 10 };

static const double RADIUS = 0.1, HEIGHT = 1, GRAVITY = 9.81, STIFFNESS = 1e4, HYSTERESIS = 1e-12;
static const double RTOL = 1e-12, ATOL = 1e-13, LONGEST_STEP = 0.01;

typedef struct {
    ifr_root_functions functions; /* first: root functions are handed this struct */
    ifr_contact_events *events;
    ifr_world *world;
    uint64_t ball;
} scene;

static void ensure(int holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "%s\n", what);
        exit(1);
    }
}

static void check(ifr_status status, const ifr_error *error)
{
    ensure(status == IFR_STATUS_OK, error->message);
}

/* The state is the ball's height and velocity. */
static int place(void *user, double t, const double *y, ifr_world *world)
{
    const scene *s = user;
    ifr_pose pose;
    (void)t;
    ifr_pose_init(&pose);
    pose.p[2] = y[0];
    return ifr_world_teleport(world, s->ball, &pose, NULL) != IFR_STATUS_OK;
}

/* Gravity, and a spring at each pair that was in contact at the selection. */
static int acceleration(scene *s, double t, const double *y, double *a)
{
    ifr_signed_distance found[SLOTS];
    ifr_error error;
    if (place(s, t, y, s->world) != 0 ||
        ifr_contact_events_measure(s->events, s->world, found, SLOTS, &error) != IFR_STATUS_OK)
        return -1;
    *a = -GRAVITY;
    for (int k = 0; k < SLOTS; k++)
        if (found[k].touching) {
            const double sign = found[k].b == s->ball ? 1 : -1;
            *a -= STIFFNESS * found[k].z * found[k].normal[2] * sign;
        }
    return 0;
}

static int cvode_rhs(realtype t, N_Vector y, N_Vector dy, void *user)
{
    double *out = N_VGetArrayPointer(dy);
    const double *state = N_VGetArrayPointer(y);
    out[0] = state[1];
    return acceleration(user, t, state, &out[1]);
}

static int ida_residual(realtype t, N_Vector y, N_Vector dy, N_Vector residual, void *user)
{
    const double *state = N_VGetArrayPointer(y), *rate = N_VGetArrayPointer(dy);
    double *out = N_VGetArrayPointer(residual), a;
    if (acceleration(user, t, state, &a) != 0)
        return -1;
    out[0] = rate[0] - state[1];
    out[1] = rate[1] - a;
    return 0;
}

static int cvode_roots(realtype t, N_Vector y, realtype *values, void *user)
{
    return ifr_root_functions_evaluate(t, N_VGetArrayPointer(y), values, user);
}

static int ida_roots(realtype t, N_Vector y, N_Vector dy, realtype *values, void *user)
{
    (void)dy;
    return ifr_root_functions_evaluate(t, N_VGetArrayPointer(y), values, user);
}

/* The pairs of the next step, from where the ball is; roots: what the solver reports of each function, at an event. */
static void select_at(scene *s, double t, N_Vector y, const int *roots)
{
    ifr_error error;
    ensure(place(s, t, N_VGetArrayPointer(y), s->world) == 0, "the ball cannot be placed");
    check(ifr_contact_events_select_after(s->events, s->world, roots, roots != NULL ? SLOTS : 0, &error), &error);
}

static void tell(int event, double t)
{
    printf("%s %.17g\n", event % 2 == 0 ? "begins" : "ends", t);
}

static void by_cvode(scene *s, N_Vector y, SUNContext context)
{
    void *cvode = CVodeCreate(CV_ADAMS, context);
    SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(y, 0, context);
    realtype t = 0;
    int roots[SLOTS];
    ensure(cvode != NULL && solver != NULL, "no solver");
    ensure(CVodeInit(cvode, cvode_rhs, 0, y) == CV_SUCCESS, "CVodeInit");
    ensure(CVodeSStolerances(cvode, RTOL, ATOL) == CV_SUCCESS, "CVodeSStolerances");
    ensure(CVodeSetUserData(cvode, s) == CV_SUCCESS, "CVodeSetUserData");
    ensure(CVodeSetNonlinearSolver(cvode, solver) == CV_SUCCESS, "CVodeSetNonlinearSolver");
    ensure(CVodeSetMaxStep(cvode, LONGEST_STEP) == CV_SUCCESS, "CVodeSetMaxStep");
    select_at(s, t, y, NULL);
    ensure(CVodeRootInit(cvode, SLOTS, cvode_roots) == CV_SUCCESS, "CVodeRootInit");
    for (int event = 0; event < EVENTS;) {
        const int found = CVode(cvode, 100, y, &t, CV_ONE_STEP);
        ensure(found >= 0, s->functions.error.message);
        if (found == CV_ROOT_RETURN) {
            ensure(CVodeGetRootInfo(cvode, roots) == CV_SUCCESS, "CVodeGetRootInfo");
            select_at(s, t, y, roots);
            tell(event++, t);
            ensure(CVodeReInit(cvode, t, y) == CV_SUCCESS, "CVodeReInit");
        } else {
            select_at(s, t, y, NULL);
        }
    }
    CVodeFree(&cvode);
    SUNNonlinSolFree(solver);
}

static void by_ida(scene *s, N_Vector y, SUNContext context)
{
    void *ida = IDACreate(context);
    N_Vector dy = N_VClone(y);
    SUNMatrix matrix = SUNDenseMatrix(2, 2, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
    realtype t = 0;
    int roots[SLOTS];
    ensure(ida != NULL && dy != NULL && matrix != NULL && solver != NULL, "no solver");
    select_at(s, t, y, NULL);
    ensure(cvode_rhs(t, y, dy, s) == 0, "the first derivative");
    ensure(IDAInit(ida, ida_residual, 0, y, dy) == IDA_SUCCESS, "IDAInit");
    ensure(IDASStolerances(ida, RTOL, ATOL) == IDA_SUCCESS, "IDASStolerances");
    ensure(IDASetUserData(ida, s) == IDA_SUCCESS, "IDASetUserData");
    ensure(IDASetLinearSolver(ida, solver, matrix) == IDA_SUCCESS, "IDASetLinearSolver");
    ensure(IDASetMaxStep(ida, LONGEST_STEP) == IDA_SUCCESS, "IDASetMaxStep");
    ensure(IDARootInit(ida, SLOTS, ida_roots) == IDA_SUCCESS, "IDARootInit");
    for (int event = 0; event < EVENTS;) {
        const int found = IDASolve(ida, 100, &t, y, dy, IDA_ONE_STEP);
        ensure(found >= 0, s->functions.error.message);
        if (found == IDA_ROOT_RETURN) {
            ensure(IDAGetRootInfo(ida, roots) == IDA_SUCCESS, "IDAGetRootInfo");
            select_at(s, t, y, roots);
            tell(event++, t);
            ensure(cvode_rhs(t, y, dy, s) == 0, "the next derivative");
            ensure(IDAReInit(ida, t, y, dy) == IDA_SUCCESS, "IDAReInit");
        } else {
            select_at(s, t, y, NULL);
        }
    }
    IDAFree(&ida);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(dy);
}

static uint64_t add(ifr_world *world, ifr_body *shape, double z, int32_t mobility)
{
    ifr_world_body_input input = {0};
    ifr_error error;
    uint64_t id;
    input.shape = shape;
    input.mobility = mobility;
    ifr_pose_init(&input.pose);
    input.pose.p[2] = z;
    check(ifr_world_add(world, &input, &id, &error), &error);
    return id;
}

int main(int count, char **arguments)
{
    const double half_extents[3] = {2, 2, 0.5};
    ifr_body *ball, *ground;
    ifr_error error;
    scene s = {0};
    const ifr_contact_events_input input = {SLOTS, {0}, HYSTERESIS};
    SUNContext context;
    check(ifr_sphere_create(RADIUS, &ball, &error), &error);
    check(ifr_cuboid_create(half_extents, &ground, &error), &error);
    check(ifr_world_create(&s.world, &error), &error);
    add(s.world, ground, -0.5, IFR_MOBILITY_STATIC);
    s.ball = add(s.world, ball, HEIGHT, IFR_MOBILITY_MOVING);
    check(ifr_contact_events_create(&input, &s.events, &error), &error);
    s.functions.events = s.events;
    s.functions.world = s.world;
    s.functions.place = place;
    s.functions.user = &s;

    ensure(SUNContext_Create(NULL, &context) == 0, "SUNContext_Create");
    N_Vector y = N_VNew_Serial(2, context);
    N_VGetArrayPointer(y)[0] = HEIGHT;
    N_VGetArrayPointer(y)[1] = 0;
    if (count > 1 && strcmp(arguments[1], "ida") == 0)
        by_ida(&s, y, context);
    else
        by_cvode(&s, y, context);
    N_VDestroy(y);
    SUNContext_Free(&context);
    ifr_contact_events_destroy(s.events);
    ifr_world_destroy(s.world);
    ifr_body_destroy(ball);
    ifr_body_destroy(ground);
    return 0;
}
