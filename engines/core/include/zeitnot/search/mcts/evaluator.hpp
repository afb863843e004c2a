// The interface of an external evaluator, which gets positions and returns policies and values. It
// may be a function in Python, a table of patterns, or a network of any size.
//
// The calls are virtual, because there is only one for each batch.
#pragma once

#include <memory>
#include <span>

#include "zeitnot/history.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/mcts/options.hpp"

namespace zeitnot {

// One position to evaluate. `moves` are its legal moves, none if a throw is due. The evaluator
// fills `policy`, one probability for each move, and `value`, a score from 0 to 1 for each seat.
template <Position P>
struct EvaluationRequest {
    const History<P>* history;
    std::span<const typename P::Move> moves;
    std::span<float> policy;
    PerSeat<double> value;
};

template <Position P>
class Evaluator {
   public:
    Evaluator() = default;
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;
    virtual ~Evaluator() = default;

    // Called by several threads at once if the search has several. If it throws, the search ends
    // and its caller gets the exception.
    virtual void evaluate(std::span<EvaluationRequest<P>> batch) = 0;

    // The defaults for PUCT's constant and for the share λ of playouts.
    [[nodiscard]] virtual double exploration() const { return 1.5; }
    [[nodiscard]] virtual double playout_share() const { return 0; }
};

// A game with its own evaluator, which is made from the options; null if these ask for another kind
// of evaluation.
template <class P>
concept HasEvaluator = requires(const Options& options) {
    { Evaluation<P>::evaluator(options) } -> std::same_as<std::shared_ptr<Evaluator<P>>>;
};

// The evaluator in an engine's options, or else that of the game; null if there is none.
template <Position P>
std::shared_ptr<Evaluator<P>> evaluator_of(const Options& options) {
    const std::any option = mcts_options(options).evaluator;
    const auto* evaluator = std::any_cast<std::shared_ptr<Evaluator<P>>>(&option);
    if (evaluator != nullptr) return *evaluator;
    if constexpr (HasEvaluator<P>) {
        return Evaluation<P>::evaluator(options);
    } else {
        return nullptr;
    }
}

}  // namespace zeitnot
