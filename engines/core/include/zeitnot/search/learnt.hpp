// Evaluations with learnt weights, which are loaded from a file, unpacked once and shared by all
// engines that use them.
#pragma once

#include <any>
#include <concepts>
#include <memory>

#include "zeitnot/bytes.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

// `unpack(bytes)`: the weights in a file of this game (see weights_file.hpp); null if the bytes
// are invalid. The optional `lacks_weights(options)` is whether the options' weights lack a part
// that their kind of evaluation needs.
template <class P>
concept Learnt = requires(Bytes packed) {
    {
        Evaluation<P>::unpack(packed)
    } -> std::same_as<std::shared_ptr<const typename Evaluation<P>::Weights>>;
};

// The weights in an engine's options; null if there are none, or another game's.
template <Learnt P>
auto learnt_weights(const Options& options) {
    using Shared = std::shared_ptr<const typename Evaluation<P>::Weights>;
    const auto* weights = std::any_cast<Shared>(&options.weights);
    return weights != nullptr ? *weights : Shared();
}

}  // namespace zeitnot
