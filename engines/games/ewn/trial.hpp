// The strength of a network for EinStein würfelt nicht! under training: games against the
// textbook's table, both searching one ply.
#pragma once

#include "games/ewn/self_play.hpp"
#include "games/ewn/square_values.hpp"

namespace zeitnot::ewn {

// A winning move if there is one, otherwise the move with the lowest `value(next)`, which is from
// the opponent's view.
template <class Value>
Ewn::Move best_move(const Ewn& position, const Value& value) {
    Ewn::Moves moves;
    position.generate(moves);
    std::size_t best = 0;
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        Ewn next = position;
        next.play(moves[i]);
        if (next.result()) return moves[i];
        if (const double next_value = value(next); next_value < lowest)
            lowest = next_value, best = i;
    }
    return moves[best];
}

// Whether the network on `seat` wins the game whose setup and rolls come from this seed.
inline bool network_wins(const Fit& fit, std::size_t seat, std::uint64_t seed) {
    std::mt19937_64 rng(seed);
    Ewn position = random_setup(rng);
    while (!position.result()) {
        position.apply(static_cast<Ewn::Throw>(1 + rng() % 6));
        const bool own = static_cast<std::size_t>(position.turn()) == seat;
        position.play(own ? best_move(position, [&fit](const Ewn& next) { return fit.value(next); })
                          : best_move(position, [](const Ewn& next) { return table_value(next); }));
    }
    return (position.result()->scores[0] > 0.5) == (seat == 0);
}

// The fraction of games that the network wins. Each pair of games has the same setup and rolls.
inline double trial(const Fit& fit, std::uint64_t pairs) {
    std::uint64_t won = 0;
    for (std::uint64_t seed = 0; seed < pairs; ++seed)
        won += static_cast<std::uint64_t>(network_wins(fit, 0, seed)) +
               static_cast<std::uint64_t>(network_wins(fit, 1, seed));
    return static_cast<double>(won) / static_cast<double>(2 * pairs);
}

}  // namespace zeitnot::ewn
