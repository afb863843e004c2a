// A textbook chess board: plain bitboards, with a set of squares for each kind and side, lines
// computed step by step, and squares found by multiply and shift.
//
// The lowest bit of a set, multiplied by a de Bruijn number, has different upper six bits for each
// square (Leiserson, Prokop and Randall, "Using de Bruijn sequences to index a 1 in a computer
// word", 1998).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/games/chess/twin_fen_pieces.hpp"
#include "tests/games/chess/twin_moves.hpp"

namespace zeitnot::twins {

inline constexpr std::uint64_t scan_number = 0x07EDD5E59A4E28C2;
inline constexpr int scan_shift = 58;

constexpr std::size_t scan_slot(std::uint64_t lowest) { return lowest * scan_number >> scan_shift; }

inline constexpr std::array<int, 64> scan_table = [] {
    std::array<int, 64> table{};
    for (int square = 0; square < 64; ++square) table[scan_slot(1ULL << square)] = square;
    return table;
}();

constexpr int lowest_square(std::uint64_t set) { return scan_table[scan_slot(set & (0 - set))]; }

class ChessPlain {
   public:
    using Set = std::uint64_t;

    explicit ChessPlain(std::string_view fen) {
        const auto fields = split_words(fen);
        each_piece(fields[0], [&](int x, int y, char letter) {
            const auto kind = std::string_view("PNBRQKpnbrqk").find(letter);
            piece_square_[kind / 6][kind % 6] |= bit(8 * y + x);
        });
        side_ = fields[1] == "w" ? 0 : 1;
        rights_ = rights_of(fields[2]);
        if (fields[3] != "-") ep_square_ = bit(8 * (fields[3][1] - '1') + (fields[3][0] - 'a'));
    }

    static std::string square_text(int square) {
        return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
    }

    // Calls f(move) for each pseudo-legal move.
    template <class F>
    void each_move(F f) const {
        const Set own = all(side_), others = all(side_ ^ 1);
        const auto& pieces = piece_square_[side_];
        pawn_moves(pieces[pawn], others, f);
        for (std::size_t kind = knight; kind <= king; ++kind) {
            for (Set left = pieces[kind]; left != 0; left &= left - 1) {
                const int from = lowest_square(left);
                for (Set to = reach(kind, bit(from), own | others) & ~own; to != 0; to &= to - 1)
                    f(ChessMove{from, lowest_square(to)});
            }
        }
        castlings(own | others, f);
    }

    void play(ChessMove move) {
        const Set from = bit(move.from), to = bit(move.to);
        auto& pieces = piece_square_[side_];
        auto& enemy = piece_square_[side_ ^ 1];
        std::size_t kind = pawn;
        while (!(pieces[kind] & from)) ++kind;
        pieces[kind] ^= from | to;
        for (Set& set : enemy) set &= ~to;
        if (kind == pawn && to == ep_square_) enemy[pawn] &= ~(side_ == 0 ? to >> 8 : to << 8);
        ep_square_ = 0;
        if (kind == pawn && (move.to - move.from == 16 || move.from - move.to == 16))
            ep_square_ = side_ == 0 ? from << 8 : from >> 8;
        if (kind == king && move.to - move.from == 2) pieces[rook] ^= to << 1 | to >> 1;
        if (kind == king && move.from - move.to == 2) pieces[rook] ^= to >> 2 | to << 1;
        if (move.promotion != 0) {
            pieces[pawn] ^= to;
            pieces[std::string_view("pnbrq").find(move.promotion)] |= to;
        }
        for (int right = 0; right < 4; ++right) {
            if ((from | to) & castling_squares[static_cast<std::size_t>(right)])
                rights_ &= ~(1 << right);
        }
        side_ ^= 1;
    }

    // Whether the last move left its side's king in check.
    [[nodiscard]] bool can_capture_king() const {
        return attacked(piece_square_[side_ ^ 1][king], side_);
    }

   private:
    static constexpr std::size_t pawn = 0, knight = 1, bishop = 2, rook = 3, queen = 4, king = 5;
    static constexpr Set file_a = 0x0101'0101'0101'0101, file_h = file_a << 7;
    static constexpr Set not_ab = ~(file_a | file_a << 1), not_gh = ~(file_h | file_h >> 1);
    // The initial squares of king and rook, by castling right.
    static constexpr std::array<Set, 4> castling_squares{0x90, 0x11, 0x90ULL << 56, 0x11ULL << 56};

    static constexpr Set bit(int square) { return 1ULL << square; }
    [[nodiscard]] Set all(std::size_t side) const {
        Set set = 0;
        for (const Set pieces : piece_square_[side]) set |= pieces;
        return set;
    }

    static Set west(Set set) { return (set & ~file_a) >> 1; }
    static Set east(Set set) { return (set & ~file_h) << 1; }

    static Set knights(Set at) {
        const Set near = west(at) | east(at);
        const Set far = (at & not_ab) >> 2 | (at & not_gh) << 2;
        return near << 16 | near >> 16 | far << 8 | far >> 8;
    }
    static Set kings(Set at) {
        const Set row = at | west(at) | east(at);
        return (row | row << 8 | row >> 8) & ~at;
    }

    // From one square, step by step, up to the first piece.
    template <class Step>
    static Set walk(Set at, Set occupied, Step step) {
        Set line = 0;
        for (at = step(at); at != 0; at = step(at)) {
            line |= at;
            if (at & occupied) break;
        }
        return line;
    }
    static Set straight(Set at, Set occupied) {
        return walk(at, occupied, west) | walk(at, occupied, east) |
               walk(at, occupied, [](Set set) { return set << 8; }) |
               walk(at, occupied, [](Set set) { return set >> 8; });
    }
    static Set diagonal(Set at, Set occupied) {
        return walk(at, occupied, [](Set set) { return west(set) << 8; }) |
               walk(at, occupied, [](Set set) { return west(set) >> 8; }) |
               walk(at, occupied, [](Set set) { return east(set) << 8; }) |
               walk(at, occupied, [](Set set) { return east(set) >> 8; });
    }

    static Set reach(std::size_t kind, Set at, Set occupied) {
        switch (kind) {
            case knight:
                return knights(at);
            case bishop:
                return diagonal(at, occupied);
            case rook:
                return straight(at, occupied);
            case queen:
                return straight(at, occupied) | diagonal(at, occupied);
            default:
                return kings(at);
        }
    }

    template <class F>
    void pawns_to(Set targets, int step, F f) const {
        for (; targets != 0; targets &= targets - 1) {
            const int to = lowest_square(targets);
            if (to >= 8 && to < 56) {
                f(ChessMove{to - step, to});
            } else {
                for (const char kind : {'n', 'b', 'r', 'q'}) f(ChessMove{to - step, to, kind});
            }
        }
    }

    template <class F>
    void pawn_moves(Set pawns, Set others, F f) const {
        const Set free = ~(all(side_) | others), capturable = others | ep_square_;
        const auto ahead = [this](Set set) { return side_ == 0 ? set << 8 : set >> 8; };
        const int step = side_ == 0 ? 8 : -8;
        const Set third_rank = side_ == 0 ? Set{0xFF} << 16 : Set{0xFF} << 40;
        const Set single = ahead(pawns) & free;
        pawns_to(single, step, f);
        pawns_to(ahead(single & third_rank) & free, 2 * step, f);
        pawns_to(ahead(west(pawns)) & capturable, step - 1, f);
        pawns_to(ahead(east(pawns)) & capturable, step + 1, f);
    }

    template <class F>
    void castlings(Set occupied, F f) const {
        const int rights = rights_ >> 2 * static_cast<int>(side_) & 3;
        const std::size_t enemy = side_ ^ 1;
        const Set at = piece_square_[side_][king];
        if (rights == 0 || attacked(at, enemy)) return;
        const int from = lowest_square(at);
        if ((rights & 1) && !(occupied & (at << 1 | at << 2)) && !attacked(at << 1, enemy))
            f(ChessMove{from, from + 2});
        if ((rights & 2) && !(occupied & (at >> 1 | at >> 2 | at >> 3)) &&
            !attacked(at >> 1, enemy))
            f(ChessMove{from, from - 2});
    }

    [[nodiscard]] bool attacked(Set at, std::size_t by) const {
        const auto& pieces = piece_square_[by];
        const Set occupied = all(0) | all(1);
        const Set sides = west(at) | east(at);
        return ((by == 0 ? sides >> 8 : sides << 8) & pieces[pawn]) != 0 ||
               (knights(at) & pieces[knight]) != 0 || (kings(at) & pieces[king]) != 0 ||
               (straight(at, occupied) & (pieces[rook] | pieces[queen])) != 0 ||
               (diagonal(at, occupied) & (pieces[bishop] | pieces[queen])) != 0;
    }

    std::array<std::array<Set, 6>, 2> piece_square_{};
    std::size_t side_ = 0;
    int rights_ = 0;
    Set ep_square_ = 0;
};

// The de Bruijn number maps all squares to different indices.
static_assert([] {
    for (int square = 0; square < 64; ++square) {
        if (lowest_square(1ULL << square) != square) return false;
    }
    return true;
}());

}  // namespace zeitnot::twins
