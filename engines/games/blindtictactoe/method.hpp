// The method `strategy`: draws each move from the stored strategy, which is close to an
// equilibrium, so knowing it hardly helps an opponent.
#pragma once

#include <random>

#include "games/blindtictactoe/evaluation.hpp"
#include "zeitnot/search/mixed_choice.hpp"
#include "zeitnot/search/own_method.hpp"

namespace zeitnot {

template <>
class OwnMethod<BlindTicTacToe> {
   public:
    static constexpr std::string_view name = "strategy";

    explicit OwnMethod(const Options& options)
        : strategy_(learnt_weights<BlindTicTacToe>(options)) {}

    void clear() {}
    [[nodiscard]] static int filled() { return 0; }

    // Reports all moves with their probabilities, the chosen one first, then the likeliest. Without
    // values, because they depend on hidden marks. `task`'s root must have a move.
    Report<BlindTicTacToe> search(const Task<BlindTicTacToe>& task, const Limits& limits,
                                  const StopToken& token,
                                  const OnReport<BlindTicTacToe>& on_report) {
        const Control control(limits, token);
        const BlindTicTacToe& position = task.root.position();
        const auto shares = strategy_->of(position);
        BlindTicTacToe::Moves moves;
        position.generate(moves);
        Report<BlindTicTacToe> report{.depth = 1, .nodes = 1};
        for (const auto move : moves) {
            if (!task.allows(move)) continue;
            report.lines.push_back({.move = move, .pv = {move}, .probability = shares[move]});
        }
        choose_line(report.lines, random_);
        report.seconds = control.seconds();
        if (on_report) on_report(report);
        return report;
    }

   private:
    std::shared_ptr<const blindtictactoe::Strategy> strategy_;
    std::random_device random_;  // so that moves cannot be predicted
};

}  // namespace zeitnot
