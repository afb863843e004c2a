// The method `cfr` as an engine: a small game with hidden cards, solved at the first search.
#pragma once

#include <chrono>
#include <memory>
#include <random>

#include "any_engine.hpp"
#include "erased.hpp"
#include "zeitnot/search/cfr.hpp"

namespace zeitnot {

// Plays moves at random with the equilibrium's probabilities, because a pattern could be exploited.
// Reports all moves, whatever the requested number of lines, because their probabilities are the
// answer.
template <class P>
class ErasedCfr final : public AnyEngine {
   public:
    static constexpr std::string_view name = "cfr";
    static constexpr int iterations = 10'000;

    [[nodiscard]] std::string_view method() const override { return name; }
    void clear() override {
        solved_.reset();
        iterated_ = 0;
    }
    [[nodiscard]] int filled() const override { return 0; }

    [[nodiscard]] Parsed<TextReport> search(const AnyHistory& root, const Request& request,
                                            const StopToken& token,
                                            const OnTextReport& on_report) override {
        const auto* typed = dynamic_cast<const ErasedHistory<P>*>(&root);
        if (typed == nullptr) return Error{other_game};
        if (root.ending()) return Error{"The game is over."};
        const auto start = std::chrono::steady_clock::now();
        for (const std::string& text : request.only) {
            const auto legal = root.legal();
            if (std::find(legal.begin(), legal.end(), text) == legal.end())
                return Error{quoted(text) + " is not a legal move here."};
        }
        TextReport report =
            answer(typed->typed().position(), request, solve(request.limits, token));
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        report.seconds = spent.count();
        if (on_report) on_report(report);
        return report;
    }

    [[nodiscard]] Parsed<double> evaluate(const AnyHistory& history) const override {
        if (dynamic_cast<const ErasedHistory<P>*>(&history) == nullptr) return Error{other_game};
        return Error{"A position with hidden cards has no value without a search."};
    }

   private:
    static constexpr const char* other_game = "The engine is for another game.";

    // A search that is stopped or out of time answers by the strategy so far; the next search
    // continues from there.
    const Cfr<P>& solve(const Limits& limits, const StopToken& token) {
        const auto start = std::chrono::steady_clock::now();
        const auto is_over = [&] {
            return token.stopped() ||
                   (limits.time && std::chrono::steady_clock::now() - start >= *limits.time);
        };
        if (!solved_) solved_ = std::make_unique<Cfr<P>>(P{});
        for (; iterated_ < iterations && (iterated_ == 0 || !is_over()); ++iterated_)
            solved_->iterate();
        return *solved_;
    }

    TextReport answer(const P& position, const Request& request, const Cfr<P>& solved) {
        TextReport report;
        report.unit = name_of(P::unit);
        report.depth = 1;
        report.nodes = solved.information_states();
        if (position.chance_due()) {
            report.value = position.turn() == 0 ? solved.value() : -solved.value();
            return report;
        }
        std::vector<TextLine> lines;
        std::vector<double> weights;
        for (const auto& [move, probability, value] : solved.choices(position)) {
            const std::string text = position.move_text(move);
            const auto& only = request.only;
            if (!only.empty() && std::find(only.begin(), only.end(), text) == only.end()) continue;
            lines.push_back({text, value, {}, {text}, probability});
            weights.push_back(probability);
            report.value += probability * value;
        }
        choose(report, std::move(lines), weights);
        return report;
    }

    // Puts the chosen line first and sorts the others by probability.
    void choose(TextReport& report, std::vector<TextLine> lines,
                const std::vector<double>& weights) {
        std::discrete_distribution<std::ptrdiff_t> choice(weights.begin(), weights.end());
        std::swap(lines.front(), lines[static_cast<std::size_t>(choice(random_))]);
        std::sort(lines.begin() + 1, lines.end(), [](const TextLine& a, const TextLine& b) {
            return *a.probability > *b.probability;
        });
        report.best = lines.front().move;
        report.pv = lines.front().pv;
        report.lines = std::move(lines);
    }

    std::unique_ptr<Cfr<P>> solved_;
    int iterated_ = 0;
    std::random_device random_;  // not seeded, so that its moves cannot be predicted
};

template <class P>
concept SmallHidden = SmallTree<P> && Stochastic<P>;

// The game's entry with the method for small games with hidden cards.
template <SmallHidden P>
GameEntry with_cfr(GameEntry entry) {
    entry.methods.push_back({ErasedCfr<P>::name, [](const Options&) {
                                 return std::unique_ptr<AnyEngine>(
                                     std::make_unique<ErasedCfr<P>>());
                             }});
    return entry;
}

}  // namespace zeitnot
