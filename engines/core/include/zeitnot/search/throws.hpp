// The throws of a chance node, those with the same choice of moves taken together, and what is
// known of each while they are looked at.
//
// The mean weighs each group by the sum of its probabilities, so that taking them together changes
// no value and saves a search for every throw but the first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/interval.hpp"

namespace zeitnot {

template <Stochastic P>
struct Throw {
    P position;  // after it
    double probability;
    std::uint64_t choice;
    Interval value;  // for the side that the node is seen from
};

// A throw counts only by the moves it leaves; equal lists lead to equal positions, since the move
// uses the throw up. A game may name its choices by number; else the lists are compared by a 64-bit
// hash, as positions are in the table.
template <Stochastic P>
std::uint64_t choice_of(const P& position) {
    if constexpr (requires { position.choice(); }) {
        return position.choice();
    } else {
        typename P::Moves moves;
        position.generate(moves);
        std::uint64_t hash = moves.size();
        for (const auto move : moves) {
            hash ^= static_cast<std::uint64_t>(move);
            hash = splitmix64(hash);
        }
        return hash;
    }
}

// Fills `out`, every value still `open`; two further throws (of a set-up in two parts) are never
// taken together.
template <Stochastic P>
void collect_throws(const P& position, bool grouped, const Interval& open,
                    std::vector<Throw<P>>& out) {
    out.clear();
    position.chance([&](typename P::Outcome_ outcome, double probability) {
        Throw<P> next{position, probability, 0, open};
        next.position.apply(outcome);
        if (grouped && !next.position.chance_due()) {
            next.choice = choice_of(next.position);
            for (Throw<P>& known : out) {
                if (known.choice != next.choice) continue;
                known.probability += probability;
                return;
            }
        }
        out.push_back(next);
    });
}

// The same in another order: of three, numbers 1 and 2 begin with the second and the third.
template <class Item>
void turn_by(std::size_t number, std::vector<Item>& items) {
    if (number == 0 || items.empty()) return;
    const auto first = static_cast<std::ptrdiff_t>(number % items.size());
    std::rotate(items.begin(), items.begin() + first, items.end());
}

// The mean of what is known, all throws together.
template <Stochastic P>
Interval mean_of(const std::vector<Throw<P>>& throws) {
    Interval mean{0, 0, true};
    for (const Throw<P>& one : throws) {
        mean.lower += one.probability * one.value.lower;
        mean.upper += one.probability * one.value.upper;
        mean.proved &= one.value.proved;
    }
    return mean;
}

}  // namespace zeitnot
