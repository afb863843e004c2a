// Compressed numbers with random access.
//
// Neighbouring values in an endgame table are often equal. Each block of 1024 numbers stores only
// its distinct values, in `width` bits each; a repeated number is stored as the index of its value,
// in 10 bits. One bit per number distinguishes the two; counting these bits locates the value
// (succinct rank: Jacobson, "Space-efficient static trees and graphs", 1989).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <unordered_map>
#include <vector>

namespace zeitnot {

inline constexpr std::size_t block_values = 1024, index_bits = 10, bitmap_words = block_values / 64;
// Words of padding at the end, so that reads in a corrupt block stay within the table.
inline constexpr std::size_t padding_words = block_values * (32 + index_bits) / 64 + 1;

// Appends bits to words, from the lowest bit of each word.
class BitWriter {
   public:
    explicit BitWriter(std::vector<std::uint64_t>& words) : words_(words) {}

    void put(std::uint64_t value, std::size_t bits) {
        const std::size_t used = bits_ % 64;
        if (used == 0) words_.push_back(0);
        words_.back() |= value << used;
        if (used + bits > 64) words_.push_back(value >> (64 - used));
        bits_ += bits;
    }

   private:
    std::vector<std::uint64_t>& words_;
    std::size_t bits_ = 0;
};

// Produces the words that `PackedValues` reads: the start of each block and the end of the last
// one, half a word each; then the blocks; then the padding.
class ValuePacker {
   public:
    ValuePacker(std::span<const std::uint32_t> values, std::size_t width) : width_(width) {
        for (std::size_t from = 0; from < values.size(); from += block_values) {
            starts_.push_back(static_cast<std::uint32_t>(blocks_.size()));
            add(values.subspan(from, std::min(block_values, values.size() - from)));
        }
        starts_.push_back(static_cast<std::uint32_t>(blocks_.size()));
    }

    [[nodiscard]] std::vector<std::uint64_t> words() const {
        std::vector<std::uint64_t> words((starts_.size() + 1) / 2);
        std::memcpy(words.data(), starts_.data(), starts_.size() * sizeof(std::uint32_t));
        words.insert(words.end(), blocks_.begin(), blocks_.end());
        words.resize(words.size() + padding_words);
        return words;
    }

   private:
    void add(std::span<const std::uint32_t> values) {
        const std::size_t mask = blocks_.size();
        blocks_.resize(mask + bitmap_words);
        distinct_.clear();
        indices_.clear();
        index_by_value_.clear();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto index = static_cast<std::uint32_t>(distinct_.size());
            const auto [at, added] = index_by_value_.try_emplace(values[i], index);
            if (added) {
                distinct_.push_back(values[i]);
                blocks_[mask + i / 64] |= std::uint64_t{1} << (i % 64);
            } else {
                indices_.push_back(at->second);
            }
        }
        BitWriter bits(blocks_);
        for (const auto value : distinct_) bits.put(value, width_);
        for (const auto index : indices_) bits.put(index, index_bits);
    }

    std::size_t width_;
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint64_t> blocks_;
    std::vector<std::uint32_t> distinct_, indices_;
    std::unordered_map<std::uint32_t, std::uint32_t> index_by_value_;
};

class PackedValues {
   public:
    PackedValues(std::span<const std::uint64_t> words, std::size_t count, std::size_t width)
        : starts_(words.data()),
          blocks_(words.data() + begin_of_blocks(count)),
          width_(width),
          mask_((std::uint64_t{1} << width) - 1) {}

    [[nodiscard]] std::uint32_t operator[](std::size_t number) const {
        const std::uint64_t* mask = blocks_ + start(number / block_values);
        const std::uint64_t* data = mask + bitmap_words;
        const std::size_t at = number % block_values;
        const std::size_t distinct_before = count(mask, at);
        if ((mask[at / 64] >> (at % 64) & 1U) != 0) return value(data, distinct_before);
        const std::size_t distinct = count(mask, block_values);
        const std::size_t from = distinct * width_ + (at - distinct_before) * index_bits;
        return value(data, bits(data, from) & (block_values - 1));
    }

    // Whether the blocks of `count` numbers have valid starts.
    static bool is_consistent(std::span<const std::uint64_t> words, std::size_t count) {
        const std::size_t begin = begin_of_blocks(count), blocks = blocks_of(count);
        if (words.size() < begin + padding_words) return false;
        const PackedValues values(words, count, 1);
        for (std::size_t i = 0; i < blocks; ++i) {
            if (values.start(i) + bitmap_words > values.start(i + 1)) return false;
        }
        return begin + values.start(blocks) + padding_words == words.size();
    }

   private:
    static std::size_t blocks_of(std::size_t count) {
        return (count + block_values - 1) / block_values;
    }
    static std::size_t begin_of_blocks(std::size_t count) { return (blocks_of(count) + 2) / 2; }

    [[nodiscard]] std::size_t start(std::size_t block) const {
        return static_cast<std::uint32_t>(starts_[block / 2] >> (block % 2 * 32));
    }

    // The number of bits set before `end`.
    static std::size_t count(const std::uint64_t* mask, std::size_t end) {
        std::size_t sum = 0;
        for (std::size_t i = 0; i < end / 64; ++i)
            sum += static_cast<std::size_t>(std::popcount(mask[i]));
        if (end % 64 == 0) return sum;
        return sum + static_cast<std::size_t>(std::popcount(mask[end / 64] << (64 - end % 64)));
    }

    static std::uint64_t bits(const std::uint64_t* data, std::size_t from) {
        std::uint64_t word = 0;
        std::memcpy(&word, reinterpret_cast<const char*>(data) + from / 8, sizeof word);
        return word >> (from % 8);
    }
    [[nodiscard]] std::uint32_t value(const std::uint64_t* data, std::size_t index) const {
        return static_cast<std::uint32_t>(bits(data, index * width_) & mask_);
    }

    const std::uint64_t* starts_;
    const std::uint64_t* blocks_;
    std::size_t width_;
    std::uint64_t mask_;
};

}  // namespace zeitnot
