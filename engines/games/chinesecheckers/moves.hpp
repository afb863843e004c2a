// Moves of one peg: a step to a neighbour, or a chain of hops over single pegs of any seat.
//
// A move is its first and last cell. Chains with the same end have the same effect, so they are one
// move, written as the shortest chain. A hop keeps the peg in the same quarter of the cells and a
// step does not, so chains and steps never have the same end.
#pragma once

#include <string>

#include "games/chinesecheckers/board.hpp"
#include "zeitnot/fixed_list.hpp"

namespace zeitnot::chinesecheckers {

using Move = std::uint16_t;      // 128 · from + to
inline constexpr Move pass = 0;  // no move begins and ends on a1
using Path = FixedList<Cell, cells>;

constexpr Cell from_of(Move move) { return static_cast<Cell>(move >> 7); }
constexpr Cell to_of(Move move) { return static_cast<Cell>(move & 127U); }
constexpr Move make_move(int from, int to) { return static_cast<Move>(from << 7 | to); }

// Calls f(cell) for each cell that one hop reaches.
template <class F>
void each_hop(Cell from, const CellSet& occupied, F f) {
    for (std::size_t d = 0; d < directions; ++d) {
        const int over = neighbours[from][d], to = hop_targets_of[from][d];
        if (to != no_cell && occupied.has(over) && !occupied.has(to)) f(static_cast<Cell>(to));
    }
}

// The cells that chains of hops can reach, and `from`. The peg itself is not an obstacle.
inline CellSet hop_targets(Cell from, CellSet occupied) {
    occupied.remove(from);
    CellSet found;
    found.add(from);
    Path unexplored;
    unexplored.push(from);
    while (!unexplored.empty()) {
        const Cell here = unexplored[unexplored.size() - 1];
        unexplored.truncate(unexplored.size() - 1);
        each_hop(here, occupied, [&](Cell to) {
            if (found.has(to)) return;
            found.add(to);
            unexplored.push(to);
        });
    }
    return found;
}

// The cells that a peg can reach in a move, including those where it may not stay.
inline CellSet targets(Cell from, const CellSet& occupied) {
    CellSet found = hop_targets(from, occupied);
    found.remove(from);
    for (const int to : neighbours[from])
        if (to != no_cell && !occupied.has(to)) found.add(to);
    return found;
}

// The cells of a move from first to last: the shortest chain, with ties broken by the numbers of
// cells.
inline Path path_of(Move move, CellSet occupied) {
    const Cell from = from_of(move), to = to_of(move);
    Path path;
    path.push(from);
    if (distance(from, to) == 1) {
        path.push(to);
        return path;
    }
    // Counts hops backwards from the end, because hops are reversible.
    occupied.remove(from);
    std::array<int, cells> hops{};
    Path reached;
    reached.push(to);
    hops[to] = 1;
    for (std::size_t i = 0; i < reached.size() && hops[from] == 0; ++i) {
        const Cell here = reached[i];
        each_hop(here, occupied, [&](Cell next) {
            if (hops[next] != 0) return;
            hops[next] = hops[here] + 1;
            reached.push(next);
        });
    }
    for (Cell here = from; here != to;) {
        Cell next = cells;
        each_hop(here, occupied, [&](Cell cell) {
            if (hops[cell] == hops[here] - 1 && hops[cell] != 0) next = std::min(next, cell);
        });
        path.push(here = next);
    }
    return path;
}

inline std::string cell_name(Cell cell) {
    const auto [row, column] = coordinates[cell];
    std::string name(1, static_cast<char>('a' + row));
    name += std::to_string((column + row_lengths[index(row)] - 1) / 2 + 1);
    return name;
}

}  // namespace zeitnot::chinesecheckers
