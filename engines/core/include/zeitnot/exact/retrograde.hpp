// Retrograde analysis: the exact value of every position of a set, from the ends of play backwards.
//
// A position is won if a move leads to a position that is lost for the opponent, and lost if all
// moves lead to positions that the opponent wins (where the same side moves again, its own values
// count). Going backwards in order of distance gives the shortest wins and longest losses.
// Positions that are never reached are drawn: neither side can force an end, however long play
// goes round (Ströhlein 1970; Thompson, "Retrograde analysis of certain endgames", ICCA Journal
// 9(3), 1986).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

namespace zeitnot {

// `value` for the side to move: 1 won, 0 drawn, -1 lost; `distance` in plies to a forced end.
struct Verdict {
    int value = 0;
    std::optional<int> distance;

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

// A set of positions, numbered from 0 to `size() - 1`. `ended(n)` is the value for the side to move
// of a position that is over, and 0 for a number without a position. `each_move(n, inside,
// outside)` calls, for each move of a position that is not over, either `inside(next, same_side)`:
// it leads to a position of the set, and the same side moves again or not; or `outside(verdict)`:
// it leaves the set, and this is the verdict of the new position for the side that has moved.
template <class S>
concept PositionSet = requires(const S& set, std::size_t number) {
    { set.size() } -> std::same_as<std::size_t>;
    { set.ended(number) } -> std::same_as<std::optional<int>>;
    set.each_move(number, [](std::size_t, bool) {}, [](const Verdict&) {});
};

// `each_unmove(n, f)` calls `f(previous, same_side)` for each move inside the set that leads to n.
// Sets without it are expanded twice more, to list the predecessors: sixteen bytes a move.
template <class S>
concept WithUnmoves = PositionSet<S> && requires(const S& set, std::size_t number) {
    set.each_unmove(number, [](std::size_t, bool) {});
};

// About the most bytes that the analysis of so many positions takes, and that their predecessors
// take, if these have to be listed.
inline double retrograde_bytes(double positions) {
    constexpr double known = 6, due = 2 * 16;
    return positions * (known + due);
}
inline double predecessors_bytes(double positions, double moves) {
    constexpr double starts = 2 * 8, link = 16;
    return positions * starts + moves * link;
}

// The predecessors of every position of a set, from the moves.
template <PositionSet S>
class Predecessors {
   public:
    explicit Predecessors(const S& set) : starts_(set.size() + 1) {
        each(set, [&](std::size_t, std::size_t next, bool) { ++starts_[next + 1]; });
        for (std::size_t n = 0; n < set.size(); ++n) starts_[n + 1] += starts_[n];
        links_.resize(starts_.back());
        std::vector<std::size_t> free(starts_);
        each(set, [&](std::size_t number, std::size_t next, bool same_side) {
            links_[free[next]++] = {number, same_side};
        });
    }

    template <class F>
    void each_unmove(std::size_t number, F&& f) const {
        for (std::size_t i = starts_[number]; i < starts_[number + 1]; ++i)
            f(links_[i].previous, links_[i].same_side);
    }

   private:
    struct Link {
        std::size_t previous;
        bool same_side;
    };

    template <class F>
    static void each(const S& set, F f) {
        for (std::size_t number = 0; number < set.size(); ++number) {
            if (set.ended(number)) continue;
            set.each_move(
                number, [&](std::size_t next, bool same_side) { f(number, next, same_side); },
                [](const Verdict&) {});
        }
    }

    std::vector<std::size_t> starts_;
    std::vector<Link> links_;
};

template <PositionSet S>
class Retrograde {
   public:
    // `poll()` is called often and may throw to stop.
    template <class Poll>
    Retrograde(const S& set, Poll&& poll)
        : signed_plies_(set.size()),
          undecided_moves_(set.size()),
          longest_outside_loss_(set.size()) {
        for (std::size_t number = 0; number < set.size(); ++number) {
            if (number % polled == 0) poll();
            start(set, number);
        }
        if constexpr (WithUnmoves<S>) {
            go_back(set, poll);
        } else {
            go_back(Predecessors<S>(set), poll);
        }
        undecided_moves_ = {};
        longest_outside_loss_ = {};
        due_ = {};
    }
    explicit Retrograde(const S& set) : Retrograde(set, [] {}) {}

    [[nodiscard]] Verdict operator[](std::size_t number) const {
        const int plies = signed_plies_[number];
        if (plies == 0) return {};
        return plies > 0 ? Verdict{1, plies - 1} : Verdict{-1, -plies - 1};
    }
    [[nodiscard]] std::size_t size() const { return signed_plies_.size(); }

   private:
    static constexpr std::size_t polled = 1 << 16;

    struct Due {
        std::size_t number;
        bool won;
    };

    void start(const S& set, std::size_t number) {
        if (const auto value = set.ended(number)) {
            if (*value != 0) schedule(0, {number, *value > 0});
            return;
        }
        int moves = 0, lost = 0;
        set.each_move(
            number, [&](std::size_t, bool) { ++moves; },
            [&](const Verdict& after) {
                ++moves;
                if (after.value > 0) schedule(*after.distance + 1, {number, true});
                if (after.value >= 0) return;
                ++lost;
                longest_outside_loss_[number] =
                    std::max(longest_outside_loss_[number], narrow(*after.distance + 1));
            });
        undecided_moves_[number] = narrow(moves - lost);
        if (undecided_moves_[number] == 0) schedule(longest_outside_loss_[number], {number, false});
    }

    // Settles positions in order of distance, and looks at the moves that lead to them.
    template <class Unmoves, class Poll>
    void go_back(const Unmoves& unmoves, Poll& poll) {
        std::size_t settled = 0;
        for (std::size_t plies = 0; plies < due_.size(); ++plies) {
            for (std::size_t i = 0; i < due_[plies].size(); ++i) {
                const Due due = due_[plies][i];
                std::int16_t& known = signed_plies_[due.number];
                if (known != 0) continue;
                const int code = static_cast<int>(plies) + 1;
                known = static_cast<std::int16_t>(due.won ? code : -code);
                if (++settled % polled == 0) poll();
                unmoves.each_unmove(due.number, [&](std::size_t previous, bool same_side) {
                    count_move(previous, due.won == same_side, code);
                });
            }
            due_[plies] = {};
        }
    }

    // A move of `number` is known to win or to lose in so many plies.
    void count_move(std::size_t number, bool wins, int plies) {
        if (signed_plies_[number] != 0) return;
        if (wins) return schedule(plies, {number, true});
        if (--undecided_moves_[number] == 0)
            schedule(std::max(plies, int{longest_outside_loss_[number]}), {number, false});
    }

    void schedule(int plies, Due due) {
        const auto at = static_cast<std::size_t>(plies);
        if (due_.size() <= at) due_.resize(at + 1);
        due_[at].push_back(due);
    }

    static std::uint16_t narrow(int number) { return static_cast<std::uint16_t>(number); }

    std::vector<std::int16_t> signed_plies_;  // plies and one; negative: lost; 0: drawn
    // While it works: moves not known to lose; the longest loss by leaving the set; by plies, what
    // is known to have this distance if it has no shorter one.
    std::vector<std::uint16_t> undecided_moves_, longest_outside_loss_;
    std::vector<std::vector<Due>> due_;
};

}  // namespace zeitnot
