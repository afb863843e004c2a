// Alpha-beta below the root: negamax with principal variation search and the table.
//
// THEORY OF OPERATION: this searches two-seat games without throws or hidden information. Games
// with throws are searched by expectiminimax.hpp, games of more seats by seats/. Search by
// simulated games is in mcts/.
//
// The tree. `Engine` (engine.hpp) has one table and searches one root at a time. `deepen`
// (deepen.hpp) searches this root at depth 1, 2, 3, ... (Slate and Atkin, "Chess 4.5", 1977): each
// iteration leaves its best moves in the table, which order the next one, and its answer if the
// next one is interrupted. `AlphaBetaRoot` (alphabeta_root.hpp) searches the root's moves, in a
// window around the last score (aspiration: Baudet 1978); `AlphaBeta`, here, all nodes below;
// `Quiescence` (quiescence.hpp) takes over where the depth is used up, and follows captures and
// evasions of threats until the static evaluation can be trusted (Shannon 1950; Beal 1990).
//
// The window. (alpha, beta) contains the scores that still matter: the side to move has alpha
// already, and the opponent will not allow beta. A node ends when its score is proved to be outside
// (Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975). A score
// of at least beta is a fail-high: one move refutes the opponent's last one, the true score may be
// higher still, and the other moves do not matter. A score of at most alpha is a fail-low: all
// moves were refuted, and the true score may be lower still. Scores are fail-soft (Fishburn 1983):
// a score outside the window is returned as found, as a bound. The moves after the first are only
// tested, with a null window; a move that turns out better is searched again with the full window
// (principal variation search: Marsland and Campbell, "Parallel search of strongly ordered
// game trees", 1982). Nodes with an open window (`pv_node`) may be on the principal variation.
//
// The table (table.hpp; entry.hpp has an entry's bits). After a fail-high the score is a lower
// bound, after a fail-low an upper one, and between them exact with respect to the depth and to
// what was pruned. `Worker::table_cutoff` uses an entry that was searched at least as deep if it is
// exact or if its bound is outside the window. Any other entry still gives the first move and a
// better static value.
//
// Selectivity. Checks are extended, late moves reduced, hopeless ones skipped (reductions.hpp), and
// nodes far outside the window are cut before their moves are generated (forward_pruning.hpp).
// heuristics.hpp lists all heuristics. Those in `exact_heuristics` never change a value (the table
// only with `SearchConfig::exact_depth`).
//
// Threads. All threads search the same root and share only the table and the limits ("Lazy SMP").
// Each has its own `Worker`: path, move history, variations. The first thread's answer counts.
// Every few hundred nodes `Meter::visit` checks whether the caller's `StopToken`, the time or the
// node count (control.hpp) ends the search; it then throws `Interrupted`, which unwinds the
// recursion.
//
// INVARIANTS
//
// 1. Scores are for the side to move. A child's is negated, unless the same seat moves again
//    (`search_child`).
// 2. A win in n plies from the root scores win_score - n, a loss -win_score + n, so shorter wins
//    and longer losses are better (score.hpp). Points of a game that counts them stay below that
//    range. The table counts from the position instead, since it may occur at another ply:
//    `score_to_table` and `score_from_table` on every way in and out.
// 3. A position that recurs on the search's path ends the game there: a draw, unless the game
//    judges it otherwise (perpetual check). Such a value is valid for this path only.
//    `Value::rests_on` is the lowest ply that it depends on, and a node stores nothing that depends
//    on a ply above its own (path.hpp; the graph history interaction: Campbell 1985; Kishimoto and
//    Müller 2004).
// 4. Everything else that a value depends on is in the key: the position, the keys of the game so
//    far that are one occurrence short of the limit, and near a move limit the plies left
//    (`Worker::key`).
// 5. A value is `proved` if no estimate went into it, that of the refuting move after a cutoff and
//    those of all moves otherwise, or if it is a forced end within the depth of a full-width
//    search. Proved values are stored at `proved_depth`, which suffices for every search, and end
//    iterative deepening.
// 6. In an open window only exact entries end a node, so that the principal variation is complete.
// 7. A node with an excluded move (singular extensions) neither reads nor writes the table.
// 8. A move from the table is played only if it is among the generated ones: codes may collide.
// 9. An interrupted node stores nothing, and an interrupted iteration does not change the answer.
// 10. With one thread, no limit of time, and an empty table, the same search visits the same nodes
//    every time. Time, other threads and entries of earlier searches change that.
//
// Reading order: score.hpp, value.hpp, node.hpp, worker.hpp, this file, quiescence.hpp, picker.hpp
// and move_history.hpp (the order of moves), reductions.hpp, forward_pruning.hpp, margins.hpp,
// path.hpp, entry.hpp, ../table.hpp, ../replacement.hpp, ../slots.hpp, alphabeta_root.hpp,
// deepen.hpp, control.hpp, stop_token.hpp, time_manager.hpp, engine.hpp. docs/why/search.md and
// docs/why/table.md give the reasons.
#pragma once

#include <algorithm>

#include "zeitnot/search/forward_pruning.hpp"
#include "zeitnot/search/quiescence.hpp"
#include "zeitnot/search/reductions.hpp"
#include "zeitnot/search/trace.hpp"

namespace zeitnot {

// One thread's search.
template <Deterministic P, class Trace = NoTrace>
    requires ScoreEvaluation<Evaluation<P>, P> && TraceOf<Trace, P, Value, Score>
class AlphaBeta {
   public:
    using Move = typename P::Move;

    AlphaBeta(Table<1>& table, const Evaluation<P>& evaluation, Control& control,
              const SearchConfig& config, const Trace& trace = {})
        : worker_(table, evaluation, control, config), trace_(trace) {}

    void begin(const History<P>& root) {
        worker_.path.begin(root);
        worker_.frame(0) = Worker<P>::frame_of(root.position(), no_code);
        worker_.path.enter(root.position(), 0, worker_.frame(0).threatened);
        worker_.frame(0).static_eval = worker_.estimate(root.position());
    }

    // Limits extensions to lines of twice the iteration's depth.
    void begin_iteration(int depth) {
        worker_.iteration = depth;
        worker_.extension_limit = 2 * depth;
    }

    // The value of `move` at `ply` for its side to move, searched with the window (alpha, beta).
    Value search_move(const P& position, Move move, MovePlan plan, Score alpha, Score beta,
                      int ply) {
        P next = position;
        next.play(move);
        if (worker_.heuristics.has(Heuristic::table)) worker_.table.prefetch(worker_.key(next));
        worker_.path.leave_by(position, move, ply);
        Frame& frame = worker_.frame(ply + 1);
        frame = Worker<P>::frame_of(next, code_of(move));
        extend_check(worker_, frame, plan, ply);
        const int depth = plan.depth - 1;
        if (!worker_.heuristics.has(Heuristic::alphabeta)) {
            return search_child(position, next, depth, -infinite_score, infinite_score, ply + 1);
        }
        if (plan.first) return search_child(position, next, depth, alpha, beta, ply + 1);
        const Score test = worker_.heuristics.has(Heuristic::pvs) ? alpha + 1 : beta;
        const int reduction = std::clamp(plan.reduction, 0, std::max(depth - 1, 0));
        Value value = search_child(position, next, depth - reduction, alpha, test, ply + 1);
        if (reduction > 0 && value.score > alpha) {
            value = search_child(position, next, depth, alpha, test, ply + 1);
        }
        if (value.score <= alpha || value.score >= beta || test == beta) return value;
        return search_child(position, next, depth, alpha, beta, ply + 1);
    }

    // The principal variation of the last search, from `ply` on.
    [[nodiscard]] const typename Worker<P>::Pv& pv(int ply) const {
        return worker_.pvs[Worker<P>::index(ply)];
    }
    [[nodiscard]] Worker<P>& worker() { return worker_; }
    [[nodiscard]] const Worker<P>& worker() const { return worker_; }

   private:
    using Node = zeitnot::Node<P>;

    // The value of `next` for the side to move in `position`: the other side's gain is its loss,
    // but a seat may move twice running.
    Value search_child(const P& position, const P& next, int depth, Score alpha, Score beta,
                       int ply) {
        if (next.turn() == position.turn()) return search(next, depth, alpha, beta, ply);
        return -search(next, depth, -beta, -alpha, ply);
    }

    Value search(const P& position, int depth, Score alpha, Score beta, int ply) {
        worker_.meter.visit(ply);
        trace_.enter(position, depth, ply, alpha, beta);
        worker_.pvs[Worker<P>::index(ply)].clear();
        if (const auto value = worker_.end(position, ply))
            return trace_exit(ply, *value, Exit::ended);
        if (const auto value = worker_.solved(position, depth, alpha, beta, ply))
            return trace_exit(ply, *value, Exit::solved);
        if (depth <= 0 || ply >= max_ply - 1)
            return trace_exit(ply, leaf(position, alpha, beta, ply), Exit::leaf);
        Node node{.position = position, .depth = depth, .ply = ply, .alpha = alpha, .beta = beta};
        node.pv_node = beta - alpha > 1;
        node.excluded = worker_.frame(ply).excluded;
        set_static_eval(worker_, node);  // while the table's entry is being prefetched
        probe_table(node);
        if (const auto value = probe_cutoff(node)) return trace_exit(ply, *value, Exit::table);
        refine_static_eval(worker_, node);
        if (const auto value = prune(node)) return trace_exit(ply, *value, Exit::pruned);
        if (node.table_move() == no_code && node.depth >= margins::internal_min_depth &&
            worker_.heuristics.has(Heuristic::internal) &&
            worker_.heuristics.has(Heuristic::table)) {
            --node.depth;
        }
        worker_.path.enter(position, ply, node.threatened);
        worker_.move_history.clear_killers(ply + 2);
        return trace_exit(ply, search_moves(node), Exit::searched);
    }

    Value trace_exit(int ply, const Value& value, Exit exit) {
        trace_.leave(ply, value, exit);
        return value;
    }

    Value leaf(const P& position, Score alpha, Score beta, int ply) {
        if constexpr (Capturing<P>) {
            if (worker_.heuristics.has(Heuristic::quiescence)) {
                return Quiescence<P>(worker_).search(position, alpha, beta, ply,
                                                     worker_.frame(ply).threatened);
            }
        }
        if constexpr (EndsWithoutMoves<P>) {
            if (const auto end = position.result()) {
                return worker_.final(position, *end, ply, path_independent);
            }
        }
        return Value::estimate(worker_.estimate(position));
    }

    void probe_table(Node& node) const {
        if (node.excluded != no_code || !worker_.heuristics.has(Heuristic::table)) return;
        node.entry = Entry::find(worker_.table, worker_.key(node.position));
    }

    // In an open window only exact values are used, so that the principal variation is complete.
    std::optional<Value> probe_cutoff(const Node& node) const {
        if (!node.entry || (node.pv_node && node.entry->bound != Bound::exact)) return std::nullopt;
        return worker_.table_cutoff(*node.entry, node.position, node.depth, node.alpha, node.beta,
                                    node.ply);
    }

    std::optional<Value> prune(Node& node) {
        if (node.pv_node || !node.is_quiet || node.excluded != no_code || is_decisive(node.beta)) {
            return std::nullopt;
        }
        if (const auto value = prune_stable(worker_, node)) return value;
        if (const auto value = reverse_futility(worker_, node)) return value;
        if constexpr (Capturing<P>) {
            if (may_razor(worker_, node)) {
                const Value value = leaf(node.position, node.alpha, node.beta, node.ply);
                if (value.score <= node.alpha) return Value{value.score, false, value.rests_on};
            }
        }
        if constexpr (Passing<P>) return null_move(node);
        return std::nullopt;
    }

    // Null move: if even passing is good enough, so is the best move (Beal 1989;
    // Donninger, "Null move and deep search", ICCA Journal 16(3), 1993). In zugzwang passing would
    // help, so no null move is tried where few moves are left, and at high depth a reduced search
    // without null moves verifies the cutoff (Tabibi and Netanyahu 2002).
    std::optional<Value> null_move(Node& node) {
        const int reduction = null_reduction(worker_, node);
        if (reduction == 0) return std::nullopt;
        P next = node.position;
        next.pass_turn();
        if (worker_.heuristics.has(Heuristic::table)) worker_.table.prefetch(worker_.key(next));
        worker_.path.enter(node.position, node.ply, false);
        worker_.path.leave_by_passing(node.ply);
        worker_.frame(node.ply + 1) = {.passed = true, .turn = seat_of(next)};
        const Value value =
            -search(next, node.depth - reduction, -node.beta, -node.beta + 1, node.ply + 1);
        if (value.score < node.beta) return std::nullopt;
        const Score score = is_decisive(value.score) ? node.beta : value.score;
        if (node.depth >= margins::null_verify_min_depth) {
            worker_.no_null_until = node.ply + 3 * (node.depth - reduction) / 4;
            const Value verification =
                search(node.position, node.depth - reduction, node.beta - 1, node.beta, node.ply);
            worker_.no_null_until = 0;
            if (verification.score < node.beta) return std::nullopt;
        }
        return Value{score, false, value.rests_on};
    }

    Value search_moves(Node& node) {
        Picker<P> picker(node.position, worker_.evaluation, worker_.move_history,
                         worker_.heuristics, node.picker_context(worker_));
        if (picker.size() == 0) return worker_.no_moves_result(node.position, node.ply);
        node.all_moves.proved = picker.is_complete();
        extend_reply(worker_, node, picker.size());
        while (const Move* next = picker.next()) {
            const Move move = *next;
            const std::uint16_t code = code_of(move);
            if (code == node.excluded) continue;
            MovePlan plan = plan_move(worker_, node, picker, move);
            if (plan.skip != Skip::none) {
                node.all_moves.proved = false;
                if (plan.skip == Skip::quiets) picker.skip_quiets();
                continue;
            }
            if (const auto value = extend_singular(node, code, plan)) return *value;
            const Value value =
                search_move(node.position, move, plan, node.alpha, node.beta, node.ply);
            update_best(node, move, value);
            if (value.score >= node.beta) return fail_high(node, move);
            if (!node.position.is_capture(move) && node.tried.size() < Node::max_tried) {
                node.tried.push(code);
            }
            ++node.count;
        }
        if (node.count == 0) return Value::estimate(node.alpha);  // the only move was excluded
        return finish(node);
    }

    // A move far better than all others is searched a ply deeper (singular extensions:
    // Anantharaman, Campbell and Hsu, Artificial Intelligence 43, 1990); if another move also
    // reaches beta, the node is cut.
    std::optional<Value> extend_singular(Node& node, std::uint16_t code, MovePlan& plan) {
        if (!may_be_singular(worker_, node, code)) return std::nullopt;
        const Score target = score_from_table(node.entry->score, node.ply) -
                             worker_.margin(margins::singular_step * node.depth);
        worker_.frame(node.ply).excluded = code;
        const Value others =
            search(node.position, (node.depth - 1) / 2, target - 1, target, node.ply);
        worker_.frame(node.ply).excluded = no_code;
        if (others.score < target) {
            ++plan.depth;
        } else if (target >= node.beta) {
            return Value{target, false, others.rests_on};
        }
        return std::nullopt;
    }

    void update_best(Node& node, Move move, Value value) {
        node.all_moves.proved &= value.proved;
        node.all_moves.rests_on = std::min(node.all_moves.rests_on, value.rests_on);
        if (value.score <= node.best.score) return;
        node.best = value;
        node.move = code_of(move);
        if (value.score <= node.alpha) return;
        node.raised_alpha = true;
        if (worker_.heuristics.has(Heuristic::alphabeta)) node.alpha = value.score;
        if (node.pv_node) worker_.update_pv(node.ply, move);
    }

    // A beta cutoff: the value depends on this move only.
    Value fail_high(const Node& node, Move move) {
        trace_.cut(node.ply, move);
        update_history(worker_, node, move);
        return store_result(node, node.best, Bound::lower);
    }

    Value finish(const Node& node) {
        Value value{node.best.score, node.all_moves.proved, node.all_moves.rests_on};
        // Below alpha the best score is only an upper bound, and moves left out may exceed it.
        if constexpr (NamesCandidates<P>)
            value.proved |= node.raised_alpha && is_proved_win(node.best);
        if (!node.raised_alpha) return store_result(node, value, Bound::upper);
        // If the best move's value is path-independent and the values of the others are not, it is
        // a lower bound.
        if (value.rests_on < node.ply) store_result(node, node.best, Bound::lower);
        return store_result(node, value, Bound::exact);
    }

    Value store_result(const Node& node, Value value, Bound bound) {
        if (node.excluded != no_code) return Value{value.score, false, value.rests_on};
        // A full-width search to this depth has seen every shorter end.
        value.proved |= worker_.config.full_width() && is_decisive(value.score) &&
                        plies_to_end(value.score) - node.ply <= node.depth;
        if (value.rests_on < node.ply && worker_.heuristics.has(Heuristic::guard)) return value;
        worker_.store(node.position, node.depth, node.ply, node.move, bound, value,
                      stable_depths(worker_, node, value));
        value.rests_on = path_independent;  // a cycle that closes here or below exists on any path
        return value;
    }

    Worker<P> worker_;
    [[no_unique_address]] Trace trace_;
};

}  // namespace zeitnot
