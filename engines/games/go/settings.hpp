// The settings of Go.
#pragma once

#include <array>

#include "zeitnot/settings.hpp"

namespace zeitnot::go {

// `komi`: the index of a word. `marking`: 0 if dead stones are marked after two passes, 1 if no
// stone counts as dead.
struct GoSettings {
    int size = 9;
    int komi = 0;
    int handicap = 0;
    int marking = 0;
};

// White's compensation in half points. `auto` is 7 on 9x9, so that draws are possible, 7.5 on other
// boards, and 0.5 with a handicap.
constexpr int komi_half_points(const GoSettings& settings) {
    if (settings.komi > 0) return settings.komi - 1;
    if (settings.handicap > 0) return 1;
    return settings.size == 9 ? 14 : 15;
}

inline constexpr std::array<Setting<GoSettings>, 4> setting_table{
    Setting<GoSettings>{.name = "size", .field = &GoSettings::size, .numbers = {9, 13, 19, 5, 7}},
    Setting<GoSettings>{
        .name = "komi",
        .field = &GoSettings::komi,
        .words = {"auto", "0",   "0.5", "1",   "1.5", "2",   "2.5", "3",   "3.5", "4",   "4.5",
                  "5",    "5.5", "6",   "6.5", "7",   "7.5", "8",   "8.5", "9",   "9.5", "10"}},
    Setting<GoSettings>{
        .name = "handicap", .field = &GoSettings::handicap, .numbers = {0, 2, 3, 4, 5, 6, 7, 8, 9}},
    Setting<GoSettings>{.name = "marking", .field = &GoSettings::marking, .words = {"yes", "no"}}};

}  // namespace zeitnot::go
