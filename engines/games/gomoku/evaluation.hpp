// Gomoku's evaluation: the numbers of empty cells of each grade for both sides, or for the kind
// "window" the textbook's sliding window. Unit: hundredths; 100 is about odds of e to 1.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "games/gomoku/candidates.hpp"
#include "games/gomoku/endings.hpp"
#include "games/gomoku/weights.hpp"
#include "games/gomoku/window.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

template <>
class Evaluation<Gomoku> : public WonOrLost {
   public:
    using Weights = gomoku::Weights;
    using Endings = GomokuEndings;
    // A search whose value drops by this many points takes more time.
    static constexpr double instability_margin = 0.25;
    static constexpr std::array<std::string_view, 2> kinds{"patterns", "window"};
    static constexpr const Weights& default_weights = gomoku::default_weights;

    Evaluation() : Evaluation(default_weights) {}
    explicit Evaluation(const Weights& weights) : weights_(weights) {}
    explicit Evaluation(const Options& options) : Evaluation() {
        uses_window_ = options.evaluation == "window";
    }

    [[nodiscard]] static Endings endings(Table<1>& /*table*/, Meter& meter) {
        return Endings(meter);
    }

    Score operator()(const Gomoku& position) const {
        if (uses_window_) return window_score(position);
        const int own = position.turn();
        const auto& mine = position.patterns().counts(own);
        const auto& theirs = position.patterns().counts(own ^ 1);
        Score score = weights_.back();
        for (std::size_t grade = 0; grade < gomoku::grades; ++grade) {
            score += weights_[grade] * mine[grade];
            score -= weights_[gomoku::grades + grade] * theirs[grade];
        }
        return std::clamp(score, -max_score, max_score);
    }

    [[nodiscard]] static double reported(Score score) {
        if (is_decisive(score)) return score > 0 ? 1.0 : -1.0;
        return std::tanh(score / 200.0) * 0.99;
    }

    // See zeitnot/search/candidates.hpp.
    bool candidates(const Gomoku& position, int depth, Gomoku::Moves& moves) const {
        const auto max_moves = static_cast<std::size_t>(std::clamp(8 + 2 * depth, 10, 30));
        return gomoku::add_candidates(position, max_moves, moves);
    }

    [[nodiscard]] int order_bonus(const Gomoku& position, Gomoku::Move cell, int /*depth*/) const {
        const int seat = position.turn();
        if (!uses_window_)
            return std::min(16384, 4 * gomoku::move_value(position.patterns(), seat, cell));
        const auto own = static_cast<gomoku::Stone>(seat);
        return std::min(16384,
                        16 * (gomoku::window_value(position.board(), cell, own) +
                              gomoku::window_value(position.board(), cell, gomoku::other(own))));
    }

   private:
    static constexpr Score max_score = 5000;

    static Score window_score(const Gomoku& position) {
        const auto own = static_cast<gomoku::Stone>(position.turn());
        Score score = 0;
        position.patterns().near().each([&](gomoku::Cell cell) {
            score += std::min(1000, gomoku::window_value(position.board(), cell, own));
            score -=
                std::min(1000, gomoku::window_value(position.board(), cell, gomoku::other(own)));
        });
        return std::clamp(score / 4, -max_score, max_score);
    }

    Weights weights_;
    bool uses_window_ = false;
};

}  // namespace zeitnot
