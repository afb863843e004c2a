// The outcomes of a throw as children of a node; those with equal futures are one.
#pragma once

#include <vector>

#include "zeitnot/search/throws.hpp"

namespace zeitnot {

// Of a game without throws none.
template <Position P>
struct Outcomes {};

template <Stochastic P>
struct WeighedOutcome {
    typename P::Throw outcome;
    double probability;
};

// Reused from node to node, so that listing throws allocates nothing after a while.
template <Stochastic P>
struct Outcomes<P> {
    std::vector<WeighedOutcome<P>> items;
    std::vector<P> positions;

    [[nodiscard]] std::size_t size() const { return items.size(); }
    [[nodiscard]] const WeighedOutcome<P>& operator[](std::size_t i) const { return items[i]; }
};

// The order is that of `chance`, each group at its first outcome. Outcomes that lead to a further
// throw are never merged.
template <Stochastic P>
void collect_outcomes(const P& position, Outcomes<P>& out) {
    out.items.clear();
    out.positions.clear();
    position.chance([&](typename P::Throw outcome, double probability) {
        P next = position;
        next.apply(outcome);
        if (!next.chance_due()) {
            for (std::size_t i = 0; i < out.items.size(); ++i) {
                if (out.positions[i].chance_due() || !same_future(out.positions[i], next)) continue;
                out.items[i].probability += probability;
                return;
            }
        }
        out.items.push_back({outcome, probability});
        out.positions.push_back(next);
    });
}

}  // namespace zeitnot
