// Go's evaluation, only for Monte-Carlo tree search: the learnt policy and value, or only playouts.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "games/go/learnt_evaluator.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/learnt.hpp"

namespace zeitnot {

template <>
struct Evaluation<Go> {
    using Weights = go::Weights;

    static constexpr std::array<std::string_view, 2> kinds{"learnt", "playouts"};
    [[nodiscard]] static std::shared_ptr<const Weights> unpack(Bytes packed) {
        return go::unpack(packed);
    }

    [[nodiscard]] static std::shared_ptr<Evaluator<Go>> evaluator(const Options& options) {
        auto weights = learnt_weights<Go>(options);
        if (weights == nullptr || options.evaluation == "playouts") return nullptr;
        return std::make_shared<go::LearntEvaluator>(std::move(weights));
    }
};

}  // namespace zeitnot
