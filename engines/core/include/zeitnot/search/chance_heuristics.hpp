// The heuristics of expectiminimax, each of which can be switched off, to see what it saves.
//
// Without any of them the search is plain expectiminimax; none but the filter changes a value, and
// that only of games whose evaluation asks for one (Star1 and Star2: Ballard 1983).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "zeitnot/enum_set.hpp"

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

using ChanceHeuristics = EnumSet<ChanceHeuristic, chance_heuristic_names.size()>;

constexpr std::optional<ChanceHeuristic> chance_heuristic_of(std::string_view name) {
    return value_named<ChanceHeuristic>(chance_heuristic_names, name);
}

}  // namespace zeitnot
