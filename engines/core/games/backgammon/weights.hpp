// The learnt weights of backgammon's networks.
//
// Packed, a weight is a signed number of 16 bits, the lower byte first, in units of 1/2048; contact
// before race, the rows of the first layer, its bias, the rows of the second, theirs.
// `zeitnot train backgammon` writes them; docs/why/backgammon.md says how they came about.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "games/backgammon/networks.hpp"
#include "games/backgammon/position.hpp"
#include "zeitnot/weights_file.hpp"

namespace zeitnot::backgammon {

inline constexpr float weight_steps = 2048;

// Calls `each` with every weight in the order of the packed form.
template <class N>
void for_each_weight(N& net, auto&& each) {
    for (auto& row : net.in) std::for_each(row.begin(), row.end(), each);
    std::for_each(net.rows.bias.begin(), net.rows.bias.end(), each);
    for (auto& row : net.rows.out) std::for_each(row.begin(), row.end(), each);
    std::for_each(net.rows.out_bias.begin(), net.rows.out_bias.end(), each);
}

// A file of them.
inline std::vector<std::uint8_t> packed_networks(const Networks& nets) {
    std::vector<std::uint8_t> bytes;
    const auto one = [&](float weight) {
        const float steps = std::clamp(std::round(weight * weight_steps), -32767.0F, 32767.0F);
        put_word(bytes, static_cast<std::uint16_t>(static_cast<std::int16_t>(steps)));
    };
    for_each_weight(nets.contact, one);
    for_each_weight(nets.race, one);
    return write_weights_file(Backgammon::name, bytes);
}

// None if the bytes are something else than weights.
inline std::shared_ptr<const Networks> unpack(Bytes packed) {
    auto nets = std::make_shared<Networks>();
    ByteReader reader(packed);
    const auto one = [&](float& weight) {
        weight = static_cast<float>(static_cast<std::int16_t>(reader.word())) / weight_steps;
    };
    for_each_weight(nets->contact, one);
    for_each_weight(nets->race, one);
    return reader.ended_well() ? std::move(nets) : nullptr;
}

}  // namespace zeitnot::backgammon
