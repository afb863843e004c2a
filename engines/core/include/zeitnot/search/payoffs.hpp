// The value of an end of the game for each seat, as a rate from 0 to 1 that simulations average.
//
// It is the seat's score: a game won by one disc is won. In a game in which the size of a win
// matters, it is the seat's payoff, scaled to the range of what it can get.
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

// 0.5 if the payoff does not depend on play.
inline double rate_of(double payoff, const PayoffRange& range) {
    const double width = range.max - range.min;
    return width > 0 ? (payoff - range.min) / width : 0.5;
}

inline double payoff_of(double rate, const PayoffRange& range) {
    return range.min + rate * (range.max - range.min);
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
