// The learnt weights of Othello's patterns, unpacked when first needed.
//
// `packed` is base 64. Inside, stage by stage, stands one signed byte for each weight that is not
// its mirror's copy, in the order of `for_each_pair`; a nought is followed by how many there are,
// up to 255. `zeitnot train othello` writes it; docs/why/othello.md says how they came about.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "zeitnot/eval/othello_patterns.hpp"

namespace zeitnot::othello {

// In hundredths of a disc.
inline constexpr int weight_unit = 10;
using Weights = std::array<std::array<std::int8_t, weight_count>, stages>;

// An array, as a compiler would count a string_view's length letter by letter.
inline constexpr char packed[] =
#include "zeitnot/eval/othello_weights.inc"
    ;

// Reads `packed`, byte by byte.
class Unpacker {
   public:
    explicit Unpacker(const char* text) : text_(text) {}

    std::int8_t next() {
        if (noughts_ > 0) {
            --noughts_;
            return 0;
        }
        const unsigned value = byte();
        if (value == 0) noughts_ = byte() - 1;
        return static_cast<std::int8_t>(value);
    }

   private:
    unsigned byte() {
        for (; held_ < 8; held_ += 6) bits_ = bits_ << 6 | digit(*text_++);
        held_ -= 8;
        return bits_ >> held_ & 0xFF;
    }

    static unsigned digit(char c) {
        if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A');
        if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a' + 26);
        if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0' + 52);
        return c == '+' ? 62 : 63;
    }

    const char* text_;
    unsigned bits_ = 0, held_ = 0, noughts_ = 0;
};

inline const Weights& learnt_weights() {
    static const std::unique_ptr<const Weights> weights = [] {
        auto weights = std::make_unique<Weights>();
        Unpacker unpacker(packed);
        for (auto& stage : *weights) {
            for_each_pair([&](std::uint32_t weight, std::uint32_t mirror) {
                stage[weight] = stage[mirror] = unpacker.next();
            });
        }
        return weights;
    }();
    return *weights;
}

// What the patterns say of a position on 8 by 8, in hundredths of a disc; `moves` and `answers` are
// how many moves the sides have.
inline int pattern_value(Board own, Board enemy, int moves, int answers) {
    Features features;
    look_at(own, enemy, moves, answers, features);
    const int empty = std::popcount(~(own | enemy));
    const auto& stage = learnt_weights()[static_cast<std::size_t>(stage_of(empty))];
    int sum = 0;
    for (const auto feature : features) sum += stage[feature];
    return weight_unit * sum;
}

}  // namespace zeitnot::othello
