// A table of EinStein würfelt nicht! as it lies on the disk.
//
// Left out are the other sets of numbers of a class, mirror images, placements with two stones on
// one cell, and every value with the second side to move, which one ply of search brings back.
//
// A value is a whole number, 2^width - 1 for a certain win. Tables are made from tables, so that
// rounding adds up over captures: of 32 bits each it is off by 2^-33, four times that with five
// stones, and with 30 bits for six stones by 2^-31 more: 9.4e-10 at most.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/ewn/pair.hpp"

namespace zeitnot::ewn {

// Bits of a value of a pair of classes.
inline std::size_t width_of(const NumberClasses& classes, PairName name) {
    const bool largest = classes[name.first].stones + classes[name.second].stones == 6;
    return largest ? 30 : 32;
}

inline std::uint32_t rounded(double value, std::size_t width) {
    const auto most = static_cast<double>((std::uint64_t{1} << width) - 1);
    return static_cast<std::uint32_t>(value * most + 0.5);
}

// Where the values of each row begin, and which of them is whose.
class Packing {
   public:
    Packing(const Placements& across, const Placements& down) : across_(across), down_(down) {
        for (std::size_t row = 0; row < across.rows(); ++row) {
            const std::uint32_t closed = opposite(across.taken(across.at_row(row))) & cells;
            closed_.push_back(closed);
            begins_.push_back(size_);
            size_ += ways(corner - std::popcount(closed), down.stones());
        }
    }

    [[nodiscard]] std::size_t size() const { return size_; }

    // Of two placements without a common cell.
    [[nodiscard]] std::size_t index(std::size_t x, const Placement& y) const {
        const std::size_t row = across_.row(x);
        const bool turned = across_.is_mirrored(x);
        std::size_t index = 0;
        std::uint32_t taken = closed_[row];
        for (int i = 0; i < down_.stones(); ++i) {
            const int seen = y[static_cast<std::size_t>(i)];
            const int cell = turned ? mirrored(seen) : seen;
            const std::uint32_t below = (std::uint32_t{1} << cell) - 1;
            index = index * static_cast<std::size_t>(corner - std::popcount(taken)) +
                    static_cast<std::size_t>(std::popcount(~taken & below & cells));
            taken |= std::uint32_t{1} << cell;
        }
        return begins_[row] + index;
    }

    // A row's columns that have values, in their order.
    void each_column(std::size_t row, auto&& each) const {
        std::size_t index = begins_[row];
        for (std::size_t y = 0; y < down_.count(); ++y) {
            if ((down_.taken(y) & closed_[row]) == 0) each(y, index++);
        }
    }

   private:
    static constexpr std::uint32_t cells = 0x1FF'FFFE;  // 1..24

    static std::size_t ways(int free, int stones) {
        std::size_t ways = 1;
        for (int i = 0; i < stones; ++i) ways *= static_cast<std::size_t>(free - i);
        return ways;
    }

    const Placements& across_;
    const Placements& down_;
    std::vector<std::uint32_t> closed_;  // the cells of the first side, as the second sees them
    std::vector<std::size_t> begins_;
    std::size_t size_ = 0;
};

}  // namespace zeitnot::ewn
