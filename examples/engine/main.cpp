// A small engine: 1,000 bodies in heaps, a stack of ten boxes in a glass case, and 1,000 bullets of up to 900 m/s that
// ricochet in a closed room. It runs twice, first with bodies that are tested at the ends of frames alone. README.md says more.
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "observer.hpp"
#include "recording.hpp"

using namespace engine;

namespace {

struct settings {
    uint32_t frames = 600, bodies = 1000, bullets = 1000, threads = 1;
    const char *record = nullptr;
};

struct outcome {
    std::size_t tunnelled = 0, lost = 0;
    double stack_moved = 0, ms_a_frame = 0;
    uint64_t hash = 0;
    counters counted;
    bool rolls_back = true; // whether the last frames gave the same bits again
};

constexpr uint32_t rollback_frames = 60;

outcome run(const settings &with, testing mode) {
    physics of(mode, with.threads);
    const scene what(of, with.bodies, with.bullets);
    observer watching(of, what);
    recording tape;
    saved_state earlier;
    const uint32_t saved_at = with.frames > rollback_frames ? with.frames - rollback_frames : 0;
    for (uint32_t frame = 0; frame < with.frames; frame++) {
        if (frame == saved_at)
            earlier = of.save();
        what.fire(of, frame);
        of.step();
        const paths ways = paths_of_step(of);
        watching.watch(of, ways);
        if (with.record != nullptr && mode == testing::swept)
            tape.add_step(of, ways);
    }
    outcome out;
    out.tunnelled = watching.tunnelled(), out.lost = watching.lost();
    out.stack_moved = watching.stack_moved();
    out.hash = of.hash();
    out.counted = of.counted();
    out.ms_a_frame = 1e3 * (out.counted.contacts_s + out.counted.solver_s + out.counted.frame_s) / with.frames;
    if (with.record != nullptr && mode == testing::swept && !tape.save(of, with.record))
        std::fprintf(stderr, "%s cannot be written\n", with.record);

    of.load(earlier);
    for (uint32_t frame = saved_at; frame < with.frames; frame++) {
        what.fire(of, frame);
        of.step();
    }
    out.rolls_back = of.hash() == out.hash;
    return out;
}

int usage() {
    std::fputs("engine [--frames N] [--bodies N] [--bullets N] [--threads N] [--record FILE]\n", stderr);
    return 2;
}

} // namespace

int main(int count, char **words) try {
    settings with;
    for (int k = 1; k < count; k += 2) {
        const auto is = [&](const char *name) { return std::strcmp(words[k], name) == 0; };
        uint32_t *number = is("--frames")    ? &with.frames
                           : is("--bodies")  ? &with.bodies
                           : is("--bullets") ? &with.bullets
                           : is("--threads") ? &with.threads
                                             : nullptr;
        if (k + 1 == count || (number == nullptr && !is("--record")))
            return usage();
        if (number == nullptr) {
            with.record = words[k + 1];
            continue;
        }
        const long value = std::strtol(words[k + 1], nullptr, 10);
        if (value < (is("--threads") || is("--frames") ? 1 : 0) || value > 100000)
            return usage();
        *number = static_cast<uint32_t>(value);
    }

    std::printf("%u frames of 1/60 s, %u bodies, %u bullets\n", with.frames, with.bodies + scene::stack_size, with.bullets);
    const outcome poses = run(with, testing::end_poses), swept = run(with, testing::swept);
    const auto row = [](const char *name, const char *format, auto a, auto b) {
        char left[32], right[32];
        std::snprintf(left, sizeof left, format, a);
        std::snprintf(right, sizeof right, format, b);
        std::printf("%-46s%18s%18s\n", name, left, right);
    };
    row("", "%s", "ends of frames", "whole ways");
    row("bullets that tunnelled", "%zu", poses.tunnelled, swept.tunnelled);
    row("other bodies outside of the room", "%zu", poses.lost, swept.lost);
    row("largest movement of the stack, mm", "%.2f", 1e3 * poses.stack_moved, 1e3 * swept.stack_moved);
    const auto mean = [&](double sum) { return sum / with.frames; };
    const counters &p = poses.counted, &w = swept.counted;
    row("pairs of the solver, in a frame", "%.0f", mean(p.contact_pairs), mean(w.contact_pairs));
    row("bodies tested on their whole ways, in a frame", "%.0f", mean(p.swept_bodies), mean(w.swept_bodies));
    row("contacts within frames", "%zu", p.responses, w.responses);
    row("of these without a proof or a normal", "%zu", p.unclear, w.unclear);
    row("hash of the state", "%016" PRIx64, poses.hash, swept.hash);
    const auto same = [](bool is_same) { return is_same ? "equal" : "OTHER"; };
    row("bits of the last 60 frames, after a rollback", "%s", same(poses.rolls_back), same(swept.rolls_back));
    row("time of a frame, ms", "%.1f", poses.ms_a_frame, swept.ms_a_frame);
    row("  near pairs and their contacts", "%.1f", mean(1e3 * p.contacts_s), mean(1e3 * w.contacts_s));
    row("  solver", "%.1f", mean(1e3 * p.solver_s), mean(1e3 * w.solver_s));
    row("  motion", "%.1f", mean(1e3 * p.frame_s), mean(1e3 * w.frame_s));

    const bool is_good = swept.tunnelled == 0 && swept.lost == 0 && swept.stack_moved < 0.01 * scene::stack_box &&
                         poses.rolls_back && swept.rolls_back;
    return is_good ? 0 : 1;
} catch (const ifr::error &e) {
    std::fprintf(stderr, "%s: %s\n", ifr::text(e.status()), e.what());
    return 1;
}
