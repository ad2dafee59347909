// A loop of the cheapest query, in C++. intersect.c is the same in C: a test compares their instructions.
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "interframe.hpp"

namespace ifr = interframe;

#if INTERFRAME_ERRORS_BY_VALUE
template <class T>
T must(ifr::outcome<T> &&result) { return *std::move(result); }
template <class T>
bool failed(const ifr::outcome<T> &result) { return !result; }
template <class T>
const T &value(const ifr::outcome<T> &result) { return *result; }
#else
template <class T>
T must(T &&result) { return std::forward<T>(result); }
template <class T>
bool failed(const T &) { return false; }
template <class T>
const T &value(const T &result) { return result; }
#endif

int main(int argc, char **argv) {
    const ifr::body a = must(ifr::body::box(std::array<double, 3>{1, 1, 1}));
    const ifr::body b = must(ifr::body::box(std::array<double, 3>{1, 1, 1}));
    ifr::pair_state state{};
    ifr::intersect_input input(ifr::posed(a, ifr::identity(), b, ifr::identity()));
    const int count = argc > 1 ? std::atoi(argv[1]) : 20000;
    double sum = 0;
    for (int k = 0; k < count; k++) {
        input.pair.pose_b.p[0] = 3 + 1e-6 * k;
        const auto result = ifr::intersect(input, state);
        if (failed(result))
            return 2;
        if (!value(result).may_hit())
            sum += value(result)->plane.offset;
    }
    std::printf("%.17g\n", sum);
    return 0;
}
