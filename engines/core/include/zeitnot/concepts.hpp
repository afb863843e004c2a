// What a game must offer, and what more a search method may ask of it.
//
// A game is a small regular value type, its Position. Searches copy it and play on the copy; a
// method is instantiated for every game whose concept it meets, with no virtual call inside.
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zeitnot/fixed_list.hpp"
#include "zeitnot/parsed.hpp"
#include "zeitnot/settings.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot {

// How a game ended by its own rules. `score` is seat 0's: 1 win, 0.5 draw, 0 loss; `margin` what a
// search maximises beyond that, in the game's unit (discs for Othello), seen from seat 0.
struct Outcome {
    double score;
    int margin;
    std::string_view word;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

// A throw to come: `dice` with the sides of each die, or `shuffle` with one number, the cards.
struct Due {
    std::string_view kind;
    std::vector<int> sizes;
    friend bool operator==(const Due&, const Due&) = default;
};

// What every game is. `turn()` is the seat to move (0 or 1); while a throw is due it is the seat
// for which is thrown, after the end the one that would move. `generate` appends the legal moves,
// none when the game is over or a throw is due. `play` takes a move from `generate` for this very
// position and is unchecked. `hash()` is incremental and covers the settings; equal positions have
// equal hashes. `P(settings)` is the start, `P{}` the start with the default settings; `parse`
// checks everything and reads whatever `text` writes.
template <class P>
concept Position = std::regular<P> && std::constructible_from<P, typename P::Settings> &&
                   requires(const P& p, P& q, typename P::Move m, typename P::Moves& moves,
                            std::string_view text, const typename P::Settings& settings) {
                       { P::name } -> std::convertible_to<std::string_view>;
                       { P::unit } -> std::convertible_to<std::string_view>;
                       { P::version } -> std::convertible_to<int>;
                       { P::draws } -> std::convertible_to<bool>;
                       { P::setting_table.size() } -> std::convertible_to<std::size_t>;
                       { P::parse(text, settings) } -> std::same_as<Parsed<P>>;
                       { p.turn() } -> std::same_as<int>;
                       { p.generate(moves) } -> std::same_as<void>;
                       { q.play(m) } -> std::same_as<void>;
                       { p.hash() } -> std::same_as<Key>;
                       { p.result() } -> std::same_as<std::optional<Outcome>>;
                       { p.text() } -> std::same_as<std::string>;
                       { p.move_text(m) } -> std::same_as<std::string>;
                       { p.is_capture(m) } -> std::same_as<bool>;
                   };

// Dice between the moves: while `chance_due()` nobody moves; `chance(f)` calls f(outcome,
// probability) for each outcome, and `apply(outcome)` lets one happen. `due()` describes the throw,
// `values(outcome)` is the outcome as dice faces (from 1) or as a permutation of 0..n-1, and
// `outcome(values)` the way back, empty for values that cannot be.
template <class P>
concept Stochastic =
    Position<P> && requires(const P& p, P& q, typename P::Outcome_ o, std::span<const int> values) {
        { p.chance_due() } -> std::same_as<bool>;
        { q.apply(o) } -> std::same_as<void>;
        p.chance([](typename P::Outcome_, double) {});
        { p.due() } -> std::same_as<Due>;
        { p.values(o) } -> std::same_as<std::vector<int>>;
        { p.outcome(values) } -> std::same_as<std::optional<typename P::Outcome_>>;
    };

template <class P>
concept Deterministic = Position<P> && !Stochastic<P>;

// Play can come back to a position, so that History has to judge it (see history.hpp): the
// `repetition_limit`th occurrence draws. After an irreversible move no earlier position can recur.
template <class P>
concept Repeating = Position<P> && requires(const P& p, typename P::Move m) {
    { P::repetition_limit } -> std::convertible_to<int>;
    { p.irreversible(m) } -> std::same_as<bool>;
};

// Knows the number of its legal moves without listing them.
template <class P>
concept Counting = Position<P> && requires(const P& p) {
    { p.count() } -> std::same_as<std::size_t>;
};

}  // namespace zeitnot
