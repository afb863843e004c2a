// Prunes a node before its moves are generated, because its estimate is far above or below the
// window or has been stable for several depths, or because the node is good enough even after a
// pass.
//
// None of this is exact. There is no forward pruning in an open window, in check or where captures
// are mandatory, and values that depend on it do not count as proved (razoring: Birmingham and
// Kent, "Tree-searching and tree-pruning techniques", 1977; futility: Heinz, "Extended futility
// pruning", ICCA Journal 21(2), 1998; null moves: Beal, "Experiments with the null move", 1989).
#pragma once

#include "zeitnot/search/margins.hpp"
#include "zeitnot/search/node.hpp"

namespace zeitnot {

// Near the leaves, an evaluation far above beta is assumed to stay there (reverse futility pruning,
// also called static null move).
template <Position P>
std::optional<Value> reverse_futility(const Worker<P>& worker, const Node<P>& node) {
    if (!worker.heuristics.has(Heuristic::reverse_futility) ||
        node.depth > margins::reverse_max_depth) {
        return std::nullopt;
    }
    const int plies = node.depth - (node.improving ? 1 : 0);
    if (node.static_eval - worker.margin(margins::reverse_step * plies) < node.beta)
        return std::nullopt;
    return Value::estimate(node.static_eval);
}

// Far below alpha only captures can help, so the quiescence search decides (razoring: Birmingham
// and Kent 1977).
template <Position P>
bool may_razor(const Worker<P>& worker, const Node<P>& node) {
    return worker.heuristics.has(Heuristic::razoring) && node.depth <= margins::razor_max_depth &&
           node.static_eval + worker.margin(margins::razor_step * node.depth) <= node.alpha;
}

// Prunes a branch whose score has hardly changed over several depths and is clearly outside the
// window.
template <Position P>
std::optional<Value> prune_stable(const Worker<P>& worker, const Node<P>& node) {
    if (!worker.heuristics.has(Heuristic::stability) || !node.entry) return std::nullopt;
    const Entry& entry = *node.entry;
    if (entry.stable_depths < 3 || entry.depth + 1 < node.depth ||
        node.depth > margins::stable_max_depth || is_decisive(entry.score)) {
        return std::nullopt;
    }
    const Score margin = worker.margin(margins::stable_margin);
    const bool above = entry.bound != Bound::upper && entry.score - margin >= node.beta;
    const bool below = entry.bound != Bound::lower && entry.score + margin <= node.alpha;
    if (!above && !below) return std::nullopt;
    return Value::estimate(entry.score);
}

// The number of successive depths in which the score has hardly changed, including this one.
template <Position P>
int stable_depths(const Worker<P>& worker, const Node<P>& node, const Value& value) {
    if (!node.entry || node.entry->depth >= node.depth) return 0;
    const Score change = std::abs(node.entry->score - value.score);
    if (node.entry->bound == Bound::none || change > worker.margin(margins::stable_tolerance))
        return 0;
    return std::min(node.entry->stable_depths + 1, 3);
}

// The depth reduction of a null move in plies; 0: no null move.
template <Position P>
int null_reduction(const Worker<P>& worker, const Node<P>& node) {
    if (!worker.heuristics.has(Heuristic::null_move) || node.depth < margins::null_min_depth)
        return 0;
    if (node.static_eval < node.beta || node.ply < worker.no_null_until) return 0;
    if (worker.frames[Worker<P>::index(node.ply)].passed || !node.position.may_pass()) return 0;
    if constexpr (Counting<P>) {
        if (node.position.count() <= margins::null_min_moves) return 0;
    }
    const int surplus = (node.static_eval - node.beta) / worker.margin(margins::null_step);
    return 1 + margins::null_base + node.depth / margins::null_depth_divisor + std::min(surplus, 3);
}

}  // namespace zeitnot
