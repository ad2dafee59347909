/* ifr_..._to_json: queries as lines of text, and buffers of every size. */
#include <math.h>

#include "check.h"

enum { GUARD = 0x5a };

/* The functions as one: a query of any kind. */
typedef ifr_status writer(const void *input, const ifr_pair_state *state, const char *id,
                          ifr_text *text, ifr_error *error);

#define WRITER(query)                                                                            \
    static ifr_status query##_line(const void *input, const ifr_pair_state *state, const char *id, \
                                   ifr_text *text, ifr_error *error)                             \
    {                                                                                            \
        return ifr_##query##_to_json(input, state, id, text, error);                             \
    }

WRITER(intersect)
WRITER(distance)
WRITER(penetration)
WRITER(contact_manifold)
WRITER(mpr)
WRITER(contains)
WRITER(minkowski_difference)
WRITER(minkowski_sum)
WRITER(interframe)
WRITER(interframe_vertices)
WRITER(time_of_impact)
WRITER(contact_intervals)
WRITER(closest_approach)
WRITER(time_of_exit)
WRITER(intersect_sets)
WRITER(is_subset)
WRITER(contains_point)
WRITER(distance_2d)
WRITER(minkowski_difference_2d)
WRITER(minkowski_sum_2d)

/* Every capacity from 0 to two more than needed: the whole line or the empty string, and not a
   byte beyond. The buffer is of exactly that size, so that a sanitizer sees a byte too many. */
static void every_capacity(writer *write, const void *input, const char *line)
{
    const size_t full = strlen(line) + 1;
    for (size_t capacity = 0; capacity <= full + 2; capacity++) {
        char *buffer = malloc(capacity + 1);
        ifr_text text = {buffer, capacity, 77};
        ifr_error error;
        CHECK(buffer != NULL);
        memset(buffer, GUARD, capacity + 1);
        ifr_status status = write(input, NULL, "id", &text, &error);
        CHECK(text.buffer == buffer && text.capacity == capacity);
        CHECK_INT(text.needed, full);
        CHECK_INT(error.status, status);
        if (capacity >= full) {
            CHECK_INT(status, IFR_STATUS_OK);
            CHECK_TEXT(buffer, line);
            CHECK_TEXT(error.message, "");
        } else {
            CHECK_INT(status, IFR_STATUS_BUFFER_TOO_SMALL);
            CHECK(strstr(error.message, "text.capacity is ") == error.message);
            if (capacity > 0)
                CHECK_TEXT(buffer, "");
        }
        for (size_t i = capacity >= full ? full : capacity > 0; i <= capacity; i++)
            CHECK_INT(buffer[i], GUARD);
        free(buffer);
    }
    /* No buffer, nobody asks why. */
    ifr_text none = {NULL, 0, 0};
    CHECK_STATUS(write(input, NULL, "id", &none, NULL), IFR_STATUS_BUFFER_TOO_SMALL);
    CHECK_INT(none.needed, full);
}

/* What holds for every kind of query. `input` is good. */
static void refusals(writer *write, const void *input)
{
    char buffer[16];
    ifr_text text = {buffer, sizeof buffer, 77};
    ifr_error error;

    memset(buffer, GUARD, sizeof buffer);
    CHECK_STATUS(write(NULL, NULL, "id", &text, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input is NULL");
    CHECK_TEXT(buffer, "");
    CHECK_INT(text.needed, 0);

    memset(buffer, GUARD, sizeof buffer);
    text.needed = 77;
    CHECK_STATUS(write(input, NULL, NULL, &text, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "id is NULL");
    CHECK_TEXT(buffer, "");
    CHECK_INT(text.needed, 0);

    text.buffer = NULL;
    text.needed = 77;
    CHECK_STATUS(write(input, NULL, "id", &text, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "text.buffer is NULL");
    CHECK_INT(text.needed, 0);

    CHECK_STATUS(write(input, NULL, "id", NULL, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "text is NULL");
    text.buffer = buffer;
    CHECK_STATUS(write(input, NULL, "id", (ifr_text *)(void *)((char *)&text + 1), &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "text is not aligned to 8 bytes");
    const void *odd = (const char *)&text + 1;
    CHECK_STATUS(write(input, odd, "id", &text, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "state is not aligned to 8 bytes");
}

/* A line with this query's name and these keys, and what holds for every kind. */
static void line_has(writer *write, const void *input, const char *query, const char *keys)
{
    char line[4096], name[64];
    ifr_text text = {line, sizeof line, 0};
    CHECK_OK(write(input, NULL, "id", &text, NULL));
    snprintf(name, sizeof name, "{\"id\": \"id\", \"query\": \"%s\", ", query);
    CHECK(strstr(line, name) == line);
    if (strstr(line, keys) == NULL) {
        fprintf(stderr, "%s\n lacks %s\n", line, keys);
        exit(1);
    }
    CHECK(strchr(line, '\n') == NULL && strstr(line, "\"state\"") == NULL);
    every_capacity(write, input, line);
    refusals(write, input);

    ifr_pair_state state = {{0}};
    state.words[6] = 258;
    text.needed = 0;
    CHECK_OK(write(input, &state, "id", &text, NULL));
    CHECK(strstr(line, ", \"state\": [0,0,0,0,0,0,258]}") != NULL);
}

static void intersect_lines(const ifr_body *point, const ifr_body *box)
{
    ifr_intersect_input input = {0};
    input.pair.a = point;
    input.pair.b = point;
    input.pair.pose_a = pose_at(-0.0, 5e-324, 1e-300);
    input.pair.pose_b = pose_at(0.1, 0, 0);
    every_capacity(intersect_line, &input,
                   "{\"id\": \"id\", \"query\": \"intersect\", "
                   "\"a\": {\"vertices\": [[0.25,1.0,-2.0]]}, "
                   "\"b\": {\"vertices\": [[0.25,1.0,-2.0]]}, "
                   "\"pose_a\": {\"p\": [-0.0,5e-324,1e-300], \"q\": [0.0,0.0,0.0,1.0]}, "
                   "\"pose_b\": {\"p\": [0.1,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                   "\"method\": \"default\", \"max_pivots\": 64}");
    refusals(intersect_line, &input);
    input.method = IFR_METHOD_GJK;
    input.max_pivots = 7;
    line_has(intersect_line, &input, "intersect", "\"method\": \"gjk\", \"max_pivots\": 7}");

    /* Any id is one line of valid text. */
    char buffer[4096];
    ifr_text text = {buffer, sizeof buffer, 0};
    CHECK_OK(ifr_intersect_to_json(&input, NULL, "a \"quote\"\n\xff\xc3\xa9", &text, NULL));
    CHECK(strchr(buffer, '\n') == NULL);
    CHECK(strstr(buffer, "{\"id\": \"a \\\"quote\\\"\\") == buffer);
    CHECK(strstr(buffer, "\xef\xbf\xbd\xc3\xa9\", ") != NULL);

    input.pair.b = box;
    CHECK_OK(ifr_intersect_to_json(&input, NULL, "", &text, NULL));
    CHECK(strstr(buffer, "\"b\": {\"vertices\": [[-1.0,-2.0,-3.0],[-1.0,-2.0,3.0],") != NULL);

    ifr_error error;
    input.pair.b = NULL;
    CHECK_STATUS(ifr_intersect_to_json(&input, NULL, "", &text, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input.pair.b is NULL");
    CHECK_TEXT(buffer, "");
    input.pair.b = box;
    input.pair.pose_b.q[3] = 0;
    CHECK_STATUS(ifr_intersect_to_json(&input, NULL, "", &text, NULL),
                 IFR_STATUS_QUATERNION_NORM);
}

/* The other queries of two poses. */
static void posed_lines(const ifr_body *point)
{
    ifr_posed_pair pair = {point, point, pose_at(0, 0, 0), pose_at(0.1, 0, 0)};
    const char *poses = "\"pose_a\": {\"p\": [0.0,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                        "\"pose_b\": {\"p\": [0.1,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, ";
    ifr_distance_input distance = {.pair = pair};
    line_has(distance_line, &distance, "distance", "\"method\": \"default\", \"max_pivots\": 64}");
    line_has(distance_line, &distance, "distance", poses);
    ifr_mpr_input mpr = {.pair = pair, .max_iterations = 9};
    line_has(mpr_line, &mpr, "distance", "\"method\": \"mpr\", ");
    line_has(mpr_line, &mpr, "distance", "\"max_iterations\": 9, ");
    ifr_penetration_input penetration = {.pair = pair};
    line_has(penetration_line, &penetration, "penetration", poses);
    penetration.direction[1] = 0.5;
    penetration.direction[2] = -0.0;
    line_has(penetration_line, &penetration, "penetration", "\"direction\": [0.0,0.5,-0.0], ");
    ifr_contact_manifold_input manifold = {.pair = pair, .prediction = 0.01};
    line_has(contact_manifold_line, &manifold, "contact_manifold", "\"prediction\": 0.01, ");
    ifr_contains_input contains = {.pair = pair};
    line_has(contains_line, &contains, "contains", poses);
    ifr_minkowski_difference_input difference = {.pair = pair};
    line_has(minkowski_difference_line, &difference, "minkowski_difference", poses);
    line_has(minkowski_sum_line, &difference, "minkowski_sum", poses);

    char buffer[8];
    ifr_text text = {buffer, sizeof buffer, 77};
    ifr_error error;
    penetration.direction[1] = INFINITY;
    CHECK_STATUS(ifr_penetration_to_json(&penetration, NULL, "", &text, &error),
                 IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "input.direction") == error.message && text.needed == 0);
    manifold.prediction = NAN;
    CHECK_STATUS(ifr_contact_manifold_to_json(&manifold, NULL, "", &text, &error),
                 IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "input.prediction") == error.message);
    CHECK_TEXT(buffer, "");
}

static void moving_lines(const ifr_body *point)
{
    const double end_p[3] = {2, 2, 3}, turn[3] = {0, 0, 40};
    ifr_pose start = pose_at(1, 0, 0), end = pose_at(9, 0, 0);
    ifr_interframe_input input = {0};
    input.pair.a = point;
    input.pair.b = point;
    CHECK_OK(ifr_motion_init_turn(&start, end_p, turn, &input.pair.motion_a));
    input.pair.motion_a.pivot[1] = 0.5;
    CHECK_OK(ifr_motion_init_between(&start, &end, &input.pair.motion_b));
    input.frame = IFR_FRAME_WORLD;
    const char *motions = "\"motion_a\": {\"start\": {\"p\": [1.0,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                          "\"end\": {\"p\": [2.0,2.0,3.0]}, \"turn\": [0.0,0.0,40.0], "
                          "\"pivot\": [0.0,0.5,0.0]}, "
                          "\"motion_b\": {\"start\": {\"p\": [1.0,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                          "\"end\": {\"p\": [9.0,0.0,0.0], \"q\": [0.0,0.0,0.0,1.0]}, "
                          "\"pivot\": [0.0,0.0,0.0]}, ";
    line_has(interframe_line, &input, "interframe", motions);
    line_has(interframe_line, &input, "interframe",
             "\"sweep\": \"certified\", \"frame\": \"world\", \"method\": \"default\", "
             "\"max_pivots\": 64, ");
    ifr_time_of_impact_input impact = {.pair = input.pair, .budget = 7};
    line_has(time_of_impact_line, &impact, "time_of_impact", motions);
    line_has(time_of_impact_line, &impact, "time_of_impact", "\"budget\": 7");
    ifr_contact_intervals_input intervals = {.pair = input.pair, .tolerance = 0.5};
    line_has(contact_intervals_line, &intervals, "contact_intervals", "\"tolerance\": 0.5");
    ifr_closest_approach_input nearest = {.pair = input.pair, .tolerance = 0.25};
    line_has(closest_approach_line, &nearest, "closest_approach", "\"tolerance\": 0.25");
    ifr_time_of_exit_input leaving = {.pair = input.pair, .target_margin = -0.25};
    line_has(time_of_exit_line, &leaving, "contains", "\"target_margin\": -0.25");

    char buffer[8];
    ifr_text text = {buffer, sizeof buffer, 77};
    ifr_error error;
    input.sweep = 9;
    CHECK_STATUS(ifr_interframe_to_json(&input, NULL, "", &text, &error),
                 IFR_STATUS_UNKNOWN_VALUE);
    CHECK_TEXT(error.message, "input.sweep is 9, which is none of its values");
    CHECK_INT(text.needed, 0);
    input.sweep = IFR_SWEEP_FULL;
    input.pair.motion_b.kind = 3;
    CHECK_STATUS(ifr_interframe_to_json(&input, NULL, "", &text, NULL),
                 IFR_STATUS_UNKNOWN_VALUE);
    impact.tolerance = -1;
    CHECK_STATUS(ifr_time_of_impact_to_json(&impact, NULL, "", &text, &error), IFR_STATUS_SETTING);
    CHECK(strstr(error.message, "input.tolerance is -1") == error.message);
}

static void vertices_lines(void)
{
    double start[6] = {0, 0, 0, 1, 0, 0}, end[6] = {0, 0.5, 0, 1, 0.5, -0.0};
    ifr_interframe_vertices_input input = {0};
    input.pair.a.start_xyz = start;
    input.pair.a.end_xyz = end;
    input.pair.a.count = 2;
    every_capacity(interframe_vertices_line, &input,
                   "{\"id\": \"id\", \"query\": \"interframe\", "
                   "\"a\": {\"start\": [[0.0,0.0,0.0],[1.0,0.0,0.0]], "
                   "\"end\": [[0.0,0.5,0.0],[1.0,0.5,-0.0]]}, "
                   "\"b\": {\"start\": [], \"end\": []}, "
                   "\"sweep\": \"vertices\", \"method\": \"default\", \"max_pivots\": 64}");
    refusals(interframe_vertices_line, &input);

    char buffer[8];
    ifr_text text = {buffer, sizeof buffer, 77};
    ifr_error error;
    end[4] = NAN;
    CHECK_STATUS(ifr_interframe_vertices_to_json(&input, NULL, "", &text, &error),
                 IFR_STATUS_NOT_FINITE);
    CHECK(strstr(error.message, "input.pair.a.end_xyz[4] is NaN") == error.message);
    CHECK_TEXT(buffer, "");
}

static void sets_and_polygons(void)
{
    double numbers[10] = {0, 0, 0, 0, 0, 1, 0, 0.5, 0, -0.0};
    ifr_intersect_sets_input sets = {{numbers, 2}, {numbers + 5, 1}, 5, 0, 0};
    line_has(intersect_sets_line, &sets, "intersect", "[1.0,0.0,0.5,0.0,-0.0]");
    line_has(is_subset_line, &sets, "contains", "[1.0,0.0,0.5,0.0,-0.0]");
    ifr_contains_point_input point = {{numbers, 2}, numbers + 5, 5, 0, 9};
    line_has(contains_point_line, &point, "contains_point", "\"max_pivots\": 9");
    char buffer[8];
    ifr_text text = {buffer, sizeof buffer, 77};
    numbers[7] = NAN;
    CHECK_STATUS(ifr_is_subset_to_json(&sets, NULL, "", &text, NULL), IFR_STATUS_NOT_FINITE);

    const double xy[6] = {0, 0, 2, 0, 0, 1};
    ifr_polygon *triangle = NULL;
    CHECK_OK(ifr_polygon_create(xy, 3, &triangle, NULL));
    ifr_distance_2d_input flat = {0};
    flat.pair.a = flat.pair.b = triangle;
    CHECK_OK(ifr_pose_2d_init(0, 0, 0, &flat.pair.pose_a, NULL));
    CHECK_OK(ifr_pose_2d_init(3, 4, 0, &flat.pair.pose_b, NULL));
    const char *pose = "\"pose_b\": {\"p\": [3.0,4.0], \"half_angle\": [0.0,1.0]}, ";
    line_has(distance_2d_line, &flat, "distance", pose);
    ifr_minkowski_difference_2d_input difference = {.pair = flat.pair};
    line_has(minkowski_difference_2d_line, &difference, "minkowski_difference", pose);
    line_has(minkowski_sum_2d_line, &difference, "minkowski_sum", pose);
    ifr_polygon_destroy(triangle);
}

void test_replay(void)
{
    const double xyz[3] = {0.25, 1, -2};
    ifr_body *point = make_body(xyz, 1), *box = make_box(1, 2, 3);
    intersect_lines(point, box);
    posed_lines(point);
    moving_lines(point);
    vertices_lines();
    sets_and_polygons();
    ifr_body_destroy(point);
    ifr_body_destroy(box);
}
