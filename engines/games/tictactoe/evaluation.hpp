// Tic-tac-toe needs no static evaluation, because every game ends within nine plies. The kind
// `lines` is a textbook evaluation that shows the effect of an estimate on a search of limited
// depth.
#pragma once

#include <array>
#include <string_view>

#include "games/tictactoe/position.hpp"
#include "zeitnot/exact/state_space.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

// `lines` is 3·X2 + X1 − (3·O2 + O1), where Xn is the number of lines with n crosses and no nought
// (Russell and Norvig, "Artificial Intelligence", exercise 5.9). A won game counts 100, more than
// any estimate.
template <>
class Evaluation<TicTacToe> : public PointsEvaluation {
   public:
    static constexpr std::array<std::string_view, 2> kinds{"points", "lines"};

    explicit Evaluation(const Options& options) : counts_lines_(options.evaluation == "lines") {}

    Score operator()(const TicTacToe& position) const {
        if (!counts_lines_) return 0;
        const auto line_score = [&position](int seat) {
            return 3 * position.open_lines(seat, 2) + position.open_lines(seat, 1);
        };
        const Score score = line_score(0) - line_score(1);
        return position.turn() == 0 ? score : -score;
    }
    [[nodiscard]] double reported(Score score) const {
        if (!counts_lines_) return PointsEvaluation::reported(score);
        return is_decisive(score) ? (score > 0 ? won : -won) : score;
    }

   private:
    static constexpr double won = 100;

    bool counts_lines_;
};

template <>
struct StateSpace<TicTacToe> {
    static std::vector<TicTacToe> roots(const TicTacToe::Settings& settings) {
        return {TicTacToe(settings)};
    }
};

}  // namespace zeitnot
