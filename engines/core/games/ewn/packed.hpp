// Writes a learnt network as games/ewn/weights.hpp reads it.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "games/ewn/fit.hpp"
#include "games/ewn/weights.hpp"

namespace zeitnot::ewn {

inline std::unique_ptr<Net> rounded(const Fit& fit) {
    const auto whole = [](float weight, double unit, int most) {
        const long steps = std::lround(unit * static_cast<double>(weight));
        return static_cast<std::int16_t>(std::clamp<long>(steps, -most, most));
    };
    auto net = std::make_unique<Net>();
    const Fit::Weights& from = fit.weights();
    for (std::size_t i = 0; i < row_count; ++i)
        for (std::size_t j = 0; j < hidden; ++j)
            net->rows[i][j] = whole(from.rows[i][j], Net::row_unit, Net::most_row);
    for (std::size_t j = 0; j < hidden; ++j) {
        net->bias[j] = whole(from.bias[j], Net::row_unit, Net::most_bias);
        net->out[j] = whole(from.out[j], Net::out_unit, Net::most_out);
    }
    const double bias = Net::row_unit * Net::out_unit * static_cast<double>(from.out_bias);
    net->out_bias = static_cast<std::int32_t>(
        std::clamp<long>(std::lround(bias), -Net::most_out_bias, Net::most_out_bias));
    return net;
}

// Lines of C++ text, ready to include.
inline std::string packed(const Net& net) {
    std::vector<std::uint8_t> bytes;
    FletcherSum sum;
    const auto put = [&](unsigned word) {
        for (const unsigned by : {0U, 8U}) {
            bytes.push_back(static_cast<std::uint8_t>(word >> by));
            sum.add(bytes.back());
        }
    };
    for_each_weight(net, [&](std::int16_t weight) { put(static_cast<std::uint16_t>(weight)); });
    const auto bias = static_cast<std::uint32_t>(net.out_bias);
    put(bias & 0xFFFFU);
    put(bias >> 16U);
    put(sum.value());
    return base64_lines(bytes);
}

}  // namespace zeitnot::ewn
