// A textbook chess board: 0x88, with sixteen squares per rank, of which eight are on the board.
//
// A square's number has a bit in common with 0x88 exactly if it is off the board, so lines need no
// other test for the edge.
#pragma once

#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/games/chess/twin_fen_pieces.hpp"
#include "tests/games/chess/twin_moves.hpp"

namespace zeitnot::twins {

class Chess0x88 {
   public:
    explicit Chess0x88(std::string_view fen) {
        const auto fields = split_words(fen);
        each_piece(fields[0], [&](int x, int y, char letter) {
            put(16 * y + x, letter);
            if (letter == 'K' || letter == 'k') king(letter == 'K') = 16 * y + x;
        });
        white_ = fields[1] == "w";
        rights_ = rights_of(fields[2]);
        if (fields[3] != "-") ep_square_ = 16 * (fields[3][1] - '1') + (fields[3][0] - 'a');
    }

    static std::string square_text(int square) {
        return {static_cast<char>('a' + (square & 7)), static_cast<char>('1' + (square >> 4))};
    }

    // Calls f(move) for each pseudo-legal move.
    template <class F>
    void each_move(F f) const {
        for (int from = 0; from < 120; ++from) {
            if (!on_board(from) || !is_own(at(from))) continue;
            switch (std::tolower(at(from))) {
                case 'p':
                    pawn_moves(from, f);
                    break;
                case 'n':
                    leaps(from, knight_steps, f);
                    break;
                case 'b':
                    slides(from, 4, 8, f);
                    break;
                case 'r':
                    slides(from, 0, 4, f);
                    break;
                case 'q':
                    slides(from, 0, 8, f);
                    break;
                default:
                    leaps(from, king_steps, f);
                    castlings(from, f);
            }
        }
    }

    void play(ChessMove move) {
        const int from = move.from, to = move.to;
        char piece = at(from);
        const bool is_pawn = piece == 'P' || piece == 'p', is_king = piece == 'K' || piece == 'k';
        if (is_pawn && to == ep_square_) put(to + (white_ ? -16 : 16), 0);
        ep_square_ = is_pawn && std::abs(to - from) == 32 ? (from + to) / 2 : -1;
        if (is_king) king(white_) = to;
        if (is_king && to - from == 2) shift(to + 1, to - 1);
        if (is_king && from - to == 2) shift(to - 2, to + 1);
        rights_ &= ~(rights_at(from) | rights_at(to));
        shift(from, to);
        if (move.promotion != 0)
            put(to, static_cast<char>(white_ ? std::toupper(move.promotion) : move.promotion));
        white_ = !white_;
    }

    // Whether the last move left its side's king in check.
    [[nodiscard]] bool can_capture_king() const { return attacked(king(!white_), white_); }

   private:
    // First straight, then diagonal.
    static constexpr std::array<int, 8> king_steps{16, 1, -16, -1, 17, 15, -17, -15};
    static constexpr std::array<int, 8> knight_steps{33, 31, 18, 14, -33, -31, -18, -14};

    static bool on_board(int square) { return (square & 0x88) == 0; }
    [[nodiscard]] char at(int square) const {
        return piece_square_[static_cast<std::size_t>(square)];
    }
    void put(int square, char piece) { piece_square_[static_cast<std::size_t>(square)] = piece; }
    void shift(int from, int to) {
        put(to, at(from));
        put(from, 0);
    }
    int& king(bool white) { return kings_[white ? 0 : 1]; }
    [[nodiscard]] int king(bool white) const { return kings_[white ? 0 : 1]; }
    static bool is_white(char piece) { return piece >= 'A' && piece <= 'Z'; }
    static bool is_black(char piece) { return piece >= 'a'; }
    [[nodiscard]] bool is_own(char piece) const {
        return white_ ? is_white(piece) : is_black(piece);
    }
    [[nodiscard]] bool is_enemy(char piece) const {
        return white_ ? is_black(piece) : is_white(piece);
    }

    // The rights that a move from or to this square ends, as bits in the order KQkq.
    static int rights_at(int square) {
        switch (square) {
            case 0x00:
                return 2;
            case 0x04:
                return 3;
            case 0x07:
                return 1;
            case 0x70:
                return 8;
            case 0x74:
                return 12;
            case 0x77:
                return 4;
            default:
                return 0;
        }
    }

    template <class F>
    void add_pawn_move(int from, int to, F f) const {
        if ((to >> 4) % 7 != 0) return f(ChessMove{from, to});
        for (const char kind : {'n', 'b', 'r', 'q'}) f(ChessMove{from, to, kind});
    }

    template <class F>
    void pawn_moves(int from, F f) const {
        const int forward = white_ ? 16 : -16;
        const bool at_home = from >> 4 == (white_ ? 1 : 6);
        if (at(from + forward) == 0) {
            add_pawn_move(from, from + forward, f);
            if (at_home && at(from + 2 * forward) == 0) f(ChessMove{from, from + 2 * forward});
        }
        for (const int to : {from + forward - 1, from + forward + 1}) {
            if (on_board(to) && (is_enemy(at(to)) || to == ep_square_)) add_pawn_move(from, to, f);
        }
    }

    template <class F>
    void leaps(int from, const std::array<int, 8>& steps, F f) const {
        for (const int step : steps) {
            const int to = from + step;
            if (on_board(to) && !is_own(at(to))) f(ChessMove{from, to});
        }
    }

    template <class F>
    void slides(int from, std::size_t begin, std::size_t end, F f) const {
        for (std::size_t i = begin; i < end; ++i) {
            for (int to = from + king_steps[i]; on_board(to); to += king_steps[i]) {
                if (!is_own(at(to))) f(ChessMove{from, to});
                if (at(to) != 0) break;
            }
        }
    }

    template <class F>
    void castlings(int from, F f) const {
        const int rights = white_ ? rights_ : rights_ >> 2;
        if ((rights & 3) == 0 || attacked(from, !white_)) return;
        if ((rights & 1) && at(from + 1) == 0 && at(from + 2) == 0 && !attacked(from + 1, !white_))
            f(ChessMove{from, from + 2});
        if ((rights & 2) && at(from - 1) == 0 && at(from - 2) == 0 && at(from - 3) == 0 &&
            !attacked(from - 1, !white_))
            f(ChessMove{from, from - 2});
    }

    [[nodiscard]] bool attacked(int square, bool by_white) const {
        const auto is = [&](int from, char kind) {
            const char piece = static_cast<char>(by_white ? std::toupper(kind) : kind);
            return on_board(from) && at(from) == piece;
        };
        const int back = by_white ? -16 : 16;
        if (is(square + back - 1, 'p') || is(square + back + 1, 'p')) return true;
        for (const int step : knight_steps) {
            if (is(square + step, 'n')) return true;
        }
        for (std::size_t i = 0; i < 8; ++i) {
            const int step = king_steps[i];
            int from = square + step;
            if (is(from, 'k')) return true;
            while (on_board(from) && at(from) == 0) from += step;
            if (is(from, 'q') || is(from, i < 4 ? 'r' : 'b')) return true;
        }
        return false;
    }

    std::array<char, 128> piece_square_{};
    std::array<int, 2> kings_{};
    bool white_ = true;
    int rights_ = 0;
    int ep_square_ = -1;
};

}  // namespace zeitnot::twins
