// An engine: one game, one method, and one table, which persists between searches.
//
// Pondering is a search without limits of the position in which the opponent is to move. It runs
// until it is stopped; the next search finds its results in the table.
#pragma once

#include <optional>
#include <string_view>

#include "zeitnot/search/alphabeta_root.hpp"
#include "zeitnot/search/expectiminimax_root.hpp"

namespace zeitnot {

// The method that a game is searched with, its table, and its name.
template <Position P>
struct MethodOf;

template <Deterministic P>
struct MethodOf<P> {
    template <class Trace>
    using Root = AlphaBetaRoot<P, Trace>;
    using TableType = Table<1>;
    static constexpr std::string_view name = "alphabeta";
};

template <Stochastic P>
struct MethodOf<P> {
    template <class Trace>
    using Root = ExpectiminimaxRoot<P, Trace>;
    using TableType = Table<3>;
    static constexpr std::string_view name = "chance";
};

// Runs one search at a time; `trace` observes each, see trace.hpp.
template <TwoPlayerZeroSum P, class Trace = NoTrace>
class Engine {
   public:
    static constexpr std::string_view name = MethodOf<P>::name;
    using TableType = typename MethodOf<P>::TableType;
    using Root = typename MethodOf<P>::template Root<Trace>;

    explicit Engine(const Options& options, const Trace& trace = {})
        : options_(options),
          table_(make_table<TableType>(options)),
          evaluation_(make_evaluation<Evaluation<P>>(options)),
          trace_(trace) {}

    // `task`'s root must have a move or a throw due, and its `searchmoves` must be legal.
    Report<P> search(const Task<P>& task, const Limits& limits, const StopToken& token,
                     const OnReport<P>& on_report) {
        table_.new_search();
        Control control(limits, token);
        std::size_t threads = 0;
        const auto make = [&] {
            auto root =
                std::make_unique<Root>(task, table_, evaluation_, control, options_, trace_);
            if constexpr (requires { root->set_thread(threads); }) root->set_thread(threads);
            ++threads;
            return root;
        };
        const int depth = limits.depth.value_or(Root::max_depth);
        return search_on_threads<P>(make, control, options_.threads, depth, on_report);
    }

    // The static value of the position, in the game's unit, for the side to move.
    [[nodiscard]] double evaluate(const P& position) const {
        const auto end = position.result();
        if (!end) return evaluation_.reported(evaluation_(position));
        if constexpr (Stochastic<P>) {
            return evaluation_.reported(evaluation_.final_value(position, *end));
        } else {
            const Score score = evaluation_.final_score(*end);
            return evaluation_.reported(position.turn() == 0 ? score : -score);
        }
    }

    // The best moves of a position for which the evaluation knows exact values; empty for others.
    [[nodiscard]] typename P::Moves known_moves(const P& position) const {
        typename P::Moves best;
        if constexpr (requires { evaluation_.known_moves(position, best); })
            evaluation_.known_moves(position, best);
        return best;
    }

    void clear() { table_.clear(); }
    [[nodiscard]] int filled() const { return table_.filled(); }

   private:
    Options options_;
    TableType table_;
    Evaluation<P> evaluation_;
    [[no_unique_address]] Trace trace_;
};

}  // namespace zeitnot
