// Positions in PDN's form: `B:W21,22,K32:B1,2,K5`, then `:H12` if twelve plies have been played
// since the last capture or move of a man (PDN 3.0, section on FEN; the last field is a common
// extension).
#pragma once

#include <string>
#include <string_view>

#include "games/checkers/board.hpp"
#include "zeitnot/parsed.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot::checkers {

inline constexpr int move_limit = 80;  // plies without a capture or a man's move
inline constexpr int max_pieces = 12;

// The men and kings of both seats, and the other fields of the text.
struct Placement {
    Board sides[2] = {0, 0};
    Board kings = 0;
    int turn = 0;
    int clock = 0;
};

inline std::string pieces_text(Board side, Board kings) {
    std::string text;
    for (; side != 0; side &= side - 1) {
        if (!text.empty()) text += ',';
        if ((side & -side & kings) != 0) text += 'K';
        text += std::to_string(square_of(first_bit(side)));
    }
    return text;
}

inline std::string fen(const Placement& placement) {
    std::string text = placement.turn == 0 ? "B:W" : "W:W";
    text += pieces_text(placement.sides[1], placement.kings);
    text += ":B";
    text += pieces_text(placement.sides[0], placement.kings);
    if (placement.clock != 0) {
        text += ":H";
        text += std::to_string(placement.clock);
    }
    return text;
}

class FenReader {
   public:
    static Parsed<Placement> read(std::string_view text) { return FenReader(text).read_all(); }

   private:
    explicit FenReader(std::string_view text) : rest_(text) {}

    Parsed<Placement> read_all() {
        const std::string_view turn = next(':');
        if (turn != "B" && turn != "W")
            return Error{"A position begins with the side to move, B: or W:, as in B:W21,K32:B1."};
        placement_.turn = turn == "B" ? 0 : 1;
        for (int side = 0; side < 2; ++side)
            if (auto error = read_side(next(':'))) return *error;
        if (!has_side_[0] || !has_side_[1]) return Error{"A position has each side's pieces once."};
        if (ended_) return placement_;
        const auto clock = rest_.starts_with('H') ? parse_number(rest_.substr(1), move_limit)
                                                  : std::optional<int>();
        if (!clock || *clock == 0)
            return Error{"After the pieces follows :H and the plies without progress, 1 to 80."};
        placement_.clock = *clock;
        return placement_;
    }

    std::optional<Error> read_side(std::string_view text) {
        const int seat = text.starts_with('B') ? 0 : text.starts_with('W') ? 1 : -1;
        if (seat < 0) return Error{"A side's pieces begin with W or B, as in W21,22,K32."};
        if (has_side_[index(seat)]) return Error{"A position has each side's pieces once."};
        has_side_[index(seat)] = true;
        text.remove_prefix(1);
        while (!text.empty()) {
            const std::size_t comma = text.find(',');
            if (auto error = read_piece(text.substr(0, comma), seat)) return error;
            if (comma == text.npos) break;
            text.remove_prefix(comma + 1);
            if (text.empty()) return Error{"A piece is a square from 1 to 32, with K if a king."};
        }
        if (std::popcount(placement_.sides[seat]) > max_pieces)
            return Error{"A side has at most 12 pieces."};
        return std::nullopt;
    }

    std::optional<Error> read_piece(std::string_view text, int seat) {
        const bool is_king = text.starts_with('K');
        const auto square = parse_number(is_king ? text.substr(1) : text, squares);
        if (!square || *square == 0)
            return Error{"A piece is a square from 1 to 32, with K if a king."};
        const Board piece = board_of(bit_of(*square));
        if (((placement_.sides[0] | placement_.sides[1]) & piece) != 0)
            return Error{"Two pieces are on one square."};
        if (!is_king && (piece & crown_rows[seat]) != 0)
            return Error{"A man cannot be on the row where it becomes a king."};
        placement_.sides[seat] |= piece;
        if (is_king) placement_.kings |= piece;
        return std::nullopt;
    }

    // Returns the text up to the next separator and skips both.
    std::string_view next(char separator) {
        const std::size_t end = rest_.find(separator);
        const std::string_view word = rest_.substr(0, end);
        ended_ = end == rest_.npos;
        rest_ = ended_ ? std::string_view() : rest_.substr(end + 1);
        return word;
    }

    std::string_view rest_;
    bool ended_ = false;
    bool has_side_[2] = {false, false};
    Placement placement_;
};

}  // namespace zeitnot::checkers
