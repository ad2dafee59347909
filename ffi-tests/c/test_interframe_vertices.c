/* ifr_interframe_vertices: bodies that deform. */
#include <math.h>

#include "check.h"

static const double TETRAHEDRON[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

static void shifted(double *out, double dx, double dy)
{
    for (int i = 0; i < 4; i++) {
        out[3 * i + 0] = TETRAHEDRON[3 * i + 0] + dx;
        out[3 * i + 1] = TETRAHEDRON[3 * i + 1] + dy;
        out[3 * i + 2] = TETRAHEDRON[3 * i + 2];
    }
}

void test_interframe_vertices(void)
{
    double end_a[12], b_across[12], b_apart[12];
    ifr_interframe_vertices_input input = {0}, good;
    ifr_interframe_result result;
    ifr_pair_state state = {0}, before;
    ifr_error error;

    shifted(end_a, 10, 0);
    shifted(b_across, 5, 0.1);
    shifted(b_apart, 5, 4);
    input.pair.a.start_xyz = TETRAHEDRON;
    input.pair.a.end_xyz = end_a;
    input.pair.a.count = 4;
    input.pair.b.start_xyz = input.pair.b.end_xyz = b_across;
    input.pair.b.count = 4;
    good = input;

    memset(&result, 0xff, sizeof result);
    CHECK_OK(ifr_interframe_vertices(&input, &state, &result, &error));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK_INT(result.about, IFR_ABOUT_HULL);
    CHECK(result.has_point && !result.has_plane);
    CHECK(result.slack == 0);
    CHECK_INT(error.status, IFR_STATUS_OK);

    input.pair.b.start_xyz = input.pair.b.end_xyz = b_apart;
    for (int again = 0; again < 2; again++) {
        CHECK_OK(ifr_interframe_vertices(&input, &state, &result, NULL));
        CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
        CHECK(result.has_plane && !result.has_point);
        CHECK(result.plane.normal[1] > 0);
    }
    CHECK_OK(ifr_interframe_vertices(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);

    /* Nobody at home. */
    input = good;
    input.pair.b.count = 0;
    input.pair.b.start_xyz = input.pair.b.end_xyz = NULL;
    CHECK_OK(ifr_interframe_vertices(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);
    CHECK(!result.has_plane);
    memset(&input, 0, sizeof input);
    CHECK_OK(ifr_interframe_vertices(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_SEPARATED);

    /* Refused: the result is zeroed and the state as it was. */
    before = state;
    memset(&result, 0xff, sizeof result);
    input = good, input.pair.a.start_xyz = NULL;
    CHECK_STATUS(ifr_interframe_vertices(&input, &state, &result, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input.pair.a.start_xyz is NULL");
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    input = good, input.pair.b.end_xyz = NULL;
    CHECK_STATUS(ifr_interframe_vertices(&input, &state, &result, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input.pair.b.end_xyz is NULL");
    input = good, input.pair.b.count = SIZE_MAX;
    CHECK_STATUS(ifr_interframe_vertices(&input, &state, &result, NULL),
                 IFR_STATUS_TOO_MANY_VERTICES);
    CHECK_STATUS(ifr_interframe_vertices(NULL, &state, &result, NULL),
                 IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_interframe_vertices(&good, &state, NULL, NULL),
                 IFR_STATUS_BAD_POINTER);
    end_a[7] = NAN;
    CHECK_STATUS(ifr_interframe_vertices(&good, &state, &result, &error),
                 IFR_STATUS_NOT_FINITE);
    CHECK(strstr(error.message, "input.pair.a.end_xyz[7] is NaN") != NULL);
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK(!result.has_plane && !result.has_point);
    end_a[7] = 1;
    input = good, input.method = 77;
    CHECK_STATUS(ifr_interframe_vertices(&input, &state, &result, &error),
                 IFR_STATUS_UNKNOWN_VALUE);
    CHECK(memcmp(&state, &before, sizeof state) == 0);
}
