// Evaluations whose weights are learnt and come from outside: unpacked once, and then shared by all
// engines that are given them.
#pragma once

#include <any>
#include <concepts>
#include <memory>

#include "zeitnot/bytes.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

// `unpack(bytes)`: the weights that a file of this game holds (see weights_file.hpp); null if they
// are something else.
template <class P>
concept Learnt = requires(Bytes packed) {
    {
        Evaluation<P>::unpack(packed)
    } -> std::same_as<std::shared_ptr<const typename Evaluation<P>::Weights>>;
};

// Those that an engine is made with; null if there are none, or another game's.
template <Learnt P>
auto learnt_weights(const Options& options) {
    using Shared = std::shared_ptr<const typename Evaluation<P>::Weights>;
    const auto* given = std::any_cast<Shared>(&options.weights);
    return given != nullptr ? *given : Shared();
}

}  // namespace zeitnot
