// The waters of one side: 100 cells, and the places of ships.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

namespace zeitnot::battleship {

inline constexpr int width = 10;
inline constexpr int cell_count = width * width;
inline constexpr int ship_count = 5;
inline constexpr std::array<int, ship_count> lengths{5, 4, 3, 3, 2};
inline constexpr int fleet_cells = 17;
inline constexpr int max_places = 180;  // of the ship of two cells

using Cell = std::uint8_t;  // row by row from A1, which is at the top left: A2 is below it

// "E5": the column, then the row.
inline std::string cell_text(Cell cell) {
    return static_cast<char>('A' + cell % width) + std::to_string(cell / width + 1);
}

// A set of cells.
class Cells {
   public:
    void add(int cell) { words_[cell >= 64] |= std::uint64_t{1} << (cell & 63); }
    [[nodiscard]] bool has(int cell) const { return (words_[cell >= 64] >> (cell & 63) & 1) != 0; }
    [[nodiscard]] bool empty() const { return (words_[0] | words_[1]) == 0; }
    [[nodiscard]] int size() const { return std::popcount(words_[0]) + std::popcount(words_[1]); }
    // The lowest cell of a set that is not empty.
    [[nodiscard]] int first() const {
        return words_[0] != 0 ? std::countr_zero(words_[0]) : 64 + std::countr_zero(words_[1]);
    }
    // Calls f(cell) for each cell in order.
    void each(auto&& f) const {
        for (const std::size_t at : {0U, 1U})
            for (std::uint64_t left = words_[at]; left != 0; left &= left - 1)
                f(static_cast<int>(64 * at) + std::countr_zero(left));
    }
    [[nodiscard]] bool intersects(const Cells& other) const { return !(*this & other).empty(); }
    [[nodiscard]] bool contains(const Cells& other) const { return (*this & other) == other; }

    Cells& operator|=(const Cells& other) {
        words_[0] |= other.words_[0];
        words_[1] |= other.words_[1];
        return *this;
    }
    friend Cells operator|(Cells a, const Cells& b) { return a |= b; }
    friend Cells operator&(Cells a, const Cells& b) {
        a.words_[0] &= b.words_[0];
        a.words_[1] &= b.words_[1];
        return a;
    }
    // The cells of `a` that are not in `b`.
    friend Cells operator-(Cells a, const Cells& b) {
        a.words_[0] &= ~b.words_[0];
        a.words_[1] &= ~b.words_[1];
        return a;
    }
    friend bool operator==(const Cells&, const Cells&) = default;

   private:
    std::array<std::uint64_t, 2> words_{};
};

// The place of a ship: its leftmost or topmost cell, and whether the ship extends downwards.
struct Place {
    Cell cell = 0;
    bool is_down = false;

    [[nodiscard]] bool fits(int length) const {
        return (is_down ? cell / width : cell % width) + length <= width;
    }
    [[nodiscard]] Cells cells(int length) const {
        Cells cells;
        for (int i = 0; i < length; ++i) cells.add(cell + i * (is_down ? width : 1));
        return cells;
    }
    friend bool operator==(const Place&, const Place&) = default;
};

// The cells that a ship blocks for others: its own and, if ships may not touch, those around it,
// including diagonals.
inline Cells blocked_cells(const Cells& ship, bool may_touch) {
    if (may_touch) return ship;
    Cells around;
    ship.each([&around](int cell) {
        const int row = cell / width, column = cell % width;
        for (int y = row - 1; y <= row + 1; ++y)
            for (int x = column - 1; x <= column + 1; ++x)
                if (x >= 0 && y >= 0 && x < width && y < width) around.add(width * y + x);
    });
    return around;
}

}  // namespace zeitnot::battleship
