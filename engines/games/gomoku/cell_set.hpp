// A set of cells as a bit set.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/gomoku/board.hpp"

namespace zeitnot::gomoku {

class CellSet {
   public:
    void add(int cell) { word(cell) |= bit(cell); }
    void remove(int cell) { word(cell) &= ~bit(cell); }
    void put(int cell, bool in) { in ? add(cell) : remove(cell); }
    [[nodiscard]] bool has(int cell) const { return (words_[at(cell)] & bit(cell)) != 0; }

    [[nodiscard]] bool empty() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words_) all |= word;
        return all == 0;
    }
    [[nodiscard]] int size() const {
        int size = 0;
        for (const std::uint64_t word : words_) size += std::popcount(word);
        return size;
    }
    // The lowest cell of a set that is not empty.
    [[nodiscard]] Cell first() const {
        std::size_t i = 0;
        while (words_[i] == 0) ++i;
        return cell_of(i, words_[i]);
    }

    CellSet& operator|=(const CellSet& other) {
        for (std::size_t i = 0; i < words; ++i) words_[i] |= other.words_[i];
        return *this;
    }
    CellSet& operator&=(const CellSet& other) {
        for (std::size_t i = 0; i < words; ++i) words_[i] &= other.words_[i];
        return *this;
    }
    friend CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
    friend CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
    friend bool operator==(const CellSet&, const CellSet&) = default;

    // Calls f(cell) for each, in order.
    template <class F>
    void each(F f) const {
        for (std::size_t i = 0; i < words; ++i) {
            for (std::uint64_t left = words_[i]; left != 0; left &= left - 1) f(cell_of(i, left));
        }
    }

   private:
    static constexpr std::size_t words = (cells + 63) / 64;
    // The lowest cell of a word.
    static Cell cell_of(std::size_t i, std::uint64_t word) {
        return static_cast<Cell>(64 * i + static_cast<std::size_t>(std::countr_zero(word)));
    }
    static std::size_t at(int cell) { return static_cast<std::size_t>(cell) / 64; }
    static std::uint64_t bit(int cell) { return std::uint64_t{1} << (cell & 63); }
    std::uint64_t& word(int cell) { return words_[at(cell)]; }

    std::array<std::uint64_t, words> words_{};
};

}  // namespace zeitnot::gomoku
