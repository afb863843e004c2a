// Tic-tac-toe needs no estimate: every game ends within nine plies.
#pragma once

#include "zeitnot/eval/evaluation.hpp"
#include "zeitnot/games/tictactoe.hpp"
#include "zeitnot/search/retrograde.hpp"

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
