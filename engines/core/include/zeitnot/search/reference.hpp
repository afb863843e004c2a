// The reference searches, as in textbooks: without a table, move ordering or selectivity, and with
// the children in the order of the rules. They are for teaching and for comparison; their cost is
// counted in leaves. They suit small games, and games of more than two seats.
//
// This file has the common parts: the counts, and the root, which is searched once to the full
// depth, without iterative deepening. The searches below the root are in `maxn.hpp` and
// `reference_alphabeta.hpp`.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "zeitnot/search/deepen.hpp"
#include "zeitnot/search/seat_values.hpp"
#include "zeitnot/stable_sort.hpp"

namespace zeitnot {

// Small games that can also be searched by the reference methods: `static constexpr bool
// reference_methods = true`.
template <class P>
concept HasReferenceMethods =
    Position<P> && !Superko<P> && requires { requires P::reference_methods; };

// Games that list the positions which look the same to the seat to move:
// `p.each_determinization(f)` calls f(position, probability), with the probability of the throws.
// `p.sees_all(seat)`: whether nothing that has happened is hidden from the seat.
template <class P>
concept Determinizable = Observable<P> && requires(const P& p) {
    p.each_determinization([](const P&, double) {});
    { p.sees_all(0) } -> std::same_as<bool>;
};

// `leaves`: the number of leaves; `hit_horizon`: whether one of them was not an end; `depth_left`:
// the remaining depth at the deepest leaf. The meter counts all nodes, including the root and the
// leaves.
struct ReferenceCounts {
    explicit ReferenceCounts(Control& control) : meter(control) {}

    // `depth`: the remaining depth.
    void add_leaf(int depth, bool is_end) {
        ++leaves;
        depth_left = std::min(depth_left, depth);
        hit_horizon |= !is_end;
    }

    Meter meter;
    std::uint64_t leaves = 0;
    int depth_left = max_ply;
    bool hit_horizon = false;
};

// A backed-up value: `utility` is what the seat to move at the root maximises, `value` its own
// value, and `seats` the values of all seats if the method backs them up.
template <Position P>
struct BackedUpValue {
    double utility = 0;
    double value = 0;
    std::optional<PerSeat<double>> seats{};
    std::vector<typename P::Move> pv{};

    // Adds another value, weighted by its probability.
    void add(double probability, const BackedUpValue& other) {
        utility += probability * other.utility;
        value += probability * other.value;
        if (!other.seats) return;
        if (!seats) seats = PerSeat<double>::all(other.seats->size(), 0);
        for (int seat = 0; seat < seats->size(); ++seat)
            (*seats)[seat] += probability * (*other.seats)[seat];
    }
};

inline constexpr double no_bound = std::numeric_limits<double>::infinity();

// A search for the seat to move at the root. If the utility of the position is at most `alpha`, it
// may return any value whose utility is at most `alpha`.
template <Position P>
class ReferenceSearch {
   public:
    ReferenceSearch() = default;
    ReferenceSearch(const ReferenceSearch&) = delete;
    ReferenceSearch& operator=(const ReferenceSearch&) = delete;
    virtual ~ReferenceSearch() = default;
    virtual BackedUpValue<P> search(const History<P>& state, int depth, int ply, double alpha) = 0;
};

// The method for `deepen`. `make(values, counts)` makes the search.
template <HasReferenceMethods P>
class ReferenceRoot {
   public:
    using Game = P;
    static constexpr int max_depth = max_ply - 1;
    static constexpr double instability_margin = std::numeric_limits<double>::max();

    using Make = std::function<std::unique_ptr<ReferenceSearch<P>>(const SeatValues<P>&,
                                                                   ReferenceCounts& counts)>;

    ReferenceRoot(const Task<P>& task, const Options& options, Control& control, const Make& make)
        : task_(task), values_(options), counts_(control), search_(make(values_, counts_)) {
        list_determinizations();
        typename P::Moves moves;
        task.root.moves(moves);
        for (const auto move : moves) {
            if (task.allows(move)) moves_.push_back(move);
        }
        if (!moves_.empty()) report_.lines.push_back({.move = moves_[0], .pv = {moves_[0]}});
    }

    // Runs the entire search. The report's depth is that of the deepest leaf.
    void iterate(int depth) {
        Report<P> report;
        if (moves_.empty()) {
            value_throws(depth, report);
        } else {
            value_moves(depth, report);
        }
        report.exact = !counts_.hit_horizon && has_perfect_information(task_.root.position());
        report.depth = depth - counts_.depth_left;
        report.leaves = counts_.leaves;
        report_ = std::move(report);
    }

    [[nodiscard]] Report<P> answer() const { return report_; }
    [[nodiscard]] static bool can_stop() { return true; }
    Meter& meter() { return counts_.meter; }

   private:
    struct Determinization {
        History<P> state;
        double probability;
    };

    // Whether no information is hidden; otherwise the values assume that every seat sees
    // everything.
    static bool has_perfect_information([[maybe_unused]] const P& root) {
        if constexpr (requires { root.has_hidden(); }) return !root.has_hidden();
        return !Observable<P>;
    }

    // Lists the root, or all positions that its seat cannot distinguish from it. The value of a
    // move is the mean over them; each is searched as if every seat saw everything.
    void list_determinizations() {
        double sum = 0;
        if constexpr (Determinizable<P>) {
            const P& root = task_.root.position();
            if (!root.result() && !root.sees_all(root.turn())) {
                root.each_determinization([&](const P& position, double probability) {
                    determinizations_.push_back({History<P>(position), probability});
                    sum += probability;
                });
            }
        }
        for (Determinization& one : determinizations_) one.probability /= sum;
        if (determinizations_.empty()) determinizations_.push_back({task_.root, 1});
    }

    void value_moves(int depth, Report<P>& report) {
        struct ValuedMove {
            typename P::Move move;
            BackedUpValue<P> backed;
        };
        std::vector<ValuedMove> valued;
        double best = -no_bound;
        for (std::size_t root = 0; root < determinizations_.size(); ++root) counts_.meter.visit(0);
        // A bound suffices for moves that are not reported.
        const bool is_single_line = task_.lines == 1 && determinizations_.size() == 1;
        for (const auto move : moves_) {
            BackedUpValue<P> backed;
            for (const Determinization& one : determinizations_) {
                History<P> next = one.state;
                next.play(move);
                const auto found =
                    search_->search(next, depth - 1, 1, is_single_line ? best : -no_bound);
                if (backed.pv.empty()) backed.pv = found.pv;
                backed.add(one.probability, found);
            }
            backed.pv.insert(backed.pv.begin(), move);
            best = std::max(best, backed.utility);
            valued.push_back({move, std::move(backed)});
        }
        stable_sort_short(valued, [](const ValuedMove& a, const ValuedMove& b) {
            return a.backed.utility > b.backed.utility;
        });
        valued.resize(std::min(valued.size(), static_cast<std::size_t>(task_.lines)));
        report.value = valued.front().backed.value;
        report.seats = valued.front().backed.seats;
        for (ValuedMove& one : valued)
            report.lines.push_back({.move = one.move,
                                    .value = one.backed.value,
                                    .pv = std::move(one.backed.pv),
                                    .seats = one.backed.seats});
    }

    // Before a throw: a line for each outcome.
    void value_throws([[maybe_unused]] int depth, [[maybe_unused]] Report<P>& report) {
        if constexpr (Stochastic<P>) {
            BackedUpValue<P> mean;
            const P& root = task_.root.position();
            counts_.meter.visit(0);
            root.chance([&](auto outcome, double probability) {
                History<P> next = task_.root;
                next.apply(outcome);
                const auto found = search_->search(next, depth, 1, -no_bound);
                mean.add(probability, found);
                report.throws.push_back({outcome, probability, found.value, found.pv});
            });
            report.value = mean.value;
            report.seats = mean.seats;
        }
    }

    const Task<P>& task_;
    SeatValues<P> values_;
    ReferenceCounts counts_;
    std::unique_ptr<ReferenceSearch<P>> search_;
    std::vector<Determinization> determinizations_;
    std::vector<typename P::Move> moves_;
    Report<P> report_;
};

}  // namespace zeitnot
