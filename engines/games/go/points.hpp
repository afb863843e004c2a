// Points of the Go board: boards of all sizes use one padded array with rows of 20 points, so that
// the offsets of neighbours are constant. One column of edge separates the rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace zeitnot::go {

enum class Colour : std::uint8_t { black, white };
enum class Cell : std::uint8_t { black, white, empty, edge };

constexpr Colour other(Colour colour) {
    return colour == Colour::black ? Colour::white : Colour::black;
}
constexpr Cell cell_of(Colour colour) { return static_cast<Cell>(colour); }
constexpr bool is_stone(Cell cell) { return cell < Cell::empty; }
// Requires a cell with a stone.
constexpr Colour colour_of(Cell cell) { return static_cast<Colour>(cell); }

inline constexpr int max_size = 19;
inline constexpr int stride = max_size + 1;

using Point = std::uint16_t;
inline constexpr std::size_t padded_points = (max_size + 2) * stride + 1;
inline constexpr std::size_t max_points = max_size * max_size;

inline constexpr Point no_point = 0;
inline constexpr Point pass_point = padded_points;

// Column 0 is A; row 0 is the lowest one, which GTP calls 1.
constexpr Point point(int column, int row) {
    return static_cast<Point>((row + 1) * stride + column + 1);
}
constexpr int column_of(Point p) { return p % stride - 1; }
constexpr int row_of(Point p) { return p / stride - 1; }

// The four neighbours along the lines, then the four diagonal ones. The opposite of direction d is
// d ^ 1.
inline constexpr std::array<int, 8> directions{1,          -1,          stride,     -stride,
                                               stride + 1, -stride - 1, stride - 1, -stride + 1};
constexpr Point neighbour(Point p, std::size_t direction) {
    return static_cast<Point>(p + directions[direction]);
}

// All points of a board of this size, in the order of rows.
template <class Visit>
constexpr void for_each_point(int size, Visit visit) {
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) visit(point(column, row));
    }
}

}  // namespace zeitnot::go
