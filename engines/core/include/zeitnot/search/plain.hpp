// The textbook's searches, in their plain form: no table, no ordering, no selection, the children
// in the order of the rules. They are made to be understood and to be compared with: what they cost
// is counted in leaves. For small games, and for games of more than two seats.
//
// This file is what they share: counting, and the root, which is searched once, to the full depth,
// without deepening. A search of one kind (`maxn.hpp`, `plain_alphabeta.hpp`) values one position
// to a depth.
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

// Small games that are searched by the plain methods, too: `static constexpr bool plain_methods =
// true`.
template <class P>
concept PlainlySearched = Position<P> && !Superko<P> && requires { requires P::plain_methods; };

// Games that list the positions which look the same to the seat to move, with their probabilities
// as far as throws decide: `p.each_possible(f)` calls f(position, probability). `p.sees_all(seat)`:
// whether nothing that has happened is hidden from the seat.
template <class P>
concept Determinizable = Observable<P> && requires(const P& p) {
    p.each_possible([](const P&, double) {});
    { p.sees_all(0) } -> std::same_as<bool>;
};

// `leaves`: positions valued; `hit_horizon`: whether one of them was not an end; `depth_left`: of
// the deepest of them. The meter counts nodes, the root and the leaves included.
struct PlainCounts {
    explicit PlainCounts(Control& control) : meter(control) {}

    // `depth`: what was left of it.
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

// A value that a search has found: `worth` is what the seat to move at the root wants most, `value`
// its own entry; `seats` all entries, where the method backs them up.
template <Position P>
struct Backed {
    double worth = 0;
    double value = 0;
    std::optional<PerSeat<double>> seats{};
    std::vector<typename P::Move> pv{};

    // Adds another value with its probability.
    void add(double probability, const Backed& other) {
        worth += probability * other.worth;
        value += probability * other.value;
        if (!other.seats) return;
        if (!seats) seats = PerSeat<double>::all(other.seats->size(), 0);
        for (int seat = 0; seat < seats->size(); ++seat)
            (*seats)[seat] += probability * (*other.seats)[seat];
    }
};

inline constexpr double no_bound = std::numeric_limits<double>::infinity();

// A search of one kind, made for the seat to move at the root. Returns any value that is at most
// `alpha` if its worth is.
template <Position P>
class PlainSearch {
   public:
    PlainSearch() = default;
    PlainSearch(const PlainSearch&) = delete;
    PlainSearch& operator=(const PlainSearch&) = delete;
    virtual ~PlainSearch() = default;
    virtual Backed<P> search(const History<P>& state, int depth, int ply, double alpha) = 0;
};

// A method of `deepen`. `make(values, counts)` makes the search.
template <PlainlySearched P>
class PlainRoot {
   public:
    using Game = P;
    static constexpr int max_depth = max_ply - 1;
    static constexpr double instability_margin = std::numeric_limits<double>::max();

    using Make =
        std::function<std::unique_ptr<PlainSearch<P>>(const SeatValues<P>&, PlainCounts& counts)>;

    PlainRoot(const Task<P>& task, const Options& options, Control& control, const Make& make)
        : task_(task), values_(options), counts_(control), search_(make(values_, counts_)) {
        list_possible();
        typename P::Moves moves;
        task.root.moves(moves);
        for (const auto move : moves) {
            if (task.allows(move)) moves_.push_back(move);
        }
        if (!moves_.empty()) report_.lines.push_back({.move = moves_[0], .pv = {moves_[0]}});
    }

    // The whole search. The report's depth is that of the deepest leaf.
    void iterate(int depth) {
        Report<P> report;
        if (moves_.empty()) {
            value_throws(depth, report);
        } else {
            value_moves(depth, report);
        }
        report.exact = !counts_.hit_horizon && nothing_hidden(task_.root.position());
        report.depth = depth - counts_.depth_left;
        report.leaves = counts_.leaves;
        report_ = std::move(report);
    }

    [[nodiscard]] Report<P> answer() const { return report_; }
    [[nodiscard]] static bool can_stop() { return true; }
    Meter& meter() { return counts_.meter; }

   private:
    struct Possible {
        History<P> state;
        double probability;
    };

    // Whether nothing is hidden: otherwise the values assume that everybody sees everything.
    static bool nothing_hidden([[maybe_unused]] const P& root) {
        if constexpr (requires { root.has_hidden(); }) return !root.has_hidden();
        return !Observable<P>;
    }

    // The root, or all positions that its seat cannot tell from it: the value of a move is the mean
    // over them, each searched as if everybody saw everything.
    void list_possible() {
        double sum = 0;
        if constexpr (Determinizable<P>) {
            const P& root = task_.root.position();
            if (!root.result() && !root.sees_all(root.turn())) {
                root.each_possible([&](const P& position, double probability) {
                    possible_.push_back({History<P>(position), probability});
                    sum += probability;
                });
            }
        }
        for (Possible& one : possible_) one.probability /= sum;
        if (possible_.empty()) possible_.push_back({task_.root, 1});
    }

    void value_moves(int depth, Report<P>& report) {
        struct Valued {
            typename P::Move move;
            Backed<P> backed;
        };
        std::vector<Valued> all;
        double best = -no_bound;
        for (std::size_t root = 0; root < possible_.size(); ++root) counts_.meter.visit(0);
        // Of the moves that will not be shown a bound is enough.
        const bool only_best = task_.lines == 1 && possible_.size() == 1;
        for (const auto move : moves_) {
            Backed<P> backed;
            for (const Possible& one : possible_) {
                History<P> next = one.state;
                next.play(move);
                const auto found =
                    search_->search(next, depth - 1, 1, only_best ? best : -no_bound);
                if (backed.pv.empty()) backed.pv = found.pv;
                backed.add(one.probability, found);
            }
            backed.pv.insert(backed.pv.begin(), move);
            best = std::max(best, backed.worth);
            all.push_back({move, std::move(backed)});
        }
        stable_sort_short(
            all, [](const Valued& a, const Valued& b) { return a.backed.worth > b.backed.worth; });
        all.resize(std::min(all.size(), static_cast<std::size_t>(task_.lines)));
        report.value = all.front().backed.value;
        report.seats = all.front().backed.seats;
        for (Valued& one : all)
            report.lines.push_back({.move = one.move,
                                    .value = one.backed.value,
                                    .pv = std::move(one.backed.pv),
                                    .seats = one.backed.seats});
    }

    // Before a throw: a line for each outcome.
    void value_throws([[maybe_unused]] int depth, [[maybe_unused]] Report<P>& report) {
        if constexpr (Stochastic<P>) {
            Backed<P> mean;
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
    PlainCounts counts_;
    std::unique_ptr<PlainSearch<P>> search_;
    std::vector<Possible> possible_;
    std::vector<typename P::Move> moves_;
    Report<P> report_;
};

}  // namespace zeitnot
