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
// answer. A search that is stopped or out of time uses the strategy so far, or chooses uniformly if
// there is none yet; the next search continues from there.
class CfrEngine final : public AnyEngine {
   public:
    CfrEngine(const Options& options, std::string_view unit, MakeTreeBuilder make_builder)
        : make_builder_(make_builder),
          unit_(unit),
          settings_(std::any_cast<const SettingMap&>(options.settings)) {
        if (const auto* strategy =
                std::any_cast<std::shared_ptr<const StoredStrategy>>(&options.strategy))
            given_strategy_ = *strategy;
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
        if (auto error = mixed_request_error(root, request)) return *error;
        Limits limits = with_soft_as_hard_limit(request.limits);
        limits.nodes.reset();
        Control control(limits, token);
        const StoredStrategy* stored = given_strategy_ ? given_strategy_.get() : solve(control);
        auto found = stored ? answer(root, request, *stored) : uniform_choice(root, request);
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

    // Iterates until the strategy is good enough or the search is over. Null if the tree is not
    // complete.
    const StoredStrategy* solve(Control& control) {
        if (!solver_ && !build(control)) return nullptr;
        const std::uint64_t before = solver_->iterations();
        while (solver_->iterations() < max_iterations &&
               (solver_->iterations() == 0 || !control.is_over()))
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

    Parsed<TextReport> uniform_choice(const AnyHistory& root, const Request& request) {
        const auto moves = request.searchmoves.empty() ? root.legal() : request.searchmoves;
        TextReport report;
        report.unit = unit_;
        if (moves.empty()) return report;
        const double probability = 1.0 / static_cast<double>(moves.size());
        std::vector<TextLine> lines;
        for (const std::string& move : moves) lines.push_back({move, 0, {}, {move}, probability});
        if (auto error = add_mixed_lines(report, std::move(lines), random_)) return *error;
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
        if (auto error = add_mixed_lines(report, std::move(lines), random_)) return *error;
        return report;
    }

    // For the seat to move at the root; after the throw it may be the other seat's turn.
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
    std::shared_ptr<const StoredStrategy> given_strategy_;
    std::unique_ptr<AnyTreeBuilder> builder_;  // until the tree is complete
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
