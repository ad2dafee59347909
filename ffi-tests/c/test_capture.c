/* A frame as a line, and the same frame from that line alone. */
#include "check.h"

void test_capture(void)
{
    ifr_world *world, *again;
    CHECK_OK(ifr_world_create(&world, NULL));
    ifr_body *box = make_box(0.5, 0.5, 0.5);
    ifr_body_motion motions[4];
    for (int i = 0; i < 4; i++) {
        ifr_world_body_input input = {0};
        input.shape = box;
        input.pose = pose_at(0.9 * i, 0.1 * i, 0);
        input.user = (uint64_t)(100 - i);
        CHECK_OK(ifr_world_add(world, &input, &motions[i].id, NULL));
        const double by[3] = {i % 2 == 0 ? 0.7 : -0.3, 0, 0.1}, turn[3] = {0, 0.4, 9.5};
        CHECK_OK(init_turn_by(&input.pose, by, turn, &motions[i].motion));
    }
    ifr_world_advance_input frame = {0};
    frame.motions = motions;
    frame.motion_count = 4;
    frame.tolerance = 1e-5;
    frame.mode = IFR_MODE_ALL;

    ifr_text line = {NULL, IFR_ALLOCATE, 0};
    CHECK_OK(ifr_world_capture(world, &frame, &line, NULL));
    ifr_world_advance_result result;
    CHECK_OK(ifr_world_advance(world, &frame, &result, NULL));
    CHECK(result.event_count > 0 && result.event_count <= 16);
    CHECK_OK(ifr_world_replay(line.buffer, &again, NULL));
    ifr_world_event events[16], replayed[16];
    size_t count, same;
    CHECK_OK(ifr_world_events(world, events, 16, &count, NULL));
    CHECK_OK(ifr_world_events(again, replayed, 16, &same, NULL));
    CHECK(count == result.event_count && count == same);
    CHECK(memcmp(events, replayed, sizeof events) == 0);
    ifr_world_destroy(again);

    ifr_error error;
    ifr_text none = {NULL, IFR_ALLOCATE, 0};
    CHECK_STATUS(ifr_world_capture(NULL, &frame, &none, &error), IFR_STATUS_BAD_POINTER);
    frame.mode = 9;
    CHECK_STATUS(ifr_world_capture(world, &frame, &none, &error), IFR_STATUS_UNKNOWN_VALUE);
    frame.mode = IFR_MODE_ALL;
    frame.tolerance = -1;
    CHECK_STATUS(ifr_world_capture(world, &frame, &none, &error), IFR_STATUS_SETTING);
    CHECK(none.buffer == NULL);
    CHECK_STATUS(ifr_world_replay("{}", &again, &error), IFR_STATUS_WORLD);
    CHECK(again == NULL);
    CHECK_STATUS(ifr_world_replay(NULL, &again, &error), IFR_STATUS_BAD_POINTER);
    char *digit = strstr(line.buffer, "\"world\":\"") + strlen("\"world\":\"") + 40;
    *digit = *digit == '0' ? '1' : '0';
    CHECK_STATUS(ifr_world_replay(line.buffer, &again, &error), IFR_STATUS_WORLD);
    CHECK(strstr(error.message, "damaged") != NULL);

    ifr_memory_free(line.buffer);
    ifr_world_destroy(world);
    ifr_body_destroy(box);
}
