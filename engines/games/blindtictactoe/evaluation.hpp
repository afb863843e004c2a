// Blind tic-tac-toe has no evaluation of positions: its weights are a strategy, which method.hpp
// plays.
#pragma once

#include "games/blindtictactoe/strategy.hpp"
#include "zeitnot/search/learnt.hpp"

namespace zeitnot {

template <>
class Evaluation<BlindTicTacToe> {
   public:
    using Weights = blindtictactoe::Strategy;

    [[nodiscard]] static std::shared_ptr<const Weights> unpack(Bytes packed) {
        return Weights::unpack(packed);
    }
};

}  // namespace zeitnot
