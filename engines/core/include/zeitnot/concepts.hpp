// What a game must offer, and what more a search method may ask of it.
//
// A game is a small regular value type, its Position. Searches copy it and play on the copy; a
// method is instantiated for every game whose concept it meets, with no virtual call inside.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace zeitnot {

using Key = std::uint64_t;

// A list of at most N values on the stack, filled by the caller's callee.
template <class T, std::size_t N>
class FixedList {
   public:
    constexpr void push(T value) { items_[size_++] = value; }
    constexpr void clear() { size_ = 0; }
    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] constexpr T* begin() { return items_.data(); }
    [[nodiscard]] constexpr T* end() { return items_.data() + size_; }
    [[nodiscard]] constexpr const T* begin() const { return items_.data(); }
    [[nodiscard]] constexpr const T* end() const { return items_.data() + size_; }
    [[nodiscard]] constexpr T& operator[](std::size_t i) { return items_[i]; }
    [[nodiscard]] constexpr const T& operator[](std::size_t i) const { return items_[i]; }

   private:
    std::array<T, N> items_;
    std::size_t size_ = 0;
};

// How a game ended by its own rules. `score` is seat 0's: 1 win, 0.5 draw, 0 loss; `margin` what a
// search maximises beyond that, in the game's unit (discs for Othello), seen from seat 0.
struct Outcome {
    double score;
    int margin;
    std::string_view word;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

// What every game is. `turn()` is the seat to move (0 or 1); while a throw is due it is the seat
// for which is thrown. `play` takes a move from `generate` for this very position and is unchecked.
// `hash()` is incremental and covers the settings; equal positions have equal hashes.
template <class P>
concept Position = std::regular<P> && requires(const P& p, P& q, typename P::Move m,
                                               typename P::Moves& moves, std::string_view text) {
    { P::name } -> std::convertible_to<std::string_view>;
    { P::unit } -> std::convertible_to<std::string_view>;
    typename P::Settings;
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
// probability) for each outcome, and `apply(outcome)` lets one happen.
template <class P>
concept Stochastic = Position<P> && requires(const P& p, P& q, typename P::Outcome_ o) {
    { p.chance_due() } -> std::same_as<bool>;
    { q.apply(o) } -> std::same_as<void>;
};

template <class P>
concept Deterministic = Position<P> && !Stochastic<P>;

// Play can come back to a position, so that History has to judge it (see history.hpp).
template <class P>
concept Repeating = Position<P> && requires {
    { P::repetition_limit } -> std::convertible_to<int>;
};

}  // namespace zeitnot
