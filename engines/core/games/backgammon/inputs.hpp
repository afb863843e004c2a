// What the networks of backgammon see of a position: the checkers on every point, and what an
// expert would count.
//
// Tesauro's raw inputs ("Temporal difference learning and TD-Gammon", CACM 38, 1995), a point's
// checkers as one, two, three or more, and half of those above three; to them, after Berliner and
// Tesauro's later networks, the shots at blots, blocks and how checkers escape them, checkers back,
// timing and the race. Most inputs are nought and are left out.
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

// For each side 25 points (the bar the last) of four inputs, then what counts the checkers borne
// off.
inline constexpr int raw_side = 4 * 25 + 3, raw_inputs = 2 * raw_side;
inline constexpr int contact_terms = 30, race_terms = 8;
inline constexpr int contact_inputs = raw_inputs + 2 * contact_terms + 1;
inline constexpr int race_inputs = raw_inputs + 2 * race_terms + 1;

using Inputs = FixedList<Input, 2 * (2 * checkers + 3 + contact_terms) + 1>;

// Fills a list with the inputs of one network.
class InputWriter {
   public:
    explicit InputWriter(Inputs& out) : out_(out) { out.clear(); }

    void raw(const Side& side) {
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

    void share(int value, int whole) {
        term(static_cast<float>(value) / static_cast<float>(whole));
    }

   private:
    void add_point(int first, int count) {
        out_.push({first + std::min(count, 3) - 1, 1.0F});
        if (count > 3) out_.push({first + 3, 0.5F * static_cast<float>(count - 3)});
    }

    Inputs& out_;
    int next_ = 0;
};

// The terms of one side in a position with contact; `shots` are those at its blots.
inline void contact_side(InputWriter& out, const SideView& own, const SideView& other,
                         const Shots& shots) {
    const int held = std::popcount(other.made & 0x7EU);
    const Trapped trap = trapped(own, other);
    const int anchors = std::popcount(own.made >> 19 & 0x3FU);
    out.share(own.pips, 100);
    out.share(own.rear, 25);
    out.share(shots.throws, 36);
    out.share(shots.twice, 36);
    out.share(shots.loss, 360);
    out.share(held * held, 36);
    out.share(own.checkers[bar] > 0 ? held : 0, 6);
    out.share(escapes(other.made, own.rear), 36);
    out.share(least_escapes(other.made, own.rear), 36);
    out.share(free_throws(own, other), 288);
    out.share(trap.checkers, 5);
    out.share(trap.spare, 60);
    out.share(longest_prime(own.made), 6);
    out.share(prime_before(own.made, other.rear), 6);
    out.share(own.count(19, bar), 5);
    out.share(anchors, 3);
    out.term(anchors > 1 ? 1.0F : 0.0F);
    out.share(deepest(own.made >> 18 & 0x7FU), 7);
    out.share(std::bit_width(own.made >> 18 & 0x7FU), 7);
    out.share(own.pips_between(7, 18), 60);
    out.share(own.pips_home, 50);
    out.share(own.count(1, 6), checkers);
    out.share(own.count(7, 12), 5);
    out.share(own.pips_past(other.rear), 60);
    out.share(own.pips - own.pips_past(other.rear), 60);
    out.share(std::popcount(own.blots & 0x7EU), 3);
    out.share(std::popcount(own.blots & 0x1FFFF80U), 5);
    out.share(own.dead(), 5);
    out.share(own.stacked(), 5);
    out.share(own.spread(), 100);
}

inline void race_side(InputWriter& out, const SideView& own) {
    out.share(own.pips, 50);
    out.share(own.rear, 18);
    out.share(own.pips_home, 25);
    out.share(own.count(7, bar), 5);
    out.share(own.crossovers(), 10);
    out.share(own.count(1, 2), 5);
    out.share(own.gaps(), 3);
    out.share(own.stacked(), 5);
}

// The lead of the side to throw, by what is still to be run.
inline float relative_lead(const SideView& own, const SideView& other) {
    return 4 * static_cast<float>(other.pips - own.pips) /
           static_cast<float>(own.pips + other.pips + 10);
}

// `own` is about to throw.
inline void contact_terms_of(const Side& own_checkers, const Side& other_checkers, Inputs& inputs) {
    const SideView own(own_checkers), other(other_checkers);
    InputWriter out(inputs);
    out.raw(own_checkers);
    out.raw(other_checkers);
    contact_side(out, own, other, ShotCounter(shot_view(other, own)).count());
    contact_side(out, other, own, ShotCounter(shot_view(own, other)).count());
    out.term(relative_lead(own, other));
}

inline void race_terms_of(const Side& own_checkers, const Side& other_checkers, Inputs& inputs) {
    const SideView own(own_checkers), other(other_checkers);
    InputWriter out(inputs);
    out.raw(own_checkers);
    out.raw(other_checkers);
    race_side(out, own);
    race_side(out, other);
    out.term(relative_lead(own, other));
}

}  // namespace zeitnot::backgammon
