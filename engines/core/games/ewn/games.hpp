// EinStein würfelt nicht! played by a learning network against itself.
//
// Every position before a throw is taught the mean, over the die, of the best move's value: one
// step of value iteration with the network in between (TD(0) with the exact expectation for the
// sample; Sutton, "Learning to predict by the methods of temporal differences", 1988). The backup
// takes the best move whichever is played, so that moves at random now and then do no harm.
#pragma once

#include <algorithm>
#include <random>

#include "games/ewn/fit.hpp"

namespace zeitnot::ewn {

// What one throw+move pair ahead says of a position: for each stone its best move and the value.
struct Glance {
    std::array<float, 6> value{};
    std::array<Ewn::Move, 6> move{};
    float mean = 0;  // over the die
};

// The stones that a throw (0..5) lets move, -1 and 6 for none.
inline std::pair<int, int> movable(const Cells& own, int die) {
    const auto gone = [&own](int stone) { return own[static_cast<std::size_t>(stone)] == 0; };
    int lower = die, higher = die;
    while (lower >= 0 && gone(lower)) --lower;
    while (higher < 6 && gone(higher)) ++higher;
    return {lower, higher};
}

// The one of a throw's stones whose best move is best.
inline std::size_t better(const Glance& seen, const Cells& own, int die) {
    const auto [lower, higher] = movable(own, die);
    if (lower < 0) return static_cast<std::size_t>(higher);
    if (higher > 5) return static_cast<std::size_t>(lower);
    const auto one = static_cast<std::size_t>(lower), other = static_cast<std::size_t>(higher);
    return seen.value[one] >= seen.value[other] ? one : other;
}

inline Glance glance(const Fit& fit, const Ewn& position) {
    Glance seen;
    const Cells& own = position.cells(position.turn());
    for (std::size_t stone = 0; stone < 6; ++stone) {
        if (own[stone] == 0) continue;
        Ewn thrown = position;
        thrown.apply(static_cast<Ewn::Throw>(stone + 1));
        Ewn::Moves moves;
        thrown.generate(moves);
        seen.value[stone] = -1;
        for (const auto move : moves) {
            Ewn next = thrown;
            next.play(move);
            const float value = next.result() ? 1 : 1 - fit.value(next);
            if (value <= seen.value[stone]) continue;
            seen.value[stone] = value;
            seen.move[stone] = move;
        }
    }
    for (int die = 0; die < 6; ++die) seen.mean += seen.value[better(seen, own, die)] / 6;
    return seen;
}

// At random: how both sides arrange their stones, and who begins.
inline Ewn random_set_up(std::mt19937_64& rng) {
    Ewn position(EwnSettings{.first = static_cast<int>(rng() % 2), .setup = 1});
    while (position.in_setup()) position.apply(static_cast<Ewn::Throw>(rng() % arrangement_count));
    return position;
}

class SelfPlay {
   public:
    static constexpr std::uint64_t random_one_in = 8;  // moves

    explicit SelfPlay(Fit& fit) : fit_(fit) {}

    // One game from a random set-up, the same for the same seed and network.
    void play(std::uint64_t seed, float rate) {
        std::mt19937_64 rng(seed);
        Ewn position = random_set_up(rng);
        while (!position.result()) {
            const Glance seen = glance(fit_, position);
            const float off = fit_.step(position, seen.mean, rate) - seen.mean;
            surprise_ += static_cast<double>(off * off);
            ++positions_;
            move(position, seen, rng);
        }
    }

    [[nodiscard]] std::uint64_t positions() const { return positions_; }
    // The sum of the squared differences between positions' values and what they were taught.
    [[nodiscard]] double surprise() const { return surprise_; }

   private:
    static void move(Ewn& position, const Glance& seen, std::mt19937_64& rng) {
        const Cells own = position.cells(position.turn());
        const int die = static_cast<int>(rng() % 6);
        position.apply(static_cast<Ewn::Throw>(die + 1));
        if (rng() % random_one_in != 0) return position.play(seen.move[better(seen, own, die)]);
        Ewn::Moves moves;
        position.generate(moves);
        position.play(moves[rng() % moves.size()]);
    }

    Fit& fit_;
    std::uint64_t positions_ = 0;
    double surprise_ = 0;
};

}  // namespace zeitnot::ewn
