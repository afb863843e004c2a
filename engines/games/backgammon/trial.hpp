// The strength of a network under training: points per game against the handcrafted evaluation,
// both playing without search.
#pragma once

#include <cmath>
#include <memory>
#include <random>
#include <utility>

#include "games/backgammon/hand_evaluation.hpp"
#include "games/backgammon/td.hpp"

namespace zeitnot::backgammon {

// The networks' points in two games with the same rolls and exchanged seats.
inline int trial_pair(const Networks& nets, std::uint64_t number) {
    int points = 0;
    for (int learner = 0; learner < 2; ++learner) {
        std::mt19937_64 rng(number);
        const auto die = [&rng] { return static_cast<int>(rng() % 6) + 1; };
        Board board = Board::start();
        for (int seat = 0;; seat ^= 1) {
            const int a = die(), b = die();
            const int other = seat ^ 1;
            board = best_after(board, seat, a, b, [&](const Board& next) {
                const Chances chances =
                    seat == learner ? learnt_chances(nets, next.side(other), next.side(seat))
                                    : HandEvaluation::chances(next, other);
                return chances.equity();
            });
            if (!board.has_borne_off(seat)) continue;
            points += (seat == learner ? 1 : -1) * board.loss(other);
            break;
        }
    }
    return points;
}

// The mean over `pairs`, always with the same rolls, and its standard error.
inline std::pair<double, double> trial(const Networks& nets, std::uint64_t pairs) {
    double sum = 0, squares = 0;
    for (std::uint64_t number = 0; number < pairs; ++number) {
        const double points = trial_pair(nets, number) / 2.0;
        sum += points;
        squares += points * points;
    }
    const auto count = static_cast<double>(pairs);
    const double mean = sum / count;
    return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean) / count)};
}

}  // namespace zeitnot::backgammon
