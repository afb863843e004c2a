// Xiangqi's positions as text: FEN as used by UCI engines, with six fields. The third and fourth
// are always "-". A text may also end after the second or the fourth.
//
// Strict: rejects impossible positions, such as a piece on a square that it can never reach or a
// general that could be captured, with a one-sentence error.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "games/xiangqi/board.hpp"
#include "zeitnot/parsed.hpp"
#include "zeitnot/rows.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot::xiangqi {

// Indexed by type; capital letters are red's.
inline constexpr std::string_view letters = "?KABPNCR?kabpncr";

// The contents of a position's text.
struct FenFields {
    Board board;
    int turn = 0, halfmove_clock = 0, fullmove = 1;
};

inline std::string square_text(int square) {
    const SquareInfo& info = square_info[at(square)];
    return {static_cast<char>('a' + info.x), static_cast<char>('0' + info.y)};
}

inline std::string board_text(const Board& board) {
    return rows_text(files, ranks, [&](int x, int y) {
        const int here = square(x, y);
        if (!board.all().has(here)) return char{0};
        return letters[board.type_at(here) + (board.side(1).has(here) ? 8 : 0)];
    });
}

inline std::string fen(const FenFields& text) {
    return board_text(text.board) + (text.turn == 0 ? " w - - " : " b - - ") +
           std::to_string(text.halfmove_clock) + ' ' + std::to_string(text.fullmove);
}

// Parses and checks the fields in order.
class FenReader {
   public:
    // `limit`: the number of plies without a capture that ends the game.
    static Parsed<FenFields> read(std::string_view text, int limit) {
        auto fields = split_words(text);
        constexpr std::array<std::string_view, 6> defaults{"", "", "-", "-", "0", "1"};
        if (fields.size() == 2 || fields.size() == 4)
            while (fields.size() < defaults.size()) fields.push_back(defaults[fields.size()]);
        if (fields.size() != 6 || fields[2] != "-" || fields[3] != "-")
            return Error{"A position has six fields: board, side, -, -, plies, move's number."};
        FenReader reader;
        MaybeError error = reader.board(fields[0]);
        if (!error) error = reader.pieces();
        if (!error) error = reader.piece_squares();
        if (!error) error = reader.turn(fields[1]);
        if (!error) error = reader.numbers(fields[4], fields[5], limit);
        if (error) return *error;
        return reader.fields_;
    }

   private:
    using MaybeError = std::optional<Error>;

    MaybeError board(std::string_view field) {
        const RowsFormat format{files, ranks, letters,
                                "The pieces are KABNRCP for red and kabnrcp for black.",
                                "The board must have ten ranks of nine squares."};
        return read_rows(field, format, [&](std::size_t letter, int x, int y) -> MaybeError {
            const int seat = letter < 8 ? 0 : 1;
            const auto type = static_cast<unsigned>(letter % 8);
            if (type == general && fields_.board.general_of(seat) != nowhere)
                return generals_error();
            fields_.board.flip(seat, type, square(x, y));
            return std::nullopt;
        });
    }

    static Error generals_error() { return {"Each side has one general."}; }

    // Checks that no side has more pieces than at the start, which the capacity of Moves relies on.
    [[nodiscard]] MaybeError pieces() const {
        for (const int seat : {0, 1}) {
            const Board& board = fields_.board;
            if (board.general_of(seat) == nowhere) return generals_error();
            const Bits own = board.side(seat);
            for (const Bits kind : {board.advisers(), board.elephants(), board.horses(),
                                    board.cannons(), board.chariots()}) {
                if ((kind & own).count() > 2)
                    return Error{"A side has at most two of a kind, and five soldiers."};
            }
            if ((board.soldiers() & own).count() > 5)
                return Error{"A side has at most two of a kind, and five soldiers."};
        }
        return std::nullopt;
    }

    // Checks that every piece is on a square that it can reach.
    [[nodiscard]] MaybeError piece_squares() const {
        for (const int seat : {0, 1}) {
            bool is_possible = true;
            std::array<int, files> soldiers_at_home{};
            each(fields_.board.side(seat), [&](int here) {
                const int x = square_info[at(here)].x;
                const int y =
                    seat == 0 ? square_info[at(here)].y : ranks - 1 - square_info[at(here)].y;
                const unsigned type = fields_.board.type_at(here);
                is_possible &= can_reach(type, x, y);
                if (type == soldier && y < 5) is_possible &= ++soldiers_at_home[at(x)] == 1;
            });
            if (!is_possible) return Error{"A piece is on a square that it cannot reach."};
        }
        return std::nullopt;
    }

    // Whether a piece can be on this square; `y` counts from its side's own end.
    static bool can_reach(unsigned type, int x, int y) {
        const bool palace = x >= 3 && x <= 5 && y <= 2;
        if (type == general) return palace;
        if (type == adviser) return palace && (x + y) % 2 == 1;
        if (type == elephant) return y <= 4 && y % 2 == 0 && x % 2 == 0 && (x + y) % 4 == 2;
        if (type == soldier) return y >= 5 || (y >= 3 && x % 2 == 0);
        return true;
    }

    MaybeError turn(std::string_view field) {
        if (field != "w" && field != "b") return Error{"The side to move is w or b."};
        fields_.turn = field == "w" ? 0 : 1;
        if (fields_.board.in_check(fields_.turn ^ 1))
            return Error{"The side that is not to move is in check."};
        return std::nullopt;
    }

    MaybeError numbers(std::string_view quiet, std::string_view full, int limit) {
        const auto plies = parse_number(quiet, limit), move = parse_number(full, 9999);
        if (!plies)
            return Error{"The plies since a capture are a number from 0 to " +
                         std::to_string(limit) + "."};
        if (!move) return Error{"The move's number is from 1 to 9999."};
        fields_.halfmove_clock = *plies;
        fields_.fullmove = *move == 0 ? 1 : *move;  // some programs count from 0
        return std::nullopt;
    }

    FenFields fields_;
};

}  // namespace zeitnot::xiangqi
