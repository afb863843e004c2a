// Packs a learnt network as a weights file for games/ewn/weights.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "games/ewn/fit.hpp"
#include "games/ewn/weights.hpp"
#include "zeitnot/weights_file.hpp"

namespace zeitnot::ewn {

inline std::unique_ptr<Net> rounded(const Fit& fit) {
    const auto rounded_weight = [](float weight, double unit, int max) {
        const long steps = std::lround(unit * static_cast<double>(weight));
        return static_cast<std::int16_t>(std::clamp<long>(steps, -max, max));
    };
    auto net = std::make_unique<Net>();
    const Fit::Weights& source = fit.weights();
    for (std::size_t i = 0; i < row_count; ++i)
        for (std::size_t j = 0; j < hidden; ++j)
            net->rows[i][j] = rounded_weight(source.rows[i][j], Net::row_unit, Net::max_row);
    for (std::size_t j = 0; j < hidden; ++j) {
        net->bias[j] = rounded_weight(source.bias[j], Net::row_unit, Net::max_bias);
        net->out[j] = rounded_weight(source.out[j], Net::out_unit, Net::max_out);
    }
    const double bias = Net::row_unit * Net::out_unit * static_cast<double>(source.out_bias);
    net->out_bias = static_cast<std::int32_t>(
        std::clamp<long>(std::lround(bias), -Net::max_out_bias, Net::max_out_bias));
    return net;
}

inline std::vector<std::uint8_t> packed(const Net& net) {
    std::vector<std::uint8_t> bytes;
    for_each_weight(net, [&bytes](std::int16_t weight) {
        put_word(bytes, static_cast<std::uint16_t>(weight));
    });
    const auto bias = static_cast<std::uint32_t>(net.out_bias);
    put_word(bytes, bias & 0xFFFFU);
    put_word(bytes, bias >> 16U);
    return write_weights_file(Ewn::name, bytes);
}

}  // namespace zeitnot::ewn
