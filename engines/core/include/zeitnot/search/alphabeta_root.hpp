// Alpha-beta at the root: aspiration windows, several lines, and the report.
//
// An iteration opens a window about the last score and widens the side that fails, step by step to
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

template <Deterministic P>
class AlphaBetaRoot {
   public:
    using Move = typename P::Move;
    static constexpr int max_depth = max_ply - 8;

    AlphaBetaRoot(const Task<P>& task, Table<1>& table, const Evaluation<P>& evaluation,
                  Control& control, const Options& options)
        : task_(task),
          table_(table),
          evaluation_(evaluation),
          worker_(table, evaluation, control, options.exact_depth) {
        worker_.begin(task.root);
        const auto entry = Entry::find(table, worker_.key(position()));
        const std::uint16_t table_move = entry ? entry->move : no_move;
        for (const auto& move : root_moves(task, evaluation, worker_.ordering(), table_move)) {
            moves_.push_back({move.move, move.index, -infinite_score, {}});
        }
        wanted_ = std::min(static_cast<std::size_t>(task.lines), moves_.size());
        moves_[0].score = evaluation(position());
        moves_[0].line = {moves_[0].move};
        report_ = report(1);
    }

    void iterate(int depth) {
        depth_ = depth;
        worker_.meter().visit();
        const Value value =
            wanted_ == 1 ? aspire(depth) : pass(depth, -infinite_score, infinite_score);
        proved_ = value.proved || (is_decisive(value.score) && plies_to_end(value.score) <= depth);
        settled_ = wanted_ == 1 ? proved_ : value.proved;  // other lines may not be, yet
        if (task_.only.empty()) {
            worker_.store(position(), depth, 0, moves_[0].index, Bound::exact,
                          {value.score, proved_, unbound});
        }
        last_ = value.score;
        report_ = report(wanted_);
    }

    [[nodiscard]] Report answer() const { return report_; }
    [[nodiscard]] bool settled() const { return settled_; }
    [[nodiscard]] Meter& meter() { return worker_.meter(); }

   private:
    struct RootMove {
        Move move;
        std::uint16_t index;
        Score score;
        std::vector<Move> line;
    };

    [[nodiscard]] const P& position() const { return task_.root.position(); }

    Value aspire(int depth) {
        static constexpr Score first_step = 40, last_step = 2000;
        Score step = first_step;
        const bool open = depth < 4 || is_decisive(last_);
        Score alpha = open ? -infinite_score : last_ - step;
        Score beta = open ? infinite_score : last_ + step;
        for (;;) {
            const Value value = pass(depth, alpha, beta);
            step *= 4;
            if (value.score <= alpha && alpha > -infinite_score) {
                alpha = step > last_step ? -infinite_score : last_ - step;
            } else if (value.score >= beta && beta < infinite_score) {
                beta = step > last_step ? infinite_score : last_ + step;
            } else {
                return value;
            }
        }
    }

    // One look at all root moves. The `wanted_` best get true scores, the others keep their order.
    Value pass(int depth, Score alpha, Score beta) {
        Value all{-infinite_score, true, unbound};
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const Score floor = i < wanted_ ? alpha : std::max(alpha, moves_[wanted_ - 1].score);
            const Value value =
                worker_.after(position(), moves_[i].move, depth, floor, beta, 0, i < wanted_);
            all.score = std::max(all.score, value.score);
            all.proved &= value.proved;
            if (value.score >= beta) all.proved = value.proved;
            enter(i, value.score > floor || i == 0 ? value.score : -infinite_score);
            if (value.score >= beta) break;
        }
        return all;
    }

    // Gives the move at `from` its score and place among those before it.
    void enter(std::size_t from, Score score) {
        RootMove& move = moves_[from];
        move.score = score;
        if (score == -infinite_score) return;
        const auto& expected = worker_.expected(1);
        move.line = {move.move};
        move.line.insert(move.line.end(), expected.begin(), expected.end());
        std::size_t to = from;
        while (to > 0 && moves_[to - 1].score < score) --to;
        const auto at = [this](std::size_t i) { return moves_.begin() + static_cast<long>(i); };
        std::rotate(at(to), at(from), at(from) + 1);
    }

    [[nodiscard]] Report report(std::size_t lines) const {
        Report report;
        for (std::size_t i = 0; i < lines; ++i) report.lines.push_back(line(moves_[i]));
        const Line& best = report.lines.front();
        report.best = best.move;
        report.value = best.value;
        report.distance = best.distance;
        report.pv = best.pv;
        report.unit = P::unit;
        report.exact = proved_;
        report.depth = depth_;
        return report;
    }

    [[nodiscard]] Line line(const RootMove& move) const {
        return {position().move_text(move.move), evaluation_.reported(move.score),
                distance(move.score), texts(position(), extended(move))};
    }

    // A table hit cuts an expected line short; exact entries lead on from there.
    [[nodiscard]] std::vector<Move> extended(const RootMove& root) const {
        std::vector<Move> line = root.line;
        P at = position();
        for (const Move move : line) at.play(move);
        while (static_cast<int>(line.size()) < depth_) {
            const auto entry = Entry::find(table_, worker_.key(at));
            typename P::Moves moves;
            at.generate(moves);
            if (!entry || entry->bound != Bound::exact || entry->move >= moves.size()) break;
            line.push_back(moves[entry->move]);
            at.play(line.back());
        }
        return line;
    }

    const Task<P>& task_;
    Table<1>& table_;
    const Evaluation<P>& evaluation_;
    AlphaBeta<P> worker_;
    std::vector<RootMove> moves_;
    std::size_t wanted_ = 1;
    int depth_ = 0;
    Score last_ = 0;
    bool proved_ = false;
    bool settled_ = false;
    Report report_;
};

}  // namespace zeitnot
