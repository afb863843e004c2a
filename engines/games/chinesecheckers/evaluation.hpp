// Evaluation of Chinese checkers: how many moves each seat is from the end of its race, and what
// rank that promises.
//
// Two seats are compared by the difference of their moves to go, through the logistic function; a
// seat's score is the mean over the others, so the scores always have the same sum.
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
    static constexpr double instability_margin = 0.05;
    static constexpr std::size_t last_moves = 2;
    static constexpr int min_gain = -60;  // hundredths of a move
    static constexpr Score sum_slack = 4000;

    explicit Evaluation(const chinesecheckers::Weights& weights = chinesecheckers::default_weights)
        : values_(chinesecheckers::values_by_point(weights)), last_(weights.last) {}

    // What each seat expects, in millionths: the more moves ahead the more, and a little less for
    // every move that it has to go, so that a race that is decided goes on to its end.
    SeatScores operator()(const ChineseCheckers& position) const {
        const int seats = position.seat_count();
        std::array<double, max_seats> to_go{};
        for (int seat = 0; seat < seats; ++seat) to_go[at(seat)] = moves_to_go(position, seat);
        auto scores = SeatScores::all(seats, 0);
        for (int seat = 0; seat < seats; ++seat) {
            for (int other = 0; other < seat; ++other) {
                const auto beats =
                    static_cast<Score>(max_seat_score * chance(position, to_go, seat, other));
                scores[seat] += beats;
                scores[other] += max_seat_score - beats;
            }
        }
        for (int seat = 0; seat < seats; ++seat) {
            const double left = std::min(1.0, to_go[at(seat)] / max_moves);
            scores[seat] = scores[seat] / (seats - 1) - static_cast<Score>(sum_slack * left);
        }
        return scores;
    }

    [[nodiscard]] int gain(const ChineseCheckers& position, ChineseCheckers::Move move) const {
        const auto& values = values_of(position, position.turn());
        return values[chinesecheckers::from_of(move)] - values[chinesecheckers::to_of(move)];
    }
    [[nodiscard]] static std::size_t breadth(int depth) { return depth == 2 ? 10 : 16; }

    // An estimate; a fraction of a move for the seats that have a turn sooner. None for a seat that
    // has no turns any more.
    [[nodiscard]] double moves_to_go(const ChineseCheckers& position, int seat) const {
        const auto& standing = position.standing();
        if (!standing.plays(seat)) return 0;
        const int playing = position.seat_count() - standing.finished() - standing.left();
        int wait = 0;
        for (int other = position.turn(); other != seat; other = standing.next(other)) ++wait;
        return race(position, seat) / 100.0 + static_cast<double>(wait) / playing;
    }

    // The same of the pegs alone, in hundredths of a move.
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
    static constexpr double moves_scale = 2.5;  // a lead of so many moves: 73 % to be ahead
    static constexpr double max_moves = 60;

    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    [[nodiscard]] const chinesecheckers::CellValues& values_of(const ChineseCheckers& position,
                                                               int seat) const {
        return values_[at(chinesecheckers::home_point(position.seat_count(), seat))];
    }

    // That `seat` ranks before `other`.
    [[nodiscard]] static double chance(const ChineseCheckers& position,
                                       const std::array<double, max_seats>& to_go, int seat,
                                       int other) {
        const auto& standing = position.standing();
        if (standing.plays(seat) && standing.plays(other))
            return 1 / (1 + std::exp((to_go[at(seat)] - to_go[at(other)]) / moves_scale));
        return rank(standing, seat) < rank(standing, other) ? 1 : 0;
    }
    // Those that have finished, those that play, those that have left.
    static int rank(const chinesecheckers::Standing& standing, int seat) {
        if (standing.plays(seat)) return max_seats + 1;
        return standing.place(seat) + (standing.has_left(seat) ? 3 * max_seats : 0);
    }

    std::array<chinesecheckers::CellValues, chinesecheckers::points> values_;
    std::array<std::int16_t, chinesecheckers::rows> last_;
};

}  // namespace zeitnot
