// Othello, by hand: mobility, frontier, corners and their neighbours, safe edges, parity, and discs
// only as the end comes near.
//
// Discs taken early are a burden: who has moves left chooses (Rosenbloom, "A
// world-championship-level Othello program", Artificial Intelligence 19, 1982). Unit: hundredths of
// a disc. Once a search reaches the end of the game it counts discs, the empty squares for the
// winner.
#pragma once

#include <algorithm>
#include <bit>

#include "games/othello/position.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

class OthelloByHand {
   public:
    using Board = Othello::Board;

    Score operator()(const Othello& position) const {
        const Geometry at(position.size());
        const Board own = position.own(), enemy = position.enemy(), all = position.squares();
        const Board empty = all & ~(own | enemy);
        const int left = std::popcount(empty);
        const int moves =
            std::popcount(position.mobility()) - std::popcount(othello::mobility(enemy, own, all));
        const int frontier =
            std::popcount(around(empty) & own) - std::popcount(around(empty) & enemy);
        const int discs = std::popcount(own) - std::popcount(enemy);
        Score score = move_worth * moves - frontier_worth * frontier;
        score += shape(own, empty, at) - shape(enemy, empty, at);
        score += left % 2 == 1 ? parity_worth : -parity_worth;
        // What will count in the end takes the place of what brings it about.
        const int far = std::min(left, 16);
        score = (score * far + 100 * discs * (16 - far)) / 16;
        return std::clamp(score, -6300, 6300);
    }

    // Corners first, the squares that give them away last; else where the enemy has fewest replies.
    [[nodiscard]] static int order_bonus(const Othello& position, Othello::Move move, int depth) {
        if (move == Othello::pass) return 0;
        const Geometry at(position.size());
        const Board disc = Board{1} << move;
        int bonus = 6000;
        if (disc & at.corners) bonus += 5000;
        if (disc & at.diagonals) bonus -= 2000;
        if (depth < 3) return bonus;
        Othello next = position;
        next.play(move);
        return bonus - 300 * std::popcount(next.mobility());
    }

   private:
    static constexpr Score move_worth = 55, frontier_worth = 22, parity_worth = 80;
    static constexpr Score corner_worth = 700, safe_worth = 180;
    static constexpr Score diagonal_cost = 350, beside_cost = 130;

    // Where the corners, the edges and the squares next to the corners are.
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

    static constexpr Board around(Board b) {
        const Board row = b | spread_sideways(b);
        return row | row << 8 | row >> 8;
    }

    // Corners, edge discs that a corner of the same side makes safe, and discs beside empty
    // corners.
    static Score shape(Board own, Board empty, const Geometry& at) {
        const Board corners = own & at.corners;
        Board safe = corners;
        for (int i = 0; corners != 0 && i < at.step; ++i) {
            safe |= (spread_sideways(safe) | safe << 8 | safe >> 8) & own & at.edges;
        }
        const Board exposed = around(empty & at.corners) & own;
        return corner_worth * std::popcount(corners) + safe_worth * std::popcount(safe) -
               diagonal_cost * std::popcount(exposed & at.diagonals) -
               beside_cost * std::popcount(exposed & at.edges & ~at.corners);
    }
};

}  // namespace zeitnot
