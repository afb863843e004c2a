#include "cfr_engine.hpp"

#include <chrono>
#include <optional>
#include <random>
#include <set>
#include <utility>

#include "any_tree_builder.hpp"
#include "mixed_strategy.hpp"
#include "zeitnot/equilibrium/cfr_plus.hpp"
#include "zeitnot/equilibrium/small_game.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {
namespace {

// Plays moves at random with the strategy's probabilities, because a pattern could be exploited.
// Reports all moves, whatever the requested number of lines, because their probabilities are the
// answer. A search that is stopped or out of time answers by the strategy so far, or any move if
// there is none yet; the next search continues from there.
class CfrEngine final : public AnyEngine {
   public:
    CfrEngine(const Options& options, std::string_view unit, MakeTreeBuilder make_builder)
        : make_builder_(make_builder),
          unit_(unit),
          settings_(std::any_cast<const SettingMap&>(options.settings)) {
        if (const auto* given =
                std::any_cast<std::shared_ptr<const StoredStrategy>>(&options.strategy))
            given_ = *given;
    }

    [[nodiscard]] std::string_view method() const override { return cfr_name; }
    [[nodiscard]] int filled() const override { return 0; }
    void clear() override {
        solver_.reset();
        builder_.reset();
        solved_ = {};
    }

    [[nodiscard]] Parsed<TextReport> search(const AnyHistory& root, const Request& request,
                                            const StopToken& token,
                                            const OnTextReport& on_report) override {
        if (auto error = error_of_mixed(root, request)) return *error;
        Limits limits = ended_by_soft(request.limits);
        limits.nodes.reset();
        Control control(limits, token);
        const StoredStrategy* stored = given_ ? given_.get() : solve(control);
        auto found = stored ? answer(root, request, *stored) : any_move(root, request);
        if (!found) return Error{found.error()};
        TextReport report = std::move(*found);
        report.seconds = control.seconds();
        if (on_report) on_report(report);
        return report;
    }

    [[nodiscard]] Parsed<double> evaluate(const AnyHistory&) const override {
        return Error{"A position with hidden information has no value without a search."};
    }

   private:
    static constexpr std::uint64_t max_iterations = 10'000;

    // The strategy when it is good enough or the time is over; none if not even the tree was built.
    const StoredStrategy* solve(Control& control) {
        if (!solver_ && !build(control)) return nullptr;
        const std::uint64_t before = solver_->iterations();
        while (solver_->iterations() < max_iterations &&
               (solver_->iterations() == 0 || !control.over()))
            solver_->iterate();
        if (solver_->iterations() > before) solver_->average(solved_.strategy);
        return &solved_;
    }

    bool build(Control& control) {
        if (!builder_) builder_ = make_builder_(settings_);
        Meter meter(control);
        try {
            builder_->build(meter);
        } catch (const Interrupted&) {
            return false;
        }
        solved_.game = std::make_shared<const SmallGame>(builder_->take());
        solved_.strategy = uniform(solved_.game->tree);
        solver_.emplace(solved_.game->form);
        builder_.reset();
        return true;
    }

    Parsed<TextReport> any_move(const AnyHistory& root, const Request& request) {
        const auto moves = request.only.empty() ? root.legal() : request.only;
        TextReport report;
        report.unit = unit_;
        if (moves.empty()) return report;
        const double alike = 1.0 / static_cast<double>(moves.size());
        std::vector<TextLine> lines;
        for (const std::string& move : moves) lines.push_back({move, 0, {}, {move}, alike});
        if (auto error = choose_mixed(report, std::move(lines), random_)) return *error;
        return report;
    }

    Parsed<TextReport> answer(const AnyHistory& root, const Request& request,
                              const StoredStrategy& stored) {
        const StrategyValues values(stored);
        TextReport report;
        report.unit = unit_;
        report.depth = 1;
        report.nodes = stored.game->tree.sets.size();
        if (root.due()) {
            report.value = value_before_throw(root, values);
            return report;
        }
        std::vector<TextLine> lines;
        for (auto& [move, probability, value] : values.choices(*root.information(root.turn()))) {
            if (allows(request, move)) lines.push_back({move, value, {}, {move}, probability});
        }
        if (auto error = choose_mixed(report, std::move(lines), random_)) return *error;
        return report;
    }

    // For the seat to move; it may be the other one's turn after the throw.
    static double value_before_throw(const AnyHistory& root, const StrategyValues& values) {
        std::set<std::string> after;
        int turn = root.turn();
        for (const auto& [outcome, probability] : root.outcomes()) {
            const auto next = root.chance(outcome);
            turn = (*next)->turn();
            if (const auto information = (*next)->information(turn)) after.insert(*information);
        }
        const double value = values.value_before(after);
        return turn == root.turn() ? value : -value;
    }

    MakeTreeBuilder make_builder_;
    std::string_view unit_;
    SettingMap settings_;
    std::shared_ptr<const StoredStrategy> given_;
    std::unique_ptr<AnyTreeBuilder> builder_;  // while the tree is not complete
    StoredStrategy solved_;
    std::optional<CfrPlus> solver_;
    std::random_device random_;  // not seeded, so that its moves cannot be predicted
};

}  // namespace

std::unique_ptr<AnyEngine> make_cfr_engine(const Options& options, std::string_view unit,
                                           MakeTreeBuilder make_builder) {
    return std::make_unique<CfrEngine>(options, unit, make_builder);
}

}  // namespace zeitnot
