// The umpire's calls after a move, which both sides hear: a capture with its square, checks by
// their direction, and whether the side to move can capture with a pawn.
#pragma once

#include <string>
#include <string_view>

#include "zeitnot/men/fen.hpp"
#include "zeitnot/men/moves.hpp"

namespace zeitnot::kriegspiel {

// The men that a side has lost, by the kinds that the umpire distinguishes.
struct Lost {
    std::uint8_t pawns = 0, pieces = 0;
    [[nodiscard]] int men() const { return pawns + pieces; }
    friend bool operator==(const Lost&, const Lost&) = default;
};

inline constexpr int men_at_start = 16, pawns_at_start = 8;

// The last move's capture: the kind and square of the captured man; `letter` is 0 if there is none.
struct Capture {
    static constexpr char pawn = 'p', piece = 'x', en_passant = 'e';

    std::uint8_t square = 0;
    char letter = 0;
    friend bool operator==(const Capture&, const Capture&) = default;
};

inline std::string capture_text(const Capture& capture) {
    if (capture.letter == 0) return "-";
    return chess::square_text(capture.square) + capture.letter;
}

constexpr bool is_square(std::string_view text) {
    return text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}
constexpr int square_of(std::string_view text) { return 8 * (text[1] - '1') + (text[0] - 'a'); }

inline std::optional<Capture> read_capture(std::string_view text) {
    if (text == "-") return Capture{};
    if (text.size() != 3 || !is_square(text.substr(0, 2)) ||
        std::string_view("pxe").find(text[2]) == std::string_view::npos)
        return std::nullopt;
    return Capture{static_cast<std::uint8_t>(square_of(text)), text[2]};
}

// Directions of checks, a bit each, in this order: file, rank, long and short diagonal (as seen
// from the king), knight.
using Directions = unsigned;
inline constexpr std::string_view direction_letters = "frlsn";

// Whether the rising diagonal through a square is the longer one. They never have equal lengths.
constexpr bool is_rising_longer(int square) {
    const int x = square % 8, y = square / 8;
    const int from_rising = x > y ? x - y : y - x, from_falling = x + y > 7 ? x + y - 7 : 7 - x - y;
    return from_rising < from_falling;
}

// The direction of a check from `from` to the king on `to`.
constexpr Directions direction(int from, int to, bool is_knight) {
    const int x = from % 8 - to % 8, y = from / 8 - to / 8;
    if (is_knight) return 16;
    if (x == 0) return 1;
    if (y == 0) return 2;
    return is_rising_longer(to) == ((x > 0) == (y > 0)) ? 4 : 8;
}

// The checks to the side to move.
inline Directions checks(const chess::State& state) {
    Directions all = 0;
    const int king = state.king_of(state.turn);
    chess::each(state.checkers, [&](int from) {
        const bool is_knight = chess::kind_of(state.at[chess::index(from)]) == chess::knight;
        all |= direction(from, king, is_knight);
    });
    return all;
}

inline std::string checks_text(Directions checks) {
    std::string text;
    for (std::size_t at = 0; at < direction_letters.size(); ++at)
        if (checks >> at & 1) text += direction_letters[at];
    return text.empty() ? "-" : text;
}

// A sink of the move generator that looks for captures by pawns.
class PawnTries {
   public:
    void piece(int, chess::Board) {}
    void pawns(chess::Board targets, int step, chess::Special = chess::Special::normal) {
        found_ = found_ || (targets != 0 && step % 8 != 0);
    }
    void promotions(chess::Board targets, int step) { pawns(targets, step); }
    void single(chess::Move move) {
        found_ = found_ || chess::is_special(move, chess::Special::en_passant);
    }
    [[nodiscard]] bool found() const { return found_; }

   private:
    bool found_ = false;
};

// Whether the side to move can legally capture with a pawn.
inline bool has_pawn_try(const chess::State& state) {
    PawnTries tries;
    chess::walk(state, tries, state.sides[chess::index(state.turn ^ 1)]);
    return tries.found();
}

// The calls after a move.
struct Calls {
    Capture capture;
    Directions checks = 0;
    bool has_pawn_try = false;
    friend bool operator==(const Calls&, const Calls&) = default;
};

}  // namespace zeitnot::kriegspiel
