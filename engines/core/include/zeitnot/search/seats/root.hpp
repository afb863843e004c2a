// The root of a multi-player search, for iterative deepening. The best move of the last iteration
// is searched first. The search tries all moves, or as many as the method can afford.
#pragma once

#include <algorithm>
#include <vector>

#include "zeitnot/search/deepen.hpp"
#include "zeitnot/search/seats/deep_maxn.hpp"
#include "zeitnot/search/seats/paranoid.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

// Paranoid at the root: a value for the seat to move.
template <SeatEvaluated P>
struct ParanoidMethod {
    static constexpr std::string_view name = "paranoid";
    static constexpr bool tries_all = true;  // a move that is not better is refuted quickly
    using TableType = typename Paranoid<P>::TableType;
    struct Found {
        double utility;
        double value;
        std::optional<PerSeat<double>> seats{};
    };

    ParanoidMethod(const Task<P>& task, const Options& /*options*/, TableType& table,
                   const Evaluation<P>& evaluation, Meter& meter)
        : search(task.root, task.root.position().turn(), table, evaluation, meter) {}

    // `lower_bound`: only values above it need to be exact.
    Found value(const P& next, int depth, double lower_bound) {
        const Score alpha = std::max(static_cast<Score>(lower_bound), -infinite_score);
        Score score = alpha;
        if (alpha > -infinite_score) score = search.search(next, depth, 1, alpha, alpha + 1);
        if (score > alpha || alpha == -infinite_score)
            score = search.search(next, depth, 1, alpha, infinite_score);
        return {static_cast<double>(score), expected_result(score)};
    }
    static constexpr double no_lower_bound = -infinite_score;

    Paranoid<P> search;
};

// Max^n at the root: each seat's value.
template <SeatEvaluated P>
struct MaxNMethod {
    static constexpr std::string_view name = "maxn";
    static constexpr bool tries_all = false;  // each would cost as much as the best
    using TableType = typename DeepMaxN<P>::TableType;
    using Found = typename ParanoidMethod<P>::Found;

    MaxNMethod(const Task<P>& task, const Options& options, TableType& table,
               const Evaluation<P>& evaluation, Meter& meter)
        : search(task.root, options.alliance, table, evaluation, meter),
          seat(task.root.position().turn()) {}

    Found value(const P& next, int depth, double lower_bound) {
        const bool is_bounded = lower_bound > no_lower_bound && next.turn() != seat;
        const double bound =
            is_bounded ? search.bound_for_next(lower_bound) : DeepMaxN<P>::no_bound;
        const SeatScores scores = search.search(next, depth, 1, bound);
        auto seats = PerSeat<double>::all(scores.size(), 0);
        for (int each = 0; each < seats.size(); ++each) seats[each] = expected_result(scores[each]);
        return {search.utility(seat, scores), seats[seat], seats};
    }
    static constexpr double no_lower_bound = -std::numeric_limits<double>::infinity();

    DeepMaxN<P> search;
    int seat;
};

template <SeatEvaluated P, class M>
class SeatsRoot {
   public:
    using Game = P;
    static constexpr int max_depth = 60;
    static constexpr double instability_margin = Evaluation<P>::instability_margin;

    SeatsRoot(const Task<P>& task, const Options& options, typename M::TableType& table,
              const Evaluation<P>& evaluation, Control& control)
        : root_(task.root.position()),
          lines_(static_cast<std::size_t>(task.lines)),
          meter_(control),
          method_(task, options, table, evaluation, meter_) {
        typename Choices<P>::List moves;
        method_.search.choices().list_all(root_, moves);
        for (const auto& ranked : moves)
            if (task.allows(ranked.move)) moves_.push_back({ranked.move, {}});
        const std::size_t max_moves = std::max(lines_, evaluation.breadth(max_depth));
        if (!M::tries_all && moves_.size() > max_moves) moves_.resize(max_moves);
        if (!moves_.empty())
            report_.lines.push_back({.move = moves_[0].move, .pv = {moves_[0].move}});
        method_.search.keys().enter(root_.hash());
    }

    void iterate(int depth) {
        std::vector<RootMove> searched;
        for (RootMove& each : moves_) {
            P next = root_;
            next.play(each.move);
            const double lower_bound =
                searched.size() < lines_ ? M::no_lower_bound : searched[lines_ - 1].found.utility;
            each.found = method_.value(next, depth - 1, lower_bound);
            const auto place = std::find_if(searched.begin(), searched.end(), [&](const auto& one) {
                return one.found.utility < each.found.utility;
            });
            searched.insert(place, each);
        }
        moves_ = std::move(searched);
        set_report(depth);
    }

    [[nodiscard]] Report<P> answer() const { return report_; }
    [[nodiscard]] bool can_stop() const { return moves_.size() <= 1; }
    Meter& meter() { return meter_; }

   private:
    struct RootMove {
        typename P::Move move;
        typename M::Found found;
    };

    void set_report(int depth) {
        Report<P> report;
        report.depth = depth;
        for (std::size_t i = 0; i < std::min(lines_, moves_.size()); ++i) {
            const auto& [move, found] = moves_[i];
            report.lines.push_back({.move = move,
                                    .value = found.value,
                                    .pv = line_of(move, depth),
                                    .seats = found.seats});
        }
        if (!moves_.empty()) {
            report.value = moves_[0].found.value;
            report.seats = moves_[0].found.seats;
        }
        report_ = std::move(report);
    }

    // The move and the line of play in the table after it.
    [[nodiscard]] std::vector<typename P::Move> line_of(typename P::Move first, int depth) const {
        std::vector<typename P::Move> line{first};
        P position = root_;
        position.play(first);
        while (static_cast<int>(line.size()) < depth && !position.result()) {
            const std::uint16_t code = method_.search.table_move(position);
            typename P::Moves moves;
            position.generate(moves);
            const auto* move = std::find_if(moves.begin(), moves.end(),
                                            [&](auto each) { return code_of(each) == code; });
            if (code == no_code || move == moves.end()) break;
            line.push_back(*move);
            position.play(*move);
        }
        return line;
    }

    const P& root_;
    std::size_t lines_;
    Meter meter_;
    M method_;
    std::vector<RootMove> moves_;
    Report<P> report_;
};

}  // namespace zeitnot
