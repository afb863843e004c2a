// Who will own the points of a board at the end, for games that are scored by territory.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

struct OwnershipEstimate {
    // For each point the probability that it will be seat 0's; in order of rows from the lowest
    // one, each from its left.
    std::vector<double> first_seat;
    // Of each group that will be captured or is held for dead, the point of one of its stones.
    std::vector<std::string> dead;
};

// Games with `estimate_ownership(position, playouts, seed)`, found by the position's namespace.
template <class P>
concept HasOwnership = Position<P> && requires(const P& p, int playouts, std::uint64_t seed) {
    { estimate_ownership(p, playouts, seed) } -> std::same_as<OwnershipEstimate>;
};

}  // namespace zeitnot
