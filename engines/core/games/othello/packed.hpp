// Writes learnt weights as a file that games/othello/weights.hpp unpacks, with run-length encoded
// zeros.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "games/othello/fit.hpp"
#include "games/othello/position.hpp"
#include "games/othello/weights.hpp"
#include "zeitnot/weights_file.hpp"

namespace zeitnot::othello {

inline std::vector<std::uint8_t> run_length_encoded(const Fit& fit) {
    std::vector<std::uint8_t> bytes;
    const auto push = [&bytes](std::uint8_t value) {
        if (value != 0) return bytes.push_back(value);
        const std::size_t size = bytes.size();
        if (size >= 2 && bytes[size - 2] == 0 && bytes[size - 1] < 255) {
            ++bytes[size - 1];
        } else {
            bytes.insert(bytes.end(), {0, 1});
        }
    };
    for (int stage = 0; stage < stages; ++stage) {
        for_each_pair([&](std::uint32_t weight, std::uint32_t) {
            const double hundredths = 100.0 * static_cast<double>(fit.weight(stage, weight));
            const long steps = std::lround(hundredths / weight_unit);
            push(static_cast<std::uint8_t>(std::clamp(steps, -127L, 127L)));
        });
    }
    return bytes;
}

inline std::vector<std::uint8_t> packed_weights(const Fit& fit) {
    return write_weights_file(Othello::name, run_length_encoded(fit));
}

}  // namespace zeitnot::othello
