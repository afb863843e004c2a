// Positions as text: Forsyth-Edwards notation (PGN standard, 16.1; Edwards 1994), six fields.
//
// Castling rights are those of X-FEN, which is FEN where the classical rooks castle: KQkq mean the
// outermost rook on that side of the king, and an inner rook has the letter of its file. The
// letters of files are read for every rook, as Shredder-FEN has them.
//
// Parsing is strict: impossible positions are rejected with an error message of one sentence. An en
// passant square is accepted as the standard defines it, and stored only if a pawn may legally
// capture there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zeitnot/men/state.hpp"
#include "zeitnot/parsed.hpp"
#include "zeitnot/rows.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot::chess {

inline constexpr std::string_view letters = "PNBRQK??pnbrqk";
inline constexpr std::string_view right_letters = "KQkq";
inline constexpr std::uint16_t max_fullmove = 9999;  // in a text; longer games keep this number

inline std::string square_text(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

// The squares of a move, and the letter of a promotion.
inline std::string move_text(Move move) {
    std::string text = square_text(from_of(move)) + square_text(to_of(move));
    if (is_promotion(move)) text += "pnbrqk"[promoted(move)];
    return text;
}

inline std::string board_text(const State& state) {
    return rows_text(8, 8, [&](int x, int y) {
        const Piece piece = state.at[index(8 * y + x)];
        return piece == none ? char{0} : letters[piece];
    });
}

// The side's rooks on its first rank that are farther from its king than this square.
inline Board rooks_beyond(const State& state, int side, int square) {
    const Board home = rank(square / 8), up_to = bit(square) | (bit(square) - 1);
    return state.pieces(side, rook) & home &
           (square > state.king_of(side) ? ~up_to : bit(square) - 1);
}

// The letter of a right that the state has, as X-FEN writes it.
inline char right_letter(const State& state, std::size_t right) {
    const int side = static_cast<int>(right / 2), square = state.castling(right).rook_from;
    if (rooks_beyond(state, side, square) == 0) return right_letters[right];
    return static_cast<char>((side == white ? 'A' : 'a') + square % 8);
}

inline std::string fen(const State& state) {
    std::string text = board_text(state) + (state.turn == white ? " w " : " b ");
    for (std::size_t right = 0; right < 4; ++right) {
        if (state.has_right(right)) text += right_letter(state, right);
    }
    if (state.rights == 0) text += '-';
    text += ' ' + (state.ep_square == 0 ? "-" : square_text(state.ep_square));
    return text + ' ' + std::to_string(state.halfmove_clock) + ' ' +
           std::to_string(std::min(state.fullmove, max_fullmove));
}

using MaybeError = std::optional<Error>;

// Whether the operations of an EPD follow its four fields, as in `bm Qd1; id "13";` (PGN standard,
// 16.2).
inline bool has_operations(const std::vector<std::string_view>& fields) {
    if (fields.size() < 5 || fields.back().empty() || fields.back().back() != ';') return false;
    return fields[4].find_first_not_of("0123456789") != std::string_view::npos;
}

// Reads the six fields one after the other into a state. The last two may be missing, as in EPD,
// whose operations are skipped.
class FenReader {
   public:
    static Parsed<State> read(std::string_view text) {
        auto fields = split_words(text);
        if (fields.size() == 4 || has_operations(fields)) {
            fields.resize(4);
            for (const std::string_view number : {"0", "1"}) fields.push_back(number);
        }
        if (fields.size() != 6)
            return Error{"A position has six fields, as in \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"."};
        FenReader reader;
        MaybeError error = reader.board(fields[0]);
        if (!error) error = reader.turn(fields[1]);
        if (!error) error = reader.numbers(fields[4], fields[5]);
        if (!error) error = reader.pieces();
        if (!error) error = reader.rights(fields[2]);
        if (!error) error = reader.kings();
        if (!error) error = reader.en_passant(fields[3]);
        if (error) return *error;
        return reader.state_;
    }

   private:
    MaybeError board(std::string_view field) {
        const RowsFormat format{8, 8, letters,
                                "The pieces are PNBRQK for white and pnbrqk for black.",
                                "The board must have eight ranks of eight squares."};
        return read_rows(field, format, [&](std::size_t piece, int x, int y) -> MaybeError {
            state_.put(static_cast<int>(piece / 8), static_cast<Kind>(piece % 8), 8 * y + x);
            return std::nullopt;
        });
    }

    MaybeError turn(std::string_view field) {
        if (field != "w" && field != "b") return Error{"The side to move is w or b."};
        if (field == "b") {
            state_.turn = black;
            state_.hash ^= keys[side_key];
        }
        return std::nullopt;
    }

    MaybeError numbers(std::string_view halfmove_clock, std::string_view fullmove) {
        const auto plies = parse_number(halfmove_clock, move_limit),
                   move = parse_number(fullmove, max_fullmove);
        if (!plies)
            return Error{"The plies since a capture or a pawn's move are a number from 0 to 100."};
        if (!move) return Error{"The move's number is from 1 to 9999."};
        state_.halfmove_clock = static_cast<std::uint8_t>(*plies);
        // Some programs count from 0.
        state_.fullmove = static_cast<std::uint16_t>(std::max(*move, 1));
        return std::nullopt;
    }

    // Checks the number of each side's pieces: promotions explain any more than at the start.
    [[nodiscard]] MaybeError pieces() const {
        if (state_.kinds[pawn] & (rank(0) | rank(7)))
            return Error{"No pawn can be on the first or the last rank."};
        for (const int side : {white, black}) {
            if (size(state_.pieces(side, king)) != 1) return Error{"Each side has one king."};
            const std::size_t pawns = size(state_.pieces(side, pawn));
            std::size_t promoted = 0;
            for (const Kind kind : {knight, bishop, rook, queen}) {
                const std::size_t initial = kind == queen ? 1 : 2,
                                  present = size(state_.pieces(side, kind));
                promoted += std::max(present, initial) - initial;
            }
            if (pawns + promoted > 8)
                return Error{"A side has more pieces than promotions can explain."};
        }
        return std::nullopt;
    }

    MaybeError rights(std::string_view field) {
        if (field == "-") return std::nullopt;
        if (field.empty()) return rights_error();
        for (const char letter : field) {
            if (MaybeError error = grant(letter)) return error;
        }
        return std::nullopt;
    }

    MaybeError grant(char letter) {
        const int side = letter >= 'a' ? black : white;
        const int home = side == white ? 0 : 56, king_at = state_.king_of(side);
        const Board rooks = state_.pieces(side, rook) & rank(home / 8);
        const Board left_of_king = bit(king_at) - 1;
        int at = letter - (side == white ? 'A' : 'a') + home;  // the rook's square
        if (right_letters.find(letter) != std::string_view::npos) {
            const bool is_short = letter == 'K' || letter == 'k';
            const Board candidates = rooks & (is_short ? ~left_of_king : left_of_king);
            at = candidates == 0 ? king_at : is_short ? last(candidates) : first(candidates);
        } else if (at < home || at >= home + 8) {
            return rights_error();
        }
        const int king_file = king_at % 8;
        if (king_at / 8 != home / 8 || king_file == 0 || king_file == 7 || !(rooks & bit(at)))
            return Error{"Castling needs the king and its rook on their initial squares."};
        const std::size_t right = 2 * index(side) + (at < king_at ? 1 : 0);
        if (state_.has_right(right)) return rights_error();
        grant_right(state_, right, at % 8);
        return std::nullopt;
    }

    static Error rights_error() {
        return {"Castling rights are some of KQkq or the rooks' files, each once, or -."};
    }

    MaybeError kings() {
        const int us = state_.turn, them = us ^ 1;
        if (state_.attacked(us, state_.king_of(them), state_.occupied()))
            return Error{"The side that is not to move is in check."};
        if (us == white) set_check_info<white>(state_);
        if (us == black) set_check_info<black>(state_);
        if (size(state_.checkers) > 2) return Error{"Three pieces cannot give check at once."};
        return std::nullopt;
    }

    MaybeError en_passant(std::string_view field) {
        if (field == "-") return std::nullopt;
        const int us = state_.turn, y = us == white ? 5 : 2;
        if (field.size() != 2 || field[0] < 'a' || field[0] > 'h' || field[1] != '1' + y)
            return Error{"The en passant square is one that a pawn has just passed, or -."};
        const int square = 8 * y + (field[0] - 'a'), forward = us == white ? 8 : -8;
        if (state_.halfmove_clock != 0 ||
            state_.at[index(square - forward)] != piece_of(us ^ 1, pawn) ||
            state_.at[index(square)] != none || state_.at[index(square + forward)] != none)
            return Error{"No pawn can just have passed " + std::string(field) + "."};
        if (us == white) set_ep_square<white>(state_, square);
        if (us == black) set_ep_square<black>(state_, square);
        return std::nullopt;
    }

    State state_;
};

}  // namespace zeitnot::chess
