// The features of a move, which are rows of a table of weights. A move has at most a few dozen. All
// are local, so one table works for every size of board.
//
// The features are those of R. Coulom, "Computing Elo ratings of move patterns in the game of Go"
// (2007), without ladders, and response patterns as in the rollouts of D. Silver et al., "Mastering
// the game of Go with deep neural networks and tree search" (2016).
#pragma once

#include <algorithm>
#include <cstdlib>
#include <span>

#include "games/go/chain_liberties.hpp"
#include "games/go/cross_classes.hpp"
#include "games/go/pattern_classes.hpp"
#include "games/go/playout.hpp"
#include "games/go/tactics.hpp"

namespace zeitnot::go {

// Where each group of features begins in the table.
struct MoveRows {
    static constexpr std::size_t patterns = 0;
    static constexpr std::size_t responses = patterns + pattern_classes;  // beside the last move
    static constexpr std::size_t crosses = responses + pattern_classes;
    static constexpr std::size_t captured = crosses + cross_classes;  // stones: 1, 2, 3 or more
    // A capture saves an own chain in atari, of one stone or more.
    static constexpr std::size_t rescues = captured + 3;
    static constexpr std::size_t takes_last = rescues + 2;  // captures the stone played last
    // The liberties of the stone's chain after the move × its size.
    static constexpr std::size_t room = takes_last + 1;
    // The liberties of a chain that was in atari, or that had two, after the move × whether the
    // last move is beside it.
    static constexpr std::size_t escapes = room + 5 * 3;
    static constexpr std::size_t extends = escapes + 4 * 2;
    // One chain or more × one stone or more put in atari × whether there is a ko.
    static constexpr std::size_t atari = extends + 4 * 2;
    static constexpr std::size_t presses = atari + 2 * 2 * 2;   // enemy chain with three liberties
    static constexpr std::size_t last = presses + 1;            // distance to the last move
    static constexpr std::size_t before_last = last + 19;       // distance to the move before it
    static constexpr std::size_t line = before_last + 19;       // distance to the edge × phase
    static constexpr std::size_t isolated_line = line + 5 * 4;  // the same without a stone nearby
    static constexpr std::size_t corner = isolated_line + 5;    // both distances to the edge
    static constexpr std::size_t jumps = corner + 25;  // own × enemy stones two points away
    static constexpr std::size_t eye = jumps + 5 * 5;  // fills an eye of one's own
    static constexpr std::size_t pass = eye + 1;
    static constexpr std::size_t pass_phase = pass + 1;
    // Whether the last move was a pass × whether this side leads.
    static constexpr std::size_t pass_answer = pass_phase + 4;
    static constexpr std::size_t pass_idle = pass_answer + 4;  // no sensible move is left
    static constexpr std::size_t count = pass_idle + 1;
};

using FeatureList = FixedList<std::uint16_t, 32>;

// Whether a move is sensible in a game played to the end: not into an own eye, and no large
// self-atari.
inline bool is_sensible(const Stones& stones, Point p, Colour colour) {
    return is_playable(stones, p, colour) &&
           (liberties_after(stones, p, colour) == Liberties::more ||
            chain_size_after(stones, p, colour) <= max_self_atari);
}

// The features of one side's moves in one position. `stones` must outlive it.
class MoveFeatures {
   public:
    MoveFeatures(const Stones& stones, Colour colour)
        : stones_(stones), colour_(colour), liberties_(stones) {
        const auto points = static_cast<std::size_t>(stones.size() * stones.size());
        const std::size_t filled = points - stones.empty_points().size();
        phase_ = std::min<std::size_t>(3, 6 * filled / points);
    }

    // Lists the features of a stone on a legal point.
    void of_point(Point p, FeatureList& out) const {
        const Neighbourhood bits = stones_.neighbourhood(p);
        const std::size_t pattern = patterns_(bits, colour_);
        add(out, MoveRows::patterns + pattern);
        if (touches_last(p)) add(out, MoveRows::responses + pattern);
        add(out, MoveRows::crosses + cross(p));
        add_captures(p, out);
        add_own_chains(p, out);
        add_enemies(p, out);
        add_place(p, out);
        if (is_eye(bits, colour_)) add(out, MoveRows::eye);
    }

    // Lists the features of a pass. `lead`: this side's current lead by area with komi.
    void of_pass(double lead, FeatureList& out) const {
        add(out, MoveRows::pass);
        add(out, MoveRows::pass_phase + phase_);
        const bool answers = stones_.last_move() == pass_point;
        add(out, MoveRows::pass_answer + 2 * std::size_t{answers} + std::size_t{lead > 0});
        const auto empties = stones_.empty_points();
        if (std::none_of(empties.begin(), empties.end(),
                         [&](Point p) { return is_sensible(stones_, p, colour_); }))
            add(out, MoveRows::pass_idle);
    }

   private:
    static void add(FeatureList& out, std::size_t row) {
        out.push(static_cast<std::uint16_t>(row));
    }

    [[nodiscard]] bool is_last_stone(Point p) const {
        return p != no_point && p != pass_point && is_stone(stones_.at(p));
    }
    [[nodiscard]] bool touches_last(Point p) const {
        const Point last = stones_.last_move();
        if (last == no_point || last == pass_point) return false;
        return std::abs(column_of(p) - column_of(last)) <= 1 &&
               std::abs(row_of(p) - row_of(last)) <= 1;
    }

    // The four neighbours along the lines with their liberties.
    [[nodiscard]] std::size_t cross(Point p) const {
        std::size_t code = 0;
        for (std::size_t d = 0; d < 4; ++d) {
            const Point n = neighbour(p, d);
            const Cell cell = stones_.at(n);
            std::size_t kind = cell == Cell::empty ? 0 : 1;
            if (is_stone(cell)) {
                kind = static_cast<std::size_t>(std::min(liberties_.count(n), 3) + 1);
                if (cell != cell_of(colour_)) kind += 3;
            }
            code |= kind << 3 * d;
        }
        return crosses_(code);
    }

    void add_captures(Point p, FeatureList& out) const {
        int captured = 0, rescued = 0;
        bool takes_last = false;
        for_each_chain_beside(stones_, p, other(colour_), [&](Point chain) {
            if (liberties_.count(chain) != 1) return;
            captured += stones_.stones_in_chain(chain);
            const Point last = stones_.last_move();
            takes_last |= is_last_stone(last) && stones_.head(last) == stones_.head(chain);
            stones_.for_each_in_chain(chain, [&](Point stone) {
                for (std::size_t d = 0; d < 4; ++d) {
                    const Point n = neighbour(stone, d);
                    if (stones_.at(n) == cell_of(colour_) && liberties_.count(n) == 1)
                        rescued = std::max(rescued, stones_.stones_in_chain(n));
                }
            });
        });
        if (captured > 0)
            add(out, MoveRows::captured + static_cast<std::size_t>(std::min(captured, 3) - 1));
        if (rescued > 0) add(out, MoveRows::rescues + std::size_t{rescued > 1});
        if (takes_last) add(out, MoveRows::takes_last);
    }

    // The liberties of the stone's chain after the move, and whether weak chains gain liberties.
    void add_own_chains(Point p, FeatureList& out) const {
        PointSet all;
        int size = 1, weakest = 99;
        for (std::size_t d = 0; d < 4; ++d) {
            const Point n = neighbour(p, d);
            const Cell cell = stones_.at(n);
            const bool taken = cell == cell_of(other(colour_)) && liberties_.count(n) == 1;
            if (cell == Cell::empty || taken) all.add(n);
        }
        for_each_chain_beside(stones_, p, colour_, [&](Point chain) {
            all.add(liberties_.of(chain));
            size += stones_.stones_in_chain(chain);
            weakest = std::min(weakest, liberties_.count(chain));
        });
        all.remove(p);
        const auto room = static_cast<std::size_t>(std::min(all.size(), 4));
        const std::size_t by_size = size == 1 ? 0 : size <= 4 ? 1 : 2;
        add(out, MoveRows::room + 3 * room + by_size);
        const Point last = stones_.last_move();
        const bool attacked = touches_last(p) && last != no_point;
        const std::size_t gain = std::clamp<std::size_t>(room, 1, 4) - 1;
        if (weakest == 1) add(out, MoveRows::escapes + 2 * gain + std::size_t{attacked});
        if (weakest == 2) add(out, MoveRows::extends + 2 * gain + std::size_t{attacked});
    }

    void add_enemies(Point p, FeatureList& out) const {
        std::size_t ataris = 0;
        int stones = 0;
        bool presses = false;
        for_each_chain_beside(stones_, p, other(colour_), [&](Point chain) {
            presses |= liberties_.count(chain) == 3;
            if (liberties_.count(chain) != 2) return;
            ++ataris;
            stones += stones_.stones_in_chain(chain);
        });
        if (ataris > 0) {
            const bool is_ko = stones_.ko() != no_point;
            add(out, MoveRows::atari + 4 * std::size_t{ataris > 1} + 2 * std::size_t{stones > 1} +
                         std::size_t{is_ko});
        }
        if (presses) add(out, MoveRows::presses);
    }

    void add_place(Point p, FeatureList& out) const {
        add(out, MoveRows::last + distance_row(p, stones_.last_move()));
        add(out, MoveRows::before_last + distance_row(p, stones_.move_before_last()));
        const int last = stones_.size() - 1;
        const int x = std::min(column_of(p), last - column_of(p));
        const int y = std::min(row_of(p), last - row_of(p));
        const auto near = static_cast<std::size_t>(std::min({x, y, 4}));
        const auto far = static_cast<std::size_t>(std::min(std::max(x, y), 4));
        add(out, MoveRows::line + 4 * near + phase_);
        if (phase_ < 2) add(out, MoveRows::corner + 5 * near + far);
        add_surroundings(p, near, out);
    }

    void add_surroundings(Point p, std::size_t line, FeatureList& out) const {
        std::size_t own = 0, enemy = 0, near = 0;
        for (std::size_t d = 0; d < 4; ++d) {
            const Point beside = neighbour(p, d);
            if (stones_.at(beside) == Cell::edge) continue;
            const Cell cell = stones_.at(neighbour(beside, d));
            own += std::size_t{cell == cell_of(colour_)};
            enemy += std::size_t{cell == cell_of(other(colour_))};
        }
        for (std::size_t d = 0; d < 8; ++d)
            near += std::size_t{is_stone(stones_.at(neighbour(p, d)))};
        add(out, MoveRows::jumps + 5 * own + enemy);
        if (own + enemy + near == 0) add(out, MoveRows::isolated_line + line);
    }

    // dx + dy + max(dx, dy), at most 16 (Coulom); separate rows at the start and after a pass.
    static std::size_t distance_row(Point p, Point from) {
        if (from == no_point) return 17;
        if (from == pass_point) return 18;
        const int dx = std::abs(column_of(p) - column_of(from));
        const int dy = std::abs(row_of(p) - row_of(from));
        return static_cast<std::size_t>(std::min(dx + dy + std::max(dx, dy), 16));
    }

    const Stones& stones_;
    Colour colour_;
    ChainLiberties liberties_;
    std::size_t phase_;
    const PatternClasses& patterns_ = shared_pattern_classes();
    const CrossClasses& crosses_ = shared_cross_classes();
};

}  // namespace zeitnot::go
