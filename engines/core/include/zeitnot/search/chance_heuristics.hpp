// The heuristics of expectiminimax, each of which can be switched off, to see what it saves.
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

enum class ChanceHeuristic : std::uint8_t {
    alphabeta,  // windows at all: moves that cannot matter are left out
    star1,      // throws that cannot bring the mean back are left out
    star2,      // one move for each throw first: often that is proof enough
    table,      // what was found of a position before
    ordering,   // the moves by promise, not in the generator's order
    grouping,   // equal throws are one
    filter,     // above the last moves only those that look good at once
};

inline constexpr std::array<std::string_view, 7> chance_heuristic_names{
    "alphabeta", "star1", "star2", "table", "ordering", "grouping", "filter"};

class ChanceHeuristics {
   public:
    constexpr ChanceHeuristics() = default;
    static constexpr ChanceHeuristics all() {
        ChanceHeuristics heuristics;
        heuristics.bits_ = (1U << chance_heuristic_names.size()) - 1;
        return heuristics;
    }

    [[nodiscard]] constexpr bool has(ChanceHeuristic heuristic) const {
        return (bits_ & bit(heuristic)) != 0;
    }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr ChanceHeuristics with(ChanceHeuristic heuristic) const {
        ChanceHeuristics heuristics = *this;
        heuristics.bits_ |= bit(heuristic);
        return heuristics;
    }
    [[nodiscard]] constexpr ChanceHeuristics without(ChanceHeuristics others) const {
        ChanceHeuristics heuristics = *this;
        heuristics.bits_ &= ~others.bits_;
        return heuristics;
    }
    friend constexpr bool operator==(const ChanceHeuristics&, const ChanceHeuristics&) = default;

   private:
    static constexpr std::uint32_t bit(ChanceHeuristic heuristic) {
        return 1U << static_cast<unsigned>(heuristic);
    }

    std::uint32_t bits_ = 0;
};

inline std::optional<ChanceHeuristic> chance_heuristic_of(std::string_view name) {
    const auto found =
        std::find(chance_heuristic_names.begin(), chance_heuristic_names.end(), name);
    if (found == chance_heuristic_names.end()) return std::nullopt;
    return static_cast<ChanceHeuristic>(found - chance_heuristic_names.begin());
}

}  // namespace zeitnot
