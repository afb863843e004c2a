// The learnt weights of backgammon's networks.
//
// Packed, a weight is a little-endian signed 16-bit number in units of 1/2048. Order: the contact
// network, then the race network; in each the rows of the first layer, its bias, the rows of the
// second layer, its bias. `zeitnot train backgammon` writes them; docs/why/backgammon.md describes
// the training.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "games/backgammon/networks.hpp"
#include "games/backgammon/position.hpp"
#include "zeitnot/weights_file.hpp"

namespace zeitnot::backgammon {

inline constexpr float steps_per_unit = 2048;

// Calls `each` with every weight in the order of the packed form.
template <class N>
void for_each_weight(N& net, auto&& each) {
    for (auto& row : net.in) std::for_each(row.begin(), row.end(), each);
    std::for_each(net.rows.bias.begin(), net.rows.bias.end(), each);
    for (auto& row : net.rows.out) std::for_each(row.begin(), row.end(), each);
    std::for_each(net.rows.out_bias.begin(), net.rows.out_bias.end(), each);
}

// A weights file with both networks.
inline std::vector<std::uint8_t> packed_networks(const Networks& nets) {
    std::vector<std::uint8_t> bytes;
    const auto put = [&](float weight) {
        const float steps = std::clamp(std::round(weight * steps_per_unit), -32767.0F, 32767.0F);
        put_word(bytes, static_cast<std::uint16_t>(static_cast<std::int16_t>(steps)));
    };
    for_each_weight(nets.contact, put);
    for_each_weight(nets.race, put);
    return write_weights_file(Backgammon::name, bytes);
}

// Null if the bytes have the wrong length.
inline std::shared_ptr<const Networks> unpack(Bytes packed) {
    auto nets = std::make_shared<Networks>();
    ByteReader reader(packed);
    const auto read = [&](float& weight) {
        weight = static_cast<float>(static_cast<std::int16_t>(reader.word())) / steps_per_unit;
    };
    for_each_weight(nets->contact, read);
    for_each_weight(nets->race, read);
    return reader.fully_consumed() ? std::move(nets) : nullptr;
}

}  // namespace zeitnot::backgammon
