// Evaluation of Chinese checkers: estimates the moves that each seat needs to finish, and its
// expected rank.
//
// The logistic function of the difference in moves left compares two seats. A seat's score is the
// mean over the others, so the sum of scores is constant.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "games/chinesecheckers/distances.hpp"
#include "games/chinesecheckers/position.hpp"
#include "zeitnot/search/seats/evaluation.hpp"

namespace zeitnot {

template <>
class Evaluation<ChineseCheckers> {
   public:
    // See SeatEvaluation (zeitnot/search/seats/evaluation.hpp).
    static constexpr double instability_margin = 0.05;
    static constexpr std::size_t last_moves = 2;
    static constexpr int min_gain = -60;  // hundredths of a move
    static constexpr Score sum_slack = 4000;

    explicit Evaluation(const chinesecheckers::Weights& weights = chinesecheckers::default_weights)
        : values_(chinesecheckers::values_by_point(weights)), last_(weights.last) {}

    // Each seat's expected score in millionths. A small penalty for each move left makes seats
    // finish races that are already decided.
    SeatScores operator()(const ChineseCheckers& position) const {
        const int seats = position.seat_count();
        std::array<double, max_seats> moves_left{};
        for (int seat = 0; seat < seats; ++seat) moves_left[at(seat)] = moves_to_go(position, seat);
        auto scores = SeatScores::all(seats, 0);
        for (int seat = 0; seat < seats; ++seat) {
            for (int other = 0; other < seat; ++other) {
                const auto win_share = static_cast<Score>(
                    max_seat_score * win_chance(position, moves_left, seat, other));
                scores[seat] += win_share;
                scores[other] += max_seat_score - win_share;
            }
        }
        for (int seat = 0; seat < seats; ++seat) {
            const double left = std::min(1.0, moves_left[at(seat)] / max_moves);
            scores[seat] = scores[seat] / (seats - 1) - static_cast<Score>(sum_slack * left);
        }
        return scores;
    }

    [[nodiscard]] int gain(const ChineseCheckers& position, ChineseCheckers::Move move) const {
        const auto& values = values_of(position, position.turn());
        return values[chinesecheckers::from_of(move)] - values[chinesecheckers::to_of(move)];
    }
    [[nodiscard]] static std::size_t breadth(int depth) { return depth == 2 ? 10 : 16; }

    // An estimate, with a fraction of a move for the seats that move earlier. 0 for a seat that no
    // longer plays.
    [[nodiscard]] double moves_to_go(const ChineseCheckers& position, int seat) const {
        const auto& standings = position.standings();
        if (!standings.plays(seat)) return 0;
        const int playing = position.seat_count() - standings.finished() - standings.left();
        int wait = 0;
        for (int other = position.turn(); other != seat; other = standings.next(other)) ++wait;
        return race(position, seat) / 100.0 + static_cast<double>(wait) / playing;
    }

    // The estimate for the pegs only, in hundredths of a move.
    [[nodiscard]] int race(const ChineseCheckers& position, int seat) const {
        const auto& values = values_of(position, seat);
        int sum = 0, last = chinesecheckers::rows - 1;
        const int home = chinesecheckers::home_point(position.seat_count(), seat);
        position.pegs(seat).each([&](chinesecheckers::Cell cell) {
            sum += values[cell];
            last = std::min<int>(last, chinesecheckers::row_from[at(home)][cell]);
        });
        return sum + last_[at(last)];
    }

   private:
    // A lead of this many moves gives a probability of 73 % to rank ahead.
    static constexpr double moves_scale = 2.5;
    static constexpr double max_moves = 60;

    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    [[nodiscard]] const chinesecheckers::CellValues& values_of(const ChineseCheckers& position,
                                                               int seat) const {
        return values_[at(chinesecheckers::home_point(position.seat_count(), seat))];
    }

    // The probability that `seat` ranks before `other`.
    [[nodiscard]] static double win_chance(const ChineseCheckers& position,
                                           const std::array<double, max_seats>& moves_left,
                                           int seat, int other) {
        const auto& standings = position.standings();
        if (standings.plays(seat) && standings.plays(other))
            return 1 / (1 + std::exp((moves_left[at(seat)] - moves_left[at(other)]) / moves_scale));
        return rank(standings, seat) < rank(standings, other) ? 1 : 0;
    }
    // Orders the seats: finished, still playing, left.
    static int rank(const chinesecheckers::Standings& standings, int seat) {
        if (standings.plays(seat)) return max_seats + 1;
        return standings.place(seat) + (standings.has_left(seat) ? 3 * max_seats : 0);
    }

    std::array<chinesecheckers::CellValues, chinesecheckers::points> values_;
    std::array<std::int16_t, chinesecheckers::rows> last_;
};

}  // namespace zeitnot
