// An evaluator that works on texts, such as a function in Python. Uses no Python.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "zeitnot/search/mcts/evaluator.hpp"

namespace zeitnot {

// See EvaluationRequest.
struct TextEvaluationRequest {
    std::string position;
    std::vector<std::string> moves;
};
struct TextEstimate {
    std::vector<float> policy;
    std::vector<double> value;
};
using TextEvaluation =
    std::function<std::vector<TextEstimate>(const std::vector<TextEvaluationRequest>& batch)>;

// Copies an estimate. Throws std::invalid_argument if it is invalid or does not fit.
void copy_estimate(const TextEstimate& estimate, std::span<float> policy, PerSeat<double>& value);

template <Position P>
class TextEvaluator final : public Evaluator<P> {
   public:
    explicit TextEvaluator(TextEvaluation evaluation) : evaluation_(std::move(evaluation)) {}

    // Throws std::invalid_argument if the answer does not fit the batch.
    void evaluate(std::span<EvaluationRequest<P>> batch) override {
        std::vector<TextEvaluationRequest> texts;
        for (const EvaluationRequest<P>& request : batch) {
            const P& position = request.history->position();
            texts.push_back({position.text(), {}});
            for (const auto move : request.moves)
                texts.back().moves.push_back(position.move_text(move));
        }
        const auto estimates = evaluation_(texts);
        if (estimates.size() != batch.size())
            throw std::invalid_argument("The evaluator must answer for each position.");
        for (std::size_t i = 0; i < batch.size(); ++i)
            copy_estimate(estimates[i], batch[i].policy, batch[i].value);
    }

   private:
    TextEvaluation evaluation_;
};

// The options with a text evaluator replaced by an evaluator for this game.
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
