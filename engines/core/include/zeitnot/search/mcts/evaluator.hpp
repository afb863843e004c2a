// The interface of an evaluator from outside: positions in, policies and values out. It may be a
// function in Python, a table of patterns, or a network of any size.
//
// Its calls are virtual: there is one for a whole batch.
#pragma once

#include <memory>
#include <span>

#include "zeitnot/history.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/mcts/options.hpp"

namespace zeitnot {

// One position. `moves` are its legal moves, none where a throw is due. The evaluator fills
// `policy`, one probability for each move, and `value`, a score from 0 to 1 for each seat.
template <Position P>
struct Question {
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

    // Called by several threads at once if the search has several. May throw: the search ends, and
    // its caller gets the exception.
    virtual void evaluate(std::span<Question<P>> batch) = 0;

    // What suits it where the options do not say: PUCT's constant, and the share λ of playouts.
    [[nodiscard]] virtual double exploration() const { return 1.5; }
    [[nodiscard]] virtual double playout_share() const { return 0; }
};

// A game with an evaluator of its own, made from the options; null where their kind of evaluation
// is another.
template <class P>
concept HasEvaluator = requires(const Options& options) {
    { Evaluation<P>::evaluator(options) } -> std::same_as<std::shared_ptr<Evaluator<P>>>;
};

// The evaluator in an engine's options, or else the game's; null if there is none.
template <Position P>
std::shared_ptr<Evaluator<P>> evaluator_of(const Options& options) {
    const std::any evaluator = mcts_options(options).evaluator;
    const auto* given = std::any_cast<std::shared_ptr<Evaluator<P>>>(&evaluator);
    if (given != nullptr) return *given;
    if constexpr (HasEvaluator<P>) {
        return Evaluation<P>::evaluator(options);
    } else {
        return nullptr;
    }
}

}  // namespace zeitnot
