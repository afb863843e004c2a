// Handcrafted evaluation of chess: material, piece squares, mobility, pawns, threats, king safety,
// drawish endings.
//
// A sum of weighted terms (Shannon, "Programming a computer for playing chess", 1950), blended
// between middle game and ending by the remaining pieces, for the side to move. Unit:
// hundredths of a pawn. The terms are in eval_info.hpp, pawns.hpp and attack.hpp, the weights in
// weights.hpp.
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
class Evaluation<Chess> : public WonOrLost {
   public:
    using Weights = chess::Weights;
    using Endings = ChessEndings;
    // A search whose value drops by this many centipawns takes more time.
    static constexpr double instability_margin = 50;
    static constexpr const Weights& default_weights = chess::default_weights;

    Evaluation() : Evaluation(default_weights) {}
    explicit Evaluation(const Weights& weights) : values_(weights) {}

    Score operator()(const Chess& position) const {
        return scaled_by_clock(position, unscaled(position));
    }

    // Scales the score towards 0 as the fifty-move limit approaches.
    [[nodiscard]] static Score scaled_by_clock(const Chess& position, Score score) {
        return score * (clock_divisor - position.state().halfmove_clock) / clock_divisor;
    }

    [[nodiscard]] Score unscaled(const Chess& position) const {
        const chess::State& state = position.state();
        if (const auto verdict = tables_.find(state))
            return verdict->value * (known_win - win_decay_per_ply * verdict->distance.value_or(0));
        const chess::Pair sum = sum_of_terms(state);
        const int ending = chess::ending(sum);
        const int scale = chess::scale(state, ending > 0 ? chess::white : chess::black);
        const int phase = phase_of(state);
        const int score = (chess::middle(sum) * phase +
                           ending * scale / chess::full_scale * (full_phase - phase)) /
                          full_phase;
        const int with_progress = score + mating_progress(state);
        const int own = state.turn == chess::white ? with_progress : -with_progress;
        return own + chess::middle(values_.pair_of(chess::tempo));
    }

    // The score in centipawns; a forced mate is reported as 10000 minus the plies to it.
    [[nodiscard]] static double reported(Score score) {
        return is_decisive(score) ? reported_end(score, 10000) : score;
    }

   private:
    static constexpr int full_phase = 24, clock_divisor = 200;
    static constexpr Score known_win = 1000, win_decay_per_ply = 5;

    // From white's view.
    [[nodiscard]] chess::Pair sum_of_terms(const chess::State& state) const {
        using chess::black, chess::white;
        chess::EvalInfo info(state, values_);
        const chess::Pair pieces = chess::pieces<white>(info) - chess::pieces<black>(info);
        return pieces + chess::pawns<white>(info) - chess::pawns<black>(info) +
               chess::threats<white>(info) - chess::threats<black>(info) +
               chess::king_safety<white>(info) - chess::king_safety<black>(info);
    }

    // 0 unless one side has only its king. From white's view.
    static int mating_progress(const chess::State& state) {
        using chess::black, chess::white;
        if (!chess::more_than_one(state.sides[black])) return chess::mating_progress(state, white);
        if (!chess::more_than_one(state.sides[white])) return -chess::mating_progress(state, black);
        return 0;
    }

    // 24 with all pieces on the board, 0 with only pawns and kings.
    static int phase_of(const chess::State& state) {
        const std::size_t phase =
            chess::size(state.kinds[chess::knight]) + chess::size(state.kinds[chess::bishop]) +
            2 * chess::size(state.kinds[chess::rook]) + 4 * chess::size(state.kinds[chess::queen]);
        return std::min(static_cast<int>(phase), full_phase);
    }

    chess::Values values_;
    const chess::LoneTables& tables_ = chess::LoneTables::all();
};

}  // namespace zeitnot
