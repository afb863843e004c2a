// The learnt weights of Othello's patterns.
//
// Packed there is, stage by stage, one signed byte for each weight that is not its mirror's copy,
// in the order of `for_each_pair`; a nought is followed by how many there are, up to 255. `zeitnot
// train othello` writes them; docs/why/othello.md says how they came about.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "games/othello/patterns.hpp"
#include "zeitnot/bytes.hpp"

namespace zeitnot::othello {

// In hundredths of a disc.
inline constexpr int weight_unit = 10;
using Weights = std::array<std::array<std::int8_t, weight_count>, stages>;

// Reads packed weights one by one; noughts where there are too few.
class Unpacker {
   public:
    explicit Unpacker(Bytes packed) : bytes_(packed) {}

    // Whether exactly all of them were read.
    [[nodiscard]] bool ended_well() const { return good_ && bytes_.ended_well() && noughts_ == 0; }

    std::int8_t next() {
        if (noughts_ > 0) {
            --noughts_;
            return 0;
        }
        const unsigned value = bytes_.byte();
        if (value == 0) {
            const unsigned run = bytes_.byte();
            good_ = good_ && run > 0;
            noughts_ = run > 0 ? run - 1 : 0;
        }
        return static_cast<std::int8_t>(value);
    }

   private:
    ByteReader bytes_;
    unsigned noughts_ = 0;
    bool good_ = true;
};

// None if the bytes are something else than weights.
inline std::shared_ptr<const Weights> unpack(Bytes packed) {
    auto weights = std::make_shared<Weights>();
    Unpacker unpacker(packed);
    for (auto& stage : *weights) {
        for_each_pair([&](std::uint32_t weight, std::uint32_t mirror) {
            stage[weight] = stage[mirror] = unpacker.next();
        });
    }
    return unpacker.ended_well() ? std::move(weights) : nullptr;
}

// What the patterns say of a position on 8 by 8, in hundredths of a disc; `moves` and `answers` are
// how many moves the sides have.
inline int pattern_value(const Weights& weights, Board own, Board enemy, int moves, int answers) {
    Features features;
    find_features(own, enemy, moves, answers, features);
    const int empty = std::popcount(~(own | enemy));
    const auto& stage = weights[static_cast<std::size_t>(stage_of(empty))];
    int sum = 0;
    for (const auto feature : features) sum += stage[feature];
    return weight_unit * sum;
}

}  // namespace zeitnot::othello
