// Decides how deep each move of a node is searched: extended, reduced or skipped.
//
// The first moves decide most nodes, so late moves are searched to a lower depth first (late move
// reductions: Romstad 2006). Near the leaves moves that cannot reach the window are skipped
// (futility: Heinz, "Extended futility pruning", ICCA Journal 21(2), 1998). Checks and only replies
// to a check are extended, and so are other immediate threats to win; mandatory captures are not.
#pragma once

#include "zeitnot/search/margins.hpp"
#include "zeitnot/search/node.hpp"

namespace zeitnot {

enum class Skip : std::uint8_t { none, move, quiets };

struct MovePlan {
    int depth;          // of the node, with extensions
    int reduction = 0;  // in plies, of the first search
    bool first = true;  // searched with the full window
    Skip skip = Skip::none;
    bool losing = false;  // loses material
};

template <Position P>
void extend_check(const Worker<P>& worker, const Frame& frame, MovePlan& plan, int ply) {
    if (!frame.threatened || !worker.heuristics.has(Heuristic::check_extension)) return;
    plan.reduction = 0;
    if (!plan.losing && ply < worker.extension_limit) ++plan.depth;
}

template <Position P>
void extend_reply(const Worker<P>& worker, Node<P>& node, std::size_t moves) {
    if (moves == 1 && node.threatened && node.ply < worker.extension_limit &&
        worker.heuristics.has(Heuristic::reply_extension)) {
        ++node.depth;
    }
}

template <Position P>
bool may_be_singular(const Worker<P>& worker, const Node<P>& node, std::uint16_t move) {
    return worker.heuristics.has(Heuristic::singular) &&
           node.depth >= margins::singular_min_depth && node.count == 0 && node.entry &&
           node.entry->move == move && node.excluded == no_code &&
           node.entry->depth >= node.depth - 3 && node.entry->bound != Bound::upper &&
           node.entry->bound != Bound::none && !is_decisive(node.entry->score) &&
           node.ply < worker.extension_limit;
}

template <Position P>
int late_move_reduction(const Worker<P>& worker, const Node<P>& node, const Picker<P>& picker) {
    if (!worker.heuristics.has(Heuristic::reductions) || node.depth < margins::reduction_min_depth)
        return 0;
    if (node.count < margins::reduction_min_moves ||
        !(picker.is_quiet() || picker.loses_material())) {
        return 0;
    }
    int reduction = margins::reduction(node.depth, node.count);
    reduction -= node.pv_node + node.threatened;
    reduction += !node.improving && worker.needs_static_eval;
    if (picker.is_quiet()) {
        reduction -=
            picker.is_killer_or_counter() ? 1 : picker.rank() / (MoveHistory<P>::limit / 2);
    }
    return reduction;
}

// Whether all further quiet moves are skipped: near the leaves after many moves, or far below the
// window.
template <Position P>
bool should_skip_quiets(const Worker<P>& worker, const Node<P>& node) {
    const int max_moves =
        margins::late_base_moves + node.depth * node.depth / (node.improving ? 1 : 2);
    if (worker.heuristics.has(Heuristic::late_moves) && node.depth <= margins::late_max_depth &&
        static_cast<int>(node.count) >= max_moves) {
        return true;
    }
    const int reach = margins::futility_base + margins::futility_step * node.depth;
    return worker.heuristics.has(Heuristic::futility) &&
           node.depth <= margins::futility_max_depth &&
           node.static_eval + worker.margin(reach) <= node.alpha;
}

// Whether the move loses more material than is acceptable at this depth.
template <Position P>
bool loses_too_much(const Worker<P>& worker, const Node<P>& node, const Picker<P>& picker,
                    typename P::Move move) {
    if constexpr (Capturing<P>) {
        if (!worker.heuristics.has(Heuristic::futility) || node.depth > margins::exchange_max_depth)
            return false;
        if (!picker.is_quiet() && !picker.loses_material()) return false;
        const int step = picker.is_quiet() ? margins::exchange_quiet_step * node.depth
                                           : margins::exchange_capture_step;
        return !see_ge(node.position, move, -worker.margin(step * node.depth));
    }
    return false;
}

// A quiet move that threatens is never skipped.
template <Position P>
Skip skip_of(const Worker<P>& worker, const Node<P>& node, const Picker<P>& picker,
             typename P::Move move) {
    if (node.count == 0 || !node.is_quiet || node.best.score <= -win_score + 2 * max_ply)
        return Skip::none;
    const bool all = picker.is_quiet() && should_skip_quiets(worker, node);
    if (!all && !loses_too_much(worker, node, picker, move)) return Skip::none;
    if (picker.is_quiet() && threatens(node.position, move)) return Skip::none;
    return all ? Skip::quiets : Skip::move;
}

template <Position P>
MovePlan plan_move(const Worker<P>& worker, const Node<P>& node, const Picker<P>& picker,
                   typename P::Move move) {
    MovePlan plan{.depth = node.depth};
    plan.first = node.count == 0;
    plan.losing = picker.loses_material();
    plan.skip = skip_of(worker, node, picker, move);
    if (plan.skip == Skip::none) plan.reduction = late_move_reduction(worker, node, picker);
    return plan;
}

// A quiet move that has caused a cutoff gets a bonus, the quiet ones before it a malus.
template <Position P>
void update_history(Worker<P>& worker, const Node<P>& node, typename P::Move move) {
    if (node.position.is_capture(move)) return;
    const int turn = node.position.turn(), bonus = MoveHistory<P>::bonus(node.depth);
    const std::uint16_t previous = worker.frame(node.ply).move;
    worker.move_history.record_cutoff(turn, code_of(move), previous, node.ply, bonus);
    for (const std::uint16_t tried_move : node.tried) {
        worker.move_history.add_bonus(turn, tried_move, previous, -bonus);
    }
}

}  // namespace zeitnot
