// Othello's endgame solver for the command line: margins in discs.
#pragma once

#include <bit>
#include <memory>
#include <optional>
#include <string>

#include "games/othello/evaluation.hpp"
#include "zeitnot/exact/solver.hpp"

namespace zeitnot {

template <>
class SolverOf<Othello> {
   public:
    using TableType = Table<1>;

    // Without weights it finds the same values but is slower.
    SolverOf(TableType& table, Meter& meter, const Options& options)
        : meter_(meter),
          learnt_(learnt_weights<Othello>(options)),
          endings_(table, meter, learnt_ ? learnt_->patterns : zero_weights) {}

    static std::optional<std::string> refusal(const Othello& position) {
        const int empty = std::popcount(position.squares() & ~(position.own() | position.enemy()));
        if (empty <= max_empty) return std::nullopt;
        return std::to_string(empty) + " squares are empty, and at most " +
               std::to_string(max_empty) +
               " can be solved: each square more takes three times as long.";
    }

    template <class OnBounds>
    Margin solve(const Othello& position, OnBounds on_bounds) {
        const int bound = endings_.margin(position, -1, 1);
        const int sign = (bound > 0) - (bound < 0);
        on_bounds(sign, sign);
        if (sign == 0) return {0};
        return {sign > 0 ? endings_.margin(position, 0, all_discs)
                         : endings_.margin(position, -all_discs, 0)};
    }

    Othello::Move best(const Othello& position) {
        const int margin = endings_.margin(position, -all_discs, all_discs);
        Othello::Moves moves;
        position.generate(moves);
        for (const Othello::Move move : moves) {
            Othello after = position;
            after.play(move);
            if (endings_.margin(after, -margin, -margin + 1) <= -margin) return move;
        }
        return Othello::pass;  // not reached: one of the moves has the value of the position
    }

    [[nodiscard]] std::uint64_t nodes() const { return meter_.total(); }

   private:
    static constexpr int all_discs = 64, max_empty = 30;
    static constexpr othello::Weights zero_weights{};

    Meter& meter_;
    std::shared_ptr<const othello::LearntWeights> learnt_;
    OthelloEndings endings_;
};

}  // namespace zeitnot
