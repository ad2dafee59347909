/* ifr_..._to_json: queries as lines of text, and buffers of every size. */
#include <math.h>

#include "check.h"

enum { GUARD = 0x5a };

/* The functions as one: a query of any kind. */
typedef ifr_status writer(const void *input, const char *id, char *buffer, size_t capacity,
                          size_t *needed, ifr_error *error);

static ifr_status intersect_line(const void *input, const char *id, char *buffer, size_t capacity,
                                 size_t *needed, ifr_error *error)
{
    return ifr_intersect_to_json(input, id, buffer, capacity, needed, error);
}

static ifr_status distance_line(const void *input, const char *id, char *buffer, size_t capacity,
                                size_t *needed, ifr_error *error)
{
    return ifr_distance_to_json(input, id, buffer, capacity, needed, error);
}

static ifr_status mpr_line(const void *input, const char *id, char *buffer, size_t capacity,
                           size_t *needed, ifr_error *error)
{
    return ifr_mpr_to_json(input, id, buffer, capacity, needed, error);
}

static ifr_status penetration_line(const void *input, const char *id, char *buffer,
                                   size_t capacity, size_t *needed, ifr_error *error)
{
    return ifr_penetration_to_json(input, NULL, id, buffer, capacity, needed, error);
}

static ifr_status penetration_along_line(const void *input, const char *id, char *buffer,
                                         size_t capacity, size_t *needed, ifr_error *error)
{
    const double up[3] = {0, 0.5, -0.0};
    return ifr_penetration_to_json(input, up, id, buffer, capacity, needed, error);
}

static ifr_status manifold_line(const void *input, const char *id, char *buffer, size_t capacity,
                                size_t *needed, ifr_error *error)
{
    return ifr_contact_manifold_to_json(input, 0.01, id, buffer, capacity, needed, error);
}

static ifr_status contains_line(const void *input, const char *id, char *buffer, size_t capacity,
                                size_t *needed, ifr_error *error)
{
    return ifr_contains_to_json(input, id, buffer, capacity, needed, error);
}

static ifr_status interframe_line(const void *input, const char *id, char *buffer, size_t capacity,
                                  size_t *needed, ifr_error *error)
{
    return ifr_interframe_to_json(input, id, buffer, capacity, needed, error);
}

static ifr_status vertices_line(const void *input, const char *id, char *buffer, size_t capacity,
                                size_t *needed, ifr_error *error)
{
    return ifr_interframe_vertices_to_json(input, id, buffer, capacity, needed, error);
}

/* Every capacity from 0 to two more than needed: the whole line or the empty string, and not a
   byte beyond. The buffer is of exactly that size, so that a sanitizer sees a byte too many. */
static void every_capacity(writer *write, const void *input, const char *line)
{
    const size_t full = strlen(line) + 1;
    for (size_t capacity = 0; capacity <= full + 2; capacity++) {
        char *buffer = malloc(capacity + 1);
        size_t needed = 77;
        ifr_error error;
        CHECK(buffer != NULL);
        memset(buffer, GUARD, capacity + 1);
        ifr_status status = write(input, "id", buffer, capacity, &needed, &error);
        CHECK_INT(needed, full);
        CHECK_INT(error.status, status);
        if (capacity >= full) {
            CHECK_INT(status, IFR_STATUS_OK);
            CHECK_TEXT(buffer, line);
            CHECK_TEXT(error.message, "");
        } else {
            CHECK_INT(status, IFR_STATUS_BUFFER_TOO_SMALL);
            CHECK(strstr(error.message, "capacity is ") == error.message);
            if (capacity > 0)
                CHECK_TEXT(buffer, "");
        }
        for (size_t i = capacity >= full ? full : capacity > 0; i <= capacity; i++)
            CHECK_INT(buffer[i], GUARD);
        free(buffer);
    }
    /* No buffer, nobody asks for the size. */
    CHECK_STATUS(write(input, "id", NULL, 0, NULL, NULL), IFR_STATUS_BUFFER_TOO_SMALL);
}

/* What holds for every kind of query. `input` is good. */
static void refusals(writer *write, const void *input)
{
    _Alignas(size_t) char buffer[16];
    size_t needed = 77;
    ifr_error error;

    memset(buffer, GUARD, sizeof buffer);
    CHECK_STATUS(write(NULL, "id", buffer, sizeof buffer, &needed, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input is NULL");
    CHECK_TEXT(buffer, "");
    CHECK_INT(needed, 0);

    memset(buffer, GUARD, sizeof buffer);
    needed = 77;
    CHECK_STATUS(write(input, NULL, buffer, sizeof buffer, &needed, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "id is NULL");
    CHECK_TEXT(buffer, "");
    CHECK_INT(needed, 0);

    needed = 77;
    CHECK_STATUS(write(input, "id", NULL, 8, &needed, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "buffer is NULL");
    CHECK_INT(needed, 0);

    memset(buffer, GUARD, sizeof buffer);
    CHECK_STATUS(write(input, "id", buffer, sizeof buffer, (size_t *)(void *)(buffer + 1), &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "needed is not aligned to 8 bytes");
    CHECK_TEXT(buffer, "");
    CHECK_INT(buffer[1], GUARD);
}

static void intersect_lines(const ifr_polytope *point, const ifr_polytope *box)
{
    ifr_intersect_input input = {0};
    input.a = point;
    input.b = point;
    input.pose_a = pose_at(-0.0, 5e-324, 1e300);
    input.pose_b = pose_at(0.1, 0, 0);
    every_capacity(intersect_line, &input,
                   "{\"id\": \"id\", \"query\": \"intersect\", "
                   "\"a\": {\"vertices\": [[0.25,1.0,-2.0]]}, "
                   "\"b\": {\"vertices\": [[0.25,1.0,-2.0]]}, "
                   "\"pose_a\": {\"p\": [-0.0,5e-324,1e300], \"q\": [0.0,0.0,0.0,1.0]}, "
                   "\"pose_b\": {\"p\": [0.1,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                   "\"method\": \"default\"}");
    refusals(intersect_line, &input);
    every_capacity(distance_line, &input,
                   "{\"id\": \"id\", \"query\": \"distance\", "
                   "\"a\": {\"vertices\": [[0.25,1.0,-2.0]]}, "
                   "\"b\": {\"vertices\": [[0.25,1.0,-2.0]]}, "
                   "\"pose_a\": {\"p\": [-0.0,5e-324,1e300], \"q\": [0.0,0.0,0.0,1.0]}, "
                   "\"pose_b\": {\"p\": [0.1,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                   "\"method\": \"default\"}");
    refusals(distance_line, &input);

    /* Any id is one line of valid text. */
    char buffer[4096];
    CHECK_OK(ifr_intersect_to_json(&input, "a \"quote\"\n\xff\xc3\xa9", buffer, sizeof buffer,
                                   NULL, NULL));
    CHECK(strstr(buffer, "{\"id\": \"a \\\"quote\\\"\\u000a\xef\xbf\xbd\xc3\xa9\", ") == buffer);

    input.b = box;
    CHECK_OK(ifr_intersect_to_json(&input, "", buffer, sizeof buffer, NULL, NULL));
    CHECK(strstr(buffer, "\"b\": {\"vertices\": [[-1.0,-2.0,-3.0],[-1.0,-2.0,3.0],") != NULL);
    CHECK(strchr(buffer, '\n') == NULL);

    ifr_error error;
    input.b = NULL;
    CHECK_STATUS(ifr_intersect_to_json(&input, "", buffer, sizeof buffer, NULL, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input.b is NULL");
    CHECK_TEXT(buffer, "");
    input.b = box;
    input.pose_b.q[3] = 0;
    CHECK_STATUS(ifr_intersect_to_json(&input, "", buffer, sizeof buffer, NULL, NULL),
                 IFR_STATUS_QUATERNION_NORM);
}

/* The other queries of two poses: what is asked besides, and by which method. */
static void posed_lines(const ifr_polytope *point)
{
    const struct {
        writer *write;
        const char *query, *besides, *method;
    } kinds[] = {
        {mpr_line, "distance", "", "mpr"},
        {penetration_line, "penetration", "", "default"},
        {penetration_along_line, "penetration", "\"direction\": [0.0,0.5,-0.0], ", "default"},
        {manifold_line, "contact_manifold", "\"prediction\": 0.01, ", "default"},
        {contains_line, "contains", "", "default"},
    };
    ifr_intersect_input input = {0};
    input.a = input.b = point;
    input.pose_a = pose_at(0, 0, 0);
    input.pose_b = pose_at(0.1, 0, 0);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        char line[1024];
        snprintf(line, sizeof line,
                 "{\"id\": \"id\", \"query\": \"%s\", "
                 "\"a\": {\"vertices\": [[0.25,1.0,-2.0]]}, "
                 "\"b\": {\"vertices\": [[0.25,1.0,-2.0]]}, "
                 "\"pose_a\": {\"p\": [0.0,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                 "\"pose_b\": {\"p\": [0.1,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                 "%s\"method\": \"%s\"}",
                 kinds[k].query, kinds[k].besides, kinds[k].method);
        every_capacity(kinds[k].write, &input, line);
        refusals(kinds[k].write, &input);
    }

    const double bad[3] = {0, INFINITY, 0};
    char buffer[8];
    ifr_error error;
    size_t needed = 77;
    CHECK_STATUS(ifr_penetration_to_json(&input, bad, "", buffer, sizeof buffer, &needed, &error),
                 IFR_STATUS_NOT_FINITE);
    CHECK(strstr(error.message, "direction") == error.message && needed == 0);
    CHECK_STATUS(ifr_contact_manifold_to_json(&input, NAN, "", buffer, sizeof buffer, NULL, &error),
                 IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "prediction") == error.message);
    CHECK_TEXT(buffer, "");
}

static void interframe_lines(const ifr_polytope *point)
{
    const double displacement[3] = {1, 2, 3}, turn[3] = {0, 0, 40};
    ifr_pose start = pose_at(1, 0, 0), end = pose_at(9, 0, 0);
    ifr_interframe_input input = {0};
    input.a = point;
    input.b = point;
    CHECK_OK(ifr_motion_init_turn(&start, displacement, turn, &input.motion_a));
    input.motion_a.pivot[1] = 0.5;
    CHECK_OK(ifr_motion_init_between(&start, &end, &input.motion_b));
    input.frame = IFR_FRAME_WORLD;
    every_capacity(interframe_line, &input,
                   "{\"id\": \"id\", \"query\": \"interframe\", "
                   "\"a\": {\"vertices\": [[0.25,1.0,-2.0]]}, "
                   "\"b\": {\"vertices\": [[0.25,1.0,-2.0]]}, "
                   "\"motion_a\": {\"start\": {\"p\": [1.0,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                   "\"end\": {\"p\": [2.0,2.0,3.0]}, \"turn\": [0.0,0.0,40.0], "
                   "\"pivot\": [0.0,0.5,0.0]}, "
                   "\"motion_b\": {\"start\": {\"p\": [1.0,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                   "\"end\": {\"p\": [9.0,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                   "\"pivot\": [0.0,0.0,0.0]}, "
                   "\"sweep\": \"certified\", \"frame\": \"world\", \"method\": \"default\"}");
    refusals(interframe_line, &input);

    char buffer[8];
    ifr_error error;
    size_t needed = 77;
    input.sweep = 9;
    CHECK_STATUS(ifr_interframe_to_json(&input, "", buffer, sizeof buffer, &needed, &error),
                 IFR_STATUS_UNKNOWN_VALUE);
    CHECK_TEXT(error.message, "input.sweep is 9, which is none of its values");
    CHECK_INT(needed, 0);
    input.sweep = IFR_SWEEP_FULL;
    input.motion_b.kind = 3;
    CHECK_STATUS(ifr_interframe_to_json(&input, "", buffer, sizeof buffer, NULL, NULL),
                 IFR_STATUS_UNKNOWN_VALUE);
}

static void vertices_lines(void)
{
    double start[6] = {0, 0, 0, 1, 0, 0}, end[6] = {0, 0.5, 0, 1, 0.5, -0.0};
    ifr_interframe_vertices_input input = {0};
    input.a.start_xyz = start;
    input.a.end_xyz = end;
    input.a.count = 2;
    every_capacity(vertices_line, &input,
                   "{\"id\": \"id\", \"query\": \"interframe\", "
                   "\"a\": {\"start\": [[0.0,0.0,0.0],[1.0,0.0,0.0]], "
                   "\"end\": [[0.0,0.5,0.0],[1.0,0.5,-0.0]]}, "
                   "\"b\": {\"start\": [], \"end\": []}, "
                   "\"sweep\": \"vertices\", \"method\": \"default\"}");
    refusals(vertices_line, &input);

    char buffer[8];
    ifr_error error;
    end[4] = NAN;
    CHECK_STATUS(ifr_interframe_vertices_to_json(&input, "", buffer, sizeof buffer, NULL, &error),
                 IFR_STATUS_NOT_FINITE);
    CHECK(strstr(error.message, "input.a.end_xyz: vertex 1: coordinate y") != NULL);
    CHECK_TEXT(buffer, "");
}

void test_replay(void)
{
    const double xyz[3] = {0.25, 1, -2};
    ifr_polytope *point = make_body(xyz, 1), *box = make_box(1, 2, 3);
    intersect_lines(point, box);
    posed_lines(point);
    interframe_lines(point);
    vertices_lines();
    ifr_polytope_destroy(point);
    ifr_polytope_destroy(box);
}
