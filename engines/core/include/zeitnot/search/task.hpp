// The task of a search: its root, number of lines, and root moves; and the engine's options.
//
// The root is a History, because repetition in the game so far counts in the search, too.
#pragma once

#include <algorithm>
#include <any>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "zeitnot/history.hpp"
#include "zeitnot/search/alliance.hpp"
#include "zeitnot/search/chance_heuristics.hpp"
#include "zeitnot/search/ordering.hpp"
#include "zeitnot/search/report.hpp"
#include "zeitnot/search/tablebase.hpp"
#include "zeitnot/search/worker.hpp"

namespace zeitnot {

struct MctsOptions;

struct Options {
    std::size_t hash_mb = 16;
    std::optional<std::size_t> hash_slots;  // the exact number of slots instead, for tests
    int threads = 1;
    bool exact_depth = false;  // use only table entries of equal depth, and no inexact heuristics
    Heuristics without{};      // heuristics of alpha-beta that are switched off
    ChanceHeuristics chance_without{};           // and of expectiminimax
    std::shared_ptr<const MctsOptions> mcts;     // null: the defaults; see mcts/options.hpp
    Alliance alliance;                           // of max^n
    std::any settings;                           // the game's, if a method samples hidden positions
    std::string evaluation;                      // one of Evaluation<P>::kinds; empty: the first
    std::any weights;                            // required for a Learnt game; see learnt.hpp
    std::any strategy;                           // a shared StoredStrategy of this game
    std::shared_ptr<const Tablebase> tablebase;  // of this game's endings
};

// Makes the table of an engine.
template <class TableType>
TableType make_table(const Options& options) {
    if (options.hash_slots) return TableType::tiny(*options.hash_slots);
    return TableType(options.hash_mb);
}

// Makes the evaluation of an engine, from the options if it can be.
template <class Evaluation>
Evaluation make_evaluation(const Options& options) {
    if constexpr (std::is_constructible_v<Evaluation, const Options&>) {
        return Evaluation(options);
    } else {
        return Evaluation();
    }
}

// Alpha-beta's configuration for a game with these options.
template <Position P>
SearchConfig config_of(const Options& options) {
    Heuristics heuristics = permitted_heuristics<P>().without(options.without);
    if (options.exact_depth) heuristics = heuristics & exact_heuristics;
    return {heuristics, options.exact_depth};
}

template <Position P>
struct Task {
    History<P> root;
    int lines = 1;
    std::vector<typename P::Move> searchmoves;  // root moves to search; empty: all
    // The seat whose view the search uses; empty: the side to move. If information is hidden and
    // another seat is to move, the searching seat does not know the root's legal moves.
    std::optional<int> seat{};

    [[nodiscard]] int searching_seat() const { return seat.value_or(root.position().turn()); }
    [[nodiscard]] bool allows(typename P::Move move) const {
        return searchmoves.empty() ||
               std::find(searchmoves.begin(), searchmoves.end(), move) != searchmoves.end();
    }
};

// The root moves to search, in the generator's order.
template <Position P>
std::vector<typename P::Move> moves_of(const Task<P>& task) {
    typename P::Moves moves;
    task.root.moves(moves);
    std::vector<typename P::Move> allowed;
    for (const auto move : moves)
        if (task.allows(move)) allowed.push_back(move);
    return allowed;
}

// The root moves to search, ranked, each with its index in the generator's order.
template <Position P, class Evaluation>
RankedMoves<P> root_moves(const Task<P>& task, const Evaluation& evaluation,
                          const Ordering<P>& ordering, std::uint16_t table_move) {
    RankedMoves<P> all, allowed;
    ordering.rank(task.root.position(), evaluation, table_move, 1, 0, all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        swap_best_to(all, i);
        if (task.allows(all[i].move)) allowed.push(all[i]);
    }
    return allowed;
}

}  // namespace zeitnot
