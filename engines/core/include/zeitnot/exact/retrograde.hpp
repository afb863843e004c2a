// Retrograde analysis: the exact value of every position of a set, backwards from the ends of play.
//
// A position is won if a move leads to a position that is lost for the opponent, and lost if all
// moves lead to positions that the opponent wins (if the same side moves again, its own values
// count). Proceeding in order of distance gives the shortest wins and longest losses. Positions
// that this never decides are drawn, because neither side can force an end (Ströhlein 1970;
// Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986).
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

// A set of positions, numbered from 0 to `size() - 1`. `end_value(n)` is the value for the side to
// move of a position that is over, and 0 for a number without a position. `each_move(n, inside,
// outside)` calls, for each move of a position that is not over, either `inside(next, same_side)`
// if it leads to a position of the set, with whether the same side moves again; or
// `outside(verdict)` if it leaves the set, with the verdict of the new position for the side that
// has moved.
template <class S>
concept PositionSet = requires(const S& set, std::size_t number) {
    { set.size() } -> std::same_as<std::size_t>;
    { set.end_value(number) } -> std::same_as<std::optional<int>>;
    set.each_move(number, [](std::size_t, bool) {}, [](const Verdict&) {});
};

// `each_unmove(n, f)` calls `f(previous, same_side)` for each move inside the set that leads to n.
// Sets without it are expanded twice more to list the predecessors, which take sixteen bytes per
// move.
template <class S>
concept WithUnmoves = PositionSet<S> && requires(const S& set, std::size_t number) {
    set.each_unmove(number, [](std::size_t, bool) {});
};

// Estimates in bytes of the memory for the analysis of this number of positions, and for the list
// of their predecessors.
inline double retrograde_bytes(double positions) {
    // Per position: three 16-bit numbers, and a queued position, twice while its queue grows.
    constexpr double results = 6, queue = 2 * 16;
    return positions * (results + queue);
}
inline double predecessors_bytes(double positions, double moves) {
    // Two indices per position (see Predecessors), and one link per move.
    constexpr double starts = 2 * 8, link = 16;
    return positions * starts + moves * link;
}

// The predecessors of every position of a set, computed from its moves.
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
            if (set.end_value(number)) continue;
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
            if (number % poll_interval == 0) poll();
            start(set, number);
        }
        if constexpr (WithUnmoves<S>) {
            propagate(set, poll);
        } else {
            propagate(Predecessors<S>(set), poll);
        }
        undecided_moves_ = {};
        longest_outside_loss_ = {};
        queue_ = {};
    }
    explicit Retrograde(const S& set) : Retrograde(set, [] {}) {}

    [[nodiscard]] Verdict operator[](std::size_t number) const {
        const int plies = signed_plies_[number];
        if (plies == 0) return {};
        return plies > 0 ? Verdict{1, plies - 1} : Verdict{-1, -plies - 1};
    }
    [[nodiscard]] std::size_t size() const { return signed_plies_.size(); }

   private:
    static constexpr std::size_t poll_interval = 1 << 16;

    struct QueuedPosition {
        std::size_t number;
        bool won;
    };

    void start(const S& set, std::size_t number) {
        if (const auto value = set.end_value(number)) {
            if (*value != 0) enqueue(0, {number, *value > 0});
            return;
        }
        int moves = 0, lost = 0;
        set.each_move(
            number, [&](std::size_t, bool) { ++moves; },
            [&](const Verdict& after) {
                ++moves;
                if (after.value > 0) enqueue(*after.distance + 1, {number, true});
                if (after.value >= 0) return;
                ++lost;
                longest_outside_loss_[number] =
                    std::max(longest_outside_loss_[number], narrow(*after.distance + 1));
            });
        undecided_moves_[number] = narrow(moves - lost);
        if (undecided_moves_[number] == 0) enqueue(longest_outside_loss_[number], {number, false});
    }

    // Decides positions in order of distance, and propagates each to its predecessors.
    template <class Unmoves, class Poll>
    void propagate(const Unmoves& unmoves, Poll& poll) {
        std::size_t decided = 0;
        for (std::size_t plies = 0; plies < queue_.size(); ++plies) {
            for (std::size_t i = 0; i < queue_[plies].size(); ++i) {
                const QueuedPosition position = queue_[plies][i];
                std::int16_t& result = signed_plies_[position.number];
                if (result != 0) continue;
                const int code = static_cast<int>(plies) + 1;
                result = static_cast<std::int16_t>(position.won ? code : -code);
                if (++decided % poll_interval == 0) poll();
                unmoves.each_unmove(position.number, [&](std::size_t previous, bool same_side) {
                    count_move(previous, position.won == same_side, code);
                });
            }
            queue_[plies] = {};
        }
    }

    // Records that a move from `number` wins or loses in `plies`.
    void count_move(std::size_t number, bool wins, int plies) {
        if (signed_plies_[number] != 0) return;
        if (wins) return enqueue(plies, {number, true});
        if (--undecided_moves_[number] == 0)
            enqueue(std::max(plies, int{longest_outside_loss_[number]}), {number, false});
    }

    void enqueue(int plies, QueuedPosition position) {
        const auto at = static_cast<std::size_t>(plies);
        if (queue_.size() <= at) queue_.resize(at + 1);
        queue_[at].push_back(position);
    }

    static std::uint16_t narrow(int number) { return static_cast<std::uint16_t>(number); }

    std::vector<std::int16_t>
        signed_plies_;  // the distance plus one, negative for a loss; 0: drawn
    // Used during the analysis: the number of moves not known to lose; the longest loss by a move
    // that leaves the set; and by distance, the positions that have this distance unless a shorter
    // one is found.
    std::vector<std::uint16_t> undecided_moves_, longest_outside_loss_;
    std::vector<std::vector<QueuedPosition>> queue_;
};

}  // namespace zeitnot
