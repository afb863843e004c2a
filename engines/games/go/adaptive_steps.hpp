// Gradient ascent with a separate learning rate for each weight, so that rare features learn as
// well as common ones (J. Duchi, E. Hazan and Y. Singer, "Adaptive subgradient methods", 2011).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace zeitnot::go {

template <std::size_t count>
struct AdaptiveSteps {
    std::array<float, count> weights{};
    std::array<float, count> squares{};  // of all gradients so far

    void step(std::size_t row, float gradient, float rate) {
        if (gradient == 0) return;
        squares[row] += gradient * gradient;
        weights[row] += rate * gradient / std::sqrt(squares[row] + 1e-6F);
    }
};

}  // namespace zeitnot::go
