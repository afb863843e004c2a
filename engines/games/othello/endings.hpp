// Othello's endgame solver for the search, in hundredths of a disc.
//
// The solver replaces the search once it takes no longer than the next iterations would. Its
// results are exact. ending.hpp describes its methods.
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
        : portable_(table, meter, weights),
          avx2_(table, meter, weights),
          use_avx2_(othello::has_avx2()) {}

    // A search to `depth` reaches the end anyway if fewer squares are empty. From
    // `solver_min_depth` on, solving `solver_extra_plies` more takes about the time of the next
    // iteration.
    std::optional<Score> solve(const Othello& position, int depth, Score alpha, Score beta) {
        const int empties = std::popcount(empty(position));
        if (empties > (depth >= solver_min_depth ? depth + solver_extra_plies : depth))
            return std::nullopt;
        return disc * margin(position, rounded(alpha, 0), rounded(beta, disc - 1));
    }

    // In discs, for the side to move; fail-soft outside (alpha, beta).
    int margin(const Othello& position, int alpha, int beta) {
        return use_avx2_ ? avx2_.solve(sides(position), alpha, beta)
                         : portable_.solve(sides(position), alpha, beta);
    }

    // Appends the best moves that are still in the table.
    template <class Line>
    void line(Othello position, Line& line) {
        while (!position.over()) {
            const std::optional<Othello::Move> move =
                position.mobility() == 0 ? Othello::pass : best(position);
            if (!move || !line.push_if_room(*move)) return;
            position.play(*move);
        }
    }

   private:
    static constexpr int solver_min_depth = 5, solver_extra_plies = 8;
    static constexpr Score disc = 100, max_discs = 64;

    static othello::Board empty(const Othello& position) {
        return position.squares() & ~(position.own() | position.enemy());
    }
    static othello::SolverPosition sides(const Othello& position) {
        return {position.own(), position.enemy(), empty(position)};
    }

    // A bound in discs, rounded down, or up with `up` = 99, and limited to the possible margins.
    static int rounded(Score score, Score up) {
        const Score within =
            std::clamp(score, -disc * max_discs, disc * max_discs) + disc * max_discs + up;
        return within / disc - max_discs;
    }

    std::optional<Othello::Move> best(const Othello& position) {
        const auto square =
            use_avx2_ ? avx2_.move(sides(position)) : portable_.move(sides(position));
        if (!square) return std::nullopt;
        return static_cast<Othello::Move>(*square);
    }

    othello::portable::EndgameSolver portable_;
    othello::avx2::EndgameSolver avx2_;
    bool use_avx2_;
};

}  // namespace zeitnot
