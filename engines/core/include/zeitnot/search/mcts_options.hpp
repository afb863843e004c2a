// The options of Monte-Carlo tree search.
#pragma once

#include <any>
#include <cstdint>
#include <optional>

#include "zeitnot/search/mcts_parts.hpp"

namespace zeitnot {

enum class BestBy : std::uint8_t { visits, rate };

struct MctsOptions {
    MctsParts without{};       // parts that are switched off
    double exploration = 0.7;  // UCB1's constant c: mean + c·√(2 ln n / nᵢ)
    BestBy best_by = BestBy::visits;
    std::uint64_t seed = 1;            // of the first thread; the others' follow from it
    std::optional<int> playout_plies;  // then the leaf is evaluated; empty: see playouts.hpp
    int expand_after = 1;              // visits of a leaf before its moves are listed
};

}  // namespace zeitnot
