// Expectiminimax below the root: moves maximise, throws average, with Star1, Star2 and the table.
//
// A throw's value is a mean, so no single outcome can prove it out of the window (alpha, beta); but
// the outcomes still unknown lie within bounds, and as soon as even their extremes cannot bring the
// mean back, the rest is skipped: Star1. Star2 looks at one move after every throw first: where the
// side that throws is well off, these lower bounds together are proof enough (Ballard, "The
// *-minimax search procedure for trees containing chance nodes", Artificial Intelligence 21, 1983;
// Hauk, Buro and Schaeffer, "Rediscovering *-minimax search", 2004).
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
    Interval after(const P& position, Move move, int depth, double alpha, double beta, int ply) {
        P next = position;
        next.play(move);
        return seen_from(position, next, depth - 1, alpha, beta, ply + 1);
    }

    // The value of `next` for the side to move in `position`.
    Interval seen_from(const P& position, const P& next, int depth, double alpha, double beta,
                       int ply) {
        if (next.turn() == position.turn()) return value(next, depth, alpha, beta, ply);
        return -value(next, depth, -beta, -alpha, ply);
    }

    // Threads that share a table search the throws each in an order of its own, so that each finds
    // the others' work done. The first one's number is 0.
    void stagger(std::size_t number) { number_ = number; }

    [[nodiscard]] const Ordering<P>& ordering() const { return ordering_; }
    [[nodiscard]] Meter& meter() { return meter_; }

   private:
    static constexpr Interval open{-bound, bound, true};

    // What is asked of a node: its value, if within (alpha, beta).
    struct Question {
        int depth;
        double alpha;
        double beta;
        int ply;
    };

    Interval value(const P& position, int depth, double alpha, double beta, int ply) {
        meter_.visit();
        trace_.enter(position, depth, ply, alpha, beta);
        if (const auto end = ended(position)) return trace_exit(ply, *end, Exit::ended);
        if (const auto known = tabled(position)) return trace_exit(ply, *known, Exit::solved);
        if (depth <= 0 || ply >= max_ply - 1)
            return trace_exit(ply, Interval::point(evaluation_(position), false), Exit::leaf);
        if (!heuristics_.has(ChanceHeuristic::alphabeta)) alpha = -bound, beta = bound;
        const Question question{depth, alpha, beta, ply};
        if (position.chance_due()) return remembered(position, question);
        // The last moves are as quickly searched as looked up.
        if (depth > 1) return remembered(position, question);
        return trace_exit(ply, last_moves(position, question), Exit::searched);
    }

    Interval trace_exit(int ply, const Interval& value, Exit exit) {
        trace_.leave(ply, value, exit);
        return value;
    }

    [[nodiscard]] std::optional<Interval> ended(const P& position) const {
        const auto end = position.result();
        if (!end) return std::nullopt;
        return Interval::point(evaluation_.final_value(position, *end),
                               evaluation_.ends_are_exact());
    }

    [[nodiscard]] std::optional<Interval> tabled(const P& position) const {
        if constexpr (TablebaseFor<TablebaseType, P>) {
            if (tablebase_ == nullptr) return std::nullopt;
            if (const auto mean = tablebase_->value(position))
                return Interval::point(bound * *mean, true);
        }
        return std::nullopt;
    }

    // Out of the table, or into it.
    Interval remembered(const P& position, const Question& asked) {
        if (!heuristics_.has(ChanceHeuristic::table))
            return trace_exit(asked.ply, searched(position, asked, nullptr), Exit::searched);
        const Key key = ChanceEntry::key(position.hash(), asked.depth);
        ChanceEntry entry{open, no_move};
        if (const auto found = ChanceEntry::find(table_, key)) {
            if (found->interval.settles(asked.alpha, asked.beta))
                return trace_exit(asked.ply, found->interval, Exit::table);
            entry = *found;
        }
        const Interval found = searched(position, asked, &entry);
        entry.interval = found.meet(entry.interval);
        entry.store(table_, key, asked.depth);
        return trace_exit(asked.ply, entry.interval, Exit::searched);
    }

    Interval searched(const P& position, const Question& asked, ChanceEntry* entry) {
        if (position.chance_due()) return mean(position, asked);
        std::uint16_t move = entry ? entry->move : no_move;
        const Interval found = best(position, asked, move);
        if (entry) entry->move = move;
        return found;
    }

    Interval mean(const P& position, const Question& asked) {
        auto& throws = throws_[static_cast<std::size_t>(asked.ply)];
        collect_throws(position, heuristics_.has(ChanceHeuristic::grouping), open, throws);
        rotate_by(number_, throws);
        if (heuristics_.has(ChanceHeuristic::star2) && asked.depth > 1) {
            if (const auto proof = probe(position, asked, throws)) return *proof;
        }
        for (std::size_t i = 0; i < throws.size(); ++i) {
            const auto [depth, alpha, beta, ply] = window(asked, throws, i);
            throws[i].value = seen_from(position, throws[i].position, depth, alpha, beta, ply);
            const Interval mean = mean_of(throws);
            if (heuristics_.has(ChanceHeuristic::star1) && mean.outside(asked.alpha, asked.beta))
                return mean;
        }
        return mean_of(throws);
    }

    // One move after each throw, for as long as these can be proof enough. They stay as lower
    // bounds.
    std::optional<Interval> probe(const P& position, const Question& asked,
                                  std::vector<Throw<P>>& throws) {
        double hope = bound;
        for (std::size_t i = 0; i < throws.size() && hope >= asked.beta; ++i) {
            Throw<P>& one = throws[i];
            if (one.position.turn() != position.turn() || one.position.chance_due()) return {};
            const Interval found = first_move(one.position, window(asked, throws, i));
            one.value.lower = found.lower;
            one.value.proved = found.proved;
            const Interval mean = mean_of(throws);
            if (mean.lower >= asked.beta) return mean;
            hope -= one.probability * (bound - found.lower);
        }
        return {};
    }

    // What the move that looks best is worth: a lower bound for the position.
    Interval first_move(const P& position, const Question& asked) {
        meter_.visit();
        trace_.enter(position, asked.depth, asked.ply, asked.alpha, asked.beta);
        if (const auto end = ended(position)) return trace_exit(asked.ply, *end, Exit::ended);
        std::uint16_t move = no_move;
        if (heuristics_.has(ChanceHeuristic::table)) {
            const Key key = ChanceEntry::key(position.hash(), asked.depth);
            if (const auto entry = ChanceEntry::find(table_, key)) {
                if (entry->interval.settles(asked.alpha, asked.beta))
                    return trace_exit(asked.ply, entry->interval, Exit::table);
                move = entry->move;
            }
        }
        RankedMoves<P> moves;
        list_moves(position, asked, move, moves);
        const Interval found =
            after(position, moves[0].move, asked.depth, asked.alpha, asked.beta, asked.ply);
        return trace_exit(asked.ply, {found.lower, bound, found.proved}, Exit::probed);
    }

    // What throw `i` has to reach for the mean to come into the window, and to leave it again.
    Question window(const Question& asked, const std::vector<Throw<P>>& throws,
                    std::size_t i) const {
        Question part{asked.depth, -bound, bound, asked.ply + 1};
        if (!heuristics_.has(ChanceHeuristic::star1)) return part;
        double lower = 0, upper = 0;
        for (std::size_t j = 0; j < throws.size(); ++j) {
            if (j == i) continue;
            lower += throws[j].probability * throws[j].value.lower;
            upper += throws[j].probability * throws[j].value.upper;
        }
        part.alpha = (asked.alpha - upper) / throws[i].probability;
        part.beta = (asked.beta - lower) / throws[i].probability;
        return part;
    }

    // `move`: in, the table's; out, the best.
    Interval best(const P& position, const Question& asked, std::uint16_t& move) {
        RankedMoves<P> moves;
        list_moves(position, asked, move, moves);
        const auto& [depth, alpha, beta, ply] = asked;
        Interval best{-bound, -bound, true};
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (heuristics_.has(ChanceHeuristic::ordering)) bring_best_to(moves, i);
            const Interval value = after(position, moves[i].move, depth,
                                         std::max(alpha, best.lower), std::min(beta, bound), ply);
            if (i == 0 || value.lower > best.lower) move = moves[i].index;
            best.lower = std::max(best.lower, value.lower);
            best.upper = std::max(best.upper, value.upper);
            best.proved &= value.proved;
            if (best.lower >= std::min(beta, bound) &&
                heuristics_.has(ChanceHeuristic::alphabeta)) {
                trace_.cut(ply, moves[i].move);
                ordering_.cutoff(position, moves[i].move, depth, ply);
                return {best.lower, bound, value.proved};
            }
        }
        return best;
    }

    // The same where each move ends the pair and the depth.
    Interval last_moves(const P& position, const Question& asked) {
        typename P::Moves moves;
        position.generate(moves);
        Interval best{-bound, -bound, true};
        for (const auto move : moves) {
            const Interval value = after(position, move, 1, asked.alpha, asked.beta, asked.ply);
            best.lower = best.upper = std::max(best.lower, value.lower);
            best.proved &= value.proved;
            if (best.lower >= std::min(asked.beta, bound) &&
                heuristics_.has(ChanceHeuristic::alphabeta)) {
                trace_.cut(asked.ply, move);
                return {best.lower, bound, value.proved};
            }
        }
        return best;
    }

    void list_moves(const P& position, const Question& asked, std::uint16_t move,
                    RankedMoves<P>& out) const {
        if constexpr (Filtered<P>) {
            if (heuristics_.has(ChanceHeuristic::filter) && asked.depth > 1) {
                in_order(position, out);
                return out.shorten(rank_and_filter(position, evaluation_, out));
            }
        }
        if (!heuristics_.has(ChanceHeuristic::ordering)) return in_order(position, out);
        if (move == no_move) move = best_a_pair_earlier(position, asked.depth);
        ordering_.rank(position, evaluation_, move, asked.depth, asked.ply, out);
        bring_best_to(out, 0);
    }

    static void in_order(const P& position, RankedMoves<P>& out) {
        typename P::Moves moves;
        position.generate(moves);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            out.push({moves[i], static_cast<std::uint16_t>(i), 0});
        }
    }

    [[nodiscard]] std::uint16_t best_a_pair_earlier(const P& position, int depth) const {
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
    std::array<std::vector<Throw<P>>, max_ply> throws_;  // kept, so that nodes allocate nothing
};

}  // namespace zeitnot
