// Connect four's book: exact values of the positions that can occur while one side plays best.
//
// The file has eight bytes for each position, sorted: the board as a number, which a position
// shares with its mirror image, and in the lowest byte the solver's value plus 128.
// `zeitnot solve connect4 --book` writes it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "games/connect4/sides.hpp"
#include "zeitnot/bytes.hpp"

namespace zeitnot::connect4 {

class Book {
   public:
    // Returns null if the bytes are not a book.
    static std::shared_ptr<const Book> unpack(Bytes packed) {
        auto book = std::make_shared<Book>();
        if (packed.size() % sizeof(std::uint64_t) != 0) return nullptr;
        book->entries_.resize(packed.size() / sizeof(std::uint64_t));
        if (!packed.empty()) std::memcpy(book->entries_.data(), packed.data(), packed.size());
        const auto& entries = book->entries_;
        if (!std::all_of(entries.begin(), entries.end(), is_entry)) return nullptr;
        const auto out_of_order = [](std::uint64_t a, std::uint64_t b) { return a >> 8 >= b >> 8; };
        if (std::adjacent_find(entries.begin(), entries.end(), out_of_order) != entries.end())
            return nullptr;
        return book;
    }

    // Packs positions, each with its value for the side to move, as a book.
    static std::vector<std::uint8_t> pack(const std::vector<std::pair<Sides, int>>& positions) {
        std::vector<std::uint64_t> entries;
        entries.reserve(positions.size());
        for (const auto& [sides, value] : positions)
            entries.push_back(symmetric_key(sides) << 8 | static_cast<std::uint64_t>(value + bias));
        std::sort(entries.begin(), entries.end());
        entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
        std::vector<std::uint8_t> bytes(entries.size() * sizeof(std::uint64_t));
        if (!bytes.empty()) std::memcpy(bytes.data(), entries.data(), bytes.size());
        return bytes;
    }

    // The value for the side to move, if the position is in the book.
    [[nodiscard]] std::optional<int> find(const Sides& sides) const {
        const Board key = symmetric_key(sides);
        const auto entry = std::lower_bound(entries_.begin(), entries_.end(), key << 8);
        if (entry == entries_.end() || *entry >> 8 != key) return std::nullopt;
        return static_cast<int>(*entry & 0xFF) - bias;
    }

    [[nodiscard]] std::size_t size() const { return entries_.size(); }

   private:
    static constexpr int bias = 128;

    static bool is_entry(std::uint64_t entry) {
        const int value = static_cast<int>(entry & 0xFF) - bias;
        return entry >> (column_bits * columns + 8) == 0 && std::abs(value) <= max_value;
    }

    static_assert(std::endian::native == std::endian::little, "The entries are copied.");

    std::vector<std::uint64_t> entries_;
};

}  // namespace zeitnot::connect4
