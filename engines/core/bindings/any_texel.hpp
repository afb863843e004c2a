// The type-erased interface of a tuner, for the bindings. Uses no Python.
#pragma once

#include <span>
#include <vector>

#include "any_game.hpp"
#include "zeitnot/learn/texel.hpp"

namespace zeitnot {

// See `Texel` for what the functions do.
class AnyTexel {
   public:
    AnyTexel() = default;
    AnyTexel(const AnyTexel&) = delete;
    AnyTexel& operator=(const AnyTexel&) = delete;
    virtual ~AnyTexel() = default;

    // Adds the last position of `history`; `points` are those of seat 0 in its game, 0 to 1. False
    // for a history of another game.
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
