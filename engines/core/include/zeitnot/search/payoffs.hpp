// What the end of a game is worth to each seat as a rate from 0 to 1, of which simulations take
// means.
//
// It is the seat's score: a game won by one disc is won. In a game in which it counts how much a
// seat gets, it is the seat's payoff on the scale from the least to the most that it can get.
#pragma once

#include "zeitnot/concepts.hpp"

namespace zeitnot {

// `payoffs(end)` is what each seat gets at this end, in the game's unit; `payoff_range(seat)`
// bounds it, and stays the same as long as the game lasts.
template <class P>
concept HasPayoffs = Position<P> && requires(const P& p, const Outcome& end, int seat) {
    { p.payoffs(end) } -> std::same_as<PerSeat<double>>;
    { p.payoff_range(seat) } -> std::same_as<PayoffRange>;
};

// Where nothing depends on play all is level.
inline double rate_of(double payoff, const PayoffRange& range) {
    const double width = range.most - range.least;
    return width > 0 ? (payoff - range.least) / width : 0.5;
}

inline double payoff_of(double rate, const PayoffRange& range) {
    return range.least + rate * (range.most - range.least);
}

// The rate of each seat at an end of the game, which `position` has reached.
template <Position P>
PerSeat<double> end_rates([[maybe_unused]] const P& position, const Outcome& end) {
    if constexpr (HasPayoffs<P>) {
        PerSeat<double> rates = position.payoffs(end);
        for (int seat = 0; seat < rates.size(); ++seat)
            rates[seat] = rate_of(rates[seat], position.payoff_range(seat));
        return rates;
    } else {
        return end.scores;
    }
}

}  // namespace zeitnot
