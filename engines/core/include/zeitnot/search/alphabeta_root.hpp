// Alpha-beta at the root: aspiration windows, several lines, and the report.
//
// An iteration opens a window around the last score and widens the side that fails, step by step to
// the full window, so that an unstable table can never make it loop (aspiration search: Baudet
// 1978; Kaindl, Shams and Horacek, "Minimax search algorithms with and without aspiration windows",
// 1991).
#pragma once

#include <algorithm>
#include <vector>

#include "zeitnot/search/alphabeta.hpp"
#include "zeitnot/search/deepen.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

template <Deterministic P, class Trace = NoTrace>
class AlphaBetaRoot {
   public:
    using Game = P;
    using Move = typename P::Move;
    static constexpr int max_depth = max_ply - 8;
    static constexpr double instability_margin = Evaluation<P>::instability_margin;

    AlphaBetaRoot(const Task<P>& task, Table<1>& table, const Evaluation<P>& evaluation,
                  Control& control, const Options& options, const Trace& trace = {})
        : task_(task),
          evaluation_(evaluation),
          search_(table, evaluation, control, config_of<P>(options), trace) {
        search_.begin(task.root);
        list_root_moves(task.searchmoves.empty());
        if (moves_.size() < static_cast<std::size_t>(task.lines)) list_root_moves(false);
        line_count_ = std::min(static_cast<std::size_t>(task.lines), moves_.size());
        moves_[0].score = evaluation(position());
        moves_[0].line = {moves_[0].move};
        report_ = report(1);
    }

    // Only the first thread calls the game's solver at the root.
    void set_thread(std::size_t number) { solves_root_ = number == 0; }

    void iterate(int depth) {
        depth_ = depth;
        search_.begin_iteration(depth);
        worker().meter.visit();
        if (solves_root_ && solve_root(depth)) return;
        const bool has_narrow_window =
            line_count_ == 1 && worker().heuristics.has(Heuristic::aspiration);
        const Value value = has_narrow_window
                                ? aspiration_search(depth)
                                : search_root_moves(depth, -infinite_score, infinite_score);
        const bool is_full_width = worker().config.full_width();
        const bool ends_in_time = is_decisive(value.score) &&
                                  plies_to_end(value.score) <= (is_full_width ? depth : depth / 2);
        exact_ = value.proved || (is_full_width && ends_in_time);
        can_stop_ = line_count_ == 1 ? value.proved || ends_in_time : value.proved;
        if (task_.searchmoves.empty()) {
            worker().store(position(), depth, 0, code_of(moves_[0].move), Bound::exact,
                           {value.score, exact_, path_independent});
        }
        last_score_ = value.score;
        report_ = report(line_count_);
    }

    [[nodiscard]] Report<P> answer() const { return report_; }
    [[nodiscard]] bool can_stop() const { return can_stop_; }
    [[nodiscard]] Meter& meter() { return worker().meter; }

   private:
    struct RootMove {
        Move move;
        Score score;
        std::vector<Move> line;
    };

    [[nodiscard]] const P& position() const { return task_.root.position(); }
    [[nodiscard]] Worker<P>& worker() { return search_.worker(); }
    [[nodiscard]] const Worker<P>& worker() const { return search_.worker(); }

    // Lists the moves to search, most promising first.
    void list_root_moves(bool candidates_only) {
        const auto entry = find_entry(position());
        const PickerContext context{entry ? entry->move : no_code, no_code, 1, 0};
        moves_.clear();
        Picker<P> picker(position(), evaluation_, worker().move_history,
                         candidates_only ? worker().heuristics
                                         : worker().heuristics.without({Heuristic::candidates}),
                         context);
        is_complete_ = picker.is_complete();
        while (const Move* move = picker.next()) {
            if (task_.allows(*move)) moves_.push_back({*move, -infinite_score, {}});
        }
    }

    [[nodiscard]] std::optional<Entry> find_entry(const P& at) const {
        if (!worker().heuristics.has(Heuristic::table)) return std::nullopt;
        return Entry::find(worker().table, worker().key(at));
    }

    // A win that the game's solver finds at the root ends the search.
    bool solve_root(int depth) {
        if constexpr (SolvesRoot<P>) {
            if (line_count_ > 1 || !task_.searchmoves.empty()) return false;
            const auto value = worker().solved_root(position(), depth);
            const auto& pv = search_.pv(0);
            if (!value || pv.empty()) return false;
            auto first = std::find_if(moves_.begin(), moves_.end(),
                                      [&](const auto& at) { return at.move == pv[0]; });
            if (first == moves_.end()) first = moves_.insert(first, RootMove{});  // not a candidate
            *first = {pv[0], value->score, {pv.begin(), pv.end()}};
            std::iter_swap(moves_.begin(), first);
            exact_ = can_stop_ = true;
            last_score_ = value->score;
            report_ = report(1);
            return true;
        }
        return false;
    }

    // Widens the side of the window that fails, finally to the full window.
    Value aspiration_search(int depth) {
        static constexpr Score first_step = Worker<P>::margin(40),
                               last_step = Worker<P>::margin(2000);
        Score step = first_step;
        const bool is_full = depth < 4 || is_decisive(last_score_);
        Score alpha = is_full ? -infinite_score : last_score_ - step;
        Score beta = is_full ? infinite_score : last_score_ + step;
        for (;;) {
            const Value value = search_root_moves(depth, alpha, beta);
            step *= 4;
            if (value.score <= alpha && alpha > -infinite_score) {
                alpha = step > last_step ? -infinite_score : last_score_ - step;
            } else if (value.score >= beta && beta < infinite_score) {
                beta = step > last_step ? infinite_score : last_score_ + step;
            } else {
                return value;
            }
        }
    }

    // Searches all root moves once. The `line_count_` best get exact scores, the others keep their
    // order.
    Value search_root_moves(int depth, Score alpha, Score beta) {
        bool is_best_proved = false;
        Value combined{-infinite_score, is_complete_, path_independent};
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const Score move_alpha =
                i < line_count_ ? alpha : std::max(alpha, moves_[line_count_ - 1].score);
            const MovePlan plan{
                .depth = depth, .reduction = reduction(depth, i), .first = i < line_count_};
            const Value value =
                search_.search_move(position(), moves_[i].move, plan, move_alpha, beta, 0);
            if (value.score > combined.score) {
                combined.score = value.score;
                is_best_proved = value.score > alpha && is_proved_win(value);
            }
            combined.proved &= value.proved;
            if (value.score >= beta) combined.proved = value.proved;
            set_score(i, value.score > move_alpha || i == 0 ? value.score : -infinite_score);
            if (value.score >= beta) break;
        }
        // The moves that were left out cannot make a win less than a win.
        if constexpr (NamesCandidates<P>) combined.proved |= is_best_proved;
        return combined;
    }

    [[nodiscard]] int reduction(int depth, std::size_t i) const {
        const bool is_late = i >= line_count_ + margins::reduction_min_moves &&
                             depth >= margins::reduction_min_depth;
        if (!is_late || !worker().heuristics.has(Heuristic::reductions)) return 0;
        if (position().is_capture(moves_[i].move)) return 0;
        return std::max(margins::reduction(depth, i) - 1, 0);
    }

    // Sets the score of the move at `from` and moves it before those with lower scores.
    void set_score(std::size_t from, Score score) {
        RootMove& move = moves_[from];
        move.score = score;
        if (score == -infinite_score) return;
        const auto& reply_pv = search_.pv(1);
        move.line = {move.move};
        move.line.insert(move.line.end(), reply_pv.begin(), reply_pv.end());
        std::size_t to = from;
        while (to > 0 && moves_[to - 1].score < score) --to;
        const auto at = [this](std::size_t i) { return moves_.begin() + static_cast<long>(i); };
        std::rotate(at(to), at(from), at(from) + 1);
    }

    [[nodiscard]] Report<P> report(std::size_t lines) const {
        Report<P> report;
        for (std::size_t i = 0; i < lines; ++i) report.lines.push_back(line(moves_[i]));
        report.value = report.lines.front().value;
        report.exact = exact_;
        report.depth = depth_;
        return report;
    }

    [[nodiscard]] Line<P> line(const RootMove& move) const {
        return {move.move, evaluation_.reported(move.score), distance(move.score),
                extended_line(move)};
    }

    // A table hit ends a variation early; exact table entries extend it.
    [[nodiscard]] std::vector<Move> extended_line(const RootMove& root) const {
        std::vector<Move> line = root.line;
        P at = position();
        for (const Move move : line) at.play(move);
        while (static_cast<int>(line.size()) < depth_ && !at.result()) {
            const auto entry = find_entry(at);
            typename P::Moves moves;
            at.generate(moves);
            const auto next = std::find_if(moves.begin(), moves.end(), [&](Move move) {
                return entry && entry->bound == Bound::exact && code_of(move) == entry->move;
            });
            if (next == moves.end()) break;
            line.push_back(*next);
            at.play(line.back());
        }
        return line;
    }

    const Task<P>& task_;
    const Evaluation<P>& evaluation_;
    AlphaBeta<P, Trace> search_;
    std::vector<RootMove> moves_;
    bool is_complete_ = true;  // whether no move that is left out can be better
    std::size_t line_count_ = 1;
    int depth_ = 0;
    Score last_score_ = 0;
    bool exact_ = false;
    bool can_stop_ = false;
    bool solves_root_ = true;
    Report<P> report_;
};

}  // namespace zeitnot
