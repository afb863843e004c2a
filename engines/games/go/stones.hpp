// Stones and their chains, with incrementally updated liberties, neighbourhoods of all points, and
// a list of empty points. Without Zobrist keys, which playouts do not need.
#pragma once

#include <array>
#include <span>
#include <utility>

#include "games/go/liberties.hpp"
#include "games/go/neighbourhood.hpp"

namespace zeitnot::go {

// A simple value type without allocation. Each chain is identified by one of its stones, its head.
class Stones {
   public:
    explicit Stones(int size = 9) : size_(static_cast<std::uint8_t>(size)) { clear(); }

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] Cell at(Point p) const { return cells_[p]; }
    [[nodiscard]] std::uint16_t neighbourhood(Point p) const { return neighbourhoods_[p]; }
    // The empty points in arbitrary order; valid until the next change.
    [[nodiscard]] std::span<const Point> empty_points() const {
        return {empties_.data(), empty_count_};
    }

    // Requires a stone on `p`. All stones of a chain have the same head.
    [[nodiscard]] Point head(Point p) const { return heads_[p]; }
    [[nodiscard]] bool in_atari(Point p) const {
        return chains_[heads_[p]].liberties.are_single_point();
    }
    [[nodiscard]] PseudoLiberties pseudo_liberties(Point p) const {
        return chains_[heads_[p]].liberties;
    }
    // The last liberty of a chain in atari.
    [[nodiscard]] Point last_liberty(Point p) const { return chains_[heads_[p]].liberties.only(); }
    [[nodiscard]] int stones_in_chain(Point p) const { return chains_[heads_[p]].stones; }
    template <class Visit>
    void for_each_in_chain(Point p, Visit visit) const {
        Point stone = p;
        do {
            visit(stone);
            stone = next_[stone];
        } while (stone != p);
    }

    // Whether the point is empty and the stone's chain would have a liberty after captures.
    [[nodiscard]] bool is_legal_without_ko(Point p, Colour colour) const {
        if (cells_[p] != Cell::empty) return false;
        if (touches_empty(neighbourhoods_[p])) return true;
        for (std::size_t d = 0; d < 4; ++d) {
            const Point n = neighbour(p, d);
            if (is_stone(cells_[n]) && (cells_[n] == cell_of(colour)) != in_atari(n)) return true;
        }
        return false;
    }

    // The point that `ko_colour()` may not retake at once, because the last move captured one stone
    // there with a single stone that is in atari. `no_point` if there is no ko.
    [[nodiscard]] Point ko() const { return ko_; }
    [[nodiscard]] Colour ko_colour() const { return ko_colour_; }
    void set_ko(Point p, Colour forbidden_to) {
        ko_ = p;
        ko_colour_ = forbidden_to;
    }
    void pass() {
        ko_ = no_point;
        remember(pass_point);
    }

    // The last two moves, which are not part of the position, for heuristics. `no_point` if there
    // is none.
    [[nodiscard]] Point last_move() const { return last_move_; }
    [[nodiscard]] Point move_before_last() const { return move_before_last_; }

    // Whether the point is neither occupied, nor suicide, nor forbidden by a ko. Ignores superko.
    [[nodiscard]] bool is_legal(Point p, Colour colour) const {
        return is_legal_without_ko(p, colour) && (p != ko_ || colour != ko_colour_);
    }

    // Plays a legal move and returns the number of captured stones; calls `removed` with each.
    template <class Removed>
    int play(Point p, Colour colour, Removed removed) {
        place(p, colour);
        ko_ = no_point;
        remember(p);
        int captured = 0;
        Point last = no_point;
        for (std::size_t d = 0; d < 4; ++d) {
            const Point n = neighbour(p, d);
            if (cells_[n] != cell_of(other(colour))) continue;
            if (!chains_[heads_[n]].liberties.none()) continue;
            captured += chains_[heads_[n]].stones;
            remove_chain(n, removed);
            last = n;
        }
        const Chain& chain = chains_[heads_[p]];
        if (captured == 1 && chain.stones == 1 && chain.liberties.count() == 1)
            set_ko(last, other(colour));
        return captured;
    }
    int play(Point p, Colour colour) {
        return play(p, colour, [](Point) {});
    }

    // Places a stone without captures, to set up a position. Its chain may have no liberty.
    void place(Point p, Colour colour) {
        remove_from_empties(p);
        change_cell(p, cell_of(colour));
        heads_[p] = next_[p] = p;
        Chain& own = chains_[p];
        own = {};
        own.stones = 1;
        for (std::size_t d = 0; d < 4; ++d) {
            const Point n = neighbour(p, d);
            if (cells_[n] == Cell::empty) own.liberties.add(n);
            if (is_stone(cells_[n])) chains_[heads_[n]].liberties.remove(p);
        }
        for (std::size_t d = 0; d < 4; ++d) {
            const Point n = neighbour(p, d);
            if (cells_[n] == cell_of(colour)) join(heads_[n], heads_[p]);
        }
    }

    // Removes the chain of this stone; calls `removed` with each of its points.
    template <class Removed>
    void remove_chain(Point p, Removed removed) {
        Point stone = p;
        do {
            change_cell(stone, Cell::empty);
            add_to_empties(stone);
            removed(stone);
            for (std::size_t d = 0; d < 4; ++d) {
                const Point n = neighbour(stone, d);
                // This also changes the removed chain's own liberties, which are not used again.
                if (is_stone(cells_[n])) chains_[heads_[n]].liberties.add(stone);
            }
            stone = next_[stone];
        } while (stone != p);
    }

   private:
    struct Chain {
        PseudoLiberties liberties;
        std::uint16_t stones = 0;
    };

    void clear() {
        cells_.fill(Cell::edge);
        for (int row = 0; row < size_; ++row) {
            for (int column = 0; column < size_; ++column) {
                cells_[point(column, row)] = Cell::empty;
                add_to_empties(point(column, row));
            }
        }
        for (const Point p : empty_points()) {
            for (std::size_t d = 0; d < 8; ++d)
                neighbourhoods_[p] |= neighbour_bits(d, cells_[neighbour(p, d)]);
        }
    }

    void change_cell(Point p, Cell cell) {
        const Cell change = static_cast<Cell>(static_cast<int>(cells_[p]) ^ static_cast<int>(cell));
        cells_[p] = cell;
        for (std::size_t d = 0; d < 8; ++d)
            neighbourhoods_[neighbour(p, d)] ^= neighbour_bits(d ^ 1, change);
    }

    void remember(Point p) {
        move_before_last_ = last_move_;
        last_move_ = p;
    }

    // Joins two chains unless they are the same. The smaller one gets the other's head.
    void join(Point a, Point b) {
        if (a == b) return;
        if (chains_[a].stones < chains_[b].stones) std::swap(a, b);
        chains_[a].stones = static_cast<std::uint16_t>(chains_[a].stones + chains_[b].stones);
        chains_[a].liberties.add(chains_[b].liberties);
        for_each_in_chain(b, [&](Point stone) { heads_[stone] = a; });
        std::swap(next_[a], next_[b]);
    }

    void add_to_empties(Point p) {
        empty_index_[p] = static_cast<std::uint16_t>(empty_count_);
        empties_[empty_count_++] = p;
    }
    void remove_from_empties(Point p) {
        const Point last = empties_[--empty_count_];
        empties_[empty_index_[p]] = last;
        empty_index_[last] = empty_index_[p];
    }

    std::array<Cell, padded_points> cells_;
    std::array<std::uint16_t, padded_points> neighbourhoods_{};
    std::array<Chain, padded_points> chains_{};
    std::array<Point, padded_points> heads_{};
    std::array<Point, padded_points> next_{};
    std::array<Point, max_points> empties_{};
    std::array<std::uint16_t, padded_points> empty_index_{};
    std::size_t empty_count_ = 0;
    Point ko_ = no_point;
    Point last_move_ = no_point;
    Point move_before_last_ = no_point;
    Colour ko_colour_ = Colour::black;
    std::uint8_t size_;
};

}  // namespace zeitnot::go
