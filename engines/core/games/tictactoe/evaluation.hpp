// Tic-tac-toe needs no static evaluation: every game ends within nine plies.
#pragma once

#include "games/tictactoe/position.hpp"
#include "zeitnot/exact/state_space.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

template <>
struct Evaluation<TicTacToe> : PointsEvaluation {};

template <>
struct StateSpace<TicTacToe> {
    static std::vector<TicTacToe> roots(const TicTacToe::Settings& settings) {
        return {TicTacToe(settings)};
    }
};

}  // namespace zeitnot
