// Packs learnt weights and edge tables as a file for games/othello/weights.hpp, with run-length
// encoded zeros.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "games/othello/fit.hpp"
#include "games/othello/position.hpp"
#include "games/othello/weights.hpp"
#include "zeitnot/weights_file.hpp"

namespace zeitnot::othello {

// Appends signed bytes with run-length encoded zeros. Each encoder starts a new run.
class RunLengthEncoder {
   public:
    explicit RunLengthEncoder(std::vector<std::uint8_t>& bytes)
        : bytes_(bytes), begin_(bytes.size()) {}

    void push(std::int8_t number) {
        const auto value = static_cast<std::uint8_t>(number);
        if (value != 0) return bytes_.push_back(value);
        const std::size_t size = bytes_.size();
        if (size >= begin_ + 2 && bytes_[size - 2] == 0 && bytes_[size - 1] < 255) {
            ++bytes_[size - 1];
        } else {
            bytes_.insert(bytes_.end(), {0, 1});
        }
    }

   private:
    std::vector<std::uint8_t>& bytes_;
    std::size_t begin_;
};

// `weight(stage, i)`: in steps of `weight_unit`.
template <class Weight>
void pack_patterns(const Weight& weight, std::vector<std::uint8_t>& bytes) {
    RunLengthEncoder encoder(bytes);
    for (int stage = 0; stage < stages; ++stage)
        for_each_pair([&](std::uint32_t i, std::uint32_t) { encoder.push(weight(stage, i)); });
}

inline void pack_edge_tables(const EdgeTables& edges, std::vector<std::uint8_t>& bytes) {
    for (const auto& base : edges.factors) {
        for (const auto& stage : base) {
            for (const auto factor : stage) put_word(bytes, static_cast<std::uint16_t>(factor));
        }
    }
    RunLengthEncoder encoder(bytes);
    for (std::size_t stage = 0; stage < stages; ++stage) {
        for_each_edge_pair([&](std::uint32_t i, std::uint32_t) {
            encoder.push(edges.values[stage * edge_weight_count + i]);
        });
    }
}

inline std::vector<std::uint8_t> packed_weights(const Fit& fit) {
    std::vector<std::uint8_t> bytes;
    const auto rounded = [&fit](int stage, std::uint32_t i) {
        const double hundredths = 100.0 * static_cast<double>(fit.weight(stage, i));
        return static_cast<std::int8_t>(
            std::clamp(std::lround(hundredths / weight_unit), -127L, 127L));
    };
    pack_patterns(rounded, bytes);
    return write_weights_file(Othello::name, bytes);
}

inline std::vector<std::uint8_t> packed_weights(const LearntWeights& learnt) {
    std::vector<std::uint8_t> bytes;
    const auto weight = [&learnt](int stage, std::uint32_t i) {
        return learnt.patterns[static_cast<std::size_t>(stage)][i];
    };
    pack_patterns(weight, bytes);
    if (learnt.edges) pack_edge_tables(*learnt.edges, bytes);
    return write_weights_file(Othello::name, bytes);
}

}  // namespace zeitnot::othello
