// Quiescence search: below depth 0, searches captures until the position is quiet, and all moves
// out of check.
//
// An evaluation is accurate only for quiet positions. If the side to move need not capture, the
// static evaluation is a lower bound; if it must, the value is that of the captures ("standing
// pat": Shannon 1950; Harris 1975; Beal, "A generalised quiescence search algorithm", Artificial
// Intelligence 43, 1990).
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

    // Precondition: the node has been counted, and the game is not over.
    Value search(const P& position, Score alpha, Score beta, int ply, bool threatened) {
        const bool is_evasion = worker_.heuristics.has(Heuristic::evasions) && threatened;
        const bool may_stand_pat = !is_evasion && !must_capture(position);
        const bool at_max_ply = ply >= max_ply - 1;
        Best best;
        // While the table's entry is being prefetched.
        if (may_stand_pat || at_max_ply) best.stand_pat = worker_.estimate(position);
        const auto entry = find_entry(position);
        if (entry) {
            if (const auto value = worker_.table_cutoff(*entry, position, 0, alpha, beta, ply)) {
                return *value;
            }
        }
        if (may_stand_pat || at_max_ply) best.value = Value::estimate(best.stand_pat);
        if (best.value.score >= beta || at_max_ply) return best.value;
        best.alpha = std::max(alpha, best.value.score);
        worker_.path.enter(position, ply, threatened);
        const std::uint16_t table_move = entry ? entry->move : no_code;
        search_moves(position, beta, ply, table_move, may_stand_pat, best);
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
        Score stand_pat = -infinite_score;
        std::uint16_t move = no_code;
    };
    using Kinds = typename Picker<P>::Kinds;

    [[nodiscard]] std::optional<Entry> find_entry(const P& position) const {
        if (!worker_.heuristics.has(Heuristic::table)) return std::nullopt;
        return Entry::find(worker_.table, worker_.key(position));
    }

    void search_moves(const P& position, Score beta, int ply, std::uint16_t table_move,
                      bool may_stand_pat, Best& best) {
        const PickerContext context{table_move, no_code, 0, ply};
        Picker<P> picker(position, worker_.evaluation, worker_.move_history, worker_.heuristics,
                         context, may_stand_pat ? Kinds::captures : Kinds::all);
        if (!may_stand_pat && picker.size() == 0) {
            best.value = worker_.no_moves_result(position, ply);
            return;
        }
        while (const Move* next = picker.next()) {
            const Move move = *next;
            if (may_stand_pat) {
                if (picker.loses_material()) return;  // and so do all remaining moves
                if (is_futile(position, move, best)) {
                    if (picker.is_sorted()) return;  // the remaining captures gain even less
                    continue;
                }
            }
            const Value value = search_move(position, move, best.alpha, beta, ply);
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

    // Whether a capture cannot bring the score up to the window.
    bool is_futile(const P& position, Move move, Best& best) const {
        if (!worker_.heuristics.has(Heuristic::delta)) return false;
        const Score optimistic_score =
            best.stand_pat + position.capture_gain(move) + worker_.margin(margins::delta);
        if (optimistic_score > best.alpha || is_decisive(best.alpha)) return false;
        best.value.score = std::max(best.value.score, optimistic_score);
        return true;
    }

    Value search_move(const P& position, Move move, Score alpha, Score beta, int ply) {
        P next = position;
        next.play(move);
        worker_.table.prefetch(worker_.key(next));
        worker_.path.leave_by(position, move, ply);
        worker_.meter.visit(ply + 1);
        const bool same_side = next.turn() == position.turn();
        if (const auto value = worker_.end(next, ply + 1)) return same_side ? *value : -*value;
        const bool threatened = is_threatened(next);
        if (same_side) return search(next, alpha, beta, ply + 1, threatened);
        return -search(next, -beta, -alpha, ply + 1, threatened);
    }

    Worker<P>& worker_;
};

}  // namespace zeitnot
