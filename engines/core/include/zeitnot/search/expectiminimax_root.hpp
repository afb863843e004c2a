// Expectiminimax at the root: lines for the moves or, before a throw, the best move for each throw.
//
// Iterative deepening as in alpha-beta, and the value of a position before a throw is the mean over
// its throws (Michie, "Game-playing and game-learning automata", 1966).
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "zeitnot/search/deepen.hpp"
#include "zeitnot/search/expectiminimax.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

// The moves of a position and their values, the best first.
template <Stochastic P, class Trace = NoTrace>
class RootChoice {
   public:
    using Move = typename P::Move;

    // `moves` are in search order; the first `searched_count` are searched deeply.
    RootChoice(const P& position, const RankedMoves<P>& moves, std::size_t searched_count,
               std::size_t line_count)
        : position_(position),
          searched_count_(std::max(searched_count, line_count)),
          line_count_(std::min(line_count, moves.size())) {
        for (const auto& move : moves) moves_.push_back({move.move, 0});
    }

    [[nodiscard]] bool empty() const { return moves_.empty(); }
    [[nodiscard]] double value() const { return moves_.front().value; }
    [[nodiscard]] bool proved() const { return proved_; }
    [[nodiscard]] std::size_t line_count() const { return line_count_; }

    // Searches the moves [first, last). After all moves, the `line_count` best have exact values
    // and the others keep their order.
    void search(Expectiminimax<P, Trace>& worker, int depth, std::size_t first, std::size_t last) {
        static constexpr double bound = Evaluation<P>::bound;
        if (first == 0) proved_ = true;
        const std::size_t end =
            depth > 1 ? std::min(searched_count_, moves_.size()) : moves_.size();
        if (end < moves_.size()) proved_ = false;
        for (std::size_t i = first; i < std::min(last, end); ++i) {
            const double move_alpha = i < line_count_ ? -bound : moves_[line_count_ - 1].value;
            const Interval found =
                worker.search_move(position_, moves_[i].move, depth, move_alpha, bound, 0);
            proved_ &= found.proved;
            set_value(i, i < line_count_ || found.lower > move_alpha ? found.lower : unknown);
        }
    }

    [[nodiscard]] Move move(std::size_t i) const { return moves_[i].move; }
    [[nodiscard]] Line<P> line(std::size_t i, const Evaluation<P>& evaluation) const {
        return {move(i), evaluation.reported(moves_[i].value), std::nullopt, {move(i)}};
    }

   private:
    static constexpr double unknown = std::numeric_limits<double>::lowest();

    struct RatedMove {
        Move move;
        double value;
    };

    void set_value(std::size_t from, double value) {
        moves_[from].value = value;
        std::size_t to = from;
        while (to > 0 && moves_[to - 1].value < value) --to;
        const auto at = [this](std::size_t i) { return moves_.begin() + static_cast<long>(i); };
        std::rotate(at(to), at(from), at(from) + 1);
    }

    P position_;
    std::vector<RatedMove> moves_;
    std::size_t searched_count_;
    std::size_t line_count_;
    bool proved_ = false;
};

template <Stochastic P, class Trace = NoTrace>
class ExpectiminimaxRoot {
   public:
    using Game = P;
    static constexpr int max_depth = max_ply / 2 - 4;
    static constexpr double instability_margin = Evaluation<P>::instability_margin;

    ExpectiminimaxRoot(const Task<P>& task, Table<3>& table, const Evaluation<P>& evaluation,
                       Control& control, const Options& options, const Trace& trace = {})
        : task_(task),
          evaluation_(evaluation),
          heuristics_(ChanceHeuristics::all().without(options.chance_without)),
          worker_(table, evaluation, control, heuristics_,
                  dynamic_cast<const typename TablebaseOf<P>::type*>(options.tablebase.get()),
                  trace) {
        if (position().chance_due()) {
            list_throws();
        } else {
            choices_.push_back(choice_of_moves(task));
        }
        report_.value = evaluation.reported(evaluation(position()));
        if (!is_chance_root()) add_lines(report_, 1);
    }

    // See Expectiminimax. Before any iteration; only the first thread's report counts, so that the
    // order of the other threads' throws does not matter.
    void set_thread(std::size_t number) {
        worker_.set_thread(number);
        rotate_by(number, outcomes_);
        rotate_by(number, choices_);
    }

    void iterate(int depth) {
        worker_.meter().visit();
        Report<P> report;
        report.depth = depth;
        if (is_chance_root()) {
            search_throws(report, depth);
        } else {
            RootChoice<P, Trace>& choice = choices_.front();
            choice.search(worker_, depth, 0, all);
            report.value = evaluation_.reported(choice.value());
            report.exact = choice.proved();
            add_lines(report, choice.line_count());
        }
        report_ = std::move(report);
    }

    [[nodiscard]] Report<P> answer() const { return report_; }
    [[nodiscard]] bool can_stop() const { return report_.exact; }
    [[nodiscard]] Meter& meter() { return worker_.meter(); }

   private:
    static constexpr auto all = std::numeric_limits<std::size_t>::max();

    struct RootOutcome {
        P position;
        typename P::Throw outcome;
        double probability;
    };

    [[nodiscard]] const P& position() const { return task_.root.position(); }
    [[nodiscard]] bool is_chance_root() const { return !outcomes_.empty(); }

    [[nodiscard]] RootChoice<P, Trace> choice_of_moves(const Task<P>& task) const {
        auto moves = root_moves(task, evaluation_, worker_.ordering(), no_move);
        std::size_t searched_count = moves.size();
        if constexpr (Filtered<P>) {
            if (heuristics_.has(ChanceHeuristic::filter))
                searched_count = rank_and_filter(task.root.position(), evaluation_, moves);
        }
        return {task.root.position(), moves, searched_count, static_cast<std::size_t>(task.lines)};
    }

    void list_throws() {
        position().chance([this](typename P::Throw outcome, double probability) {
            RootOutcome next{position(), outcome, probability};
            next.position.apply(outcome);
            outcomes_.push_back(next);
            choices_.push_back(choice_of_moves({History<P>(next.position), 1, {}}));
        });
    }

    // A throw that another throw follows (a set-up in two parts), or that ends the game, has a
    // value but no move. All values are for the side to move at the root: a throw may change the
    // turn.
    void search_throws(Report<P>& report, int depth) {
        // Searches the expected move of every throw first, because pondering needs it most.
        for (RootChoice<P, Trace>& choice : choices_) choice.search(worker_, depth, 0, 1);
        double mean = 0;
        report.exact = true;
        for (std::size_t i = 0; i < outcomes_.size(); ++i) {
            const auto& [next, outcome, probability] = outcomes_[i];
            const double value = value_after_throw(i, depth, report.exact);
            mean += probability * value;
            report.throws.push_back({outcome, probability, evaluation_.reported(value), {}});
            if (!choices_[i].empty()) report.throws.back().pv = {choices_[i].move(0)};
        }
        report.value = evaluation_.reported(mean);
    }

    double value_after_throw(std::size_t i, int depth, bool& exact) {
        static constexpr double bound = Evaluation<P>::bound;
        const P& next = outcomes_[i].position;
        if (choices_[i].empty()) {
            const Interval found = worker_.search_child(position(), next, depth, -bound, bound, 0);
            exact &= found.proved;
            return found.lower;
        }
        choices_[i].search(worker_, depth, 1, all);
        exact &= choices_[i].proved();
        const double value = choices_[i].value();
        return next.turn() == position().turn() ? value : -value;
    }

    void add_lines(Report<P>& report, std::size_t count) const {
        for (std::size_t i = 0; i < count; ++i) {
            report.lines.push_back(choices_.front().line(i, evaluation_));
        }
    }

    const Task<P>& task_;
    const Evaluation<P>& evaluation_;
    ChanceHeuristics heuristics_;
    Expectiminimax<P, Trace> worker_;
    std::vector<RootOutcome> outcomes_;
    std::vector<RootChoice<P, Trace>> choices_;
    Report<P> report_;
};

}  // namespace zeitnot
