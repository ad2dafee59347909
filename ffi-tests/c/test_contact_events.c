/* Contact events: selections, values, derivatives' parts, root functions, too many contacts, errors. */
#include <math.h>

#include "check.h"

typedef struct {
    ifr_world *world;
    uint64_t ball;
    int refuses;
} scene;

static uint64_t add(ifr_world *world, const ifr_body *shape, double z, int32_t mobility)
{
    ifr_world_body_input input = {0};
    uint64_t id;
    input.shape = shape;
    input.mobility = mobility;
    input.pose = pose_at(0, 0, z);
    CHECK_OK(ifr_world_add(world, &input, &id, NULL));
    return id;
}

static int place(void *user, double t, const double *y, ifr_world *world)
{
    const scene *s = user;
    const ifr_pose pose = pose_at(0, 0, y[0] + 0 * t);
    return s->refuses || ifr_world_teleport(world, s->ball, &pose, NULL) != IFR_STATUS_OK;
}

static void root_functions(const scene *s, ifr_contact_events *events)
{
    ifr_root_functions functions = {0};
    double values[2] = {9, 9}, y = 1.25;
    CHECK(ifr_root_functions_evaluate(0, &y, values, NULL) != 0);
    CHECK(ifr_root_functions_evaluate(0, &y, values, &functions) != 0);
    CHECK(strstr(functions.error.message, "functions.world") != NULL);
    functions.events = events;
    functions.world = s->world;
    functions.place = place;
    functions.user = (void *)s;
    CHECK_INT(ifr_root_functions_evaluate(0, &y, values, &functions), 0);
    CHECK(values[0] == -0.25 && values[1] == 1);
    y = 1.75; /* back in time */
    CHECK_INT(ifr_root_functions_evaluate(0, &y, values, &functions), 0);
    CHECK(values[0] == 0.25 && values[1] == 1);
    ((scene *)s)->refuses = 1;
    CHECK(ifr_root_functions_evaluate(0, &y, values, &functions) != 0);
    CHECK(strstr(functions.error.message, "refused a state") != NULL);
    ((scene *)s)->refuses = 0;
    y = NAN; /* no pose is made of what an integrator that fails says */
    CHECK(ifr_root_functions_evaluate(0, &y, values, &functions) != 0);
    y = 1.75;
    CHECK(ifr_root_functions_evaluate(0, NULL, values, &functions) != 0);
    CHECK(strstr(functions.error.message, "y") != NULL);
    CHECK(ifr_root_functions_evaluate(0, &y, NULL, &functions) != 0);
    CHECK(strstr(functions.error.message, "values") != NULL);
    functions.events = NULL;
    CHECK(ifr_root_functions_evaluate(0, &y, values, &functions) != 0);
    CHECK(strstr(functions.error.message, "functions.events") != NULL);
    functions.events = events;
    functions.place = NULL; /* the bodies are where they are */
    CHECK_INT(ifr_root_functions_evaluate(0, &y, values, &functions), 0);
    CHECK(values[0] == 0.25);
}

static void measured(const scene *s, ifr_contact_events *events)
{
    const ifr_pose inside = pose_at(0, 0, 1.25);
    ifr_signed_distance found[2];
    memset(found, 0xff, sizeof found);
    CHECK_OK(ifr_world_teleport(s->world, s->ball, &inside, NULL));
    CHECK_OK(ifr_contact_events_select(events, s->world, NULL));
    CHECK_OK(ifr_contact_events_measure(events, s->world, found, 2, NULL));
    CHECK(found[0].has_pair && found[0].touching && found[0].z == -0.25);
    /* Roots that are reported: none changes what reads its side; there are as many as functions. */
    const int roots[2] = {0, 1};
    CHECK_OK(ifr_contact_events_select_after(events, s->world, roots, 2, NULL));
    CHECK_OK(ifr_contact_events_select_after(events, s->world, NULL, 0, NULL));
    CHECK_STATUS(ifr_contact_events_select_after(events, s->world, roots, 1, NULL), IFR_STATUS_SETTING);
    CHECK_STATUS(ifr_contact_events_select_after(events, s->world, NULL, 2, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_OK(ifr_contact_events_measure(events, s->world, found, 2, NULL));
    CHECK(found[0].touching && found[0].z == -0.25);
    CHECK(found[0].b == s->ball && found[0].normal[2] == 1 && found[0].point_a[2] == 1);
    CHECK(!found[1].has_pair && found[1].z == 1 && found[1].a == 0);
    ifr_error wrong;
    CHECK_STATUS(ifr_contact_events_measure(events, s->world, found, 1, &wrong), IFR_STATUS_SETTING);
    CHECK(strstr(wrong.message, "count: 1 ") == wrong.message);
    CHECK(!found[0].has_pair && found[0].z == 0);
    CHECK(ifr_contact_events_measure(events, s->world, found, SIZE_MAX, NULL) != IFR_STATUS_OK);
    CHECK_STATUS(ifr_contact_events_measure(events, s->world, NULL, 2, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_contact_events_measure(events, NULL, found, 2, NULL), IFR_STATUS_BAD_POINTER);
}

static void refused(const scene *s, ifr_contact_events *events, const ifr_body *ball)
{
    const double bad[] = {-1, NAN, INFINITY};
    ifr_contact_events_input input = {0};
    ifr_contact_events *none = events;
    ifr_error error;
    double values[2];
    for (int i = 0; i < 3; i++) {
        input.hysteresis = bad[i];
        CHECK_STATUS(ifr_contact_events_create(&input, &none, &error), IFR_STATUS_SETTING);
        CHECK(none == NULL && strstr(error.message, "hysteresis") != NULL);
    }
    CHECK_STATUS(ifr_contact_events_set_slots(events, 0, NULL), IFR_STATUS_SETTING);
    CHECK_OK(ifr_contact_events_set_slots(events, 1, NULL));
    CHECK(ifr_contact_events_slot_count(events) == 1 && ifr_contact_events_slot_count(NULL) == 0);
    CHECK_STATUS(ifr_contact_events_evaluate(events, s->world, values, 1, NULL), IFR_STATUS_WORLD);
    add(s->world, ball, 1.1, IFR_MOBILITY_MOVING);
    CHECK_STATUS(ifr_contact_events_select(events, s->world, &error), IFR_STATUS_EVENT_SLOTS);
    CHECK(strstr(error.message, "none of the 1 event functions") != NULL);
    CHECK_OK(ifr_contact_events_set_slots(events, 3, NULL));
    CHECK_OK(ifr_contact_events_select(events, s->world, NULL));
    CHECK(ifr_contact_events_evaluate(events, s->world, values, 2, NULL) != IFR_STATUS_OK);
    CHECK(values[0] == 0);
    CHECK_STATUS(ifr_contact_events_select(NULL, s->world, &error), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_contact_events_evaluate(events, s->world, NULL, 3, &error),
                 IFR_STATUS_BAD_POINTER);
    ifr_contact_events_destroy(NULL);
}

void test_contact_events(void)
{
    scene s = {0};
    ifr_body *ball, *ground;
    ifr_contact_events *events;
    const ifr_contact_events_input input = {.slot_count = 2};
    const ifr_pose there = pose_at(0, 0, 2);
    CHECK_OK(ifr_sphere_create(0.5, &ball, NULL));
    CHECK_OK(ifr_sphere_create(1, &ground, NULL));
    CHECK_OK(ifr_world_create(&s.world, NULL));
    add(s.world, ground, 0, IFR_MOBILITY_STATIC);
    s.ball = add(s.world, ball, 2, IFR_MOBILITY_MOVING);
    CHECK_OK(ifr_contact_events_create(&input, &events, NULL));
    CHECK_OK(ifr_contact_events_select(events, s.world, NULL));
    root_functions(&s, events);
    CHECK_OK(ifr_world_teleport(s.world, s.ball, &there, NULL));
    measured(&s, events);
    refused(&s, events, ball);
    ifr_contact_events_destroy(events);
    ifr_world_destroy(s.world);
    ifr_body_destroy(ball);
    ifr_body_destroy(ground);
}
