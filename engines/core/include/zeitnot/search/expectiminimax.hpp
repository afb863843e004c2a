// Expectiminimax below the root: moves maximise, throws average, with Star1, Star2 and the table.
//
// A chance node's value is a mean, so no single outcome can prove that it is outside the window
// (alpha, beta). But the unknown outcomes lie within bounds; as soon as even their extremes cannot
// bring the mean back into the window, Star1 skips them. Star2 first searches one move after every
// throw: if the throwing side is well off, the mean of these lower bounds already reaches beta
// (Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial
// Intelligence 21, 1983; Hauk, Buro and Schaeffer, "Rediscovering *-minimax search", 2004).
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "zeitnot/search/chance_heuristics.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/filter.hpp"
#include "zeitnot/search/interval.hpp"
#include "zeitnot/search/tablebase.hpp"
#include "zeitnot/search/throws.hpp"
#include "zeitnot/search/trace.hpp"

namespace zeitnot {

// One thread's search. Depth counts throw+move pairs; where a throw is known already, its move
// completes the pair.
template <Stochastic P, class Trace = NoTrace>
    requires ChanceEvaluation<Evaluation<P>, P> && TraceOf<Trace, P, Interval, double>
class Expectiminimax {
   public:
    using Move = typename P::Move;
    using TablebaseType = typename TablebaseOf<P>::type;
    static constexpr double bound = Evaluation<P>::bound;

    Expectiminimax(Table<3>& table, const Evaluation<P>& evaluation, Control& control,
                   ChanceHeuristics heuristics, const TablebaseType* tablebase,
                   const Trace& trace = {})
        : table_(table),
          evaluation_(evaluation),
          tablebase_(evaluation.ends_are_exact() ? tablebase : nullptr),
          meter_(control),
          heuristics_(heuristics),
          trace_(trace) {}

    // The value of `move`, for the side that makes it, if within (alpha, beta).
    Interval search_move(const P& position, Move move, int depth, double alpha, double beta,
                         int ply) {
        P next = position;
        next.play(move);
        return search_child(position, next, depth - 1, alpha, beta, ply + 1);
    }

    // The value of `next` for the side to move in `position`.
    Interval search_child(const P& position, const P& next, int depth, double alpha, double beta,
                          int ply) {
        if (next.turn() == position.turn()) return value(next, depth, alpha, beta, ply);
        return -value(next, depth, -beta, -alpha, ply);
    }

    // Each thread searches the throws in a different order, so that it finds the results of the
    // other threads in the shared table. The first thread has the number 0.
    void set_thread(std::size_t number) { number_ = number; }

    [[nodiscard]] const Ordering<P>& ordering() const { return ordering_; }
    [[nodiscard]] Meter& meter() { return meter_; }

   private:
    static constexpr Interval unknown{-bound, bound, true};

    // A request for the value of a node, if within (alpha, beta).
    struct SearchWindow {
        int depth;
        double alpha;
        double beta;
        int ply;
    };

    Interval value(const P& position, int depth, double alpha, double beta, int ply) {
        meter_.visit(ply);
        trace_.enter(position, depth, ply, alpha, beta);
        if (const auto end = value_at_end(position)) return trace_exit(ply, *end, Exit::ended);
        if (const auto known = tablebase_value(position))
            return trace_exit(ply, *known, Exit::solved);
        if (depth <= 0 || ply >= max_ply - 1)
            return trace_exit(ply, Interval::point(evaluation_(position), false), Exit::leaf);
        if (!heuristics_.has(ChanceHeuristic::alphabeta)) alpha = -bound, beta = bound;
        const SearchWindow request{depth, alpha, beta, ply};
        if (position.chance_due()) return search_with_table(position, request);
        // Searching the last ply is as fast as a table lookup.
        if (depth > 1) return search_with_table(position, request);
        return trace_exit(ply, last_moves(position, request), Exit::searched);
    }

    Interval trace_exit(int ply, const Interval& value, Exit exit) {
        trace_.leave(ply, value, exit);
        return value;
    }

    [[nodiscard]] std::optional<Interval> value_at_end(const P& position) const {
        const auto end = position.result();
        if (!end) return std::nullopt;
        return Interval::point(evaluation_.final_value(position, *end),
                               evaluation_.ends_are_exact());
    }

    [[nodiscard]] std::optional<Interval> tablebase_value(const P& position) const {
        if constexpr (TablebaseFor<TablebaseType, P>) {
            if (tablebase_ == nullptr) return std::nullopt;
            if (const auto mean = tablebase_->value(position))
                return Interval::point(bound * *mean, true);
        }
        return std::nullopt;
    }

    // Takes the value from the table, or searches and stores it.
    Interval search_with_table(const P& position, const SearchWindow& request) {
        if (!heuristics_.has(ChanceHeuristic::table))
            return trace_exit(request.ply, search_node(position, request, nullptr), Exit::searched);
        const Key key = ChanceEntry::key(position.hash(), request.depth);
        ChanceEntry entry{unknown, no_move};
        if (const auto found = ChanceEntry::find(table_, key)) {
            if (found->interval.decides(request.alpha, request.beta))
                return trace_exit(request.ply, found->interval, Exit::table);
            entry = *found;
        }
        const Interval found = search_node(position, request, &entry);
        entry.interval = found.intersect(entry.interval);
        entry.store(table_, key, request.depth);
        return trace_exit(request.ply, entry.interval, Exit::searched);
    }

    Interval search_node(const P& position, const SearchWindow& request, ChanceEntry* entry) {
        if (position.chance_due()) return mean(position, request);
        std::uint16_t move = entry ? entry->move : no_move;
        const Interval found = best(position, request, move);
        if (entry) entry->move = move;
        return found;
    }

    Interval mean(const P& position, const SearchWindow& request) {
        auto& throws = throws_[static_cast<std::size_t>(request.ply)];
        collect_chance_children(position, heuristics_.has(ChanceHeuristic::grouping), unknown,
                                throws);
        rotate_by(number_, throws);
        if (heuristics_.has(ChanceHeuristic::star2) && request.depth > 1) {
            if (const auto proof = probe(position, request, throws)) return *proof;
        }
        for (std::size_t i = 0; i < throws.size(); ++i) {
            const auto [depth, alpha, beta, ply] = window(request, throws, i);
            throws[i].value = search_child(position, throws[i].position, depth, alpha, beta, ply);
            const Interval mean = mean_of(throws);
            if (heuristics_.has(ChanceHeuristic::star1) &&
                mean.is_outside(request.alpha, request.beta))
                return mean;
        }
        return mean_of(throws);
    }

    // Star2: searches one move after each throw while the lower bounds can still reach beta, and
    // stores the bounds in `throws`.
    std::optional<Interval> probe(const P& position, const SearchWindow& request,
                                  std::vector<ChanceChild<P>>& throws) {
        double upper_bound = bound;
        for (std::size_t i = 0; i < throws.size() && upper_bound >= request.beta; ++i) {
            ChanceChild<P>& candidate = throws[i];
            if (candidate.position.turn() != position.turn() || candidate.position.chance_due())
                return {};
            const Interval found = first_move(candidate.position, window(request, throws, i));
            candidate.value.lower = found.lower;
            candidate.value.proved = found.proved;
            const Interval mean = mean_of(throws);
            if (mean.lower >= request.beta) return mean;
            upper_bound -= candidate.probability * (bound - found.lower);
        }
        return {};
    }

    // The value of the first move in order: a lower bound for the position.
    Interval first_move(const P& position, const SearchWindow& request) {
        meter_.visit(request.ply);
        trace_.enter(position, request.depth, request.ply, request.alpha, request.beta);
        if (const auto end = value_at_end(position))
            return trace_exit(request.ply, *end, Exit::ended);
        std::uint16_t move = no_move;
        if (heuristics_.has(ChanceHeuristic::table)) {
            const Key key = ChanceEntry::key(position.hash(), request.depth);
            if (const auto entry = ChanceEntry::find(table_, key)) {
                if (entry->interval.decides(request.alpha, request.beta))
                    return trace_exit(request.ply, entry->interval, Exit::table);
                move = entry->move;
            }
        }
        RankedMoves<P> moves;
        list_moves(position, request, move, moves);
        const Interval found = search_move(position, moves[0].move, request.depth, request.alpha,
                                           request.beta, request.ply);
        return trace_exit(request.ply, {found.lower, bound, found.proved}, Exit::probed);
    }

    // The window of throw `i` outside of which the mean is outside its own window.
    SearchWindow window(const SearchWindow& request, const std::vector<ChanceChild<P>>& throws,
                        std::size_t i) const {
        SearchWindow part{request.depth, -bound, bound, request.ply + 1};
        if (!heuristics_.has(ChanceHeuristic::star1)) return part;
        double lower = 0, upper = 0;
        for (std::size_t j = 0; j < throws.size(); ++j) {
            if (j == i) continue;
            lower += throws[j].probability * throws[j].value.lower;
            upper += throws[j].probability * throws[j].value.upper;
        }
        part.alpha = (request.alpha - upper) / throws[i].probability;
        part.beta = (request.beta - lower) / throws[i].probability;
        return part;
    }

    // `move`: on entry the table's move, on return the best.
    Interval best(const P& position, const SearchWindow& request, std::uint16_t& move) {
        RankedMoves<P> moves;
        list_moves(position, request, move, moves);
        const auto& [depth, alpha, beta, ply] = request;
        Interval best{-bound, -bound, true};
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (heuristics_.has(ChanceHeuristic::ordering)) swap_best_to(moves, i);
            const Interval value =
                search_move(position, moves[i].move, depth, std::max(alpha, best.lower),
                            std::min(beta, bound), ply);
            if (i == 0 || value.lower > best.lower) move = moves[i].index;
            best.lower = std::max(best.lower, value.lower);
            best.upper = std::max(best.upper, value.upper);
            best.proved &= value.proved;
            if (best.lower >= std::min(beta, bound) &&
                heuristics_.has(ChanceHeuristic::alphabeta)) {
                trace_.cut(ply, moves[i].move);
                ordering_.record_cutoff(position, moves[i].move, depth, ply);
                return {best.lower, bound, value.proved};
            }
        }
        return best;
    }

    // The best of moves that are each the last ply.
    Interval last_moves(const P& position, const SearchWindow& request) {
        typename P::Moves moves;
        position.generate(moves);
        Interval best{-bound, -bound, true};
        for (const auto move : moves) {
            const Interval value =
                search_move(position, move, 1, request.alpha, request.beta, request.ply);
            best.lower = best.upper = std::max(best.lower, value.lower);
            best.proved &= value.proved;
            if (best.lower >= std::min(request.beta, bound) &&
                heuristics_.has(ChanceHeuristic::alphabeta)) {
                trace_.cut(request.ply, move);
                return {best.lower, bound, value.proved};
            }
        }
        return best;
    }

    void list_moves(const P& position, const SearchWindow& request, std::uint16_t move,
                    RankedMoves<P>& out) const {
        if constexpr (Filtered<P>) {
            if (heuristics_.has(ChanceHeuristic::filter) && request.depth > 1) {
                list_unordered(position, out);
                return out.truncate(rank_and_filter(position, evaluation_, out));
            }
        }
        if (!heuristics_.has(ChanceHeuristic::ordering)) return list_unordered(position, out);
        if (move == no_move) move = best_of_previous_depth(position, request.depth);
        ordering_.rank(position, evaluation_, move, request.depth, request.ply, out);
        swap_best_to(out, 0);
    }

    static void list_unordered(const P& position, RankedMoves<P>& out) {
        typename P::Moves moves;
        position.generate(moves);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            out.push({moves[i], static_cast<std::uint16_t>(i), 0});
        }
    }

    [[nodiscard]] std::uint16_t best_of_previous_depth(const P& position, int depth) const {
        if (!heuristics_.has(ChanceHeuristic::table)) return no_move;
        const auto entry = ChanceEntry::find(table_, ChanceEntry::key(position.hash(), depth - 1));
        return entry ? entry->move : no_move;
    }

    Table<3>& table_;
    const Evaluation<P>& evaluation_;
    const TablebaseType* tablebase_;  // or null
    Meter meter_;
    ChanceHeuristics heuristics_;
    std::size_t number_ = 0;
    Ordering<P> ordering_;
    [[no_unique_address]] Trace trace_;
    std::array<std::vector<ChanceChild<P>>, max_ply>
        throws_;  // reused, so that nodes allocate nothing
};

}  // namespace zeitnot
