// Trains a network of EinStein würfelt nicht! by self-play.
//
// The target of a position before a roll is the mean, over the die, of the best move's value: one
// step of value iteration with function approximation (TD(0) with the exact expectation instead of
// a sample; Sutton, "Learning to predict by the methods of temporal differences", 1988). The backup
// uses the best move whichever move is played, so occasional random moves do no harm.
#pragma once

#include <algorithm>
#include <random>

#include "games/ewn/fit.hpp"

namespace zeitnot::ewn {

// A search of one roll and one move: each stone's best move and its value.
struct OnePlySearch {
    std::array<float, 6> value{};
    std::array<Ewn::Move, 6> move{};
    float mean = 0;  // over the die
};

// The nearest stones at or below, and at or above, a roll (0..5); -1 and 6 if there is none.
inline std::pair<int, int> movable(const Cells& own, int die) {
    const auto is_off_board = [&own](int stone) {
        return own[static_cast<std::size_t>(stone)] == 0;
    };
    int lower = die, higher = die;
    while (lower >= 0 && is_off_board(lower)) --lower;
    while (higher < 6 && is_off_board(higher)) ++higher;
    return {lower, higher};
}

// The stone with the best move among those that a roll allows.
inline std::size_t best_stone(const OnePlySearch& search, const Cells& own, int die) {
    const auto [lower, higher] = movable(own, die);
    if (lower < 0) return static_cast<std::size_t>(higher);
    if (higher > 5) return static_cast<std::size_t>(lower);
    const auto low = static_cast<std::size_t>(lower), high = static_cast<std::size_t>(higher);
    return search.value[low] >= search.value[high] ? low : high;
}

inline OnePlySearch search_one_ply(const Fit& fit, const Ewn& position) {
    OnePlySearch search;
    const Cells& own = position.cells(position.turn());
    for (std::size_t stone = 0; stone < 6; ++stone) {
        if (own[stone] == 0) continue;
        Ewn thrown = position;
        thrown.apply(static_cast<Ewn::Throw>(stone + 1));
        Ewn::Moves moves;
        thrown.generate(moves);
        search.value[stone] = -1;
        for (const auto move : moves) {
            Ewn next = thrown;
            next.play(move);
            const float value = next.result() ? 1 : 1 - fit.value(next);
            if (value <= search.value[stone]) continue;
            search.value[stone] = value;
            search.move[stone] = move;
        }
    }
    for (int die = 0; die < 6; ++die) search.mean += search.value[best_stone(search, own, die)] / 6;
    return search;
}

// A random arrangement of both sides with a random side to move.
inline Ewn random_setup(std::mt19937_64& rng) {
    Ewn position(EwnSettings{.first = static_cast<int>(rng() % 2), .setup = 1});
    while (position.in_setup()) position.apply(static_cast<Ewn::Throw>(rng() % arrangement_count));
    return position;
}

class SelfPlay {
   public:
    static constexpr std::uint64_t random_move_period = 8;  // one move in eight is random

    explicit SelfPlay(Fit& fit) : fit_(fit) {}

    // Plays one game from a random setup, determined by seed and network, and learns from it.
    void play(std::uint64_t seed, float rate) {
        std::mt19937_64 rng(seed);
        Ewn position = random_setup(rng);
        while (!position.result()) {
            const OnePlySearch search = search_one_ply(fit_, position);
            const float error = fit_.step(position, search.mean, rate) - search.mean;
            squared_error_ += static_cast<double>(error * error);
            ++positions_;
            move(position, search, rng);
        }
    }

    [[nodiscard]] std::uint64_t positions() const { return positions_; }
    // The sum over positions of the squared difference between value and target.
    [[nodiscard]] double squared_error() const { return squared_error_; }

   private:
    static void move(Ewn& position, const OnePlySearch& search, std::mt19937_64& rng) {
        const Cells own = position.cells(position.turn());
        const int die = static_cast<int>(rng() % 6);
        position.apply(static_cast<Ewn::Throw>(die + 1));
        if (rng() % random_move_period != 0)
            return position.play(search.move[best_stone(search, own, die)]);
        Ewn::Moves moves;
        position.generate(moves);
        position.play(moves[rng() % moves.size()]);
    }

    Fit& fit_;
    std::uint64_t positions_ = 0;
    double squared_error_ = 0;
};

}  // namespace zeitnot::ewn
