// The parts of expectiminimax, each of which can be switched off, to see what it saves.
//
// Without any of them the search is plain expectiminimax; none but the filter changes a value, and
// that only of games whose evaluation asks for one (Star1 and Star2: Ballard 1983).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace zeitnot {

enum class ChancePart : std::uint8_t {
    alphabeta,  // windows at all: moves that cannot matter are left out
    star1,      // throws that cannot bring the mean back are left out
    star2,      // one move for each throw first: often that is proof enough
    table,      // what was found of a position before
    ordering,   // the moves by promise, not in the generator's order
    grouping,   // equal throws are one
    filter,     // above the last moves only those that look good at once
};

inline constexpr std::array<std::string_view, 7> chance_part_names{
    "alphabeta", "star1", "star2", "table", "ordering", "grouping", "filter"};

class ChanceParts {
   public:
    constexpr ChanceParts() = default;
    static constexpr ChanceParts all() {
        ChanceParts parts;
        parts.bits_ = (1U << chance_part_names.size()) - 1;
        return parts;
    }

    [[nodiscard]] constexpr bool has(ChancePart part) const { return (bits_ & bit(part)) != 0; }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr ChanceParts with(ChancePart part) const {
        ChanceParts parts = *this;
        parts.bits_ |= bit(part);
        return parts;
    }
    [[nodiscard]] constexpr ChanceParts without(ChanceParts others) const {
        ChanceParts parts = *this;
        parts.bits_ &= ~others.bits_;
        return parts;
    }
    friend constexpr bool operator==(const ChanceParts&, const ChanceParts&) = default;

   private:
    static constexpr std::uint32_t bit(ChancePart part) {
        return 1U << static_cast<unsigned>(part);
    }

    std::uint32_t bits_ = 0;
};

inline std::optional<ChancePart> chance_part_of(std::string_view name) {
    const auto found = std::find(chance_part_names.begin(), chance_part_names.end(), name);
    if (found == chance_part_names.end()) return std::nullopt;
    return static_cast<ChancePart>(found - chance_part_names.begin());
}

}  // namespace zeitnot
