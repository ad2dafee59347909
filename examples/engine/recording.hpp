// Writes a run as docs/guide/RECORDING.md describes, for `interframe view`.
#pragma once

#include <string>
#include <vector>

#include "paths.hpp"

namespace engine {

/// A recording in memory until it is saved, because its head has all bodies, and the gun adds some later. Each step is
/// four frames of it, so that you see what turned back within the step.
class recording {
public:
    /// Call it after each step.
    void add_step(const physics &of, const paths &ways);
    /// Writes the file; returns whether it could.
    bool save(const physics &of, const std::string &path) const;

    static constexpr int frames_a_step = 4;

private:
    std::vector<ifr::pose> start_; // of each body
    std::vector<std::string> frames_;
    std::size_t events_ = 0;
};

} // namespace engine
