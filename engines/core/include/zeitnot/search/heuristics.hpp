// The heuristics of alpha-beta, each of which can be switched off, to see what it saves.
//
// Without any of them the search is plain negamax. `exact_heuristics` never change a value; the
// others look deeper at some moves and less deep at others, and count a part of the tree as known.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

#include "zeitnot/enum_set.hpp"
#include "zeitnot/eval/evaluation.hpp"

namespace zeitnot {

enum class Heuristic : std::uint8_t {
    alphabeta,         // windows at all
    table,             // values from the table, not only its moves' places
    captures,          // captures first, by what they win
    killers,           // then what refuted a neighbour
    counters,          // what refuted the same move elsewhere
    history,           // and what did well anywhere
    aspiration,        // a narrow window at the root
    pvs,               // an empty window after the first move
    quiescence,        // captures to the end below depth 0
    evasions,          // all answers to a check there
    delta,             // no captures there that cannot reach the window
    exchanges,         // none there that lose material
    stillness,         // leave a branch whose value has stood still
    check_extension,   // a check does not count as a ply
    reply_extension,   // nor does the only answer
    singular,          // nor a move far better than all others
    null_move,         // good enough even if the turn is given away
    reductions,        // late moves less deep first
    late_moves,        // at the last plies, the latest not at all
    futility,          // nor quiet ones from far below the window, nor those that lose material
    reverse_futility,  // far above the window is above it
    razoring,          // far below it, captures decide
    internal,          // no move from the table: less deep
    endings,           // the game's own solver near the end
    guard,             // what rests on the path stays out of the table: without it values are wrong
};

inline constexpr std::array<std::string_view, 25> heuristic_names{"alphabeta",
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
                                                                  "guard"};

using Heuristics = EnumSet<Heuristic, heuristic_names.size()>;

inline constexpr Heuristics exact_heuristics{
    Heuristic::alphabeta,  Heuristic::table,    Heuristic::captures,
    Heuristic::killers,    Heuristic::counters, Heuristic::history,
    Heuristic::aspiration, Heuristic::pvs,      Heuristic::guard};

constexpr std::optional<Heuristic> heuristic_of(std::string_view name) {
    return value_named<Heuristic>(heuristic_names, name);
}

// What a game permits: a heuristic needs what it asks of a game, and no game whose values are all
// known is searched with forward pruning. An evaluation may rule out more, as `static constexpr
// Heuristics unfit`.
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
    if constexpr (!Checking<P>) {
        heuristics = heuristics.without(
            {Heuristic::evasions, Heuristic::check_extension, Heuristic::reply_extension});
    }
    if constexpr (!Passing<P>) heuristics = heuristics.without({Heuristic::null_move});
    if constexpr (!Repeating<P>) heuristics = heuristics.without({Heuristic::guard});
    if constexpr (!requires { typename Evaluation<P>::Endings; }) {
        heuristics = heuristics.without({Heuristic::endings});
    }
    if constexpr (std::derived_from<Evaluation<P>, PointsEvaluation>) {
        heuristics = exact_heuristics;
    }
    if constexpr (requires { Evaluation<P>::unfit; })
        heuristics = heuristics.without(Evaluation<P>::unfit);
    return heuristics;
}

}  // namespace zeitnot
