// Compressed distances (plies to the end) with random access: numbers up to 255, with few distinct
// values.
//
// Each block of 1024 numbers stores its distinct values, one byte each, and for every number the
// index of its value, in as few bits as possible: none if all are equal.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "zeitnot/exact/packed_values.hpp"

namespace zeitnot {

// One block's layout: a word with the number of distinct values, these values, the indices.
struct DistanceBlock {
    std::size_t distinct;

    [[nodiscard]] std::size_t value_words() const { return (distinct + 7) / 8; }
    [[nodiscard]] std::size_t width() const {
        return static_cast<std::size_t>(std::bit_width(distinct - 1));
    }
    [[nodiscard]] std::size_t words() const {
        return 1 + value_words() + width() * block_values / 64;
    }
};

// Appends the block of up to 1024 numbers.
inline void pack_block(std::span<const std::uint8_t> values, std::vector<std::uint64_t>& words) {
    std::vector<std::uint8_t> distinct(values.begin(), values.end());
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    const DistanceBlock block{distinct.size()};
    const std::size_t begin = words.size();
    words.push_back(distinct.size());
    words.resize(begin + 1 + block.value_words());
    std::memcpy(words.data() + begin + 1, distinct.data(), distinct.size());
    BitWriter bits(words);
    for (const std::uint8_t value : values) {
        const auto at = std::lower_bound(distinct.begin(), distinct.end(), value);
        if (block.width() > 0)
            bits.put(static_cast<std::uint64_t>(at - distinct.begin()), block.width());
    }
    words.resize(begin + block.words());
}

// The words that `PackedDistances` reads: the start of each block and the end of the last one, then
// the blocks.
inline std::vector<std::uint64_t> pack_distances(std::span<const std::uint8_t> values) {
    std::vector<std::uint64_t> starts, blocks;
    for (std::size_t from = 0; from < values.size(); from += block_values) {
        starts.push_back(blocks.size());
        pack_block(values.subspan(from, std::min(block_values, values.size() - from)), blocks);
    }
    starts.push_back(blocks.size());
    starts.insert(starts.end(), blocks.begin(), blocks.end());
    return starts;
}

class PackedDistances {
   public:
    PackedDistances(std::span<const std::uint64_t> words, std::size_t count, std::size_t /*width*/)
        : starts_(words.data()), blocks_(words.data() + blocks_of(count) + 1) {}

    [[nodiscard]] std::uint32_t operator[](std::size_t number) const {
        const std::uint64_t* words = blocks_ + starts_[number / block_values];
        const DistanceBlock block{words[0]};
        const auto* values = reinterpret_cast<const unsigned char*>(words + 1);
        if (block.width() == 0) return values[0];
        const std::uint64_t* indices = words + 1 + block.value_words();
        const std::size_t from = number % block_values * block.width(), used = from % 64;
        std::uint64_t bits = indices[from / 64] >> used;
        if (used + block.width() > 64) bits |= indices[from / 64 + 1] << (64 - used);
        const std::uint64_t mask = (std::uint64_t{1} << block.width()) - 1;
        return values[std::min<std::uint64_t>(bits & mask, block.distinct - 1)];
    }

    // Whether the blocks of `count` numbers have valid starts and sizes.
    static bool is_consistent(std::span<const std::uint64_t> words, std::size_t count) {
        const std::size_t blocks = blocks_of(count), begin = blocks + 1;
        if (words.size() < begin || words[0] != 0) return false;
        for (std::size_t i = 0; i < blocks; ++i) {
            const std::uint64_t start = words[i], end = words[i + 1];
            if (start >= end || end > words.size() - begin) return false;
            const std::uint64_t distinct = words[begin + start];
            if (distinct == 0 || distinct > 256 || DistanceBlock{distinct}.words() != end - start)
                return false;
        }
        return begin + words[blocks] == words.size();
    }

   private:
    static std::size_t blocks_of(std::size_t count) {
        return (count + block_values - 1) / block_values;
    }

    const std::uint64_t* starts_;
    const std::uint64_t* blocks_;
};

}  // namespace zeitnot
