// How likely a side's blots are to be hit: all 36 throws, each worked out on sets of points.
//
// A set has bit p for point p, as the side that hits counts. Moving every man by a die is a shift;
// points that two men of the other hold stop it. What Berliner's BKG 9.8 ("Computer backgammon",
// Scientific American 242, 1980) got from tables of distances this gets from the points themselves:
// combinations, men on the bar and doubles are right.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

namespace zeitnot::backgammon {

using Points = std::uint32_t;

constexpr Points point_bit(int point) { return Points{1} << point; }

// One side against another, both seen as the first one counts; the bar is not in the sets.
struct Sight {
    Points men = 0;      // of the side that hits
    Points blocked = 0;  // points where the other has two men or more
    Points blots = 0;    // the other's single men
    int on_bar = 0;      // of the side that hits
};

struct Shots {
    int throws = 0;  // of 36, that can hit
    int twice = 0;   // of 36, that can hit two men
    int loss = 0;    // over the 36 throws: pips that the dearest man within reach would lose
};

class ShotCounter {
   public:
    explicit ShotCounter(const Sight& sight) : sight_(sight) {}

    [[nodiscard]] Shots count() const {
        Shots shots;
        if (sight_.blots == 0) return shots;
        for (int a = 1; a <= 6; ++a) {
            add(doubles(a), 1, shots);
            for (int b = 1; b < a; ++b) add(pair(a, b), 2, shots);
        }
        return shots;
    }

   private:
    struct Hit {
        Points reached;  // blots, any of them
        bool twice;
    };

    // A man hit on the hitter's point p has come p points from the bar.
    static void add(const Hit& hit, int weight, Shots& shots) {
        if (hit.reached == 0) return;
        shots.throws += weight;
        shots.loss += weight * (std::bit_width(hit.reached) - 1);
        if (hit.twice) shots.twice += weight;
    }

    [[nodiscard]] bool is_free(int point) const { return (sight_.blocked & point_bit(point)) == 0; }

    [[nodiscard]] Points moved(Points men, int die) const {
        return (men >> die) & ~sight_.blocked & ~Points{1};
    }

    [[nodiscard]] Hit pair(int a, int b) const {
        if (sight_.on_bar == 0) return free_pair(a, b);
        Points reached = 0;
        bool twice = false;
        for (const auto& [first, second] : {std::pair{a, b}, std::pair{b, a}}) {
            const int entry = 25 - first;
            if (!is_free(entry)) continue;
            const Points hit = point_bit(entry) & sight_.blots;
            Points next = 0;
            if (sight_.on_bar == 1) {
                next = moved(sight_.men | point_bit(entry), second) & sight_.blots;
            } else if (is_free(25 - second)) {
                next = point_bit(25 - second) & sight_.blots;
            }
            twice = twice || (hit != 0 && (next & ~hit) != 0);
            reached |= hit | next;
        }
        return {reached, twice};
    }

    [[nodiscard]] Hit free_pair(int a, int b) const {
        const Points by_a = moved(sight_.men, a), by_b = moved(sight_.men, b);
        const Points both = moved(by_a, b) | moved(by_b, a);
        const Points hit_a = by_a & sight_.blots, hit_b = by_b & sight_.blots;
        const bool twice = hit_a != 0 && hit_b != 0 && std::popcount(hit_a | hit_b) > 1;
        return {hit_a | hit_b | (both & sight_.blots), twice};
    }

    [[nodiscard]] Hit doubles(int die) const {
        Points men = sight_.men, reached = 0;
        int steps = 4;
        if (sight_.on_bar > 0) {
            if (!is_free(25 - die)) return {0, false};
            steps -= sight_.on_bar;
            men |= point_bit(25 - die);
            reached = point_bit(25 - die) & sight_.blots;
        }
        for (; steps > 0; --steps) {
            men = moved(men, die);
            reached |= men & sight_.blots;
        }
        return {reached, std::popcount(reached) > 1};
    }

    const Sight& sight_;
};

}  // namespace zeitnot::backgammon
