// The settings of gomoku.
#pragma once

#include <array>

#include "zeitnot/settings.hpp"

namespace zeitnot::gomoku {

inline constexpr int min_size = 5, max_size = 20;

// The winning rule. `freestyle`: five or more in a row. `standard`: exactly five. `renju`: exactly
// five for black, who may not play fouls, and five or more for white.
enum class Rule : int { freestyle, standard, renju };

// `rule`: the index of a word, as in `Rule`.
struct GomokuSettings {
    int size = 15;
    int rule = 0;
};

inline constexpr std::array<Setting<GomokuSettings>, 2> setting_table{
    Setting<GomokuSettings>{.name = "size",
                            .field = &GomokuSettings::size,
                            .range = {.min = min_size, .max = max_size}},
    Setting<GomokuSettings>{.name = "rule",
                            .field = &GomokuSettings::rule,
                            .words = {"freestyle", "standard", "renju"}}};

}  // namespace zeitnot::gomoku
