// The learnt weights of the network for EinStein würfelt nicht!
//
// Packed, they are little-endian 16-bit numbers: all rows, the biases, the second layer, and the
// last bias as two numbers. `zeitnot train ewn` writes them; docs/why/evaluations.md describes the
// training.
#pragma once

#include <cstdint>
#include <memory>

#include "games/ewn/net.hpp"
#include "zeitnot/bytes.hpp"

namespace zeitnot::ewn {

// Calls f(number) for every 16-bit number of the file in order.
template <class N, class F>
void for_each_weight(N& net, const F& f) {
    for (auto& row : net.rows)
        for (auto& weight : row) f(weight);
    for (auto& weight : net.bias) f(weight);
    for (auto& weight : net.out) f(weight);
}

// Returns null if the bytes are not a network.
inline std::shared_ptr<const Net> unpack(Bytes packed) {
    auto net = std::make_shared<Net>();
    ByteReader reader(packed);
    for_each_weight(*net, [&reader](std::int16_t& weight) {
        weight = static_cast<std::int16_t>(reader.word());
    });
    const std::uint32_t low = reader.word(), high = reader.word();
    net->out_bias = static_cast<std::int32_t>(low | high << 16U);
    return reader.fully_consumed() && net->is_safe() ? std::move(net) : nullptr;
}

}  // namespace zeitnot::ewn
