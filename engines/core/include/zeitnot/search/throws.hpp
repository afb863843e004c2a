// The throws of a chance node, equivalent ones merged, and the bounds of each during the search.
//
// The mean weights each group by the sum of its probabilities, so merging equivalent throws does
// not change the value and saves the searches of all but one. Throws that allow the same moves need
// not be equivalent: in Pig, `roll` and `hold` are legal after every throw but one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/interval.hpp"

namespace zeitnot {

template <Stochastic P>
struct ChanceChild {
    P position;  // after the throw
    double probability;
    Interval value;  // for the side that the node is seen from
};

// Whether two positions after a throw have the same future: equal positions do, and a game may
// define more. Its `choice()` is equal for throws that allow the same moves and do not matter after
// the move, such as two numbers of a die that move the same stones.
template <Stochastic P>
bool same_future(const P& a, const P& b) {
    if constexpr (requires { a.choice(); }) {
        return a.choice() == b.choice();
    } else {
        return a == b;
    }
}

// Fills `out`, with the value `unknown` for each outcome. Outcomes after which another throw
// follows, as in a set-up in two parts, are never merged.
template <Stochastic P>
void collect_chance_children(const P& position, bool grouped, const Interval& unknown,
                             std::vector<ChanceChild<P>>& out) {
    out.clear();
    position.chance([&](typename P::Throw outcome, double probability) {
        ChanceChild<P> next{position, probability, unknown};
        next.position.apply(outcome);
        if (grouped && !next.position.chance_due()) {
            for (ChanceChild<P>& known : out) {
                if (known.position.chance_due() || !same_future(known.position, next.position))
                    continue;
                known.probability += probability;
                return;
            }
        }
        out.push_back(next);
    });
}

// Rotates the items so that item `number` (modulo their count) comes first.
template <class Item>
void rotate_by(std::size_t number, std::vector<Item>& items) {
    if (number == 0 || items.empty()) return;
    const auto first = static_cast<std::ptrdiff_t>(number % items.size());
    std::rotate(items.begin(), items.begin() + first, items.end());
}

// The mean interval over all throws.
template <Stochastic P>
Interval mean_of(const std::vector<ChanceChild<P>>& throws) {
    Interval mean{0, 0, true};
    for (const ChanceChild<P>& item : throws) {
        mean.lower += item.probability * item.value.lower;
        mean.upper += item.probability * item.value.upper;
        mean.proved &= item.value.proved;
    }
    return mean;
}

}  // namespace zeitnot
