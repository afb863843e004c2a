// The type-erased interface of a tuner, for the bindings. Free of Python.
#pragma once

#include <span>
#include <vector>

#include "any_game.hpp"
#include "zeitnot/learn/texel.hpp"

namespace zeitnot {

class AnyTexel {
   public:
    AnyTexel() = default;
    AnyTexel(const AnyTexel&) = delete;
    AnyTexel& operator=(const AnyTexel&) = delete;
    virtual ~AnyTexel() = default;

    // False for a history of another game.
    [[nodiscard]] virtual bool add(const AnyHistory& history, double points) = 0;
    [[nodiscard]] virtual std::size_t size() const = 0;
    [[nodiscard]] virtual std::size_t weights() const = 0;
    // `weights` must have weights() elements.
    virtual void begin(std::span<const int> weights) = 0;
    virtual void trace(std::size_t first, std::size_t last) = 0;
    [[nodiscard]] virtual std::vector<double> descend(std::vector<double> from,
                                                      const Descent& options) const = 0;
    [[nodiscard]] virtual double loss(std::span<const double> weights, double scale) const = 0;
};

}  // namespace zeitnot
