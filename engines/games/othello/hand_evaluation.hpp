// Handcrafted evaluation of Othello: mobility, frontier, corners and their neighbours, stable
// edges, parity, and near the end the discs. `plain`: without corners and edges.
//
// Early in the game many discs are a disadvantage, because they give the enemy moves (Rosenbloom,
// "A world-championship-level Othello program", Artificial Intelligence 19, 1982). Unit: hundredths
// of a disc. The end of the game scores the difference in discs, with the empty squares for the
// winner.
#pragma once

#include <algorithm>
#include <bit>

#include "games/othello/position.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

class HandcraftedOthello {
   public:
    using Board = Othello::Board;

    Score operator()(const Othello& position) const {
        const Geometry geometry(position.size());
        const Board own = position.own(), enemy = position.enemy(), all = position.squares();
        const Board empty = all & ~(own | enemy);
        const int moves =
            std::popcount(position.mobility()) - std::popcount(othello::mobility(enemy, own, all));
        return blended(own, enemy, empty, moves,
                       edge_score(own, empty, geometry) - edge_score(enemy, empty, geometry));
    }

    // `moves`: the mobility of the side to move minus that of its enemy.
    [[nodiscard]] static Score plain(Board own, Board enemy, Board empty, int moves) {
        return blended(own, enemy, empty, moves, 0);
    }

    // Corners first, squares diagonal to corners last; otherwise moves that leave few replies
    // first.
    [[nodiscard]] static int order_bonus(const Othello& position, Othello::Move move, int depth) {
        if (move == Othello::pass) return 0;
        const Geometry geometry(position.size());
        const Board disc = Board{1} << move;
        int bonus = 6000;
        if (disc & geometry.corners) bonus += 5000;
        if (disc & geometry.diagonals) bonus -= 2000;
        if (depth < 3) return bonus;
        Othello next = position;
        next.play(move);
        return bonus - 300 * std::popcount(next.mobility());
    }

   private:
    static constexpr Score move_value = 55, frontier_value = 22, parity_value = 80;
    static constexpr Score corner_value = 700, stable_value = 180;
    static constexpr Score diagonal_cost = 350, beside_cost = 130;

    // `edge_score`: the value of corners and edges. Over the last squares the disc count gradually
    // replaces the other terms.
    static Score blended(Board own, Board enemy, Board empty, int moves, Score edge_score) {
        const int empties = std::popcount(empty);
        const int frontier =
            std::popcount(neighbours(empty) & own) - std::popcount(neighbours(empty) & enemy);
        const int discs = std::popcount(own) - std::popcount(enemy);
        Score score = move_value * moves - frontier_value * frontier + edge_score;
        score += empties % 2 == 1 ? parity_value : -parity_value;
        static constexpr int blended_empties = 16;
        const int remaining = std::min(empties, blended_empties);
        score = (score * remaining + 100 * discs * (blended_empties - remaining)) / blended_empties;
        return std::clamp(score, -6300, 6300);
    }

    // The corners, the edges, and the squares diagonal to the corners.
    struct Geometry {
        explicit constexpr Geometry(int size)
            : step(size - 1),
              corners(Board{1} | Board{1} << step | Board{1} << 8 * step | Board{1} << 9 * step),
              edges(rows(size) | columns(size)),
              diagonals(Board{1} << 9 | Board{1} << (7 + step) | Board{1} << (8 * step - 7) |
                        Board{1} << (9 * step - 9)) {}

        static constexpr Board rows(int size) {
            const Board row = (Board{1} << size) - 1;
            return row | row << 8 * (size - 1);
        }
        static constexpr Board columns(int size) {
            Board column = 0;
            for (int y = 0; y < size; ++y) column |= Board{1} << 8 * y;
            return column | column << (size - 1);
        }

        int step;
        Board corners, edges, diagonals;
    };

    static constexpr Board spread_sideways(Board b) {
        return (b << 1 & ~0x0101'0101'0101'0101ULL) | (b >> 1 & ~0x8080'8080'8080'8080ULL);
    }

    static constexpr Board neighbours(Board b) {
        const Board row = b | spread_sideways(b);
        return row | row << 8 | row >> 8;
    }

    // Corners, edge discs that a corner of the same side makes stable, and discs beside empty
    // corners.
    static Score edge_score(Board own, Board empty, const Geometry& geometry) {
        const Board corners = own & geometry.corners;
        Board stable = corners;
        for (int i = 0; corners != 0 && i < geometry.step; ++i) {
            stable |= (spread_sideways(stable) | stable << 8 | stable >> 8) & own & geometry.edges;
        }
        const Board exposed = neighbours(empty & geometry.corners) & own;
        return corner_value * std::popcount(corners) + stable_value * std::popcount(stable) -
               diagonal_cost * std::popcount(exposed & geometry.diagonals) -
               beside_cost * std::popcount(exposed & geometry.edges & ~geometry.corners);
    }
};

}  // namespace zeitnot
