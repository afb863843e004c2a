// The throws of a chance node, equal ones merged, and what is known of each while they are
// searched.
//
// The mean weighs each group by the sum of its probabilities, so that merging equal throws
// changes no value and saves a search for every throw but the first. That two throws leave the same
// moves does not make them equal: in Pig, `roll` and `hold` are the moves after every throw but
// one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/interval.hpp"

namespace zeitnot {

template <Stochastic P>
struct Throw {
    P position;  // after it
    double probability;
    Interval value;  // for the side that the node is seen from
};

// Whether two positions after a throw have the same future: equal ones have, and a game may know of
// more. Its `choice()` is the same number for throws that allow the same moves and do not matter
// any more once one of these is played, as two numbers of a die by which the same stones may move.
template <Stochastic P>
bool same_future(const P& one, const P& other) {
    if constexpr (requires { one.choice(); }) {
        return one.choice() == other.choice();
    } else {
        return one == other;
    }
}

// Fills `out`, every value still `open`; two further throws (of a set-up in two parts) are never
// merged.
template <Stochastic P>
void collect_throws(const P& position, bool grouped, const Interval& open,
                    std::vector<Throw<P>>& out) {
    out.clear();
    position.chance([&](typename P::Throw outcome, double probability) {
        Throw<P> next{position, probability, open};
        next.position.apply(outcome);
        if (grouped && !next.position.chance_due()) {
            for (Throw<P>& known : out) {
                if (known.position.chance_due() || !same_future(known.position, next.position))
                    continue;
                known.probability += probability;
                return;
            }
        }
        out.push_back(next);
    });
}

// The same in another order: of three, numbers 1 and 2 begin with the second and the third.
template <class Item>
void rotate_by(std::size_t number, std::vector<Item>& items) {
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
