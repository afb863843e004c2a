// How good a learning network for EinStein würfelt nicht! is: games against the textbook's table,
// both looking at their own moves alone.
#pragma once

#include "games/ewn/games.hpp"
#include "games/ewn/square_values.hpp"

namespace zeitnot::ewn {

// The move after which `value(next)`, for the side to move then, is least; a won game at once.
template <class Value>
Ewn::Move best_move(const Ewn& position, const Value& value) {
    Ewn::Moves moves;
    position.generate(moves);
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        Ewn next = position;
        next.play(moves[i]);
        if (next.result()) return moves[i];
        if (const double seen = value(next); seen < least) least = seen, best = i;
    }
    return moves[best];
}

// Whether the network, on `seat`, wins the game with this set-up and these throws.
inline bool wins(const Fit& fit, std::size_t seat, std::uint64_t seed) {
    std::mt19937_64 rng(seed);
    Ewn position = random_set_up(rng);
    while (!position.result()) {
        position.apply(static_cast<Ewn::Throw>(1 + rng() % 6));
        const bool own = static_cast<std::size_t>(position.turn()) == seat;
        position.play(own ? best_move(position, [&fit](const Ewn& next) { return fit.value(next); })
                          : best_move(position, [](const Ewn& next) { return table_value(next); }));
    }
    return (position.result()->scores[0] > 0.5) == (seat == 0);
}

// The share of so many pairs of games that it wins; each pair has one set-up and the same throws.
inline double trial(const Fit& fit, std::uint64_t pairs) {
    std::uint64_t won = 0;
    for (std::uint64_t seed = 0; seed < pairs; ++seed)
        won += static_cast<std::uint64_t>(wins(fit, 0, seed)) +
               static_cast<std::uint64_t>(wins(fit, 1, seed));
    return static_cast<double>(won) / static_cast<double>(2 * pairs);
}

}  // namespace zeitnot::ewn
