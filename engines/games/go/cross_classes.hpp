// Classes of the four neighbours of a point along the lines, equal up to the eight symmetries. Each
// neighbour has three bits, in the order of `directions`: 0 empty, 1 edge, 2–4 own stones with one,
// two, and more liberties, 5–7 the enemy's.
#pragma once

#include <algorithm>
#include <array>

#include "games/go/pattern_classes.hpp"

namespace zeitnot::go {

inline constexpr std::size_t cross_classes = 666;

class CrossClasses {
   public:
    CrossClasses() {
        std::uint16_t next = 0;
        for (std::size_t code = 0; code < table_.size(); ++code) {
            const std::size_t smallest = canonical(code);
            if (smallest == code) table_[code] = next++;
            table_[code] = table_[smallest];
        }
    }
    [[nodiscard]] std::size_t operator()(std::size_t code) const { return table_[code]; }

   private:
    static std::size_t canonical(std::size_t code) {
        std::size_t smallest = code;
        for (const auto& turned : turned_directions) {
            std::size_t image = 0;
            for (std::size_t d = 0; d < 4; ++d) image |= (code >> 3 * d & 7) << 3 * turned[d];
            smallest = std::min(smallest, image);
        }
        return smallest;
    }

    std::array<std::uint16_t, 4096> table_{};
};

inline const CrossClasses& shared_cross_classes() {
    static const CrossClasses classes;
    return classes;
}

}  // namespace zeitnot::go
