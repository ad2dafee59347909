#include "recording.hpp"

#include <array>
#include <cstdio>

namespace engine {

namespace {

template <class... Numbers>
void append(std::string &to, const char *format, Numbers... numbers) {
    std::array<char, 512> text;
    std::snprintf(text.data(), text.size(), format, numbers...);
    to += text.data();
}

} // namespace

void recording::add_step(const physics &of, const paths &ways) {
    const std::vector<ifr::world_event> events = of.world().events();
    std::size_t next = 0; // events come in the order of time
    for (int part = 0; part < frames_a_step; part++) {
        std::string line;
        append(line, R"({"frame": %zu, "poses": [)", frames_.size());
        const char *comma = "";
        for (std::size_t k = 0; k < ways.size(); k++) {
            if (k >= start_.size())
                start_.push_back(ways[k].empty() ? pose_of(of.bodies()[k]) : ways[k][0].motion.start);
            if (ways[k].empty())
                continue;
            const ifr::pose at = pose_in_step(ways[k], (part + 1.0) / frames_a_step);
            append(line, "%s[%zu, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g]", comma, k, at.p[0], at.p[1], at.p[2],
                   at.q[0], at.q[1], at.q[2], at.q[3]);
            comma = ", ";
        }
        line += R"(], "events": [)";
        comma = "";
        for (int group = 0; next < events.size(); next++, group++) {
            const ifr::world_event &event = events[next];
            const double low = event.t_lo * frames_a_step - part, high = std::min(1.0, event.t_hi * frames_a_step - part);
            if (low > 1)
                break;
            append(line, R"(%s{"a": %zu, "b": %zu, "phase": "%s", "verdict": "%s", "t_lo": %.17g, "t_hi": %.17g, )", comma,
                   static_cast<std::size_t>(event.user_a), static_cast<std::size_t>(event.user_b), ifr_phase_text(event.phase),
                   ifr_verdict_text(event.verdict), low, high);
            append(line, R"("order_group": %d})", group);
            comma = ", ";
            events_++;
        }
        frames_.push_back(line + "]}\n");
    }
}

bool recording::save(const physics &of, const std::string &path) const {
    std::FILE *file = std::fopen(path.c_str(), "w");
    if (file == nullptr)
        return false;
    std::fprintf(file, R"({"recording": "interframe", "version": 1, "scene": "engine", "frame_s": %.17g, )",
                 step_s / frames_a_step);
    std::fprintf(file, "\"frames\": %zu, \"bodies\": %zu, \"mode\": \"simulation\"}\n", frames_.size(), start_.size());
    std::vector<std::size_t> first(of.shapes().size(), start_.size()); // the first body of each shape
    for (std::size_t k = 0; k < start_.size(); k++) {
        const rigid_body &body = of.bodies()[k];
        const shape &its = of.shapes()[body.shape];
        const ifr::pose &at = start_[k];
        const bool is_static = its.inverse_mass == 0;
        const char *name = is_static ? "level" : body.is_bullet ? "bullet" : "body";
        std::fprintf(file, R"({"body": %zu, "name": "%s %zu", )", k, name, k);
        if (first[body.shape] < k)
            std::fprintf(file, R"("shape_of": %zu, )", first[body.shape]);
        else
            std::fprintf(file, R"("shape": %s, )", its.json.c_str());
        first[body.shape] = std::min(first[body.shape], k);
        std::fprintf(file, R"("pose": {"p": [%.17g, %.17g, %.17g], "q": [%.17g, %.17g, %.17g, %.17g]}%s})", at.p[0], at.p[1],
                     at.p[2], at.q[0], at.q[1], at.q[2], at.q[3], is_static ? R"(, "static": true)" : "");
        std::fputs("\n", file);
    }
    for (const std::string &frame : frames_)
        std::fputs(frame.c_str(), file);
    std::fprintf(file, "{\"end\": true, \"frames\": %zu, \"events\": %zu}\n", frames_.size(), events_);
    return std::fclose(file) == 0;
}

} // namespace engine
