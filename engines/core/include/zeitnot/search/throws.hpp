// The throws of a chance node, those with the same choice of moves taken together.
#pragma once

#include <cstdint>
#include <vector>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

template <Stochastic P>
struct Throw {
    P position;  // after it
    double probability;
    std::uint64_t choice;
};

// A throw counts only by the moves it leaves; equal lists lead to equal positions, since the move
// uses the throw up. The lists are compared by a 64-bit hash, as positions are in the table.
template <Stochastic P>
std::uint64_t choice_of(const P& position) {
    typename P::Moves moves;
    position.generate(moves);
    std::uint64_t hash = moves.size();
    for (const auto move : moves) {
        hash ^= static_cast<std::uint64_t>(move);
        hash = splitmix64(hash);
    }
    return hash;
}

// Fills `out`; two further throws (of a set-up in two parts) are never taken together.
template <Stochastic P>
void collect_throws(const P& position, std::vector<Throw<P>>& out) {
    out.clear();
    position.chance([&](typename P::Outcome_ outcome, double probability) {
        Throw<P> next{position, probability, 0};
        next.position.apply(outcome);
        if (!next.position.chance_due()) {
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

}  // namespace zeitnot
