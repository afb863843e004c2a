// Go's learnt weights: those of the policy, then those of the value, in the order of the members,
// as 16-bit numbers in units of 1/2048. `zeitnot train go` writes them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/go/area_value.hpp"
#include "games/go/move_softmax.hpp"
#include "zeitnot/bytes.hpp"

namespace zeitnot::go {

struct Weights {
    static constexpr float unit = 2048;

    MoveWeights moves{};
    AreaWeights area{};
};

// Calls `each(number)` for every weight in order; `W` is Weights, constant or not.
template <class W, class Each>
void for_each_weight(W& weights, Each each) {
    const auto all = [&](auto& numbers) {
        for (auto& number : numbers) each(number);
    };
    all(weights.moves);
    all(weights.area.rows);
    all(weights.area.spreads);
    all(weights.area.second);
    all(weights.area.scale);
    all(weights.area.tempo);
}

// Returns null if the bytes are not weights.
inline std::shared_ptr<const Weights> unpack(Bytes packed) {
    auto weights = std::make_shared<Weights>();
    ByteReader reader(packed);
    for_each_weight(*weights, [&](float& weight) {
        weight = static_cast<float>(static_cast<std::int16_t>(reader.word())) / Weights::unit;
    });
    return reader.fully_consumed() ? std::move(weights) : nullptr;
}

inline std::vector<std::uint8_t> packed(const Weights& weights) {
    std::vector<std::uint8_t> bytes;
    for_each_weight(weights, [&](float weight) {
        const long steps = std::lround(Weights::unit * weight);
        put_word(bytes, static_cast<std::uint16_t>(std::clamp<long>(steps, -32767, 32767)));
    });
    return bytes;
}

}  // namespace zeitnot::go
