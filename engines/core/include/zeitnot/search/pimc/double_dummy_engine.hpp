// The method `double-dummy`, for games that can be solved with all hands open.
#pragma once

#include <algorithm>
#include <vector>

#include "zeitnot/search/pimc/open_solver.hpp"
#include "zeitnot/search/report.hpp"
#include "zeitnot/stable_sort.hpp"

namespace zeitnot {

// Sorts the lines, best first, and truncates them to the task's number; the report gets the value
// of the first.
template <Position P>
void rank_lines(Report<P>& report, const Task<P>& task) {
    stable_sort_short(report.lines,
                      [](const Line<P>& a, const Line<P>& b) { return a.value > b.value; });
    if (report.lines.empty()) return;
    report.value = report.lines.front().value;
    report.lines.resize(std::min(report.lines.size(), static_cast<std::size_t>(task.lines)));
}

// Reports the exact value of each move with all hands open.
template <SolvesOpen P>
class DoubleDummyEngine {
   public:
    static constexpr std::string_view name = "double-dummy";

    explicit DoubleDummyEngine(const Options& options) : solver_(options) {}

    static std::optional<std::string_view> refusal(const P& position) {
        if (is_chance_node(position)) return "Before the deal no hand is open.";
        return std::nullopt;
    }

    // If the search is interrupted, it reports only the moves that were solved, as not exact.
    Report<P> search(const Task<P>& task, const Limits& limits, const StopToken& token,
                     const OnReport<P>& on_report) {
        Control control(limits, token);
        Meter meter(control);
        Report<P> report;
        const auto moves = moves_of(task);
        std::optional<int> best;
        try {
            for (const auto move : moves) {
                const int value = solver_.value(task.root.position(), move, meter, best);
                best = std::max(best.value_or(value), value);
                report.lines.push_back({.move = move, .value = double(value), .pv = {move}});
            }
            report.exact = true;
        } catch (const Interrupted&) {
            if (report.lines.empty()) report.lines.push_back({.move = moves[0], .pv = {moves[0]}});
        }
        meter.flush();
        report.depth = report.exact ? 1 : 0;
        report.nodes = control.nodes();
        report.seconds = control.seconds();
        rank_lines(report, task);
        if (on_report) on_report(report);
        return report;
    }

    void clear() { solver_.clear(); }
    [[nodiscard]] int filled() const { return solver_.filled(); }

   private:
    OpenSolver<P> solver_;
};

}  // namespace zeitnot
