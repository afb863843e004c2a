// The board of backgammon with its key: each side's checkers, counted from its own view.
//
// Each side moves from its 24 point down to its 1 point and off. Its point p is the opponent's
// point 25 - p.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "zeitnot/zobrist.hpp"

namespace zeitnot::backgammon {

inline constexpr int bar = 25, off = 0, checkers = 15;

// Checkers on the side's own points 1..24, on the bar (25) and borne off (0); they always add up
// to 15.
using Side = std::array<std::uint8_t, 26>;

inline constexpr Side start_side = [] {
    Side side{};
    side[24] = 2;
    side[13] = 5;
    side[8] = 3;
    side[6] = 5;
    return side;
}();

// The number of the same point in the other side's numbering.
constexpr int mirror(int point) { return 25 - point; }

class Board {
   public:
    // All checkers off.
    Board() { sides_[0][off] = sides_[1][off] = checkers; }

    static Board start() {
        Board board;
        for (int seat = 0; seat < 2; ++seat) {
            for (int point = 1; point <= bar; ++point)
                board.put(seat, point, at(start_side, point));
        }
        return board;
    }

    [[nodiscard]] const Side& side(int seat) const {
        return sides_[static_cast<std::size_t>(seat)];
    }
    [[nodiscard]] int count(int seat, int point) const { return at(side(seat), point); }
    [[nodiscard]] bool has_borne_off(int seat) const { return count(seat, off) == checkers; }
    [[nodiscard]] Key hash() const { return hash_; }

    // Whether a checker of `seat` that lands on its `point` hits.
    [[nodiscard]] bool is_blot(int seat, int point) const {
        return point != off && point != bar && count(seat ^ 1, mirror(point)) == 1;
    }

    // Sets the number of checkers on a point or on the bar; borne-off checkers balance the
    // difference.
    void put(int seat, int point, int count) {
        Side& own = sides_[static_cast<std::size_t>(seat)];
        const auto index = static_cast<std::size_t>(point);
        hash_ ^= key(seat, point, own[index]) ^ key(seat, point, count);
        own[off] = static_cast<std::uint8_t>(own[off] + own[index] - count);
        own[index] = static_cast<std::uint8_t>(count);
    }

    // Moves one checker from a point to another or off; a blot there goes to the bar.
    void step(int seat, int from, int to) {
        const bool hits = is_blot(seat, to);
        put(seat, from, count(seat, from) - 1);
        if (to != off) put(seat, to, count(seat, to) + 1);
        if (!hits) return;
        put(seat ^ 1, mirror(to), 0);
        put(seat ^ 1, bar, count(seat ^ 1, bar) + 1);
    }

    // The points that this side loses if the game ends now: 1, or 2 for a gammon, 3 for a
    // backgammon.
    [[nodiscard]] int loss(int seat) const {
        if (count(seat, off) > 0) return 1;
        for (int point = 19; point <= bar; ++point) {
            if (count(seat, point) > 0) return 3;
        }
        return 2;
    }

    friend bool operator==(const Board&, const Board&) = default;

   private:
    static constexpr int at(const Side& side, int point) {
        return side[static_cast<std::size_t>(point)];
    }

    static Key key(int seat, int point, int count) {
        const int number = (26 * seat + point) * (checkers + 1) + count;
        return count == 0 ? 0 : keys[static_cast<std::size_t>(number)];
    }

    static constexpr auto keys =
        zobrist_keys<std::size_t{2} * 26 * (checkers + 1)>(0x6267'626F'0000'0000);

    std::array<Side, 2> sides_{};
    Key hash_ = 0;
};

}  // namespace zeitnot::backgammon
