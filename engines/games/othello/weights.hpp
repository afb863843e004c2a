// The learnt weights of Othello's patterns, and the counted edge tables, if there are any.
//
// Packed, each stage has one signed byte for each pair of mirrored weights, in the order of
// `for_each_pair`; a zero is followed by the length of its run of zeros, up to 255. Edge tables
// follow: their factors, 16 bits each, and their values, packed like the weights. `zeitnot train
// othello` and `othello-playbook` write them; docs/why/othello.md describes the training.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "games/othello/edge_tables.hpp"
#include "games/othello/patterns.hpp"
#include "zeitnot/bytes.hpp"

namespace zeitnot::othello {

// The step of a packed weight, in hundredths of a disc.
inline constexpr int weight_unit = 10;
using Weights = std::array<std::array<std::int8_t, weight_count>, stages>;

// Everything in a weights file.
struct LearntWeights {
    Weights patterns;
    std::optional<EdgeTables> edges;
};

// Reads packed weights one by one; returns zeros after the end.
class Unpacker {
   public:
    explicit Unpacker(Bytes packed) : bytes_(packed) {}

    // Whether all bytes were read, and not more.
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

inline EdgeTables unpack_edge_tables(Unpacker& unpacker) {
    EdgeTables edges;
    for (auto& base : edges.factors) {
        for (auto& stage : base) {
            for (auto& factor : stage) factor = unpacker.word();
        }
    }
    edges.values.resize(stages * std::size_t{edge_weight_count});
    for (std::size_t stage = 0; stage < stages; ++stage) {
        for_each_edge_pair([&](std::uint32_t i, std::uint32_t mirror) {
            auto* const values = edges.values.data() + stage * edge_weight_count;
            values[i] = values[mirror] = unpacker.next();
        });
    }
    return edges;
}

// Returns null if the bytes are not weights.
inline std::shared_ptr<const LearntWeights> unpack(Bytes packed) {
    auto learnt = std::make_shared<LearntWeights>();
    Unpacker unpacker(packed);
    for (auto& stage : learnt->patterns) {
        for_each_pair([&](std::uint32_t weight, std::uint32_t mirror) {
            stage[weight] = stage[mirror] = unpacker.next();
        });
    }
    if (!unpacker.fully_consumed()) learnt->edges = unpack_edge_tables(unpacker);
    return unpacker.fully_consumed() ? std::move(learnt) : nullptr;
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
