// Chess, by hand: pieces and where they stand, mobility, pawns, threats, kings, drawish endings.
//
// A sum of weighted terms (Shannon, "Programming a computer for playing chess", 1950), blended
// between middle game and ending by the pieces that are left, for the side to move. Unit:
// hundredths of a pawn. The terms are in chess_eval_info, chess_pawns and chess_attack, the weights
// in chess_weights.
#pragma once

#include <algorithm>

#include "games/chess/attack.hpp"
#include "games/chess/endings.hpp"
#include "games/chess/pawns.hpp"
#include "games/chess/position.hpp"
#include "games/chess/scale.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

template <>
class Evaluation<Chess> {
   public:
    using Weights = chess::Weights;
    using Endings = ChessEndings;
    static constexpr double swing = 50;  // centipawns
    static constexpr const Weights& default_weights = chess::default_weights;

    Evaluation() : Evaluation(default_weights) {}
    explicit Evaluation(const Weights& weights) : values_(weights) {}

    Score operator()(const Chess& position) const { return faded(position, weighed(position)); }

    // A win that makes no progress is worth less and less.
    [[nodiscard]] static Score faded(const Chess& position, Score score) {
        return score * (slowest - position.state().halfmove_clock) / slowest;
    }

    [[nodiscard]] Score weighed(const Chess& position) const {
        const chess::State& state = position.state();
        if (const auto verdict = tables_.find(state))
            return verdict->value * (known_win - slower_win * verdict->plies);
        const chess::Pair sum = weigh(state);
        const int ending = chess::ending(sum);
        const int scale = chess::scale(state, ending > 0 ? chess::white : chess::black);
        const int phase = phase_of(state);
        const int score =
            (chess::middle(sum) * phase + ending * scale / chess::full_scale * (all_men - phase)) /
            all_men;
        const int with_chase = score + chase(state);
        const int own = state.turn == chess::white ? with_chase : -with_chase;
        return own + chess::middle(values_.pair_of(chess::tempo));
    }

    [[nodiscard]] static Score final_score(const Outcome& end) {
        return PointsEvaluation::final_score(end);
    }
    // A forced mate counts as a hundred pawns, less a hundredth a ply to it.
    [[nodiscard]] static double reported(Score score) {
        if (!is_decisive(score)) return score;
        const int worth = 10000 - plies_to_end(score);
        return score > 0 ? worth : -worth;
    }

   private:
    static constexpr int all_men = 24, slowest = 200;
    static constexpr Score known_win = 1000, slower_win = 5;  // less for each ply to mate

    // White's view.
    [[nodiscard]] chess::Pair weigh(const chess::State& state) const {
        using chess::black, chess::white;
        chess::EvalInfo info(state, values_);
        const chess::Pair pieces = chess::pieces<white>(info) - chess::pieces<black>(info);
        return pieces + chess::pawns<white>(info) - chess::pawns<black>(info) +
               chess::threats<white>(info) - chess::threats<black>(info) +
               chess::king_safety<white>(info) - chess::king_safety<black>(info);
    }

    // Only where one side has nothing but a king; white's view.
    static int chase(const chess::State& state) {
        using chess::black, chess::white;
        if (!chess::more_than_one(state.sides[black])) return chess::driven(state, white);
        if (!chess::more_than_one(state.sides[white])) return -chess::driven(state, black);
        return 0;
    }

    // 24 with all pieces on the board, 0 with none but pawns.
    static int phase_of(const chess::State& state) {
        const std::size_t phase =
            chess::size(state.kinds[chess::knight]) + chess::size(state.kinds[chess::bishop]) +
            2 * chess::size(state.kinds[chess::rook]) + 4 * chess::size(state.kinds[chess::queen]);
        return std::min(static_cast<int>(phase), all_men);
    }

    chess::Values values_;
    const chess::LoneTables& tables_ = chess::LoneTables::all();
};

}  // namespace zeitnot
