// The method `blueprint` as an engine: plays a strategy that was computed in advance.
#pragma once

#include <memory>
#include <random>

#include "erased_engine.hpp"
#include "mixed_strategy.hpp"
#include "zeitnot/search/blueprint.hpp"

namespace zeitnot {

// Plays moves at random with the blueprint's probabilities. Reports all moves, whatever the
// requested number of lines, because their probabilities are the answer. These are known at once;
// the time is used to estimate the values, by `default_samples` samples unless there is a node
// limit.
template <HasBlueprint P>
class ErasedBlueprint final : public AnyEngine {
   public:
    static constexpr std::string_view name = "blueprint";
    static constexpr std::uint64_t default_samples = 8;

    explicit ErasedBlueprint(const Options& options) : blueprint_(learnt_weights<P>(options)) {}

    [[nodiscard]] std::string_view method() const override { return name; }
    void clear() override {}
    [[nodiscard]] int filled() const override { return 0; }

    [[nodiscard]] Parsed<TextReport> search(const AnyHistory& root, const Request& request,
                                            const StopToken& token,
                                            const OnTextReport& on_report) override {
        const History<P>* typed = typed_history<P>(root);
        if (typed == nullptr) return Error{wrong_game_message};
        if (auto error = mixed_request_error(root, request)) return *error;
        Limits limits = with_soft_as_hard_limit(request.limits);
        limits.nodes = limits.nodes.value_or(default_samples);
        Control control(limits, token);
        auto found = answer(typed->position(), request, control);
        if (!found) return Error{found.error()};
        TextReport report = std::move(*found);
        report.seconds = control.seconds();
        if (on_report) on_report(report);
        return report;
    }

    [[nodiscard]] Parsed<double> evaluate(const AnyHistory& history) const override {
        if (typed_history<P>(history) == nullptr) return Error{wrong_game_message};
        return Error{"A position with hidden cards has no value without a search."};
    }

   private:
    using Estimate = typename Evaluation<P>::Estimate;

    Parsed<TextReport> answer(const P& position, const Request& request, Control& control) {
        TextReport report;
        report.unit = name_of(P::unit);
        report.depth = 1;
        if (position.chance_due()) return report;
        Estimate estimate(*blueprint_, position, random_());
        const auto is_over = [&control] { return control.is_over(); };
        while (!control.is_over() && !estimate.is_exact()) {
            estimate.sample(is_over);
            control.add_nodes(1);
        }
        report.nodes = control.nodes();
        std::vector<TextLine> lines;
        for (const auto& [move, probability] : Evaluation<P>::strategy(*blueprint_, position)) {
            const std::string text = position.move_text(move);
            if (allows(request, text))
                lines.push_back({text, estimate.value(move), {}, {text}, probability});
        }
        if (auto error = add_mixed_lines(report, std::move(lines), random_)) return *error;
        return report;
    }

    std::shared_ptr<const typename Evaluation<P>::Weights> blueprint_;
    std::random_device random_;  // not seeded, so that its moves cannot be predicted
};

// The game's entry with the method that plays its blueprint.
template <HasBlueprint P>
GameEntry with_blueprint(GameEntry entry) {
    entry.methods.push_back({ErasedBlueprint<P>::name, [](const Options& options) {
                                 return std::unique_ptr<AnyEngine>(
                                     std::make_unique<ErasedBlueprint<P>>(options));
                             }});
    return entry;
}

}  // namespace zeitnot
