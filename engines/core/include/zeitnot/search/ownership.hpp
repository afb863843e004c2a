// Estimates who will own each point at the end, for games that are scored by territory.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

struct OwnershipEstimate {
    // For each point, the probability that it will be seat 0's; row by row from the lowest, each
    // from the left.
    std::vector<double> first_seat;
    // For each group that will be captured or counted as dead, the point of one of its stones.
    std::vector<std::string> dead;
};

// Games with `estimate_ownership(position, playouts, seed)`, found by the position's namespace.
template <class P>
concept HasOwnership = Position<P> && requires(const P& p, int playouts, std::uint64_t seed) {
    { estimate_ownership(p, playouts, seed) } -> std::same_as<OwnershipEstimate>;
};

}  // namespace zeitnot
