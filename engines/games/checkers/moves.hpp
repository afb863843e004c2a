// Lists or counts the moves of English draughts.
//
// A sequence of captures is one move. Captures are mandatory; any may be chosen, but it must be
// completed. A man that reaches the crown row stops there. A captured piece cannot be jumped twice
// and leaves the board after the move. Pieces never land on squares that can be jumped over, so
// this equals removing it at once.
#pragma once

#include "games/checkers/board.hpp"

namespace zeitnot::checkers {

// Bits 0 to 5: the first square; 6 to 9: the number of captured pieces; then two bits for the
// direction of each step. There are at most 9 steps, because from any square at most 9 squares can
// be jumped over.
using Move = std::uint32_t;
inline constexpr int max_captures = 9;

constexpr int from_of(Move move) { return static_cast<int>(move & 63U); }
constexpr int captures_of(Move move) { return static_cast<int>(move >> 6 & 15U); }
constexpr int direction_of(Move move, int jump) {
    return static_cast<int>(move >> (10 + 2 * jump) & 3U);
}
constexpr Move make_step(int from, int direction) {
    return static_cast<Move>(from) | static_cast<Move>(direction) << 10;
}

// The target and the captures of a move.
struct Path {
    int to;
    Board captured = 0;
};

constexpr Path path_of(Move move) {
    int square = from_of(move);
    const int count = captures_of(move);
    if (count == 0) return {square + offsets[direction_of(move, 0)]};
    Board captured = 0;
    for (int jump = 0; jump < count; ++jump) {
        const int offset = offsets[direction_of(move, jump)];
        captured |= board_of(square + offset);
        square += 2 * offset;
    }
    return {square, captured};
}

// The pieces of the side to move that can capture in one direction.
template <int seat, int direction>
Board jumpers(const Sides& sides, Board free) {
    constexpr int back = direction ^ 2;
    const Board movers = is_forward(direction, seat) ? sides.own : sides.own & sides.kings;
    return movers & step<back>(step<back>(free) & sides.enemy);
}

template <int seat>
Board jumpers(const Sides& sides) {
    const Board free = sides.free();
    return jumpers<seat, 0>(sides, free) | jumpers<seat, 1>(sides, free) |
           jumpers<seat, 2>(sides, free) | jumpers<seat, 3>(sides, free);
}

// The pieces that can step in one direction.
template <int seat, int direction>
Board steppers(const Sides& sides, Board free) {
    const Board movers = is_forward(direction, seat) ? sides.own : sides.own & sides.kings;
    return movers & step<direction ^ 2>(free);
}

// Lists the captures of one piece: calls `found(move)` with each complete move.
template <int seat, class Found>
class Jumper {
   public:
    Jumper(const Sides& sides, Found& found) : sides_(sides), found_(found) {}

    void from(Board piece) {
        const int bit = first_bit(piece);
        free_ = sides_.free() | piece;
        is_king_ = (sides_.kings & piece) != 0;
        extend(piece, sides_.enemy, static_cast<Move>(bit), 0);
    }

   private:
    void extend(Board piece, Board enemy, Move path, int count) {
        bool continues = false;
        try_all(piece, enemy, path, count, continues);
        if (!continues && count > 0) found_(path | static_cast<Move>(count) << 6);
    }

    void try_all(Board piece, Board enemy, Move path, int count, bool& continues) {
        try_direction<0>(piece, enemy, path, count, continues);
        try_direction<1>(piece, enemy, path, count, continues);
        try_direction<2>(piece, enemy, path, count, continues);
        try_direction<3>(piece, enemy, path, count, continues);
    }

    template <int direction>
    void try_direction(Board piece, Board enemy, Move path, int count, bool& continues) {
        if (!is_forward(direction, seat) && !is_king_) return;
        const Board over = step<direction>(piece) & enemy;
        const Board land = step<direction>(over) & free_;
        if (land == 0) return;
        continues = true;
        const Move longer = path | static_cast<Move>(direction) << (10 + 2 * count);
        if (!is_king_ && (land & crown_rows[seat]) != 0) {
            found_(longer | static_cast<Move>(count + 1) << 6);
        } else {
            extend(land, enemy & ~over, longer, count + 1);
        }
    }

    const Sides& sides_;
    Found& found_;
    Board free_ = 0;
    bool is_king_ = false;
};

// Calls `found` with every capture of these pieces.
template <int seat, class Found>
void each_capture(const Sides& sides, Board pieces, Found found) {
    Jumper<seat, Found> jumper(sides, found);
    for (; pieces != 0; pieces &= pieces - 1) jumper.from(pieces & -pieces);
}

template <int direction, class Found>
void each_step(Board pieces, Found& found) {
    for (; pieces != 0; pieces &= pieces - 1) found(make_step(first_bit(pieces), direction));
}

// Calls `found` with every legal move.
template <int seat, class Found>
void each_move(const Sides& sides, Found found) {
    if (const Board pieces = jumpers<seat>(sides); pieces != 0)
        return each_capture<seat>(sides, pieces, found);
    const Board free = sides.free();
    each_step<0>(steppers<seat, 0>(sides, free), found);
    each_step<1>(steppers<seat, 1>(sides, free), found);
    each_step<2>(steppers<seat, 2>(sides, free), found);
    each_step<3>(steppers<seat, 3>(sides, free), found);
}

template <int seat>
std::size_t count_moves(const Sides& sides) {
    if (const Board pieces = jumpers<seat>(sides); pieces != 0) {
        std::size_t count = 0;
        each_capture<seat>(sides, pieces, [&](Move) { ++count; });
        return count;
    }
    const Board free = sides.free();
    const int count = std::popcount(steppers<seat, 0>(sides, free)) +
                      std::popcount(steppers<seat, 1>(sides, free)) +
                      std::popcount(steppers<seat, 2>(sides, free)) +
                      std::popcount(steppers<seat, 3>(sides, free));
    return static_cast<std::size_t>(count);
}

template <int seat>
bool has_move(const Sides& sides) {
    const Board free = sides.free();
    return (steppers<seat, 0>(sides, free) | steppers<seat, 1>(sides, free) |
            steppers<seat, 2>(sides, free) | steppers<seat, 3>(sides, free) |
            jumpers<seat>(sides)) != 0;
}

}  // namespace zeitnot::checkers
