// One node of alpha-beta while its moves are searched.
//
// Its best score may lie outside the window ("fail-soft": Fishburn, "Another optimization of
// alpha-beta search", SIGART Newsletter 84, 1983); what it depends on is tracked separately
// for the best move, which suffices for a cutoff, and for all moves, which other results need.
#pragma once

#include <optional>

#include "zeitnot/search/picker.hpp"
#include "zeitnot/search/worker.hpp"

namespace zeitnot {

template <Position P>
struct Node {
    static constexpr std::size_t max_tried = 32;

    const P& position;
    int depth;
    int ply;
    Score alpha;
    Score beta;
    bool pv_node = false;  // alpha and beta are more than one apart
    bool threatened = false;
    bool is_quiet = true;    // neither threatened nor forced to capture
    bool improving = false;  // the evaluation is better than two plies ago
    bool raised_alpha = false;
    std::uint16_t excluded = no_code;
    std::optional<Entry> entry{};
    Score static_eval = 0;

    // The results of the moves so far.
    Value best{-infinite_score, true, path_independent};
    std::uint16_t move = no_code;
    Value all_moves{0, true, path_independent};  // what the maximum over all moves depends on
    std::size_t count = 0;
    FixedList<std::uint16_t, max_tried> tried{};  // quiet moves that did not cause a cutoff

    [[nodiscard]] std::uint16_t table_move() const { return entry ? entry->move : no_code; }
    [[nodiscard]] PickerContext picker_context(Worker<P>& worker) const {
        return {table_move(), worker.frame(ply).move, depth, ply};
    }
};

// Sets the static evaluation if a heuristic needs it. If the position is not quiet, it is that of
// two plies ago, provided that the same side was to move then.
template <Position P>
void set_static_eval(Worker<P>& worker, Node<P>& node) {
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

// Replaces the static evaluation by the table's score where that is the better estimate.
template <Position P>
void refine_static_eval(const Worker<P>& worker, Node<P>& node) {
    if (!worker.needs_static_eval) return;
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
