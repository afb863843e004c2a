// The kinds of Othello's evaluation on 8 by 8 boards, selected by name:
//
//   patterns           learnt weights of all patterns and of mobility: the default
//   hand               handcrafted, with corners and edges
//   plain              handcrafted, without them: mobility, frontier, parity, discs
//   playbook           plain, and the counted values of corners and edges
//   patterns+playbook  the learnt weights, and the counted values
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "games/othello/hand_evaluation.hpp"
#include "games/othello/position.hpp"
#include "games/othello/weights.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot::othello {

enum class Kind : std::uint8_t { patterns, hand, plain, playbook, both };
inline constexpr std::array<std::string_view, 5> kind_names{"patterns", "hand", "plain", "playbook",
                                                            "patterns+playbook"};

// Returns the default kind for an unknown name.
constexpr Kind kind_named(std::string_view name) {
    const auto* const found = std::find(kind_names.begin(), kind_names.end(), name);
    const auto at = found == kind_names.end() ? 0 : found - kind_names.begin();
    return static_cast<Kind>(at);
}

constexpr bool needs_edge_tables(Kind kind) { return kind == Kind::playbook || kind == Kind::both; }

// A position on 8 by 8 as the side to move sees it: the discs, and both sides' numbers of moves.
struct Sides {
    Board own, enemy;
    int moves, answers;
};

inline Sides sides_of(const Othello& position) {
    const Board own = position.own(), enemy = position.enemy();
    return {own, enemy, std::popcount(position.mobility()),
            std::popcount(mobility(enemy, own, position.squares()))};
}

inline Sides sides_of(Board own, Board enemy) {
    const Board all = ~Board{0};
    return {own, enemy, std::popcount(mobility(own, enemy, all)),
            std::popcount(mobility(enemy, own, all))};
}

// Clamps estimates below the result of a wipeout, 64 discs.
constexpr Score clamped(int value) { return std::clamp(value, -6300, 6300); }

// The base evaluation without the edge tables, in hundredths of a disc.
inline int base_value(Base base, const Weights& patterns, const Sides& sides) {
    const auto [own, enemy, moves, answers] = sides;
    if (base == Base::plain)
        return HandcraftedOthello::plain(own, enemy, ~(own | enemy), moves - answers);
    return clamped(pattern_value(patterns, own, enemy, moves, answers));
}

// In hundredths of a disc, for the side to move. `learnt` has the weights that the kind needs. Not
// for `hand`.
inline Score value_of(Kind kind, const LearntWeights& learnt, const Sides& sides) {
    const bool on_patterns = kind == Kind::patterns || kind == Kind::both;
    const Base base = on_patterns ? Base::patterns : Base::plain;
    const int value = base_value(base, learnt.patterns, sides);
    if (!needs_edge_tables(kind)) return value;
    return clamped(edge_table_value(*learnt.edges, base, sides.own, sides.enemy, value));
}

}  // namespace zeitnot::othello
