// The method `strategy`: each move is drawn by the stored strategy, which is close to an
// equilibrium, so that knowing it would not help anybody much.
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

    // `task`'s root must have a move. All moves, the chosen one first, then the likeliest, each
    // with its probability. Values are not known: they would depend on what the other side has.
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
    std::random_device random_;  // not seeded, so that its moves cannot be predicted
};

}  // namespace zeitnot
