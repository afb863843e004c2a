// The pieces on a xiangqi board in 128 bytes, with their key and attack queries.
//
// Three planes hold the bits of each piece's code. So each kind of piece takes two operations, and
// the board stays small for searches, which copy it for each move (quad-bitboards).
#pragma once

#include "games/xiangqi/tables.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot::xiangqi {

// Each seat's seven kinds of pieces on each square, then black to move.
inline constexpr auto keys = zobrist_keys<14 * numbers + 1>(0x7869'616E'6771'6900);
inline constexpr Key black_to_move = keys[14 * numbers];

constexpr Key key_of(int seat, unsigned type, int square) {
    return keys[(at(seat) * 7 + type - 1) * numbers + at(square)];
}

// Which moves of other pieces may expose the general of the side to move:
//   entering          squares on which any piece would become the screen of an enemy cannon
//   leaving           squares whose pieces shield the general: their moves must be verified
//   answers, screens  in check, a move must go to one of `answers` or come from one of `screens`;
//                     it must also be verified
struct Danger {
    Bits leaving, entering, answers, screens;
    bool check = false;

    [[nodiscard]] constexpr bool any() const { return check || leaving.any() || entering.any(); }
    [[nodiscard]] constexpr bool forbids(int from, int to) const {
        return entering.has(to) || (check && !answers.has(to) && !screens.has(from));
    }
    [[nodiscard]] constexpr bool needs_verification(int from) const {
        return check || leaving.has(from);
    }

    // Adds a check that a move to `squares` or of `pieces` may answer. With several checks every
    // move is verified.
    constexpr void add_check(Bits squares, Bits pieces = {}) {
        answers = check ? ~Bits{} : squares;
        screens = check ? ~Bits{} : pieces;
        check = true;
    }
};

// A board as a regular value, with at most one general per seat.
class Board {
   public:
    [[nodiscard]] constexpr Bits all() const { return sides_[0] | sides_[1]; }
    [[nodiscard]] constexpr Bits all_rotated() const { return rotated_[0] | rotated_[1]; }
    [[nodiscard]] constexpr Bits side(int seat) const { return sides_[at(seat)]; }
    [[nodiscard]] constexpr Bits rotated(int seat) const { return rotated_[at(seat)]; }
    [[nodiscard]] constexpr int general_of(int seat) const { return generals_[at(seat)]; }
    [[nodiscard]] constexpr Key key() const { return key_; }

    [[nodiscard]] constexpr Bits advisers() const { return ~planes_[2] & planes_[1] & ~planes_[0]; }
    [[nodiscard]] constexpr Bits elephants() const { return ~planes_[2] & planes_[1] & planes_[0]; }
    [[nodiscard]] constexpr Bits soldiers() const { return planes_[2] & ~planes_[1] & ~planes_[0]; }
    [[nodiscard]] constexpr Bits horses() const { return planes_[2] & ~planes_[1] & planes_[0]; }
    [[nodiscard]] constexpr Bits cannons() const { return planes_[2] & planes_[1] & ~planes_[0]; }
    [[nodiscard]] constexpr Bits chariots() const { return planes_[2] & planes_[1] & planes_[0]; }
    // The pieces that may cross the river, and those of them that may also return.
    [[nodiscard]] constexpr Bits attackers() const { return planes_[2]; }
    [[nodiscard]] constexpr Bits mobile_attackers() const {
        return planes_[2] & (planes_[1] | planes_[0]);
    }

    [[nodiscard]] constexpr unsigned type_at(int square) const {
        return static_cast<unsigned>(planes_[0].has(square)) |
               static_cast<unsigned>(planes_[1].has(square)) << 1 |
               static_cast<unsigned>(planes_[2].has(square)) << 2;
    }

    // Adds or removes a piece.
    constexpr void flip(int seat, unsigned type, int square) {
        change(seat, type, bit(square), rotated_bit(square));
        key_ ^= key_of(seat, type, square);
        if (type == general) generals_[at(seat)] = static_cast<std::uint8_t>(square);
    }

    // Returns the type of the captured piece, or `none`.
    constexpr unsigned move(int seat, int from, int to) {
        const unsigned captured = sides_[at(seat ^ 1)].has(to) ? type_at(to) : none;
        if (captured != none) flip(seat ^ 1, captured, to);
        const unsigned type = type_at(from);
        change(seat, type, bit(from) | bit(to), rotated_bit(from) | rotated_bit(to));
        key_ ^= key_of(seat, type, from) ^ key_of(seat, type, to);
        if (type == general) generals_[at(seat)] = static_cast<std::uint8_t>(to);
        return captured;
    }

    constexpr void mix_key(Key key) { key_ ^= key; }

    // Finds which of the seat's moves may expose its general.
    [[nodiscard]] constexpr Danger danger(int seat) const {
        Danger danger;
        const int general_square = general_of(seat);
        const Bits enemy = side(seat ^ 1);
        each(line_pieces(seat ^ 1) & lines[at(general_square)],
             [&](int from) { add_line_danger(seat, from, danger); });
        each(horses() & enemy & horse_sources[at(general_square)], [&](int from) {
            const int leg = horse_leg(from, general_square);
            if (!all().has(leg)) danger.add_check(bit(leg) | bit(from));
            if (side(seat).has(leg)) danger.leaving |= bit(leg);
        });
        each(soldiers() & enemy & soldier_sources[at(seat ^ 1)][at(general_square)],
             [&](int from) { danger.add_check(bit(from)); });
        return danger;
    }

    [[nodiscard]] constexpr bool in_check(int seat) const {
        const int general_square = general_of(seat);
        return attacked(general_square, seat ^ 1, all(), rank_of(all(), general_square),
                        file_of(all_rotated(), general_square), side(seat ^ 1));
    }

    // Whether the seat's general is safe after the move.
    [[nodiscard]] constexpr bool safe_after(int seat, int from, int to) const {
        const bool general_moves = from == general_of(seat);
        const int general_square = general_moves ? to : general_of(seat);
        const Bits occupied = (all() & ~bit(from)) | bit(to);
        return !attacked(general_square, seat ^ 1, occupied, rank_of(occupied, general_square),
                         file_after(general_square, from, to), side(seat ^ 1) & ~bit(to));
    }

    // Whether the seat's move attacks the other general, by the piece that moves or by another.
    [[nodiscard]] constexpr bool gives_check(int seat, int from, int to) const {
        const int general_square = general_of(seat ^ 1);
        const Bits& general_lines = lines[at(general_square)];
        if (general_lines.has(to) || general_lines.has(from) ||
            horse_legs[at(general_square)].has(from))
            return attacked_after(seat, from, to);
        // No line piece is affected, and no other horse is unblocked.
        return horses().has(from) && horse_sources[at(general_square)].has(to) &&
               !all().has(horse_leg(to, general_square));
    }

    friend constexpr bool operator==(const Board&, const Board&) = default;

   private:
    constexpr void change(int seat, unsigned type, Bits squares, Bits rotated) {
        for (unsigned i = 0; i < 3; ++i) {
            const std::uint64_t mask = -static_cast<std::uint64_t>(type >> i & 1);
            planes_[i].words[0] ^= squares.words[0] & mask;
            planes_[i].words[1] ^= squares.words[1] & mask;
        }
        sides_[at(seat)] ^= squares;
        rotated_[at(seat)] ^= rotated;
    }

    // The pieces that attack along lines: chariots, cannons and, on an open file, the general.
    [[nodiscard]] constexpr Bits line_pieces(int seat) const {
        return (planes_[2] & planes_[1] & side(seat)) | bit(general_of(seat));
    }

    // The pieces between two squares of one rank or file, as bits of that line.
    static constexpr Line pieces_between(SquareInfo a, SquareInfo b, Line rank, Line file) {
        return a.y == b.y ? rank & between[a.x][b.x] : file & between[a.y][b.y];
    }

    // A chariot needs an empty line, a cannon exactly one piece in it.
    static constexpr bool reaches(bool slides, Line inner) {
        if (slides) return inner == 0;
        return inner != 0 && (inner & (inner - 1)) == 0;
    }

    constexpr void add_line_danger(int seat, int from, Danger& danger) const {
        const int general_square = general_of(seat);
        const SquareInfo a = square_info[at(general_square)], b = square_info[at(from)];
        const Line line = pieces_between(a, b, rank_of(all(), general_square),
                                         file_of(all_rotated(), general_square));
        const auto squares = [&](Line bits) {
            Bits set;
            for (; bits != 0; bits &= bits - 1) {
                const int i = std::countr_zero(bits);
                set |= bit(a.y == b.y ? square(i, a.y) : square(a.x, i));
            }
            return set;
        };
        const Line gap_squares = a.y == b.y ? between[a.x][b.x] : between[a.y][b.y];
        const bool slides = planes_[0].has(from);
        const Line rest_of_line = line & (line - 1);
        if (reaches(slides, line)) {
            danger.add_check(squares(gap_squares) | bit(from), squares(line));
        } else if (!slides && line == 0) {
            danger.entering |=
                squares(gap_squares);  // a piece that moves between becomes the screen
        } else if ((slides ? rest_of_line : rest_of_line & (rest_of_line - 1)) == 0) {
            danger.leaving |= squares(line) & side(seat);
        }
    }

    // Whether the other general is attacked after the seat's move.
    [[nodiscard]] constexpr bool attacked_after(int seat, int from, int to) const {
        const int general_square = general_of(seat ^ 1);
        const Bits occupied = (all() & ~bit(from)) | bit(to);
        const Line rank = rank_of(occupied, general_square);
        const Line file = file_after(general_square, from, to);
        if (attacked(general_square, seat, occupied, rank, file, side(seat) & ~bit(from)))
            return true;
        const unsigned type = type_at(from);
        if (type == soldier) return soldier_sources[at(seat)][at(general_square)].has(to);
        if (type == horse)
            return horse_sources[at(general_square)].has(to) &&
                   !occupied.has(horse_leg(to, general_square));
        const bool is_line_piece = type >= cannon || type == general;
        return is_line_piece && lines[at(general_square)].has(to) &&
               reaches(type != cannon, pieces_between(square_info[at(general_square)],
                                                      square_info[at(to)], rank, file));
    }

    // The file of a square after a move.
    [[nodiscard]] constexpr Line file_after(int general_square, int from, int to) const {
        const SquareInfo& info = square_info[at(general_square)];
        Line file = file_of(all_rotated(), general_square);
        if (square_info[at(from)].x == info.x) file &= ~(1U << square_info[at(from)].y);
        if (square_info[at(to)].x == info.x) file |= 1U << square_info[at(to)].y;
        return file;
    }

    // Whether any of `attacker`'s pieces in the set `enemy` attacks the square with this occupancy.
    [[nodiscard]] constexpr bool attacked(int general_square, int attacker, Bits occupied,
                                          Line rank, Line file, Bits enemy) const {
        const auto index = at(general_square);
        if ((soldiers() & enemy & soldier_sources[at(attacker)][index]).any()) return true;
        bool found = false;
        each(line_pieces(attacker) & enemy & lines[index], [&](int from) {
            found |= reaches(planes_[0].has(from),
                             pieces_between(square_info[index], square_info[at(from)], rank, file));
        });
        each(horses() & enemy & horse_sources[index],
             [&](int from) { found |= !occupied.has(horse_leg(from, general_square)); });
        return found;
    }

    std::array<Bits, 3> planes_{};
    std::array<Bits, 2> sides_{}, rotated_{};
    Key key_ = 0;
    std::array<std::uint8_t, 2> generals_{nowhere, nowhere};
};

}  // namespace zeitnot::xiangqi
