// The heuristics of expectiminimax, each of which can be switched off to measure what it saves.
//
// Without any of them the search is textbook expectiminimax. Only the filter changes values, and
// only in games whose evaluation has one (Star1 and Star2: Ballard 1983).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "zeitnot/enum_set.hpp"

namespace zeitnot {

enum class ChanceHeuristic : std::uint8_t {
    alphabeta,  // alpha-beta windows
    star1,      // skips throws that cannot bring the mean back into the window
    star2,      // searches one move for each throw first, which often causes a cutoff
    table,      // values from the transposition table
    ordering,   // orders the moves
    grouping,   // searches equivalent throws once
    filter,     // above the last ply only the statically best moves
};

inline constexpr std::array<std::string_view, 7> chance_heuristic_names{
    "alphabeta", "star1", "star2", "table", "ordering", "grouping", "filter"};

using ChanceHeuristics = EnumSet<ChanceHeuristic, chance_heuristic_names.size()>;

constexpr std::optional<ChanceHeuristic> chance_heuristic_of(std::string_view name) {
    return value_named<ChanceHeuristic>(chance_heuristic_names, name);
}

}  // namespace zeitnot
