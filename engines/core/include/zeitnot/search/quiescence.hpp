// Quiescence search: below depth 0 only captures, until nothing hangs, and all answers to checks.
//
// An evaluation is right for quiet positions only. The side to move need not capture, so what it
// has is its least ("standing pat": Shannon 1950; Harris 1975; Beal, "A generalised quiescence
// search algorithm", Artificial Intelligence 43, 1990).
#pragma once

#include <algorithm>

#include "zeitnot/search/margins.hpp"
#include "zeitnot/search/picker.hpp"
#include "zeitnot/search/worker.hpp"

namespace zeitnot {

template <Capturing P>
class Quiescence {
   public:
    using Move = typename P::Move;

    explicit Quiescence(Worker<P>& worker) : worker_(worker) {}

    // For a node whose visit is counted and whose game has not ended.
    Value search(const P& position, Score alpha, Score beta, int ply, bool in_check) {
        const bool evades = worker_.heuristics.has(Heuristic::evasions) && in_check;
        const bool last = ply >= max_ply - 1;
        Best best;
        // While the table's entry is being prefetched.
        if (!evades || last) best.stand = worker_.estimate(position);
        const auto entry = known(position);
        if (entry) {
            if (const auto value = worker_.table_cutoff(*entry, position, 0, alpha, beta, ply)) {
                return *value;
            }
        }
        if (!evades || last) best.value = Value::estimate(best.stand);
        if (best.value.score >= beta || last) return best.value;
        best.alpha = std::max(alpha, best.value.score);
        worker_.path.enter(position, ply, in_check);
        const std::uint16_t hint = entry ? entry->move : no_code;
        search_moves(position, beta, ply, hint, evades, best);
        if (best.value.rests_on >= ply || !worker_.heuristics.has(Heuristic::guard)) {
            const Bound bound = best.value.score >= beta   ? Bound::lower
                                : best.value.score > alpha ? Bound::exact
                                                           : Bound::upper;
            worker_.store(position, 0, ply, best.move, bound, best.value);
            best.value.rests_on = path_independent;
        }
        return best.value;
    }

   private:
    struct Best {
        Value value{-infinite_score, true, path_independent};
        Score alpha = 0;
        Score stand = -infinite_score;
        std::uint16_t move = no_code;
    };
    using Kinds = typename Picker<P>::Kinds;

    [[nodiscard]] std::optional<Entry> known(const P& position) const {
        if (!worker_.heuristics.has(Heuristic::table)) return std::nullopt;
        return Entry::find(worker_.table, worker_.key(position));
    }

    void search_moves(const P& position, Score beta, int ply, std::uint16_t hint, bool evades,
                      Best& best) {
        const PickerContext context{hint, no_code, 0, ply};
        Picker<P> picker(position, worker_.move_history, worker_.heuristics, context,
                         evades ? Kinds::all : Kinds::captures);
        if (evades && picker.size() == 0) {
            best.value = worker_.no_moves_result(position, ply);
            return;
        }
        while (const Move* next = picker.next(worker_.evaluation)) {
            const Move move = *next;
            if (!evades) {
                if (picker.loses_material()) return;  // and so do all that are left
                if (hopeless(position, move, best)) {
                    if (picker.is_sorted()) return;  // those that are left win even less
                    continue;
                }
            }
            const Value value = after(position, move, best.alpha, beta, ply);
            best.value.rests_on = std::min(best.value.rests_on, value.rests_on);
            best.value.proved &= value.proved;
            if (value.score <= best.value.score) continue;
            best.value.score = value.score;
            best.move = code_of(move);
            best.alpha = std::max(best.alpha, value.score);
            if (value.score < beta) continue;
            best.value = value;
            return;
        }
    }

    // A capture that cannot bring the score up to the window.
    bool hopeless(const P& position, Move move, Best& best) const {
        if (!worker_.heuristics.has(Heuristic::delta)) return false;
        const Score hope =
            best.stand + position.capture_gain(move) + worker_.margin(margins::delta);
        if (hope > best.alpha || is_decisive(best.alpha)) return false;
        best.value.score = std::max(best.value.score, hope);
        return true;
    }

    Value after(const P& position, Move move, Score alpha, Score beta, int ply) {
        P next = position;
        next.play(move);
        worker_.table.prefetch(worker_.key(next));
        worker_.path.leave_by(position, move, ply);
        worker_.meter.visit();
        const bool goes_on = next.turn() == position.turn();
        if (const auto value = worker_.end(next, ply + 1)) return goes_on ? *value : -*value;
        const bool in_check = worker_.in_check(next);
        if (goes_on) return search(next, alpha, beta, ply + 1, in_check);
        return -search(next, -beta, -alpha, ply + 1, in_check);
    }

    Worker<P>& worker_;
};

}  // namespace zeitnot
