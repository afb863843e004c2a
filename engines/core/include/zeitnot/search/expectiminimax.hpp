// Expectiminimax below the root: moves maximise, throws average, with Star1 pruning and the table.
//
// A throw's value is a mean, so no single outcome can prove it out of the window (alpha, beta); but
// the outcomes still unknown lie within the evaluation's bounds, and as soon as even their extremes
// cannot bring the mean back, the rest is skipped (Ballard, "The *-minimax search procedure for
// trees containing chance nodes", Artificial Intelligence 21, 1983).
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "zeitnot/eval/evaluation.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/search/interval.hpp"
#include "zeitnot/search/throws.hpp"

namespace zeitnot {

// One thread's search. Depth counts throw+move pairs; where a throw is known already, its move
// completes the pair.
template <Stochastic P>
    requires ChanceEvaluation<Evaluation<P>, P>
class Expectiminimax {
   public:
    using Move = typename P::Move;
    static constexpr double bound = Evaluation<P>::bound;

    Expectiminimax(Table<3>& table, const Evaluation<P>& evaluation, Control& control)
        : table_(table), evaluation_(evaluation), meter_(control) {}

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

    [[nodiscard]] const Ordering<P>& ordering() const { return ordering_; }
    [[nodiscard]] Meter& meter() { return meter_; }

   private:
    // The mean of the throws so far; those to come weigh `rest`.
    struct Mean {
        double lower = 0, upper = 0, rest = 1;
        bool proved = true;

        void add(double probability, const Interval& value) {
            lower += probability * value.lower;
            upper += probability * value.upper;
            proved &= value.proved;
        }
        [[nodiscard]] Interval total() const {
            return {lower - rest * bound, upper + rest * bound, proved};
        }
    };

    Interval value(const P& position, int depth, double alpha, double beta, int ply) {
        meter_.visit();
        if (const auto end = position.result()) {
            return Interval::point(evaluation_.final_value(position, *end),
                                   evaluation_.ends_are_exact());
        }
        if (depth <= 0 || ply >= max_ply - 1) return Interval::point(evaluation_(position), false);
        return searched(position, depth, alpha, beta, ply);
    }

    Interval searched(const P& position, int depth, double alpha, double beta, int ply) {
        const Key key = ChanceEntry::key(position.hash(), depth);
        Interval known{-bound, bound, true};
        std::uint16_t move = no_move;
        if (const auto entry = ChanceEntry::find(table_, key)) {
            if (entry->interval.settles(alpha, beta)) return entry->interval;
            known = entry->interval;
            move = entry->move;
        }
        const Interval found = position.chance_due()
                                   ? mean(position, depth, alpha, beta, ply)
                                   : best(position, depth, alpha, beta, ply, move);
        const Interval both = found.meet(known);
        ChanceEntry{both, move}.store(table_, key, depth);
        return both;
    }

    Interval mean(const P& position, int depth, double alpha, double beta, int ply) {
        auto& throws = throws_[static_cast<std::size_t>(ply)];
        collect_throws(position, throws);
        Mean mean;
        for (std::size_t i = 0; i < throws.size(); ++i) {
            const auto& [next, probability, choice] = throws[i];
            // The last one leaves nothing, whatever rounding says.
            mean.rest = i + 1 == throws.size() ? 0 : mean.rest - probability;
            const double low = (alpha - mean.upper - mean.rest * bound) / probability;
            const double high = (beta - mean.lower + mean.rest * bound) / probability;
            mean.add(probability, seen_from(position, next, depth, low, high, ply + 1));
            const Interval total = mean.total();
            if (total.lower >= beta || total.upper <= alpha) return total;
        }
        return mean.total();
    }

    // `move`: in, the table's; out, the best.
    Interval best(const P& position, int depth, double alpha, double beta, int ply,
                  std::uint16_t& move) {
        if (move == no_move) move = best_a_pair_earlier(position, depth);
        RankedMoves<P> moves;
        ordering_.rank(position, evaluation_, move, depth, ply, moves);
        Interval best{-bound, -bound, true};
        for (std::size_t i = 0; i < moves.size(); ++i) {
            bring_best_to(moves, i);
            const Interval value = after(position, moves[i].move, depth,
                                         std::max(alpha, best.lower), std::min(beta, bound), ply);
            if (i == 0 || value.lower > best.lower) move = moves[i].index;
            best.lower = std::max(best.lower, value.lower);
            best.upper = std::max(best.upper, value.upper);
            best.proved &= value.proved;
            if (best.lower >= std::min(beta, bound)) {
                ordering_.cutoff(position, moves[i].move, depth, ply);
                return {best.lower, bound, value.proved};
            }
        }
        return best;
    }

    [[nodiscard]] std::uint16_t best_a_pair_earlier(const P& position, int depth) const {
        const auto entry = ChanceEntry::find(table_, ChanceEntry::key(position.hash(), depth - 1));
        return entry ? entry->move : no_move;
    }

    Table<3>& table_;
    const Evaluation<P>& evaluation_;
    Meter meter_;
    Ordering<P> ordering_;
    std::array<std::vector<Throw<P>>, max_ply> throws_;  // kept, so that nodes allocate nothing
};

}  // namespace zeitnot
