// The layout of a table of EinStein würfelt nicht! on disk.
//
// A table has no entries for the other sets of a class, mirror images, placements with two stones
// on one cell, or the second side to move; their values follow from others, the last by one ply of
// search. The first side's placements are `across` and the second's `down` (see PairTable).
//
// A value is an integer; 2^width - 1 is a certain win. Tables are computed from tables, so
// rounding errors add up over captures: 2^-33 for each table of 32 bits, up to four times that with
// five stones, and 2^-31 more for the 30 bits of six stones: at most 9.4e-10.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/ewn/table.hpp"

namespace zeitnot::ewn {

// The number of bits of a value, by the pair of classes.
inline std::size_t width_of(const NumberClasses& classes, ClassPair name) {
    const bool largest = classes[name.first].stones + classes[name.second].stones == 6;
    return largest ? 30 : 32;
}

inline std::uint32_t rounded(double value, std::size_t width) {
    const auto max = static_cast<double>((std::uint64_t{1} << width) - 1);
    return static_cast<std::uint32_t>(value * max + 0.5);
}

// Finds the index of a value in a table's file.
class Packing {
   public:
    Packing(const Placements& across, const Placements& down) : across_(across), down_(down) {
        for (std::size_t row = 0; row < across.rows(); ++row) {
            const std::uint32_t blocked = opposite(across.taken(across.at_row(row))) & cells;
            blocked_.push_back(blocked);
            row_begins_.push_back(size_);
            size_ += arrangements(corner - std::popcount(blocked), down.stones());
        }
    }

    [[nodiscard]] std::size_t size() const { return size_; }

    // The index of the value of two placements without a common cell.
    [[nodiscard]] std::size_t index(std::size_t x, const Placement& y) const {
        const std::size_t row = across_.row(x);
        const bool is_mirrored = across_.is_mirrored(x);
        std::size_t index = 0;
        std::uint32_t taken = blocked_[row];
        for (int i = 0; i < down_.stones(); ++i) {
            const int own_cell = y[static_cast<std::size_t>(i)];
            const int cell = is_mirrored ? mirrored(own_cell) : own_cell;
            const std::uint32_t below = (std::uint32_t{1} << cell) - 1;
            index = index * static_cast<std::size_t>(corner - std::popcount(taken)) +
                    static_cast<std::size_t>(std::popcount(~taken & below & cells));
            taken |= std::uint32_t{1} << cell;
        }
        return row_begins_[row] + index;
    }

    // Calls `each(column, index)` for the columns of a row that have values, in order.
    void each_column(std::size_t row, auto&& each) const {
        std::size_t index = row_begins_[row];
        for (std::size_t y = 0; y < down_.count(); ++y) {
            if ((down_.taken(y) & blocked_[row]) == 0) each(y, index++);
        }
    }

   private:
    static constexpr std::uint32_t cells = 0x1FF'FFFE;  // bits 1..24

    static std::size_t arrangements(int free, int stones) {
        std::size_t product = 1;
        for (int i = 0; i < stones; ++i) product *= static_cast<std::size_t>(free - i);
        return product;
    }

    const Placements& across_;
    const Placements& down_;
    std::vector<std::uint32_t> blocked_;  // the cells of the first side, as the second sees them
    std::vector<std::size_t> row_begins_;
    std::size_t size_ = 0;
};

}  // namespace zeitnot::ewn
