// The state of one thread's search: table, path, move history, principal variations.
//
// Threads share only the table (see deepen.hpp). Near a move limit the table's keys include the
// remaining plies.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "zeitnot/search/control.hpp"
#include "zeitnot/search/endings.hpp"
#include "zeitnot/search/entry.hpp"
#include "zeitnot/search/estimates.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/value.hpp"

namespace zeitnot {

// How a thread searches: the heuristics in use, and whether only table entries of equal depth are
// used.
struct SearchConfig {
    Heuristics heuristics;
    bool exact_depth = false;

    // Whether only exact heuristics are in use, so that a search of depth d finds every end within
    // d.
    [[nodiscard]] bool full_width() const { return heuristics.without(exact_heuristics).empty(); }
};

// The value of the weakest piece, the unit of margins.
template <Position P>
constexpr Score pawn_of() {
    if constexpr (requires { Evaluation<P>::pawn; }) return Evaluation<P>::pawn;
    return 100;
}

template <Deterministic P>
    requires ScoreEvaluation<Evaluation<P>, P>
struct Worker {
    using Move = typename P::Move;
    using Pv = FixedList<Move, max_ply>;

    Worker(Table<1>& table, const Evaluation<P>& evaluation, Control& control,
           const SearchConfig& config)
        : table(table),
          evaluation(evaluation),
          estimate(evaluation),
          meter(control),
          config(config),
          heuristics(config.heuristics),
          move_history(config.heuristics),
          endings(endings_of(evaluation, table, meter)) {}

    Table<1>& table;
    const Evaluation<P>& evaluation;
    Estimates<P> estimate;
    Meter meter;
    SearchConfig config;
    Heuristics heuristics;
    Path<P> path;
    MoveHistory<P> move_history;
    typename EndingsOf<Evaluation<P>>::type endings;
    std::array<Pv, max_ply + 1> pvs;
    std::array<Frame, max_ply + 2> frames;
    int iteration = 0;
    int extension_limit = max_ply;  // there are no extensions from this ply on
    int no_null_until = 0;          // there are no null moves before this ply
    bool needs_static_eval =
        heuristics.has(Heuristic::null_move) || heuristics.has(Heuristic::reverse_futility) ||
        heuristics.has(Heuristic::razoring) || heuristics.has(Heuristic::futility);

    [[nodiscard]] static std::size_t index(int ply) { return static_cast<std::size_t>(ply); }
    [[nodiscard]] Frame& frame(int ply) { return frames[index(ply)]; }

    // A margin in the evaluation's unit.
    [[nodiscard]] static constexpr Score margin(int hundredths) {
        return hundredths * pawn_of<P>() / 100;
    }

    // The path's salt stands for the positions of the game that are one occurrence short of ending
    // it by repetition. Near a move limit, which is not part of a position's hash, keys include the
    // remaining plies; farther away the limit is beyond the search's horizon.
    [[nodiscard]] Key key(const P& position) const {
        Key key = position.hash() ^ path.salt();
        if constexpr (MoveLimited<P>) {
            const int remaining = position.plies_to_move_limit();
            if (remaining <= near_limit) {
                auto state = static_cast<Key>(remaining);
                key ^= splitmix64(state);
            }
        }
        return key;
    }

    // The end of the game, by rule or by repetition, as far as it can be seen without a move
    // list.
    [[nodiscard]] std::optional<Value> end(const P& position, int ply) const {
        if (const auto outcome = early_result(position))
            return final(position, *outcome, ply, path_independent);
        if (const auto ended = path.repeats(position, ply)) {
            return final(position, ended->outcome, ply, ended->rests_on);
        }
        return std::nullopt;
    }

    // The value of perfect play, if the solver of the game's last stage gives one. The solver
    // gets at least the iteration's depth, so that it also solves moves of reduced depth.
    [[nodiscard]] std::optional<Value> solved(const P& position, int depth, Score alpha, Score beta,
                                              int ply) {
        if constexpr (requires { endings.solve(position, depth, alpha, beta); }) {
            if (config.exact_depth || !heuristics.has(Heuristic::endings)) return std::nullopt;
            const int solver_depth = std::max(depth, iteration - ply);
            const std::optional<Score> score = endings.solve(position, solver_depth, alpha, beta);
            if (!score) return std::nullopt;
            if (beta - alpha > 1) endings.line(position, pvs[index(ply)]);
            return Value{score_from_table(*score, ply), true, path_independent};
        }
        return std::nullopt;
    }

    // Like `solved`, for the root, where a solver may take more effort than at other nodes.
    [[nodiscard]] std::optional<Value> solved_root(const P& position, int depth)
        requires SolvesRoot<P>
    {
        if (config.exact_depth || !heuristics.has(Heuristic::endings)) return std::nullopt;
        const std::optional<Score> score = endings.solve_root(position, depth);
        if (!score) return std::nullopt;
        pvs[0].clear();
        try {
            endings.line(position, pvs[0]);
        } catch (const Interrupted&) {
            // The win is proved, and the line has at least its first move.
        }
        return Value{*score, true, path_independent};
    }

    // The value of a node without legal moves.
    [[nodiscard]] Value no_moves_result(const P& position, int ply) {
        if constexpr (EndsWithoutMoves<P>)
            return final(position, position.no_moves_result(), ply, path_independent);
        return Value::estimate(estimate(position));
    }

    [[nodiscard]] Value final(const P& position, const Outcome& outcome, int ply,
                              int rests_on) const {
        const int sign = position.turn() == 0 ? 1 : -1;
        return {score_from_table(sign * evaluation.final_score(outcome), ply), true, rests_on};
    }

    // The frame of a position that `move` led to.
    [[nodiscard]] static Frame frame_of(const P& position, std::uint16_t move) {
        return {.threatened = is_threatened(position),
                .must_capture = must_capture(position),
                .turn = seat_of(position),
                .move = move};
    }

    // The value of a table entry, if it suffices for a cutoff.
    [[nodiscard]] std::optional<Value> table_cutoff(const Entry& entry, const P& position,
                                                    int depth, Score alpha, Score beta,
                                                    int ply) const {
        if (config.exact_depth ? entry.depth != depth : entry.depth < depth) return std::nullopt;
        const Score score = score_from_table(entry.score, ply);
        const bool decides = entry.bound == Bound::exact ||
                             (entry.bound == Bound::lower && score >= beta) ||
                             (entry.bound == Bound::upper && score <= alpha);
        if (!decides) return std::nullopt;
        if constexpr (MoveLimited<P>) {
            // The move limit may come within the entry's horizon.
            const int remaining = position.plies_to_move_limit();
            const int horizon = is_decisive(score) ? plies_to_end(score) - ply : entry.depth;
            if (remaining > near_limit && horizon >= remaining) return std::nullopt;
        }
        return Value{score, entry.depth == proved_depth, path_independent};
    }

    void store(const P& position, int depth, int ply, std::uint16_t move, Bound bound, Value value,
               int stable_depths = 0) {
        const int table_depth = value.proved && !config.exact_depth ? proved_depth : depth;
        const Entry entry{table_depth, move,         bound, score_to_table(value.score, ply),
                          ply,         stable_depths};
        table.store(key(position), entry.packed());
    }

    // Sets the principal variation from `ply` on: `move`, then that of the next ply. One from a
    // solver may be longer than the search; it is cut where the list is full.
    void update_pv(int ply, Move move) {
        Pv& pv = pvs[index(ply)];
        pv.clear();
        pv.push(move);
        for (const Move next : pvs[index(ply + 1)]) {
            if (!pv.push_if_room(next)) break;
        }
    }

   private:
    static constexpr int near_limit = 40;

    static std::optional<Outcome> early_result(const P& position) {
        if constexpr (EndsWithoutMoves<P>) {
            return position.early_result();
        } else {
            return position.result();
        }
    }
};

}  // namespace zeitnot
