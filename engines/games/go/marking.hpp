// Marking after two passes: the seats mark the dead stones by moves, and agree by `done`.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>

namespace zeitnot::go {

// By the index of the point, row * size + column.
using DeadStones = std::bitset<19 * 19>;

// `next`: the seat that moves next if play is resumed. `done`: which seats agree with the marking
// as it is.
struct Marking {
    int next = 0;
    std::array<bool, 2> done{};
    DeadStones dead{};

    [[nodiscard]] bool agreed() const { return done[0] && done[1]; }
    friend bool operator==(const Marking&, const Marking&) = default;
};

}  // namespace zeitnot::go
