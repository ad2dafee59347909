// What happens in the room: bodies that fall in heaps, a stack in a glass case, and a gun.
#pragma once

#include <vector>

#include "engine.hpp"

namespace engine {

class scene {
public:
    /// So many bodies besides those of the stack and of the level, and bullets.
    scene(physics &of, uint32_t bodies, uint32_t bullets);
    /// Fires the bullets of a step; call it before the step.
    void fire(physics &of, uint64_t step) const;

    bool is_stack(uint32_t body) const { return body >= first_of_stack_ && body < first_of_stack_ + stack_size; }

    static constexpr uint32_t stack_size = 10;
    static constexpr double stack_box = 0.5;  // metres
    static constexpr uint32_t volley = 50;    // bullets of a step

private:
    uint32_t first_of_stack_ = 0, first_bullet_shape_ = 0, bullets_ = 0;
};

} // namespace engine
