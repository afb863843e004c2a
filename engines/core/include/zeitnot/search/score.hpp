// Scores of alpha-beta: integers for the side to move, 0 for an equal position.
//
// A win counts `win_score` less the plies to it, so that shorter wins and longer losses score
// higher. The scores of a game with margins (Othello) stay below that range.
#pragma once

#include <cstdlib>
#include <optional>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

using Score = int;

inline constexpr int max_ply = 128;
inline constexpr Score win_score = 1'000'000;
inline constexpr Score infinite_score = win_score + 1;

// Whether the game is won or lost by force within max_ply plies.
constexpr bool is_decisive(Score score) { return std::abs(score) > win_score - 2 * max_ply; }

constexpr int plies_to_end(Score score) { return win_score - std::abs(score); }

// A forced win or loss in the game's unit: `win_value` less the plies to it.
constexpr int reported_end(Score score, int win_value) {
    const int value = win_value - plies_to_end(score);
    return score > 0 ? value : -value;
}

// The table counts plies from the position stored, the search from its root.
constexpr Score score_to_table(Score score, int ply) {
    if (!is_decisive(score)) return score;
    return score > 0 ? score + ply : score - ply;
}

constexpr Score score_from_table(Score score, int ply) {
    if (!is_decisive(score)) return score;
    return score > 0 ? score - ply : score + ply;
}

// Distance to the forced end, where there is one.
inline std::optional<int> distance(Score score) {
    if (!is_decisive(score)) return std::nullopt;
    return plies_to_end(score);
}

}  // namespace zeitnot
