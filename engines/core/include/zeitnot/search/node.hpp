// One node of alpha-beta while its moves are searched.
//
// Its best score may lie outside the window ("fail-soft": Fishburn, "Another optimization of
// alpha-beta search", SIGART Newsletter 84, 1983); what it depends on is tracked separately
// for the best move, which is enough for a cutoff, and for all moves, which other results need.
#pragma once

#include <optional>

#include "zeitnot/search/picker.hpp"
#include "zeitnot/search/worker.hpp"

namespace zeitnot {

template <Position P>
struct Node {
    static constexpr std::size_t remembered = 32;

    const P& position;
    int depth;
    int ply;
    Score alpha;
    Score beta;
    bool pv_node = false;  // alpha and beta are more than one apart
    bool threatened = false;
    bool is_quiet = true;    // neither threatened nor forced to capture: the static value counts
    bool improving = false;  // the evaluation is better than two plies ago
    bool raised_alpha = false;
    std::uint16_t excluded = no_code;
    std::optional<Entry> entry{};
    Score static_eval = 0;

    // What the moves have shown so far.
    Value best{-infinite_score, true, path_independent};
    std::uint16_t move = no_code;
    Value all{0, true, path_independent};  // what the best of all moves together rests on
    std::size_t count = 0;
    FixedList<std::uint16_t, remembered> tried{};  // quiet moves that did not cause a cutoff

    [[nodiscard]] std::uint16_t table_move() const { return entry ? entry->move : no_code; }
    [[nodiscard]] PickerContext picker_context(Worker<P>& worker) const {
        return {table_move(), worker.frame(ply).move, depth, ply};
    }
};

// Sets the static evaluation if a heuristic needs it; where the position is not quiet, that of two
// plies ago, if the same side was to move then.
template <Position P>
void estimate(Worker<P>& worker, Node<P>& node) {
    Frame& frame = worker.frame(node.ply);
    node.threatened = frame.threatened;
    node.is_quiet = frame.is_quiet();
    if (!worker.needs_static_eval) return;
    const bool has_earlier_eval =
        node.ply >= 2 &&
        (Alternating<P> || worker.frame(node.ply - 2).turn == seat_of(node.position));
    const Score earlier_eval = has_earlier_eval ? worker.frame(node.ply - 2).static_eval : 0;
    if (!node.is_quiet) {
        frame.static_eval = earlier_eval;
    } else if (node.excluded == no_code) {
        frame.static_eval = worker.estimate(node.position);
    }
    node.static_eval = frame.static_eval;
    node.improving = node.is_quiet && has_earlier_eval && node.static_eval > earlier_eval;
}

// Improves the static evaluation for forward pruning and reductions by the table's entry.
template <Position P>
void prepare(const Worker<P>& worker, Node<P>& node) {
    if (!worker.needs_static_eval) return;
    // A bound from the table is a better estimate than the evaluation.
    if (node.entry && node.is_quiet && !is_decisive(node.entry->score)) {
        const Bound bound = node.entry->bound;
        const Score score = node.entry->score;
        if (bound == Bound::exact || (bound == Bound::lower && score > node.static_eval) ||
            (bound == Bound::upper && score < node.static_eval)) {
            node.static_eval = score;
        }
    }
}

}  // namespace zeitnot
