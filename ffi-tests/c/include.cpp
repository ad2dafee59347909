// The header in a C++17 program: it compiles, its layout assertions hold, its enums are typed.
#include "interframe.h"
#include "interframe.h"  // twice does no harm

#include <cstdio>
#include <memory>
#include <type_traits>

static_assert(std::is_same_v<std::underlying_type_t<ifr_verdict>, int32_t>);
static_assert(std::is_same_v<std::underlying_type_t<ifr_status>, int32_t>);
static_assert(std::is_same_v<decltype(ifr_intersect_result::verdict), ifr_verdict>);
static_assert(std::is_trivially_copyable_v<ifr_pair_state>);
static_assert(std::is_standard_layout_v<ifr_interframe_result>);

struct Destroy {
    void operator()(ifr_body *body) const { ifr_body_destroy(body); }
};

int main()
{
    const double point[3] = {1, 2, 3};
    ifr_body *raw = nullptr;
    if (ifr_polytope_create(point, 1, nullptr, &raw, nullptr) != IFR_STATUS_OK)
        return 1;
    const std::unique_ptr<ifr_body, Destroy> body(raw);

    ifr_intersect_input input{};
    input.pair.a = input.pair.b = body.get();
    ifr_pose_init(&input.pair.pose_a);
    ifr_pose_init(&input.pair.pose_b);
    input.method = IFR_METHOD_RAY_SIMPLEX;
    ifr_intersect_result result;
    if (ifr_intersect(&input, nullptr, &result, nullptr) != IFR_STATUS_OK)
        return 2;
    if (result.verdict != IFR_VERDICT_HIT || !ifr_may_hit(result.verdict))
        return 3;
    ifr_time_of_exit_input exit_input{};
    exit_input.pair.a = exit_input.pair.b = body.get();
    ifr_motion_init_fixed(&input.pair.pose_a, &exit_input.pair.motion_a);
    ifr_motion_init_fixed(&input.pair.pose_b, &exit_input.pair.motion_b);
    ifr_time_of_exit_result exit_result;
    if (ifr_time_of_exit(&exit_input, nullptr, &exit_result, nullptr) != IFR_STATUS_OK)
        return 4;
    if (exit_result.verdict != IFR_CONTAINMENT_VERDICT_INSIDE || ifr_may_leave(exit_result.verdict))
        return 5;
    std::puts("the C++ test passed");
    return 0;
}
