// Priors of gomoku's moves for Monte-Carlo tree search, from the shapes: replies to a threat first,
// then the cells where both sides would gain most.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "games/gomoku/candidates.hpp"
#include "zeitnot/search/mcts/priors.hpp"

namespace zeitnot {

template <>
class MovePriors<Gomoku> {
   public:
    static constexpr bool has_priors = true;
    // The visits of a leaf before its moves get priors, and the visits that a prior counts as.
    static constexpr int expand_after = 1;
    static constexpr int prior_visits = 20;

    explicit MovePriors(const Options& options)
        : visits_(static_cast<std::uint8_t>(
              mcts_options(options).prior_visits.value_or(prior_visits))) {}

    void operator()(const Gomoku& position, const Gomoku::Moves& moves,
                    std::span<Prior> out) const {
        const int seat = position.turn();
        const auto& board = position.patterns();
        // Moves that lose at once get 0; wins have the highest values anyway.
        const auto forced = gomoku::forced_moves(position);
        std::int32_t highest = 1;
        for (const auto move : moves)
            highest = std::max(highest, gomoku::move_value(board, seat, move));
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const bool is_excluded = forced && !forced->has(moves[i]);
            const auto share = static_cast<float>(gomoku::move_value(board, seat, moves[i])) /
                               static_cast<float>(highest);
            out[i] = {is_excluded ? 0.0F : min_rate + (max_rate - min_rate) * share, visits_};
        }
    }

   private:
    static constexpr float min_rate = 0.1F, max_rate = 0.7F;

    std::uint8_t visits_;
};

}  // namespace zeitnot
