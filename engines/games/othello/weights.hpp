// The learnt weights of Othello's patterns, and the counted play book, if there is one.
//
// Packed, each stage has one signed byte for each pair of mirrored weights, in the order of
// `for_each_pair`; a zero is followed by the length of its run of zeros, up to 255. A play book
// follows: its factors, 16 bits each, and its values, packed as the weights are. `zeitnot train
// othello` and `othello-playbook` write them; docs/why/othello.md describes the training.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "games/othello/patterns.hpp"
#include "games/othello/play_book.hpp"
#include "zeitnot/bytes.hpp"

namespace zeitnot::othello {

// In hundredths of a disc.
inline constexpr int weight_unit = 10;
using Weights = std::array<std::array<std::int8_t, weight_count>, stages>;

// All that is learnt.
struct Learning {
    Weights patterns;
    std::optional<PlayBook> book;
};

// Reads packed weights one by one; zeros after the end.
class Unpacker {
   public:
    explicit Unpacker(Bytes packed) : bytes_(packed) {}

    // Whether exactly all bytes were read.
    [[nodiscard]] bool fully_consumed() const {
        return good_ && bytes_.fully_consumed() && pending_zeros_ == 0;
    }

    std::int8_t next() {
        if (pending_zeros_ > 0) {
            --pending_zeros_;
            return 0;
        }
        const unsigned value = bytes_.byte();
        if (value == 0) {
            const unsigned run = bytes_.byte();
            good_ = good_ && run > 0;
            pending_zeros_ = run > 0 ? run - 1 : 0;
        }
        return static_cast<std::int8_t>(value);
    }

    // A number of 16 bits, outside runs of zeros.
    std::int16_t word() {
        good_ = good_ && pending_zeros_ == 0;
        return static_cast<std::int16_t>(bytes_.word());
    }

   private:
    ByteReader bytes_;
    unsigned pending_zeros_ = 0;
    bool good_ = true;
};

inline PlayBook unpack_play_book(Unpacker& unpacker) {
    PlayBook book;
    for (auto& base : book.factors) {
        for (auto& stage : base) {
            for (auto& factor : stage) factor = unpacker.word();
        }
    }
    book.values.resize(stages * std::size_t{book_size});
    for (std::size_t stage = 0; stage < stages; ++stage) {
        for_each_book_pair([&](std::uint32_t i, std::uint32_t mirror) {
            auto* const values = book.values.data() + stage * book_size;
            values[i] = values[mirror] = unpacker.next();
        });
    }
    return book;
}

// Null if the bytes are not weights.
inline std::shared_ptr<const Learning> unpack(Bytes packed) {
    auto learning = std::make_shared<Learning>();
    Unpacker unpacker(packed);
    for (auto& stage : learning->patterns) {
        for_each_pair([&](std::uint32_t weight, std::uint32_t mirror) {
            stage[weight] = stage[mirror] = unpacker.next();
        });
    }
    if (!unpacker.fully_consumed()) learning->book = unpack_play_book(unpacker);
    return unpacker.fully_consumed() ? std::move(learning) : nullptr;
}

// The value of a position on 8 by 8, in hundredths of a disc. `moves`, `answers`: the numbers of
// moves of the side to move and of the enemy.
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
