// Moves of one peg: a step to a neighbour, or a chain of hops over single pegs, whoever's they are.
//
// A move is where it begins and where it ends: chains with the same end change the board in the
// same way, so they are one move, written by its shortest chain. A hop leaves the peg in the same
// quarter of the cells, a step does not, so no chain ends where a step does.
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
        const int over = neighbours[from][d], to = landings[from][d];
        if (to != no_cell && occupied.has(over) && !occupied.has(to)) f(static_cast<Cell>(to));
    }
}

// The cells that chains of hops reach, and `from`. The peg itself is no obstacle.
inline CellSet hop_targets(Cell from, CellSet occupied) {
    occupied.remove(from);
    CellSet found;
    found.add(from);
    Path open;
    open.push(from);
    while (!open.empty()) {
        const Cell here = open[open.size() - 1];
        open.truncate(open.size() - 1);
        each_hop(here, occupied, [&](Cell to) {
            if (found.has(to)) return;
            found.add(to);
            open.push(to);
        });
    }
    return found;
}

// The cells that a peg reaches in a move, those in which it may not stay included.
inline CellSet targets(Cell from, const CellSet& occupied) {
    CellSet found = hop_targets(from, occupied);
    found.remove(from);
    for (const int to : neighbours[from])
        if (to != no_cell && !occupied.has(to)) found.add(to);
    return found;
}

// The cells of a move, first to last: of its shortest chains the one that comes first by the
// numbers of its cells.
inline Path path_of(Move move, CellSet occupied) {
    const Cell from = from_of(move), to = to_of(move);
    Path path;
    path.push(from);
    if (distance(from, to) == 1) {
        path.push(to);
        return path;
    }
    // Hops to the end: a hop can be taken back, so they are counted from there.
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
    const auto [row, column] = places[cell];
    std::string name(1, static_cast<char>('a' + row));
    name += std::to_string((column + row_lengths[index(row)] - 1) / 2 + 1);
    return name;
}

}  // namespace zeitnot::chinesecheckers
