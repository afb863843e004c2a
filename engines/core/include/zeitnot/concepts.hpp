// The interface of a game, and the optional parts that search methods use.
//
// A game is a small regular value type, its Position. Searches copy it and play on the copy. A
// method is instantiated for every game that satisfies its concept, without virtual calls inside.
#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zeitnot/fixed_list.hpp"
#include "zeitnot/outcome.hpp"
#include "zeitnot/parsed.hpp"
#include "zeitnot/settings.hpp"
#include "zeitnot/unit.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot {

// The kind of a due throw: `dice` with the sides of each die, or `shuffle` with the number of
// cards.
struct DueThrow {
    std::string_view kind;
    std::vector<int> sizes;
    friend bool operator==(const DueThrow&, const DueThrow&) = default;
};

// The interface that every game has. `turn()` is the seat to move, from 0; while a throw is due,
// the seat that throws; after the end, the seat that would move. `generate` appends the legal
// moves, none when the game is over or a throw is due. `play` takes a move that `generate` lists
// for this position and does not check it. `hash()` is incremental and covers the settings, except
// those that only say where games start; equal positions have equal hashes. `P(settings)` is the
// start, `P{}` the start with the default settings; `parse` validates everything and accepts
// whatever `text` writes. `version` is increased whenever a stored game could replay differently;
// `draws` is whether the game can be drawn.
template <class P>
concept Position = std::regular<P> && std::constructible_from<P, typename P::Settings> &&
                   requires(const P& p, P& q, typename P::Move m, typename P::Moves& moves,
                            std::string_view text, const typename P::Settings& settings) {
                       { P::name } -> std::convertible_to<std::string_view>;
                       { P::unit } -> std::convertible_to<Unit>;
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

// Throws between the moves: while `chance_due()`, no seat may move; `chance(f)` calls f(outcome,
// probability) for each outcome, and `apply(outcome)` applies one. `due()` describes the throw,
// `values(outcome)` is the outcome as dice faces (from 1) or as a permutation of 0..n-1, and
// `outcome(values)` the inverse, empty for impossible values.
template <class P>
concept Stochastic =
    Position<P> && requires(const P& p, P& q, typename P::Throw o, std::span<const int> values) {
        { p.chance_due() } -> std::same_as<bool>;
        { q.apply(o) } -> std::same_as<void>;
        p.chance([](typename P::Throw, double) {});
        { p.due() } -> std::same_as<DueThrow>;
        { p.values(o) } -> std::same_as<std::vector<int>>;
        { p.outcome(values) } -> std::same_as<std::optional<typename P::Throw>>;
    };

// Whether a throw is due; false in games without throws.
template <Position P>
bool is_chance_node([[maybe_unused]] const P& position) {
    if constexpr (Stochastic<P>) return position.chance_due();
    return false;
}

template <class P>
concept Deterministic = Position<P> && !Stochastic<P>;

// Games whose start may be drawn before the game: `start_throw(settings)` describes the throw,
// empty if nothing is drawn, and `drawn_start(settings, values)` is the start, empty for impossible
// values. The game has no other throws.
template <class P>
concept DrawsStart = Deterministic<P> &&
                     requires(const typename P::Settings& settings, std::span<const int> values) {
                         { P::start_throw(settings) } -> std::same_as<std::optional<DueThrow>>;
                         { P::drawn_start(settings, values) } -> std::same_as<std::optional<P>>;
                     };

// Other spellings of moves that are read: `is_also(move, text)`, beside `move_text`. No text may
// mean two legal moves.
template <class P>
concept ReadsSpellings =
    Position<P> && requires(const P& p, typename P::Move m, std::string_view text) {
        { p.is_also(m, text) } -> std::same_as<bool>;
    };

// Throws with too many outcomes to list, such as the deal of a full pack: `draw(random_below)` is a
// random outcome, all equally likely; `random_below(n)` gives a number from 0 to n - 1. `chance`
// lists no outcomes.
template <class P>
concept SamplesThrows = Stochastic<P> && requires(const P& p) {
    {
        p.draw([](int) { return 0; })
    } -> std::same_as<typename P::Throw>;
};

// Games in which some throws belong to no seat, such as one die each to decide who begins:
// `thrower()` is the seat whose throw is due, or empty. In games without `thrower()` the seat
// `turn()` throws the dice, and cards are dealt by no seat.
template <class P>
concept NamesThrower = Stochastic<P> && requires(const P& p) {
    { p.thrower() } -> std::same_as<std::optional<int>>;
};

// Positions can recur, which History detects (see history.hpp): the `repetition_limit`th occurrence
// is a draw. After an irreversible move no earlier position can recur.
template <class P>
concept Repeating = Position<P> && requires(const P& p, typename P::Move m) {
    { P::repetition_limit } -> std::convertible_to<int>;
    { p.irreversible(m) } -> std::same_as<bool>;
};

// A game in which the last allowed occurrence of a position is not a draw, for example because the
// seats are ranked: `repeated()` is the outcome.
template <class P>
concept ScoringRepetition = Repeating<P> && requires(const P& p) {
    { p.repeated() } -> std::same_as<Outcome>;
};

// A move may not repeat an earlier position (superko): of two positions with the same
// `superko_key()`, the second is forbidden. Only moves with `may_recur(m)` are checked.
// `generate` ignores superko; History::moves applies it.
template <class P>
concept Superko = Position<P> && !Repeating<P> && requires(const P& p, typename P::Move m) {
    { p.superko_key() } -> std::same_as<Key>;
    { p.may_recur(m) } -> std::same_as<bool>;
};

// The key after a move is known without playing it, so superko is checked without a copy.
template <class P>
concept KnowsSuperkoKey = Superko<P> && requires(const P& p, typename P::Move m) {
    { p.superko_key_after(m) } -> std::same_as<Key>;
};

// `settled()`: the outcome if only the players' agreement is missing, as in Go after two passes.
// Searches treat it as the end of the game; the server and game records wait for `result()`.
template <class P>
concept Settles = Position<P> && requires(const P& p) {
    { p.settled() } -> std::same_as<std::optional<Outcome>>;
};

// A turn that costs no clock time. When its limit ends, `default_move` is played for the seat.
template <class Move>
struct UnchargedTurn {
    int limit_ms;
    Move default_move;
};

// Games in which some turns are not charged, such as those in which dead stones are marked.
// `uncharged()` is empty in all other turns.
template <class P>
concept HasUnchargedTurns = Position<P> && requires(const P& p) {
    { p.uncharged() } -> std::same_as<std::optional<UnchargedTurn<typename P::Move>>>;
};

// The number of seats is not always two: `P::seats(settings)` is from 2 to max_seats.
template <class P>
concept CountsSeats = Position<P> && requires(const typename P::Settings& settings) {
    { P::seats(settings) } -> std::same_as<int>;
};

template <class P>
concept TwoSeats = Position<P> && !CountsSeats<P>;

// A seat may leave while the others play on. `withdraw(seat)` is called only before the end of the
// game; it has no effect on a seat that has already left or finished. A seat that has left gets no
// more turns and ranks behind all seats that stayed; the first seat to leave ranks last. `text()`
// and `hash()` include which seats have left. The game is over when one seat, or one side of
// partners, is left.
template <class P>
concept PlaysOn = CountsSeats<P> && requires(P& q, int seat) {
    { q.withdraw(seat) } -> std::same_as<void>;
};

template <Position P>
constexpr int seats_of([[maybe_unused]] const typename P::Settings& settings) {
    if constexpr (CountsSeats<P>) return P::seats(settings);
    return 2;
}

// Two-seat games are zero-sum unless a game declares `zero_sum = false`.
template <class P>
concept TwoPlayerZeroSum = TwoSeats<P> && !requires { requires !P::zero_sum; };

// Games with hidden information. `view(seat)` is the position's text with '?' for what this seat,
// or a spectator (nullopt), does not see. `sees_value(index, seat)`: whether it sees this value
// of the throw that led to the position. `information(seat)` is the seat's information state: equal
// for positions that it cannot distinguish as far as they matter for its play. `sample(view,
// settings, random_below)` is a random position consistent with this view; `random_below(n)` gives
// a number from 0 to n - 1. The probability of each position is that of the throws that lead to it;
// where moves are hidden, all moves that are possible count as equally likely.
template <class P>
concept Observable =
    Position<P> && requires(const P& p, std::optional<int> seat, std::size_t index, int own_seat,
                            std::string_view view, const typename P::Settings& settings) {
        { p.view(seat) } -> std::same_as<std::string>;
        { p.sees_value(index, seat) } -> std::same_as<bool>;
        { p.information(own_seat) } -> std::same_as<std::string>;
        {
            P::sample(view, settings, [](int) { return 0; })
        } -> std::same_as<Parsed<P>>;
    };

// The information state as a table key.
template <Observable P>
Key information_key(const P& position, int seat) {
    return text_key(position.information(seat));
}

// Games that also hide moves: `sees_move(mover, seat)` is whether the seat sees the move of `mover`
// that led to this position.
template <class P>
concept HidesMoves = Observable<P> && requires(const P& p, int mover, std::optional<int> seat) {
    { p.sees_move(mover, seat) } -> std::same_as<bool>;
};

// All following concepts are optional: a search uses those that a game satisfies.

// Games with a king or general: `in_check()` is whether that of the side to move is attacked.
template <class P>
concept Checking = Position<P> && requires(const P& p) {
    { p.in_check() } -> std::same_as<bool>;
};

// Games without a king that can detect a threat to win with the next move, such as four in a row in
// gomoku: `threatened()` is whether the side to move faces one.
template <class P>
concept Threatening = Position<P> && !Checking<P> && requires(const P& p) {
    { p.threatened() } -> std::same_as<bool>;
};

template <class P>
concept SeesThreats = Checking<P> || Threatening<P>;

// Whether the side to move would lose immediately if it passed.
template <Position P>
bool is_threatened([[maybe_unused]] const P& position) {
    if constexpr (Checking<P>) {
        return position.in_check();
    } else if constexpr (Threatening<P>) {
        return position.threatened();
    }
    return false;
}

// Every move gives the turn to the other seat: `static constexpr bool alternates = true`. The check
// for repetitions then takes half the time.
template <class P>
concept Alternating = Position<P> && requires { requires P::alternates; };

// A game that judges repetition itself, because of perpetual check. `repeated` is called for a
// position at its last allowed occurrence; `checked[seat]`: each move of that seat since the first
// occurrence gave check. The search calls it at the first repetition on its path.
template <class P>
concept JudgingRepetition = Repeating<P> && Alternating<P> && Checking<P> && TwoSeats<P> &&
                            requires(const P& p, const std::array<bool, 2>& checked) {
                                { p.repeated(checked) } -> std::same_as<Outcome>;
                            };

// `early_result()` gives the results that need no move generation; `no_moves_result()` is the
// result if there is no legal move (mate, stalemate). Together they are `result()`, which has to
// generate moves; a search lists the moves anyway.
template <class P>
concept EndsWithoutMoves = Position<P> && requires(const P& p) {
    { p.early_result() } -> std::same_as<std::optional<Outcome>>;
    { p.no_moves_result() } -> std::same_as<Outcome>;
};

// A rule like chess's fifty moves: the game is drawn after `plies_to_move_limit()` plies unless a
// capture or a similar move resets the count. The count is not part of `hash()`.
template <class P>
concept MoveLimited = Position<P> && requires(const P& p) {
    { p.plies_to_move_limit() } -> std::same_as<int>;
};

// `captures` lists the legal captures, and promotions that gain as much; `capture_gain` is the
// immediate gain, `stake` the value of the piece that can be recaptured, `see` the gain after both
// sides recapture on that square, least valuable attacker first (static exchange evaluation). All
// in the evaluation's unit.
template <class P>
concept Capturing =
    Position<P> && requires(const P& p, typename P::Moves& moves, typename P::Move m) {
        { p.captures(moves) } -> std::same_as<void>;
        { p.capture_gain(m) } -> std::same_as<int>;
        { p.stake(m) } -> std::same_as<int>;
        { p.see(m) } -> std::same_as<int>;
    };

// Captures are mandatory: `must_capture()` is whether each legal move is a capture. Such a position
// is not quiet, and its static value means little; unlike a check, it is no threat to end the game.
template <class P>
concept ForcesCaptures = Capturing<P> && requires(const P& p) {
    { p.must_capture() } -> std::same_as<bool>;
};

template <Position P>
bool must_capture([[maybe_unused]] const P& position) {
    if constexpr (ForcesCaptures<P>) return position.must_capture();
    return false;
}

// Whether static exchange evaluation (`see`) gives the move at least `threshold`; for most
// moves the gain and the stake decide.
template <Capturing P>
bool see_ge(const P& position, typename P::Move move, int threshold) {
    return position.capture_gain(move) - position.stake(move) >= threshold ||
           position.see(move) >= threshold;
}

// The search may pass the turn (null move). `may_pass()` is false where the side to move is
// threatened and where zugzwang is likely.
template <class P>
concept Passing = Position<P> && requires(const P& p, P& q) {
    { p.may_pass() } -> std::same_as<bool>;
    { q.pass_turn() } -> std::same_as<void>;
};

// Counts the legal moves without listing them.
template <class P>
concept Counting = Position<P> && requires(const P& p) {
    { p.count() } -> std::same_as<std::size_t>;
};

}  // namespace zeitnot
