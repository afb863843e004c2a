// A set of the star's 121 cells as a bit set.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace zeitnot::chinesecheckers {

// Cells are numbered row by row from seat 0's tip, from the left as seat 0 sees the board.
using Cell = std::uint8_t;

constexpr std::size_t index(int number) { return static_cast<std::size_t>(number); }

class CellSet {
   public:
    constexpr void add(int cell) { words_[word(cell)] |= bit(cell); }
    constexpr void remove(int cell) { words_[word(cell)] &= ~bit(cell); }
    [[nodiscard]] constexpr bool has(int cell) const {
        return (words_[word(cell)] & bit(cell)) != 0;
    }
    [[nodiscard]] constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }
    [[nodiscard]] constexpr int size() const {
        return std::popcount(words_[0]) + std::popcount(words_[1]);
    }
    [[nodiscard]] constexpr bool contains(const CellSet& other) const {
        return (other & *this) == other;
    }

    constexpr CellSet& operator|=(const CellSet& other) {
        words_[0] |= other.words_[0];
        words_[1] |= other.words_[1];
        return *this;
    }
    friend constexpr CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
    friend constexpr CellSet operator&(const CellSet& a, const CellSet& b) {
        return CellSet(a.words_[0] & b.words_[0], a.words_[1] & b.words_[1]);
    }
    // The cells of `a` that are not in `b`.
    friend constexpr CellSet operator-(const CellSet& a, const CellSet& b) {
        return CellSet(a.words_[0] & ~b.words_[0], a.words_[1] & ~b.words_[1]);
    }
    friend constexpr bool operator==(const CellSet&, const CellSet&) = default;

    constexpr CellSet() = default;

    // Calls f(cell) for each cell in order.
    template <class F>
    constexpr void each(F f) const {
        for (int i = 0; i < 2; ++i) {
            for (std::uint64_t left = words_[index(i)]; left != 0; left &= left - 1)
                f(static_cast<Cell>(64 * i + std::countr_zero(left)));
        }
    }

   private:
    constexpr CellSet(std::uint64_t low, std::uint64_t high) : words_{low, high} {}
    static constexpr std::size_t word(int cell) { return index(cell) >> 6; }
    static constexpr std::uint64_t bit(int cell) { return std::uint64_t{1} << (index(cell) & 63); }

    std::array<std::uint64_t, 2> words_{};
};

}  // namespace zeitnot::chinesecheckers
