// Priors of moves of Chinese checkers for Monte-Carlo tree search: the evaluation's expected score
// after the move.
#pragma once

#include <cstdint>
#include <span>

#include "games/chinesecheckers/playouts.hpp"
#include "zeitnot/search/mcts/priors.hpp"

namespace zeitnot {

template <>
class MovePriors<ChineseCheckers> {
   public:
    static constexpr bool has_priors = true;
    // The visits of a leaf before its moves get priors, and the visits that a prior counts as.
    static constexpr int expand_after = 1;
    static constexpr int prior_visits = 10;

    explicit MovePriors(const Options& options)
        : visits_(static_cast<std::uint8_t>(
              mcts_options(options).prior_visits.value_or(prior_visits))) {}

    void operator()(const ChineseCheckers& position, const ChineseCheckers::Moves& moves,
                    std::span<Prior> out) const {
        for (std::size_t i = 0; i < moves.size(); ++i)
            out[i] = {static_cast<float>(rate(position, moves[i])), visits_};
    }

   private:
    [[nodiscard]] double rate(const ChineseCheckers& position, ChineseCheckers::Move move) const {
        ChineseCheckers next = position;
        next.play(move);
        if (const auto end = next.result()) return end->scores[position.turn()];
        return expected_result(evaluation_(next)[position.turn()]);
    }

    std::uint8_t visits_;
    Evaluation<ChineseCheckers> evaluation_;
};

}  // namespace zeitnot
