// The outcomes of a throw as children of a node; those with equal futures share a child.
#pragma once

#include <vector>

#include "zeitnot/search/throws.hpp"

namespace zeitnot {

// Empty for a game without throws.
template <Position P>
struct Outcomes {};

template <Stochastic P>
struct WeightedOutcome {
    typename P::Throw outcome;
    double probability;
};

// Reused for all nodes, so that listing throws soon allocates nothing.
template <Stochastic P>
struct Outcomes<P> {
    std::vector<WeightedOutcome<P>> items;
    std::vector<P> positions;

    [[nodiscard]] std::size_t size() const { return items.size(); }
    [[nodiscard]] const WeightedOutcome<P>& operator[](std::size_t i) const { return items[i]; }
};

// Lists the outcomes in the order of `chance`, each group at its first outcome. Outcomes that lead
// to a further throw are never merged.
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
