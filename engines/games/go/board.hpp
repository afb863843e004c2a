// The board as the rules need it: stones, the ko, numbers of captured stones, and the key of the
// stones for superko.
#pragma once

#include <algorithm>

#include "games/go/area.hpp"
#include "games/go/stones.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot::go {

// The seed must not change, because books store the keys. It spells "go".
inline constexpr auto stone_keys = zobrist_keys<2 * padded_points>(0x676F'0000'0000'0001);
constexpr Key stone_key(Point p, Colour colour) {
    return stone_keys[2 * std::size_t{p} + static_cast<std::size_t>(colour)];
}

// Sizes 2 to 19. A regular, trivially copyable value. Boards are equal if they have the same
// stones, ko and numbers of captured stones.
class Board {
   public:
    explicit Board(int size = 9) : stones_(size) {}

    // The stones without keys, for playouts and most queries.
    [[nodiscard]] const Stones& stones() const { return stones_; }

    [[nodiscard]] int size() const { return stones_.size(); }
    [[nodiscard]] Cell at(Point p) const { return stones_.at(p); }
    template <class Visit>
    void for_each_in_chain(Point p, Visit visit) const {
        stones_.for_each_in_chain(p, visit);
    }
    // Requires a stone on `p`.
    [[nodiscard]] bool in_atari(Point p) const { return stones_.in_atari(p); }
    // The number of liberties of the chain on `p`, each counted once.
    [[nodiscard]] int liberties(Point p) const {
        std::array<bool, padded_points> counted{};
        int count = 0;
        for_each_in_chain(p, [&](Point stone) {
            for (std::size_t d = 0; d < 4; ++d) {
                const Point n = neighbour(stone, d);
                if (at(n) != Cell::empty || counted[n]) continue;
                counted[n] = true;
                ++count;
            }
        });
        return count;
    }

    [[nodiscard]] Point ko() const { return stones_.ko(); }
    [[nodiscard]] Colour ko_colour() const { return stones_.ko_colour(); }
    void set_ko(Point p, Colour forbidden_to) { stones_.set_ko(p, forbidden_to); }

    // Whether the point is neither occupied, nor suicide, nor forbidden by a simple ko. Ignores
    // superko otherwise.
    [[nodiscard]] bool is_legal(Point p, Colour colour) const {
        return stones_.is_legal(p, colour);
    }

    // Plays a legal move and returns the number of captured stones.
    int play(Point p, Colour colour) {
        hash_ ^= stone_key(p, colour);
        const int taken = stones_.play(
            p, colour, [&](Point removed) { hash_ ^= stone_key(removed, other(colour)); });
        captured_[static_cast<std::size_t>(other(colour))] += taken;
        return taken;
    }
    void pass() { stones_.pass(); }

    // The key for positional superko: of the stones only.
    [[nodiscard]] Key hash() const { return hash_; }
    // The key after this legal move.
    [[nodiscard]] Key hash_after(Point p, Colour colour) const {
        Key key = hash_ ^ stone_key(p, colour);
        std::array<Point, 4> seen{};
        for (std::size_t d = 0; d < 4; ++d) {
            const Point n = neighbour(p, d);
            if (at(n) != cell_of(other(colour)) || !in_atari(n)) continue;
            seen[d] = stones_.head(n);
            if (std::find(seen.begin(), seen.begin() + d, seen[d]) != seen.begin() + d) continue;
            for_each_in_chain(n, [&](Point stone) { key ^= stone_key(stone, other(colour)); });
        }
        return key;
    }

    // Stones of this colour captured so far.
    [[nodiscard]] int captured(Colour colour) const {
        return captured_[static_cast<std::size_t>(colour)];
    }
    void set_captured(Colour colour, int count) {
        captured_[static_cast<std::size_t>(colour)] = count;
    }

    // Changes a point without capturing. Chains may then have no liberties, which `play` does not
    // allow.
    void set(Point p, Cell cell) {
        const Cell before = at(p);
        if (before == cell) return;
        if (is_stone(before)) remove_stone(p);
        if (!is_stone(cell)) return;
        stones_.place(p, colour_of(cell));
        hash_ ^= stone_key(p, colour_of(cell));
    }
    // Removes the dead chain on `p`. Does not count its stones as captured.
    void remove_chain(Point p) {
        const Colour colour = colour_of(at(p));
        stones_.remove_chain(p, [&](Point stone) { hash_ ^= stone_key(stone, colour); });
    }

    // Black's area minus white's, without komi: stones, of which none counts as dead, and the empty
    // regions that touch stones of one colour only.
    [[nodiscard]] int area_margin() const { return go::area_margin(stones_); }

    friend bool operator==(const Board& a, const Board& b) {
        if (a.size() != b.size() || a.ko() != b.ko() || a.captured_ != b.captured_) return false;
        if (a.ko() != no_point && a.ko_colour() != b.ko_colour()) return false;
        for (Point p = 0; p < padded_points; ++p) {
            if (a.at(p) != b.at(p)) return false;
        }
        return true;
    }

   private:
    // Removes the chain and places its other stones again, because the chain may fall apart.
    void remove_stone(Point p) {
        const Colour colour = colour_of(at(p));
        std::array<Point, max_points> chain;
        std::size_t count = 0;
        for_each_in_chain(p, [&](Point stone) { chain[count++] = stone; });
        remove_chain(p);
        for (std::size_t i = 0; i < count; ++i) {
            if (chain[i] != p) set(chain[i], cell_of(colour));
        }
    }

    Stones stones_;
    std::array<int, 2> captured_{};
    Key hash_ = 0;
};

}  // namespace zeitnot::go
