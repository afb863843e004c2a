// Handcrafted evaluation of xiangqi: material, piece squares, mobility, threats and protection, the
// palace.
//
// A sum of weighted terms (Shannon, "Programming a computer for playing chess", 1950; for xiangqi,
// Yen, Chen, Yang and Hsu, "Computer Chinese chess", ICGA Journal 27, 2004), for the side to move.
// Unit: hundredths of a soldier. Attacks are computed in eval_info.hpp, the weights are in
// weights.hpp.
#pragma once

#include <algorithm>

#include "games/xiangqi/eval_info.hpp"
#include "games/xiangqi/position.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

template <>
class Evaluation<Xiangqi> : public WonOrLost {
   public:
    using Weights = xiangqi::Weights;
    // A search whose value drops by this many centipawns takes more time.
    static constexpr double instability_margin = 50;
    static constexpr const Weights& default_weights = xiangqi::default_weights;

    Evaluation() : Evaluation(default_weights) {}
    explicit Evaluation(const Weights& weights) : values_(weights) {}

    Score operator()(const Xiangqi& position) const {
        return scaled_by_clock(position, unscaled(position));
    }

    // Scales the score towards 0 over the last plies before the move limit.
    [[nodiscard]] Score scaled_by_clock(const Xiangqi& position, Score score) const {
        const int left = std::min(position.plies_to_move_limit(), scaled_plies);
        return score * left / scaled_plies + values_.of(xiangqi::tempo);
    }

    [[nodiscard]] Score unscaled(const Xiangqi& position) const {
        const xiangqi::Board& board = position.board();
        const int turn = position.turn();
        const xiangqi::EvalInfo own(board, turn, values_), enemy(board, turn ^ 1, values_);
        const int ending_weight =
            full_phase - std::min(full_phase, phase_of(own) + phase_of(enemy));
        const Score score = own.score() - enemy.score() +
                            seat_terms(board, turn, own, enemy, ending_weight) -
                            seat_terms(board, turn ^ 1, enemy, own, ending_weight);
        return score * scale(score > 0 ? own : enemy) / full_scale;
    }

    // The score in hundredths of a soldier; a forced win is reported as 10000 minus the plies to
    // it.
    [[nodiscard]] static double reported(Score score) {
        return is_decisive(score) ? reported_end(score, 10000) : score;
    }

   private:
    using EvalInfo = xiangqi::EvalInfo;
    using Bits = xiangqi::Bits;
    static constexpr int full_phase = 16, full_scale = 8, scaled_plies = 60;

    // 16 with all chariots, cannons and horses on the board.
    static int phase_of(const EvalInfo& side) {
        return 2 * side.count(xiangqi::chariot) + side.count(xiangqi::cannon) +
               side.count(xiangqi::horse);
    }

    // The factor of a lead, in eighths, by the winning material of the side ahead.
    static int scale(const EvalInfo& ahead) {
        const int pieces = phase_of(ahead), soldiers = ahead.count(xiangqi::soldier);
        if (pieces == 0 && soldiers == 0) return 0;
        if (pieces <= 1 && soldiers == 0) return 2;
        if (pieces == 0 && soldiers == 1) return 3;
        return full_scale;
    }

    // The terms of a seat that depend on several pieces.
    [[nodiscard]] Score seat_terms(const xiangqi::Board& board, int seat, const EvalInfo& own,
                                   const EvalInfo& enemy, int ending_weight) const {
        Score score =
            threats(board, own, enemy) + cannon_lines(board, seat) + missing_guards(own, enemy);
        for (const auto type :
             {xiangqi::soldier, xiangqi::horse, xiangqi::cannon, xiangqi::chariot})
            score += values_.by_type(xiangqi::late_values, type) * own.count(type) * ending_weight /
                     full_phase;
        if (own.count(xiangqi::chariot) == 2 && enemy.count(xiangqi::chariot) < 2)
            score += values_.of(xiangqi::two_chariots);
        const Bits soldiers = board.soldiers() & own.own();
        const int joined = (soldiers & own.attacks_by(xiangqi::soldier)).count();
        return score + values_.of(xiangqi::joined_soldiers) * joined;
    }

    // Enemy pieces that are attacked and not protected, or attacked by a cheaper piece.
    [[nodiscard]] Score threats(const xiangqi::Board& board, const EvalInfo& own,
                                const EvalInfo& enemy) const {
        Score score = 0;
        const Bits attacked = own.attacks() & enemy.own();
        xiangqi::each(attacked & ~enemy.attacks(), [&](int square) {
            score += values_.by_type(xiangqi::hanging, board.type_at(square));
        });
        const Bits by_soldiers = own.attacks_by(xiangqi::soldier);
        const Bits by_light =
            by_soldiers | own.attacks_by(xiangqi::horse) | own.attacks_by(xiangqi::cannon);
        const Bits light = (board.horses() | board.cannons()) & attacked & by_soldiers;
        const Bits heavy = board.chariots() & attacked & by_light;
        return score + values_.by_type(xiangqi::threatened, xiangqi::horse) * light.count() +
               values_.by_type(xiangqi::threatened, xiangqi::chariot) * heavy.count();
    }

    // Cannons on a line with the enemy's general.
    [[nodiscard]] Score cannon_lines(const xiangqi::Board& board, int seat) const {
        using xiangqi::at;
        const int general = board.general_of(seat ^ 1);
        const xiangqi::SquareInfo& there = xiangqi::square_info[at(general)];
        Score score = 0;
        xiangqi::each(
            board.cannons() & board.side(seat) & xiangqi::lines[at(general)], [&](int from) {
                const xiangqi::SquareInfo& here = xiangqi::square_info[at(from)];
                const xiangqi::Line between =
                    here.y == there.y
                        ? xiangqi::rank_of(board.all(), from) & xiangqi::between[here.x][there.x]
                        : xiangqi::file_of(board.all_rotated(), from) &
                              xiangqi::between[here.y][there.y];
                const int screens = std::popcount(between);
                if (screens == 0) score += values_.of(xiangqi::open_cannon);
                if (screens == 2) score += values_.of(xiangqi::aimed_cannon);
            });
        return score;
    }

    // The enemy's lost guards, weighted by the seat's attackers.
    [[nodiscard]] Score missing_guards(const EvalInfo& own, const EvalInfo& enemy) const {
        const int advisers = 2 - enemy.count(xiangqi::adviser);
        const int elephants = 2 - enemy.count(xiangqi::elephant);
        const int close_attackers = own.count(xiangqi::horse) + 2 * own.count(xiangqi::chariot);
        const int distant_attackers = 2 * own.count(xiangqi::cannon) + own.count(xiangqi::soldier);
        return values_.of(xiangqi::lost_adviser) * advisers * close_attackers +
               values_.of(xiangqi::lost_elephant) * elephants * distant_attackers;
    }

    xiangqi::Values values_;
};

}  // namespace zeitnot
