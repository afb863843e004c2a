// The kinds of Othello's evaluation on 8 by 8: what a position is worth by each.
//
//   patterns           learnt weights of all patterns and of the numbers of moves: the engine's own
//   hand               handcrafted, with corners and edges
//   plain              handcrafted, without: mobility, frontier, parity, discs
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

// The first kind for a name that is none.
constexpr Kind kind_named(std::string_view name) {
    const auto* const found = std::find(kind_names.begin(), kind_names.end(), name);
    const auto at = found == kind_names.end() ? 0 : found - kind_names.begin();
    return static_cast<Kind>(at);
}

constexpr bool needs_play_book(Kind kind) { return kind == Kind::playbook || kind == Kind::both; }

// A position on 8 by 8 as the side to move sees it: the discs, and the numbers of moves of both.
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

// Less than any result of 64 discs.
constexpr Score within_bounds(int value) { return std::clamp(value, -6300, 6300); }

// What the play book is added to, by itself, in hundredths of a disc.
inline int base_value(Base base, const Weights& patterns, const Sides& at) {
    const auto [own, enemy, moves, answers] = at;
    if (base == Base::plain)
        return HandcraftedOthello::plain(own, enemy, ~(own | enemy), moves - answers);
    return within_bounds(pattern_value(patterns, own, enemy, moves, answers));
}

// In hundredths of a disc, for the side to move; `learning` has what the kind needs, which is not
// `hand`.
inline Score value_of(Kind kind, const Learning& learning, const Sides& at) {
    const bool on_patterns = kind == Kind::patterns || kind == Kind::both;
    const Base base = on_patterns ? Base::patterns : Base::plain;
    const int value = base_value(base, learning.patterns, at);
    if (!needs_play_book(kind)) return value;
    return within_bounds(book_value(*learning.book, base, at.own, at.enemy, value));
}

}  // namespace zeitnot::othello
