// An evaluator that reads and writes texts, as a function in Python is. Free of Python.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "zeitnot/search/mcts/evaluator.hpp"

namespace zeitnot {

// See Question.
struct TextQuestion {
    std::string position;
    std::vector<std::string> moves;
};
struct TextEstimate {
    std::vector<float> policy;
    std::vector<double> value;
};
using TextEvaluation =
    std::function<std::vector<TextEstimate>(const std::vector<TextQuestion>& batch)>;

// Copies an estimate. Throws std::invalid_argument if it does not fit or is no estimate.
void take(const TextEstimate& estimate, std::span<float> policy, PerSeat<double>& value);

template <Position P>
class TextEvaluator final : public Evaluator<P> {
   public:
    explicit TextEvaluator(TextEvaluation evaluation) : evaluation_(std::move(evaluation)) {}

    // Throws std::invalid_argument if the answer does not fit the batch.
    void evaluate(std::span<Question<P>> batch) override {
        std::vector<TextQuestion> texts;
        for (const Question<P>& question : batch) {
            const P& position = question.history->position();
            texts.push_back({position.text(), {}});
            for (const auto move : question.moves)
                texts.back().moves.push_back(position.move_text(move));
        }
        const auto estimates = evaluation_(texts);
        if (estimates.size() != batch.size())
            throw std::invalid_argument("The evaluator must answer for each position.");
        for (std::size_t i = 0; i < batch.size(); ++i)
            take(estimates[i], batch[i].policy, batch[i].value);
    }

   private:
    TextEvaluation evaluation_;
};

// The options with an evaluator of this game in place of a text's.
template <Position P>
Options with_typed_evaluator(Options options) {
    MctsOptions typed = mcts_options(options);
    if (const auto* text = std::any_cast<TextEvaluation>(&typed.evaluator)) {
        typed.evaluator = std::shared_ptr<Evaluator<P>>(std::make_shared<TextEvaluator<P>>(*text));
        options.mcts = std::make_shared<const MctsOptions>(typed);
    }
    return options;
}

}  // namespace zeitnot
