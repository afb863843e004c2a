// Marking after two passes: the seats mark dead stones by moves, and agree with `done`.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>

namespace zeitnot::go {

// Indexed by row * size + column.
using DeadStones = std::bitset<19 * 19>;

// `next`: the seat that moves next if play resumes. `done`: which seats agree with the current
// marking.
struct Marking {
    int next = 0;
    std::array<bool, 2> done{};
    DeadStones dead{};

    [[nodiscard]] bool agreed() const { return done[0] && done[1]; }
    friend bool operator==(const Marking&, const Marking&) = default;
};

}  // namespace zeitnot::go
