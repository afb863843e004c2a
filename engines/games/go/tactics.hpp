// Effects of a move on liberties: self-atari, escapes from atari, captures.
#pragma once

#include "games/go/stones.hpp"
#include "zeitnot/fixed_list.hpp"

namespace zeitnot::go {

// A list of candidate moves, possibly with duplicates.
class Candidates {
   public:
    void push(Point p) {
        if (points_.size() < capacity) points_.push(p);
    }
    [[nodiscard]] bool empty() const { return points_.empty(); }
    [[nodiscard]] std::size_t size() const { return points_.size(); }
    [[nodiscard]] Point operator[](std::size_t i) const { return points_[i]; }
    [[nodiscard]] auto begin() const { return points_.begin(); }
    [[nodiscard]] auto end() const { return points_.end(); }

   private:
    static constexpr std::size_t capacity = 32;
    FixedList<Point, capacity> points_;
};

// The liberties of a stone's chain after the move: none, one, or more. Exact, except that a capture
// of two or more stones always counts as more.
enum class Liberties : std::uint8_t { none, one, more };

inline Liberties liberties_after(const Stones& stones, Point p, Colour colour) {
    if (adjacent(stones.neighbourhood(p)).empty >= 2) return Liberties::more;
    PseudoLiberties all;
    std::array<Point, 4> joined;
    std::size_t count = 0;
    for (std::size_t d = 0; d < 4; ++d) {
        const Point n = neighbour(p, d);
        const Cell cell = stones.at(n);
        if (cell == Cell::empty) {
            all.add(n);
        } else if (cell == cell_of(colour)) {
            // `p` is a pseudo-liberty once for each of the stones beside it.
            all.remove(p);
            const Point head = stones.head(n);
            bool seen = false;
            for (std::size_t i = 0; i < count; ++i) seen |= joined[i] == head;
            if (seen) continue;
            joined[count++] = head;
            all.add(stones.pseudo_liberties(n));
        } else if (is_stone(cell) && stones.in_atari(n)) {
            if (stones.stones_in_chain(n) > 1) return Liberties::more;
            all.add(n);
        }
    }
    if (all.none()) return Liberties::none;
    return all.are_single_point() ? Liberties::one : Liberties::more;
}

// Calls `visit` with one stone of each chain of this colour that is adjacent to `p`.
template <class Visit>
void for_each_chain_beside(const Stones& stones, Point p, Colour colour, Visit visit) {
    std::array<Point, 4> seen{};
    for (std::size_t d = 0; d < 4; ++d) {
        const Point n = neighbour(p, d);
        if (stones.at(n) != cell_of(colour)) continue;
        const Point head = stones.head(n);
        seen[d] = head;
        bool again = false;
        for (std::size_t i = 0; i < d; ++i) again |= seen[i] == head;
        if (!again) visit(n);
    }
}

// The number of stones that a move captures.
inline int captured_by(const Stones& stones, Point p, Colour colour) {
    int captured = 0;
    for_each_chain_beside(stones, p, other(colour), [&](Point chain) {
        if (stones.in_atari(chain)) captured += stones.stones_in_chain(chain);
    });
    return captured;
}

// The number of stones of the move's chain after the move.
inline int chain_size_after(const Stones& stones, Point p, Colour colour) {
    int count = 1;
    for_each_chain_beside(stones, p, colour,
                          [&](Point chain) { count += stones.stones_in_chain(chain); });
    return count;
}

// The largest self-atari, in stones, that is played if all other moves are self-atari too: a
// throw-in or a move inside an eye may kill, but more stones may belong to a seki.
inline constexpr int max_self_atari = 4;

// Adds the moves that capture an enemy chain adjacent to this one.
inline void add_captures_beside(const Stones& stones, Point chain, Colour colour,
                                Candidates& moves) {
    stones.for_each_in_chain(chain, [&](Point stone) {
        for (std::size_t d = 0; d < 4; ++d) {
            const Point n = neighbour(stone, d);
            if (stones.at(n) != cell_of(other(colour)) || !stones.in_atari(n)) continue;
            const Point p = stones.last_liberty(n);
            if (stones.is_legal(p, colour)) moves.push(p);
        }
    });
}

// Adds the moves that save this chain from atari, by extending or by capturing a neighbour.
inline void add_escapes(const Stones& stones, Point chain, Colour colour, Candidates& moves) {
    const Point liberty = stones.last_liberty(chain);
    if (liberties_after(stones, liberty, colour) == Liberties::more &&
        stones.is_legal(liberty, colour))
        moves.push(liberty);
    add_captures_beside(stones, chain, colour, moves);
}

}  // namespace zeitnot::go
