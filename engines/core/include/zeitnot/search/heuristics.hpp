// The heuristics of alpha-beta, each of which can be switched off to measure what it saves.
//
// Without any of them the search is textbook negamax. `exact_heuristics` never change a value; the
// others extend, reduce or prune.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

#include "zeitnot/enum_set.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

enum class Heuristic : std::uint8_t {
    alphabeta,   // cutoffs
    table,       // values from the transposition table, not only its moves for ordering
    captures,    // ordering: captures first, by what they win
    killers,     // ordering: quiet moves that refuted a sibling
    counters,    // ordering: quiet moves that refuted the same move elsewhere
    history,     // ordering: quiet moves that have cut often
    aspiration,  // a narrow window at the root
    pvs,         // a null window after the first move
    quiescence,  // only captures below depth 0
    evasions,    // in quiescence: all moves if in check or facing another immediate threat to win
    delta,       // in quiescence: no captures that cannot reach the window
    exchanges,   // in quiescence: no captures that lose material by SEE
    stability,   // named "stillness": prune a branch whose value is stable
    check_extension,   // extend checks, and other immediate threats to win, by a ply
    reply_extension,   // extend the only move against such a threat
    singular,          // extend a move far better than all others
    null_move,         // prune if the position is good enough even after passing
    reductions,        // search late moves less deep first
    late_moves,        // prune the last moves near the leaves
    futility,          // near the leaves: prune quiet moves far below the window, and losing moves
    reverse_futility,  // prune far above the window near the leaves
    razoring,          // far below the window: quiescence decides
    internal,          // reduce where the table has no move
    endings,           // the game's solver near the end
    candidates,        // search only the moves that the evaluation names
    guard,             // do not store path-dependent values; values are wrong without it
};

inline constexpr std::array<std::string_view, 26> heuristic_names{"alphabeta",
                                                                  "table",
                                                                  "captures",
                                                                  "killers",
                                                                  "counters",
                                                                  "history",
                                                                  "aspiration",
                                                                  "pvs",
                                                                  "quiescence",
                                                                  "evasions",
                                                                  "delta",
                                                                  "exchanges",
                                                                  "stillness",
                                                                  "check_extension",
                                                                  "reply_extension",
                                                                  "singular",
                                                                  "null_move",
                                                                  "reductions",
                                                                  "late_moves",
                                                                  "futility",
                                                                  "reverse_futility",
                                                                  "razoring",
                                                                  "internal",
                                                                  "endings",
                                                                  "candidates",
                                                                  "guard"};

using Heuristics = EnumSet<Heuristic, heuristic_names.size()>;

inline constexpr Heuristics exact_heuristics{
    Heuristic::alphabeta,  Heuristic::table,    Heuristic::captures,
    Heuristic::killers,    Heuristic::counters, Heuristic::history,
    Heuristic::aspiration, Heuristic::pvs,      Heuristic::guard};

constexpr std::optional<Heuristic> heuristic_of(std::string_view name) {
    return value_named<Heuristic>(heuristic_names, name);
}

// The heuristics that a game permits: a heuristic requires certain concepts of the game, and games
// without a static evaluation permit no forward pruning. An evaluation may exclude more by `static
// constexpr Heuristics unsupported`.
template <Position P>
constexpr Heuristics permitted_heuristics() {
    Heuristics heuristics = Heuristics::all();
    if constexpr (!Capturing<P>) {
        heuristics = heuristics.without(
            {Heuristic::quiescence, Heuristic::evasions, Heuristic::delta, Heuristic::exchanges});
        heuristics = heuristics.without(
            {Heuristic::futility, Heuristic::reverse_futility, Heuristic::razoring});
        heuristics = heuristics.without({Heuristic::late_moves, Heuristic::singular});
    }
    if constexpr (!SeesThreats<P>) {
        heuristics = heuristics.without(
            {Heuristic::evasions, Heuristic::check_extension, Heuristic::reply_extension});
    }
    if constexpr (!Passing<P>) heuristics = heuristics.without({Heuristic::null_move});
    if constexpr (!Repeating<P>) heuristics = heuristics.without({Heuristic::guard});
    if constexpr (!requires { typename Evaluation<P>::Endings; }) {
        heuristics = heuristics.without({Heuristic::endings});
    }
    if constexpr (!NamesCandidates<P>) heuristics = heuristics.without({Heuristic::candidates});
    if constexpr (std::derived_from<Evaluation<P>, PointsEvaluation>) {
        heuristics = exact_heuristics;
    }
    if constexpr (requires { Evaluation<P>::unsupported; })
        heuristics = heuristics.without(Evaluation<P>::unsupported);
    return heuristics;
}

}  // namespace zeitnot
