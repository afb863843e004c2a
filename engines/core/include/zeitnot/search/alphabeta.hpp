// Alpha-beta below the root: negamax with principal variation search and the table.
//
// A window (alpha, beta) holds the scores that still matter; whatever proves that a node lies
// outside it ends the node (Knuth and Moore 1975). After the first move the others need only be
// shown to be no better, with an empty window (Marsland and Campbell, "Parallel search of strongly
// ordered game trees", 1982). Scores are fail-soft.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "zeitnot/eval/evaluation.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/search/entry.hpp"
#include "zeitnot/search/path.hpp"

namespace zeitnot {

// A score and what it stands on: `proved` if no estimate went into it, `rests_on` the lowest ply of
// the path that it needs (see path.hpp).
struct Value {
    Score score;
    bool proved;
    int rests_on;

    Value operator-() const { return {-score, proved, rests_on}; }
};

// One thread's search. `exact_depth`: an entry serves only at its very depth, so that a search of
// depth d has the value of plain minimax to depth d; costs time, for tests and teaching.
template <Deterministic P>
    requires ScoreEvaluation<Evaluation<P>, P>
class AlphaBeta {
   public:
    using Move = typename P::Move;
    using Line = FixedList<Move, max_ply>;

    AlphaBeta(Table<1>& table, const Evaluation<P>& evaluation, Control& control, bool exact_depth)
        : table_(table), evaluation_(evaluation), meter_(control), exact_depth_(exact_depth) {}

    void begin(const History<P>& root) {
        path_.begin(root);
        path_.enter(root.position(), 0);
    }

    // The value of `move` at `ply`, whose side to move needs to know it within (alpha, beta).
    Value after(const P& position, Move move, int depth, Score alpha, Score beta, int ply,
                bool first) {
        P next = position;
        next.play(move);
        path_.leave_by(position, move, ply);
        if (!first) {
            const Value value = -search(next, depth - 1, -alpha - 1, -alpha, ply + 1);
            if (value.score <= alpha || value.score >= beta) return value;
        }
        return -search(next, depth - 1, -beta, -alpha, ply + 1);
    }

    // What the last search expected from `ply` on.
    [[nodiscard]] const Line& expected(int ply) const { return lines_[index(ply)]; }
    [[nodiscard]] Key key(const P& position) const { return position.hash() ^ path_.salt(); }
    [[nodiscard]] const Ordering<P>& ordering() const { return ordering_; }
    [[nodiscard]] Meter& meter() { return meter_; }

    void store(const P& position, int depth, int ply, std::uint16_t move, Bound bound,
               Value value) {
        const int kept = value.proved && !exact_depth_ ? proved_depth : depth;
        table_.store(key(position), Entry{kept, move, bound, to_table(value.score, ply)}.packed());
    }

   private:
    // What the moves of one node have shown so far.
    struct Node {
        Score alpha;
        Value best{-infinite_score, true, unbound};
        std::uint16_t move = no_move;
        Value all{0, true, unbound};  // what the best of all moves together rests on
    };

    static std::size_t index(int ply) { return static_cast<std::size_t>(ply); }

    Value search(const P& position, int depth, Score alpha, Score beta, int ply) {
        meter_.visit();
        lines_[index(ply)].clear();
        if (const auto value = end(position, ply)) return *value;
        if (depth <= 0 || ply >= max_ply - 1) return {evaluation_(position), false, unbound};
        const auto entry = Entry::find(table_, key(position));
        if (entry) {
            if (const auto value = settled(*entry, depth, alpha, beta, ply)) return *value;
        }
        path_.enter(position, ply);
        RankedMoves<P> moves;
        ordering_.rank(position, evaluation_, entry ? entry->move : no_move, depth, ply, moves);
        Node node{.alpha = alpha};
        for (std::size_t i = 0; i < moves.size(); ++i) {
            bring_best_to(moves, i);
            const Value value =
                after(position, moves[i].move, depth, node.alpha, beta, ply, i == 0);
            take(node, moves[i], value, ply);
            if (value.score >= beta) return cut(node, position, moves[i].move, depth, ply);
        }
        return finish(node, position, depth, alpha, ply);
    }

    std::optional<Value> end(const P& position, int ply) const {
        const int sign = position.turn() == 0 ? 1 : -1;
        if (const auto outcome = position.result()) {
            return Value{from_table(sign * evaluation_.final_score(*outcome), ply), true, unbound};
        }
        if (const auto rests_on = path_.repeats(position, ply)) {
            return Value{sign * evaluation_.final_score(drawn_by_repetition), true, *rests_on};
        }
        return std::nullopt;
    }

    std::optional<Value> settled(const Entry& entry, int depth, Score alpha, Score beta,
                                 int ply) const {
        if (exact_depth_ ? entry.depth != depth : entry.depth < depth) return std::nullopt;
        const Score score = from_table(entry.score, ply);
        const bool decides = entry.bound == Bound::exact ||
                             (entry.bound == Bound::lower && score >= beta) ||
                             (entry.bound == Bound::upper && score <= alpha);
        if (!decides) return std::nullopt;
        return Value{score, entry.depth == proved_depth, unbound};
    }

    void take(Node& node, const Ranked<Move>& move, Value value, int ply) {
        node.all.proved &= value.proved;
        node.all.rests_on = std::min(node.all.rests_on, value.rests_on);
        if (value.score <= node.best.score) return;
        node.best = value;
        node.move = move.index;
        if (value.score <= node.alpha) return;
        node.alpha = value.score;
        Line& line = lines_[index(ply)];
        line.clear();
        line.push(move.move);
        for (const Move next : lines_[index(ply + 1)]) line.push(next);
    }

    // One move is too good: the value rests on it alone.
    Value cut(const Node& node, const P& position, Move move, int depth, int ply) {
        ordering_.cutoff(position, move, depth, ply);
        return closed(node, node.best, position, depth, ply, Bound::lower);
    }

    Value finish(const Node& node, const P& position, int depth, Score alpha, int ply) {
        const Value value{node.best.score, node.all.proved, node.all.rests_on};
        if (value.score <= alpha) return closed(node, value, position, depth, ply, Bound::upper);
        // That the best move has its value may be free of the path even if that no other is better
        // is not.
        if (value.rests_on < ply) closed(node, node.best, position, depth, ply, Bound::lower);
        return closed(node, value, position, depth, ply, Bound::exact);
    }

    Value closed(const Node& node, Value value, const P& position, int depth, int ply,
                 Bound bound) {
        // Full-width search to this depth has seen every shorter end.
        value.proved |= is_decisive(value.score) && plies_to_end(value.score) - ply <= depth;
        if (value.rests_on < ply) return value;
        store(position, depth, ply, node.move, bound, value);
        value.rests_on = unbound;  // a loop that closes here or below holds on any path
        return value;
    }

    Table<1>& table_;
    const Evaluation<P>& evaluation_;
    Meter meter_;
    bool exact_depth_;
    Path<P> path_;
    Ordering<P> ordering_;
    std::array<Line, max_ply + 1> lines_;
};

}  // namespace zeitnot
