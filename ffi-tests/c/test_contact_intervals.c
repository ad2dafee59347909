/* ifr_contact_intervals: every contact of a frame, lists that are too short, and what is refused. */
#include "check.h"

static bool is_zero(const ifr_contact_interval *interval)
{
    return interval->contact == IFR_CONTACT_NONE && interval->reason == IFR_REASON_NONE &&
           interval->enter[0] == 0 && interval->enter[1] == 0 && interval->exit[0] == 0 &&
           interval->exit[1] == 0 && interval->gap == 0;
}

static bool is_about(double x, double expected)
{
    return x - expected < 1e-6 && expected - x < 1e-6;
}

static const ifr_contact_intervals_input *with_list(ifr_contact_intervals_input *input,
                                                    ifr_contact_interval *list, size_t capacity)
{
    input->intervals = list;
    input->capacity = capacity;
    return input;
}

void test_contact_intervals(void)
{
    const double bar_points[6] = {-5, 0, 0, 5, 0, 0}, post_points[6] = {0, 4, -1, 0, 4, 1};
    const double none[3] = {0, 0, 0}, turn[3] = {0, 0, 9.42477796076938};
    ifr_body *bar = NULL, *post = NULL;
    CHECK_OK(ifr_polytope_create(bar_points, 2, NULL, &bar, NULL));
    CHECK_OK(ifr_polytope_create(post_points, 2, NULL, &post, NULL));
    ifr_pose here = pose_at(0, 0, 0);
    ifr_contact_intervals_input input = {0};
    input.pair.a = bar;
    input.pair.b = post;
    CHECK_OK(init_turn_by(&here, none, turn, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_b));

    /* One and a half turns: the bar passes the post three times. */
    ifr_contact_interval list[4];
    ifr_contact_intervals_result result;
    ifr_error error;
    memset(list, 0xff, sizeof list);
    CHECK_OK(ifr_contact_intervals(with_list(&input, list, 4), NULL, &result, &error));
    CHECK_INT(result.verdict, IFR_VERDICT_HIT);
    CHECK(result.count == 3 && result.written == 3 && result.undecided == 0);
    CHECK(is_zero(&list[3]));
    for (int k = 0; k < 3; k++) {
        double t = (1 + 2 * k) / 6.0;
        CHECK(is_about(list[k].enter[1], t) && is_about(list[k].exit[0], t));
        CHECK(list[k].enter[0] <= list[k].enter[1] && list[k].exit[0] <= list[k].exit[1]);
        CHECK(list[k].contact != IFR_CONTACT_NONE && list[k].reason == IFR_REASON_NONE);
        CHECK(k == 0 || list[k - 1].exit[1] <= list[k].enter[0]);
    }

    /* Too short: the first ones, and how many there are. */
    ifr_contact_interval one;
    CHECK_OK(ifr_contact_intervals(with_list(&input, &one, 1), NULL, &result, NULL));
    CHECK(result.count == 3 && result.written == 1 && one.enter[1] == list[0].enter[1]);
    CHECK_OK(ifr_contact_intervals(with_list(&input, NULL, 0), NULL, &result, NULL));
    CHECK(result.count == 3 && result.written == 0);
    CHECK(ifr_may_hit(result.verdict));

    /* Refusals leave zeros. */
    input.tolerance = -1;
    memset(list, 0xff, sizeof list);
    CHECK_STATUS(ifr_contact_intervals(with_list(&input, list, 4), NULL, &result, &error),
                 IFR_STATUS_SETTING);
    CHECK_TEXT(error.message, "input.tolerance is -1; it must be positive and finite");
    input.tolerance = 0;
    CHECK(is_zero(&list[0]) && is_zero(&list[3]));
    CHECK(result.verdict == IFR_VERDICT_UNDECIDED && result.count == 0);
    CHECK(ifr_may_hit(result.verdict));
    CHECK_STATUS(ifr_contact_intervals(with_list(&input, NULL, 4), NULL, &result, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input.intervals is NULL");
    CHECK_STATUS(ifr_contact_intervals(NULL, NULL, &result, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_contact_intervals(with_list(&input, list, SIZE_MAX), NULL, &result, &error),
                 IFR_STATUS_OUT_OF_RANGE);
    ifr_body_destroy(bar);
    ifr_body_destroy(post);
}
