// The rolls that hit a side's blots: all 36 rolls, each computed on bit sets of points.
//
// A set has bit p for point p, as the hitting side counts. Moving every checker by a die is a
// shift; the opponent's made points block it. Berliner's BKG 9.8 ("Computer backgammon", Scientific
// American 242, 1980) used tables of distances instead; here combinations, checkers on the bar and
// doubles are exact.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

namespace zeitnot::backgammon {

using Points = std::uint32_t;

constexpr Points point_bit(int point) { return Points{1} << point; }

// The points from `first` to `last`.
constexpr Points points_between(int first, int last) {
    return point_bit(last + 1) - point_bit(first);
}

// The hitting side and its opponent, both as the hitting side counts; the sets exclude the bar.
struct ShotView {
    Points checkers = 0;  // of the hitting side
    Points blocked = 0;   // points with two or more checkers of the opponent
    Points blots = 0;     // the opponent's single checkers
    int on_bar = 0;       // checkers of the hitting side
};

struct Shots {
    int rolls = 0;        // of 36, that can hit
    int double_hits = 0;  // of 36, that can hit two checkers
    int pips_lost = 0;    // sum over the 36 rolls: pips of the most advanced blot that can be hit
};

class ShotCounter {
   public:
    explicit ShotCounter(const ShotView& shot_view) : view_(shot_view) {}

    [[nodiscard]] Shots count() const {
        Shots shots;
        if (view_.blots == 0) return shots;
        for (int a = 1; a <= 6; ++a) {
            add(doubles(a), 1, shots);
            for (int b = 1; b < a; ++b) add(pair(a, b), 2, shots);
        }
        return shots;
    }

   private:
    struct Hit {
        Points reached;  // all blots that can be hit
        bool is_double;
    };

    // A blot on the hitter's point p has travelled p points from the bar.
    static void add(const Hit& hit, int weight, Shots& shots) {
        if (hit.reached == 0) return;
        shots.rolls += weight;
        shots.pips_lost += weight * (std::bit_width(hit.reached) - 1);
        if (hit.is_double) shots.double_hits += weight;
    }

    [[nodiscard]] bool is_free(int point) const { return (view_.blocked & point_bit(point)) == 0; }

    [[nodiscard]] Points moved(Points checkers, int die) const {
        return (checkers >> die) & ~view_.blocked & ~Points{1};
    }

    [[nodiscard]] Hit pair(int a, int b) const {
        if (view_.on_bar == 0) return free_pair(a, b);
        Points reached = 0;
        bool is_double = false;
        for (const auto& [first, second] : {std::pair{a, b}, std::pair{b, a}}) {
            const int entry = 25 - first;
            if (!is_free(entry)) continue;
            const Points hit = point_bit(entry) & view_.blots;
            Points next = 0;
            if (view_.on_bar == 1) {
                next = moved(view_.checkers | point_bit(entry), second) & view_.blots;
            } else if (is_free(25 - second)) {
                next = point_bit(25 - second) & view_.blots;
            }
            is_double = is_double || (hit != 0 && (next & ~hit) != 0);
            reached |= hit | next;
        }
        return {reached, is_double};
    }

    [[nodiscard]] Hit free_pair(int a, int b) const {
        const Points by_a = moved(view_.checkers, a), by_b = moved(view_.checkers, b);
        const Points both = moved(by_a, b) | moved(by_b, a);
        const Points hit_a = by_a & view_.blots, hit_b = by_b & view_.blots;
        const bool is_double = hit_a != 0 && hit_b != 0 && std::popcount(hit_a | hit_b) > 1;
        return {hit_a | hit_b | (both & view_.blots), is_double};
    }

    [[nodiscard]] Hit doubles(int die) const {
        Points checkers = view_.checkers, reached = 0;
        int steps = 4;
        if (view_.on_bar > 0) {
            if (!is_free(25 - die)) return {0, false};
            steps -= view_.on_bar;
            checkers |= point_bit(25 - die);
            reached = point_bit(25 - die) & view_.blots;
        }
        for (; steps > 0; --steps) {
            checkers = moved(checkers, die);
            reached |= checkers & view_.blots;
        }
        return {reached, std::popcount(reached) > 1};
    }

    const ShotView& view_;
};

}  // namespace zeitnot::backgammon
