// The learnt weights of Othello's patterns, unpacked when first needed.
//
// `packed` is base 64, in a file with quotation marks and in lines. Inside, stage by stage, stands
// one signed byte for each weight that is not its mirror's copy, in the order of `for_each_pair`; a
// nought is followed by how many there are, up to 255. `zeitnot train othello` writes it;
// docs/why/othello.md says how they came about.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "games/othello/patterns.hpp"
#include "zeitnot/base64.hpp"

namespace zeitnot::othello {

// In hundredths of a disc.
inline constexpr int weight_unit = 10;
using Weights = std::array<std::array<std::int8_t, weight_count>, stages>;

// An array, as a compiler would count a string_view's length letter by letter.
inline constexpr char packed[] =
#include "games/othello/weights.inc"
    ;

// Reads `packed`, weight by weight; noughts where it is too short.
class Unpacker {
   public:
    explicit Unpacker(std::string_view text) : bytes_(text) {}

    // Whether all that was read stood there, and little more: `packed` ends with a few noughts.
    [[nodiscard]] bool ended_well() const { return good_ && bytes_.good() && bytes_.left() < 16; }

    std::int8_t next() {
        if (noughts_ > 0) {
            --noughts_;
            return 0;
        }
        const unsigned value = bytes_.byte();
        if (value == 0) {
            const unsigned run = bytes_.byte();
            good_ = good_ && run > 0;
            noughts_ = run - 1;
        }
        return static_cast<std::int8_t>(value);
    }

   private:
    Base64Reader bytes_;
    unsigned noughts_ = 0;
    bool good_ = true;
};

// None if the text holds something else than weights.
inline std::unique_ptr<const Weights> read_weights(std::string_view text) {
    auto weights = std::make_unique<Weights>();
    Unpacker unpacker(text);
    for (auto& stage : *weights) {
        for_each_pair([&](std::uint32_t weight, std::uint32_t mirror) {
            stage[weight] = stage[mirror] = unpacker.next();
        });
    }
    return unpacker.ended_well() ? std::move(weights) : nullptr;
}

inline const Weights& learnt_weights() {
    static const std::unique_ptr<const Weights> weights = read_weights({packed, sizeof packed - 1});
    return *weights;
}

// What the patterns say of a position on 8 by 8, in hundredths of a disc; `moves` and `answers` are
// how many moves the sides have.
inline int pattern_value(const Weights& weights, Board own, Board enemy, int moves, int answers) {
    Features features;
    look_at(own, enemy, moves, answers, features);
    const int empty = std::popcount(~(own | enemy));
    const auto& stage = weights[static_cast<std::size_t>(stage_of(empty))];
    int sum = 0;
    for (const auto feature : features) sum += stage[feature];
    return weight_unit * sum;
}

}  // namespace zeitnot::othello
