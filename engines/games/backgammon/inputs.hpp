// The inputs of backgammon's networks: the checkers on every point, and expert features.
//
// Tesauro's raw inputs ("Temporal difference learning and TD-Gammon", CACM 38, 1995) encode a
// point's checkers as one, two, three or more, and half the number above three. The features follow
// Berliner and Tesauro's later networks: shots at blots, blocks and how checkers escape them,
// checkers back, timing and the race. Most inputs are zero and are left out.
#pragma once

#include <algorithm>

#include "games/backgammon/block.hpp"
#include "games/backgammon/shots.hpp"
#include "games/backgammon/sides.hpp"
#include "zeitnot/fixed_list.hpp"

namespace zeitnot::backgammon {

struct Input {
    int number;
    float value;
};

// For each side four inputs for each of 25 points (the bar is the last), then three for the
// checkers borne off.
inline constexpr int raw_side_inputs = 4 * 25 + 3, raw_inputs = 2 * raw_side_inputs;
inline constexpr int contact_terms = 30, race_terms = 8;
inline constexpr int contact_inputs = raw_inputs + 2 * contact_terms + 1;
inline constexpr int race_inputs = raw_inputs + 2 * race_terms + 1;

using Inputs = FixedList<Input, 2 * (2 * checkers + 3 + contact_terms) + 1>;

// Fills a list with the inputs of one network.
class InputWriter {
   public:
    explicit InputWriter(Inputs& out) : out_(out) { out.clear(); }

    void raw_side(const Side& side) {
        for (std::size_t point = 1; point <= bar; ++point) {
            if (side[point] > 0) add_point(next_ + 4 * (static_cast<int>(point) - 1), side[point]);
        }
        next_ += 4 * bar;
        term(static_cast<float>(side[off]) / checkers);
        term(side[off] > 0 ? 1.0F : 0.0F);
        term(side[off] > 7 ? 1.0F : 0.0F);
    }

    void term(float value) {
        if (value != 0) out_.push({next_, value});
        ++next_;
    }

    void scaled(int value, int scale) {
        term(static_cast<float>(value) / static_cast<float>(scale));
    }

   private:
    void add_point(int first, int count) {
        out_.push({first + std::min(count, 3) - 1, 1.0F});
        if (count > 3) out_.push({first + 3, 0.5F * static_cast<float>(count - 3)});
    }

    Inputs& out_;
    int next_ = 0;
};

inline constexpr Points home_points = points_between(1, 6), outer_points = points_between(7, 24);

// Writes the terms of one side in a position with contact. `shots`: the opponent's at its blots.
inline void write_contact_side(InputWriter& out, const SideView& own, const SideView& other,
                               const Shots& shots) {
    const int closed = std::popcount(other.made & home_points);  // points of the home board
    const Trapped trap = trapped(own, other);
    const int anchors = std::popcount(own.made >> 19 & 0x3FU);
    const Points rear_points = own.made >> 18 & 0x7FU;  // made points from 18 on
    out.scaled(own.pips, 100);
    out.scaled(own.rear, 25);
    out.scaled(shots.rolls, 36);
    out.scaled(shots.double_hits, 36);
    out.scaled(shots.pips_lost, 360);
    out.scaled(closed * closed, 36);
    out.scaled(own.checkers[bar] > 0 ? closed : 0, 6);
    out.scaled(escapes(other.made, own.rear), 36);
    out.scaled(min_escapes(other.made, own.rear), 36);
    out.scaled(escaping_rolls(own, other), 288);
    out.scaled(trap.checkers, 5);
    out.scaled(trap.spare_pips, 60);
    out.scaled(longest_prime(own.made), 6);
    out.scaled(prime_before(own.made, other.rear), 6);
    out.scaled(own.count(19, bar), 5);
    out.scaled(anchors, 3);
    out.term(anchors > 1 ? 1.0F : 0.0F);
    out.scaled(lowest_bit(rear_points), 7);
    out.scaled(std::bit_width(rear_points), 7);
    out.scaled(own.pips_between(7, 18), 60);
    out.scaled(own.pips_home, 50);
    out.scaled(own.count(1, 6), checkers);
    out.scaled(own.count(7, 12), 5);
    out.scaled(own.pips_past(other.rear), 60);
    out.scaled(own.pips - own.pips_past(other.rear), 60);
    out.scaled(std::popcount(own.blots & home_points), 3);
    out.scaled(std::popcount(own.blots & outer_points), 5);
    out.scaled(own.out_of_play(), 5);
    out.scaled(own.stacked_checkers(), 5);
    out.scaled(own.variance(), 100);
}

inline void write_race_side(InputWriter& out, const SideView& own) {
    out.scaled(own.pips, 50);
    out.scaled(own.rear, 18);
    out.scaled(own.pips_home, 25);
    out.scaled(own.count(7, bar), 5);
    out.scaled(own.crossovers(), 10);
    out.scaled(own.count(1, 2), 5);
    out.scaled(own.gaps(), 3);
    out.scaled(own.stacked_checkers(), 5);
}

// The lead of the side to roll in pips, relative to both pip counts.
inline float relative_lead(const SideView& own, const SideView& other) {
    return 4 * static_cast<float>(other.pips - own.pips) /
           static_cast<float>(own.pips + other.pips + 10);
}

// Fills `inputs`; `own` is about to roll.
inline void write_contact_inputs(const Side& own_checkers, const Side& other_checkers,
                                 Inputs& inputs) {
    const SideView own(own_checkers), other(other_checkers);
    InputWriter out(inputs);
    out.raw_side(own_checkers);
    out.raw_side(other_checkers);
    write_contact_side(out, own, other, ShotCounter(shot_view(other, own)).count());
    write_contact_side(out, other, own, ShotCounter(shot_view(own, other)).count());
    out.term(relative_lead(own, other));
}

inline void write_race_inputs(const Side& own_checkers, const Side& other_checkers,
                              Inputs& inputs) {
    const SideView own(own_checkers), other(other_checkers);
    InputWriter out(inputs);
    out.raw_side(own_checkers);
    out.raw_side(other_checkers);
    write_race_side(out, own);
    write_race_side(out, other);
    out.term(relative_lead(own, other));
}

}  // namespace zeitnot::backgammon
