/* Log lines: what is warned of, and that nothing is written when nobody takes it. */
#include "check.h"

struct lines {
    int count;
    char last[256];
};

static void take(void *user, int32_t level, const char *text)
{
    struct lines *lines = user;
    CHECK_INT(level, IFR_LOG_LEVEL_WARNING);
    lines->count++;
    snprintf(lines->last, sizeof lines->last, "%s", text);
}

void test_log(void)
{
    const double twice[9] = {0, 0, 0, 1, 0, 0, 0, 0, 0};
    const uint32_t flat[6] = {0, 1, 2, 0, 1, 1};
    struct lines lines = {0, ""};
    CHECK_OK(ifr_set_log(IFR_LOG_LEVEL_INFO, take, &lines));
    ifr_body_destroy(make_box(1, 1, 1));
    CHECK_INT(lines.count, 0);
    ifr_body_destroy(make_body(twice, 3));
    CHECK_INT(lines.count, 1);
    CHECK_TEXT(lines.last, "hull: 1 of 3 points stand twice");

    ifr_body *mesh;
    CHECK_OK(ifr_trimesh_create(twice, 3, flat, 2, NULL, &mesh, NULL));
    CHECK_INT(lines.count, 2);
    CHECK_TEXT(lines.last, "mesh: 2 of 2 triangles have their corners on a line");
    ifr_body_destroy(mesh);

    const double floats[6] = {1e-310, 0, 0, 1, 0, 0};
    ifr_body_destroy(make_body(floats, 2));
    CHECK_INT(lines.count, 3);
    CHECK_TEXT(lines.last, "hull: 1 numbers below 1e-300 beside large ones: were floats read as doubles?");

    /* A frame whose budget is spent. */
    ifr_world *world;
    CHECK_OK(ifr_world_create(&world, NULL));
    ifr_world_body_input input = {0};
    ifr_body *box = make_box(1, 1, 1);
    input.shape = box;
    for (int i = 0; i < 3; i++) {
        uint64_t id;
        input.pose = pose_at(i, 0, 0);
        CHECK_OK(ifr_world_add(world, &input, &id, NULL));
    }
    ifr_world_advance_input frame = {0};
    frame.pair_budget = 1;
    ifr_world_advance_result result;
    CHECK_OK(ifr_world_advance(world, &frame, &result, NULL));
    CHECK(result.over_budget == 2);
    CHECK_INT(lines.count, 4);
    CHECK_TEXT(lines.last, "frame 1: 2 of 3 pairs are not tested: the budget is 1");
    ifr_world_destroy(world);
    ifr_body_destroy(box);

    CHECK_STATUS(ifr_set_log(2, take, &lines), IFR_STATUS_UNKNOWN_VALUE);
    CHECK_OK(ifr_set_log(IFR_LOG_LEVEL_WARNING, NULL, NULL));
    ifr_body_destroy(make_body(twice, 3));
    CHECK_INT(lines.count, 4);
    CHECK_TEXT(ifr_log_level_text(IFR_LOG_LEVEL_WARNING), "warning");
    CHECK_TEXT(ifr_log_level_text(IFR_LOG_LEVEL_INFO), "info");
    CHECK_TEXT(ifr_log_level_text(2), "unknown");
}
