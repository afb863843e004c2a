// Othello's end solver as the search uses it: scores are hundredths of a disc.
//
// The solver takes over as soon as it needs no longer than the search's next iterations would; what
// it finds is proved. Its theory is in ending.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include "games/othello/ending.hpp"
#include "games/othello/position.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

class OthelloEndings {
   public:
    OthelloEndings(Table<1>& table, Meter& meter, const othello::Weights& weights)
        : plain_(table, meter, weights),
          wide_(table, meter, weights),
          fast_(othello::wide_registers()) {}

    // Fewer squares than `depth` are searched to the end anyway; a search that has come as far as
    // `far` can solve `ahead` more in about the time of its next iteration.
    std::optional<Score> solve(const Othello& position, int depth, Score alpha, Score beta) {
        const int left = std::popcount(empty(position));
        if (left > (depth >= far ? depth + ahead : depth)) return std::nullopt;
        return disc * exact(position, rounded(alpha, 0), rounded(beta, disc - 1));
    }

    // The moves that the table still holds.
    template <class Line>
    void line(Othello position, Line& line) {
        while (!position.over()) {
            const std::optional<Othello::Move> move =
                position.mobility() == 0 ? Othello::pass : best(position);
            if (!move) return;
            line.push(*move);
            position.play(*move);
        }
    }

   private:
    static constexpr int far = 5, ahead = 8;
    static constexpr Score disc = 100, most = 64;

    static othello::Board empty(const Othello& position) {
        return position.squares() & ~(position.own() | position.enemy());
    }
    static othello::Sides sides(const Othello& position) {
        return {position.own(), position.enemy(), empty(position)};
    }

    // In discs, downwards, or upwards with `up` = 99; a window wider than any margin is no wider.
    static int rounded(Score score, Score up) {
        const Score within = std::clamp(score, -disc * most, disc * most) + disc * most + up;
        return within / disc - most;
    }

    std::optional<Othello::Move> best(const Othello& position) {
        const auto square = fast_ ? wide_.move(sides(position)) : plain_.move(sides(position));
        if (!square) return std::nullopt;
        return static_cast<Othello::Move>(*square);
    }

    int exact(const Othello& position, int alpha, int beta) {
        return fast_ ? wide_.solve(sides(position), alpha, beta)
                     : plain_.solve(sides(position), alpha, beta);
    }

    othello::plain::Ending plain_;
    othello::wide::Ending wide_;
    bool fast_;
};

}  // namespace zeitnot
