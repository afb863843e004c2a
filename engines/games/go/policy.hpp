// The policy of strong playouts, after MoGo: save chains from atari, play patterns around the last
// move and the one before it, capture, and otherwise play at random (Gelly, Wang, Munos and Teytaud
// 2006).
#pragma once

#include "games/go/patterns.hpp"
#include "games/go/playout.hpp"
#include "games/go/tactics.hpp"

namespace zeitnot::go {

class PatternPolicy {
   public:
    Point operator()(const Stones& stones, Colour colour, Random& random) const {
        const Point last = stones.last_move();
        if (last != pass_point && stones.at(last) == cell_of(other(colour))) {
            Candidates moves;
            add_answers_to_atari(stones, last, colour, moves);
            if (!moves.empty()) return pick(moves, random);
            for (const Point centre : {last, stones.move_before_last()}) {
                add_patterns(stones, centre, colour, moves);
                if (!moves.empty()) return pick(moves, random);
            }
        }
        if (const Point p = sample_capture(stones, colour, random); p != no_point) return p;
        const Point safe = random_point(stones, colour, random, [&](Point p) {
            return liberties_after(stones, p, colour) == Liberties::more;
        });
        if (safe != pass_point) return safe;
        return random_point(stones, colour, random, [&](Point p) {
            return chain_size_after(stones, p, colour) <= max_self_atari;
        });
    }

   private:
    // A capture, if one of a few random points is one; otherwise `no_point`.
    static Point sample_capture(const Stones& stones, Colour colour, Random& random) {
        const auto empties = stones.empty_points();
        if (empties.empty()) return no_point;
        for (int i = 0; i < capture_samples; ++i) {
            const Point p = empties[random.below(static_cast<std::uint32_t>(empties.size()))];
            if (captured_by(stones, p, colour) > 0 && stones.is_legal(p, colour)) return p;
        }
        return no_point;
    }

    static constexpr int capture_samples = 4;

    static Point pick(const Candidates& moves, Random& random) {
        return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    }

    static void add_answers_to_atari(const Stones& stones, Point last, Colour colour,
                                     Candidates& moves) {
        if (stones.in_atari(last)) {
            const Point p = stones.last_liberty(last);
            if (stones.is_legal(p, colour)) moves.push(p);
        }
        for_each_chain_beside(stones, last, colour, [&](Point chain) {
            if (stones.in_atari(chain)) add_escapes(stones, chain, colour, moves);
        });
    }

    void add_patterns(const Stones& stones, Point centre, Colour colour, Candidates& moves) const {
        if (centre == no_point || centre == pass_point) return;
        for (std::size_t d = 0; d < 8; ++d) {
            const Point p = neighbour(centre, d);
            if (stones.at(p) != Cell::empty) continue;
            if (!patterns_.matches(stones.neighbourhood(p), colour)) continue;
            if (liberties_after(stones, p, colour) != Liberties::more) continue;
            if (stones.is_legal(p, colour)) moves.push(p);
        }
    }

    const PatternTable& patterns_ = playout_pattern_table();
};

}  // namespace zeitnot::go
