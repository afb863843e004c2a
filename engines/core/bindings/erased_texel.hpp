// The implementation of the interface in any_texel.hpp, for games with an array of weights.
#pragma once

#include <algorithm>
#include <memory>

#include "any_texel.hpp"
#include "erased.hpp"

namespace zeitnot {

template <Tunable P>
class ErasedTexel final : public AnyTexel {
   public:
    using Weights = typename Texel<P>::Weights;

    [[nodiscard]] bool add(const AnyHistory& history, double points) override {
        const History<P>* typed = typed_history<P>(history);
        if (typed != nullptr) texel_.add(typed->position(), points);
        return typed != nullptr;
    }
    [[nodiscard]] std::size_t size() const override { return texel_.size(); }
    [[nodiscard]] std::size_t weights() const override { return Weights{}.size(); }
    void begin(std::span<const int> weights) override {
        Weights table{};
        std::copy_n(weights.begin(), table.size(), table.begin());
        texel_.begin(table);
    }
    void trace(std::size_t first, std::size_t last) override { texel_.trace(first, last); }
    [[nodiscard]] std::vector<double> descend(std::vector<double> from,
                                              const Descent& options) const override {
        return texel_.descend(std::move(from), options);
    }
    [[nodiscard]] double loss(std::span<const double> weights, double scale) const override {
        return texel_.loss(weights, scale);
    }

   private:
    Texel<P> texel_;
};

// Adds the tuner and the default weights to a game's entry.
template <Tunable P>
GameEntry with_texel(GameEntry entry) {
    entry.texel = []() -> std::unique_ptr<AnyTexel> { return std::make_unique<ErasedTexel<P>>(); };
    entry.weights = Evaluation<P>::default_weights;
    return entry;
}

}  // namespace zeitnot
