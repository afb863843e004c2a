// Perfect information Monte Carlo: samples deals that are consistent with the seat's view, solves
// each with all hands open, and values a move by its mean (Levy, "The million pound bridge
// program", 1989; Ginsberg, "GIB", JAIR 14, 2001).
//
// It misjudges moves whose value is the information that they give or hide: it assumes that in each
// deal every seat knows the cards from now on, so that it can play differently in each ("strategy
// fusion", Frank and Basin, "Search in games with incomplete information", 1998). See
// docs/why/hidden.md.
#pragma once

#include "zeitnot/search/mcts/deals.hpp"
#include "zeitnot/search/mcts/options.hpp"
#include "zeitnot/search/mcts/schedule.hpp"
#include "zeitnot/search/pimc/double_dummy_engine.hpp"

namespace zeitnot {

template <SolvesOpen P>
class Pimc {
   public:
    static constexpr std::string_view name = "pimc";
    using Settings = typename P::Settings;

    Pimc(const Options& options, const Settings& settings)
        : solver_(options), settings_(settings), seed_(mcts_options(options).seed) {}

    static std::optional<std::string_view> refusal(const P& position) {
        return DoubleDummyEngine<P>::refusal(position);
    }

    // A node is a deal that was solved for all moves. The search does not use the hidden part of
    // the root. If it is interrupted during the first deal, it reports the moves that were solved;
    // a later incomplete deal is discarded.
    Report<P> search(const Task<P>& task, const Limits& limits, const StopToken& token,
                     const OnReport<P>& on_report) {
        Control control(limits, token);
        Schedule schedule(control, true);
        Random random(seed_);
        Deals<P> deals(task.root.position(), settings_, task.searching_seat());
        Means means(moves_of(task));
        Limits time_only = limits;
        time_only.nodes.reset();
        Control solving(time_only, token);
        Meter meter(solving);
        while (!control.is_over()) {
            const auto deal = deals(random);
            if (!deal || !add(*deal, means, meter)) break;
            control.add_nodes(1);
            if (control.is_soft_over()) break;
            if (limits.soft && means.moves.size() == 1) break;
            if (!schedule.report_due()) continue;
            if (on_report) on_report(answer(task, means, control));
            if (limits.depth) break;  // reports have depth 1
        }
        const Report<P> report = answer(task, means, control);
        if (on_report) on_report(report);
        return report;
    }

    void clear() { solver_.clear(); }
    [[nodiscard]] int filled() const { return solver_.filled(); }

   private:
    using Move = typename P::Move;

    struct Means {
        explicit Means(std::vector<Move> root_moves)
            : moves(std::move(root_moves)), sums(moves.size()), deals(moves.size()) {}
        std::vector<Move> moves;
        std::vector<double> sums;
        std::vector<std::uint64_t> deals;
    };

    // Returns whether all moves of this deal were solved in time.
    bool add(const P& deal, Means& means, Meter& meter) {
        std::vector<int> values;
        try {
            for (const Move move : means.moves) {
                const std::optional<int> guess =
                    values.empty() ? std::nullopt : std::optional(values.back());
                values.push_back(solver_.value(deal, move, meter, guess));
            }
        } catch (const Interrupted&) {
            if (means.deals[0] > 0) return false;
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            means.sums[i] += values[i];
            ++means.deals[i];
        }
        return values.size() == means.moves.size();
    }

    Report<P> answer(const Task<P>& task, const Means& means, const Control& control) const {
        Report<P> report;
        report.nodes = control.nodes();
        report.seconds = control.seconds();
        report.depth = 1;
        for (std::size_t i = 0; i < means.moves.size(); ++i) {
            const auto count = means.deals[i];
            report.lines.push_back({.move = means.moves[i],
                                    .value = count > 0 ? means.sums[i] / double(count) : 0,
                                    .pv = {means.moves[i]},
                                    .visits = count});
        }
        rank_lines(report, task);
        return report;
    }

    OpenSolver<P> solver_;
    Settings settings_;
    std::uint64_t seed_;
};

}  // namespace zeitnot
