// Lists the legal plays of a roll: one for every position that the side can reach.
//
// A side must play both dice if it can, and as many of a double's four as it can; if it can play
// either of two dice but not both, it must play the higher.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "games/backgammon/board.hpp"
#include "zeitnot/fixed_list.hpp"

namespace zeitnot::backgammon {

struct Step {
    int from;
    int to;
};

// Up to four steps of ten bits each, the first in the lowest bits. 0 is no step, so an empty play
// is a pass. Independent of the dice: equal plays of a position lead to the same position.
using Play = std::uint64_t;

constexpr Play with_step(Play play, std::size_t number, Step step) {
    return play | static_cast<Play>(step.from << 5 | step.to) << (10 * number);
}

using Steps = FixedList<Step, 4>;

constexpr Steps steps_of(Play play) {
    Steps steps;
    for (; play != 0; play >>= 10) {
        steps.push({static_cast<int>(play >> 5 & 31), static_cast<int>(play & 31)});
    }
    return steps;
}

// An upper bound for every roll: the ways to distribute a double's four steps among 15 checkers.
inline constexpr std::size_t max_plays = 3060;

class PlayGenerator {
   public:
    PlayGenerator(const Board& board, int seat) : own_(board.side(seat)) {
        for (int point = 1; point <= 24; ++point) {
            const int others = board.count(seat ^ 1, mirror(point));
            blocked_[static_cast<std::size_t>(point)] = others > 1;
            blots_[static_cast<std::size_t>(point)] = others == 1;
        }
        for (std::size_t point = 7; point <= bar; ++point) outside_home_ += own_[point];
    }

    void list(int high, int low, auto& out) {
        if (high == low) {
            list_doubles(high, bar, 0, 0, out);
        } else {
            list_pairs(high, low, out);
            if (out.empty()) list_singles(high, out);
            if (out.empty()) list_singles(low, out);
        }
        if (out.empty()) out.push(0);
    }

   private:
    [[nodiscard]] int own(int point) const { return own_[static_cast<std::size_t>(point)]; }

    static constexpr int target(int from, int die) { return std::max(from - die, off); }

    [[nodiscard]] bool can_step(int from, int die) const {
        if (own(from) == 0 || (own(bar) > 0 && from != bar)) return false;
        if (from > die) return !blocked_[static_cast<std::size_t>(from - die)];
        if (outside_home_ > 0) return false;
        if (from == die) return true;
        for (int point = from + 1; point <= 6; ++point) {
            if (own(point) > 0) return false;
        }
        return true;
    }

    void move(int from, int to) {
        --own_[static_cast<std::size_t>(from)];
        ++own_[static_cast<std::size_t>(to)];
        outside_home_ += (to > 6) - (from > 6);
    }

    // Plays from the highest point down. The order of a double's steps does not matter, and in this
    // order each choice of points leads to a different position.
    void list_doubles(int die, int highest, std::size_t played, Play play, auto& out) {
        if (played > longest_) {
            longest_ = played;
            out.clear();
        }
        if (played == longest_ && played > 0) out.push(play);
        if (played == 4) return;
        for (int from = highest; from > 0; --from) {
            if (!can_step(from, die)) continue;
            const int to = target(from, die);
            move(from, to);
            list_doubles(die, from, played + 1, with_step(play, played, {from, to}), out);
            move(to, from);
        }
    }

    void list_pairs(int high, int low, auto& out) {
        for (const auto& [first, second] : {std::pair{high, low}, std::pair{low, high}}) {
            for (int from = bar; from > 0; --from) {
                if (!can_step(from, first)) continue;
                const Step step{from, target(from, first)};
                move(step.from, step.to);
                list_seconds(step, second, out);
                move(step.to, step.from);
            }
        }
    }

    void list_seconds(Step step, int die, auto& out) {
        for (int from = bar; from > 0; --from) {
            if (!can_step(from, die)) continue;
            const Step next{from, target(from, die)};
            const std::uint32_t effect = effect_of(step, next);
            if (std::find(effects_.begin(), effects_.end(), effect) != effects_.end()) continue;
            effects_.push(effect);
            out.push(with_step(with_step(0, 0, step), 1, next));
        }
    }

    void list_singles(int die, auto& out) {
        for (int from = bar; from > 0; --from) {
            if (can_step(from, die)) out.push(with_step(0, 0, {from, target(from, die)}));
        }
    }

    // A code of what two steps change: points left, reached and hit. Leaves out a point on which a
    // checker only touches down.
    [[nodiscard]] std::uint32_t effect_of(Step a, Step b) const {
        const auto pair = [](int x, int y) {
            return static_cast<std::uint32_t>(std::max(x, y) << 5 | std::min(x, y));
        };
        const int hit_a = hit(a.to), hit_b = a.to == b.to ? 0 : hit(b.to);
        std::uint32_t left = pair(a.from, b.from), reached = pair(a.to, b.to);
        if (a.to == b.from && a.to != off) {
            left = pair(a.from, 0);
            reached = pair(b.to, 0);
        } else if (b.to == a.from && b.to != off) {
            left = pair(b.from, 0);
            reached = pair(a.to, 0);
        }
        return left << 20 | reached << 10 | pair(hit_a, hit_b);
    }

    [[nodiscard]] int hit(int point) const {
        return blots_[static_cast<std::size_t>(point)] ? point : 0;
    }

    Side own_;
    std::array<bool, 26> blocked_{}, blots_{};
    int outside_home_ = 0;
    std::size_t longest_ = 0;
    FixedList<std::uint32_t, std::size_t{2} * 25 * 25> effects_;
};

}  // namespace zeitnot::backgammon
