// Positions as text: Forsyth-Edwards notation (PGN standard, 16.1; Edwards 1994), six fields.
//
// Strict: what no game could hold is refused, with one sentence. A square for capturing en passant
// is accepted as the standard writes it and kept only if a pawn may legally take there.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/chess/state.hpp"
#include "zeitnot/parsed.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot::chess {

inline constexpr std::string_view letters = "PNBRQK??pnbrqk";
inline constexpr std::string_view right_letters = "KQkq";

inline std::string square_text(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

inline std::string board_text(const State& state) {
    std::string text;
    for (int y = 7; y >= 0; --y) {
        int empty = 0;
        for (int x = 0; x < 8; ++x) {
            const Piece piece = state.at[index(8 * y + x)];
            if (piece == none) {
                ++empty;
                continue;
            }
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
            text += letters[piece];
        }
        if (empty > 0) text += static_cast<char>('0' + empty);
        if (y > 0) text += '/';
    }
    return text;
}

inline std::string fen(const State& state) {
    std::string text = board_text(state) + (state.turn == white ? " w " : " b ");
    for (std::size_t right = 0; right < 4; ++right) {
        if (state.rights >> right & 1) text += right_letters[right];
    }
    if (state.rights == 0) text += '-';
    text += ' ' + (state.ep_square == 0 ? "-" : square_text(state.ep_square));
    return text + ' ' + std::to_string(state.halfmove_clock) + ' ' + std::to_string(state.fullmove);
}

using Complaint = std::optional<Error>;

// Reads the six fields one after the other into a state.
class FenReader {
   public:
    static Parsed<State> read(std::string_view text) {
        const auto fields = words_of(text);
        if (fields.size() != 6)
            return Error{"A position has six fields, as in \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"."};
        FenReader reader;
        Complaint complaint = reader.board(fields[0]);
        if (!complaint) complaint = reader.turn(fields[1]);
        if (!complaint) complaint = reader.numbers(fields[4], fields[5]);
        if (!complaint) complaint = reader.pieces();
        if (!complaint) complaint = reader.rights(fields[2]);
        if (!complaint) complaint = reader.kings();
        if (!complaint) complaint = reader.en_passant(fields[3]);
        if (complaint) return *complaint;
        return reader.state_;
    }

   private:
    Complaint board(std::string_view field) {
        int x = 0, y = 7;
        for (const char c : field) {
            if (c == '/') {
                if (x != 8 || y == 0) return ranks();
                x = 0;
                --y;
            } else if (c >= '1' && c <= '8') {
                x += c - '0';
            } else {
                const auto piece = letters.find(c);
                if (c == '?' || piece == std::string_view::npos)
                    return Error{"The pieces are PNBRQK for white and pnbrqk for black."};
                if (x > 7) return ranks();
                state_.put(static_cast<int>(piece / 8), static_cast<Kind>(piece % 8), 8 * y + x);
                ++x;
            }
            if (x > 8) return ranks();
        }
        if (x != 8 || y != 0) return ranks();
        return std::nullopt;
    }

    static Error ranks() { return {"The board must have eight ranks of eight squares."}; }

    Complaint turn(std::string_view field) {
        if (field != "w" && field != "b") return Error{"The side to move is w or b."};
        if (field == "b") {
            state_.turn = black;
            state_.hash ^= keys[side_key];
        }
        return std::nullopt;
    }

    // Digits without a sign or leading noughts, at most `most`.
    static std::optional<int> number(std::string_view word, int most) {
        if (word.empty() || word.size() > 4 || (word.size() > 1 && word[0] == '0'))
            return std::nullopt;
        int value = 0;
        for (const char c : word) {
            if (c < '0' || c > '9') return std::nullopt;
            value = 10 * value + (c - '0');
        }
        return value <= most ? std::optional(value) : std::nullopt;
    }

    Complaint numbers(std::string_view quiet, std::string_view full) {
        const auto plies = number(quiet, move_limit), move = number(full, 9999);
        if (!plies)
            return Error{"The plies since a capture or a pawn's move are a number from 0 to 100."};
        if (!move || *move == 0) return Error{"The move's number is from 1 to 9999."};
        state_.halfmove_clock = static_cast<std::uint8_t>(*plies);
        state_.fullmove = static_cast<std::uint16_t>(*move);
        return std::nullopt;
    }

    // As many pieces as a side can have: more than at the start only in place of pawns.
    [[nodiscard]] Complaint pieces() const {
        if (state_.kinds[pawn] & (rank(0) | rank(7)))
            return Error{"No pawn can stand on the first or the last rank."};
        for (const int side : {white, black}) {
            if (size(state_.pieces(side, king)) != 1) return Error{"Each side has one king."};
            const std::size_t pawns = size(state_.pieces(side, pawn));
            std::size_t promoted = 0;
            for (const Kind kind : {knight, bishop, rook, queen}) {
                const std::size_t usual = kind == queen ? 1 : 2,
                                  now = size(state_.pieces(side, kind));
                promoted += std::max(now, usual) - usual;
            }
            if (pawns + promoted > 8)
                return Error{"A side has more pieces than its eight pawns can have become."};
        }
        return std::nullopt;
    }

    Complaint rights(std::string_view field) {
        if (field == "-") return std::nullopt;
        std::size_t next = 0;
        for (const char c : field) {
            const std::size_t right = right_letters.find(c, next);
            if (right == std::string_view::npos) return which_rights();
            const auto& way = castlings[right];
            const int side = static_cast<int>(right / 2);
            if (state_.king_of(side) != way.king_from ||
                state_.at[index(way.rook_from)] != piece_of(side, rook))
                return Error{"Castling needs king and rook on their first squares."};
            state_.rights |= static_cast<std::uint8_t>(1U << right);
            next = right + 1;
        }
        if (field.empty()) return which_rights();
        state_.hash ^= rights_keys[state_.rights];
        return std::nullopt;
    }

    static Error which_rights() {
        return {"Castling rights are some of KQkq in this order, or -."};
    }

    Complaint kings() {
        const int us = state_.turn, them = us ^ 1;
        if (state_.attacked(us, state_.king_of(them), state_.occupied()))
            return Error{"The side that is not to move is in check."};
        if (us == white) set_check_info<white>(state_);
        if (us == black) set_check_info<black>(state_);
        if (size(state_.checkers) > 2) return Error{"Three pieces cannot give check at once."};
        return std::nullopt;
    }

    Complaint en_passant(std::string_view field) {
        if (field == "-") return std::nullopt;
        const int us = state_.turn, y = us == white ? 5 : 2;
        if (field.size() != 2 || field[0] < 'a' || field[0] > 'h' || field[1] != '1' + y)
            return Error{"The square for capturing en passant is one just passed, or -."};
        const int square = 8 * y + (field[0] - 'a'), forth = us == white ? 8 : -8;
        if (state_.halfmove_clock != 0 ||
            state_.at[index(square - forth)] != piece_of(us ^ 1, pawn) ||
            state_.at[index(square)] != none || state_.at[index(square + forth)] != none)
            return Error{"No pawn can just have passed " + std::string(field) + "."};
        if (us == white) set_passing<white>(state_, square);
        if (us == black) set_passing<black>(state_, square);
        return std::nullopt;
    }

    State state_;
};

}  // namespace zeitnot::chess
