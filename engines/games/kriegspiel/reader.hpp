// Reads positions and views of Kriegspiel.
#pragma once

#include "games/kriegspiel/position.hpp"

namespace zeitnot {

namespace kriegspiel {

inline constexpr std::size_t word_count = 11;

// "2+1": pawns and pieces. A side that has lost more than seven pieces has promoted.
inline std::optional<Lost> read_lost(std::string_view text) {
    const auto numbers = split_words(text, '+');
    if (numbers.size() != 2) return std::nullopt;
    const auto pawns = parse_number(numbers[0], pawns_at_start);
    const auto pieces = parse_number(numbers[1], men_at_start - 1);
    if (!pawns || !pieces || *pawns + *pieces >= men_at_start) return std::nullopt;
    return Lost{static_cast<std::uint8_t>(*pawns), static_cast<std::uint8_t>(*pieces)};
}

inline std::optional<std::array<Lost, 2>> read_both_lost(std::string_view text) {
    const auto sides = split_words(text, '/');
    if (sides.size() != 2) return std::nullopt;
    const auto white = read_lost(sides[0]), black = read_lost(sides[1]);
    if (!white || !black) return std::nullopt;
    return std::array{*white, *black};
}

inline std::optional<Directions> read_checks(std::string_view text) {
    Directions checks = 0;
    for (const char letter : text)
        if (const auto at = direction_letters.find(letter); at != std::string_view::npos)
            checks |= 1U << at;
    return checks_text(checks) == text ? std::optional(checks) : std::nullopt;
}

// Reads refused tries as their player sees them: from and to squares, in ascending order.
inline std::optional<Refused> read_refused(std::string_view text) {
    Refused refused;
    if (text == "-") return refused;
    if (text.empty() || text.size() % 4 != 0 || text.size() / 4 > Tries::capacity)
        return std::nullopt;
    for (; !text.empty(); text.remove_prefix(4)) {
        if (!is_square(text.substr(0, 2)) || !is_square(text.substr(2, 2))) return std::nullopt;
        const FromTo squares = chess::move_of(square_of(text), square_of(text.substr(2)));
        if (!refused.all().empty() && refused.all().back() >= squares) return std::nullopt;
        refused.add(squares);
    }
    return refused;
}

// The men of a side on the board.
struct Army {
    std::array<int, 6> count{};  // by kind

    // Whether a side that has lost these men can have this army.
    [[nodiscard]] bool is_possible(const Lost& lost) const {
        const int promoted = pawns_at_start - lost.pawns - count[chess::pawn];
        int excess = 0, pieces = 0;
        for (const auto kind : {chess::knight, chess::bishop, chess::rook, chess::queen}) {
            excess += std::max(0, count[kind] - (kind == chess::queen ? 1 : 2));
            pieces += count[kind];
        }
        return promoted >= excess && pieces + lost.pieces == 7 + promoted;
    }
    static Army of(const chess::State& state, int side) {
        Army army;
        for (chess::Kind kind = chess::pawn; kind <= chess::king; ++kind)
            army.count[kind] = static_cast<int>(chess::size(state.pieces(side, kind)));
        return army;
    }
};

// Whether the last move can have made this capture.
inline bool can_have_captured(const chess::State& state, const Capture& capture) {
    const int mover = state.turn ^ 1, at = capture.square;
    const auto is_movers = [&](int square) {
        return (state.sides[chess::index(mover)] & chess::bit(square)) != 0;
    };
    if (capture.letter == 0) return true;
    if (capture.letter != Capture::en_passant) return is_movers(at);
    if (at / 8 != (mover == chess::white ? 4 : 3)) return false;
    const int to = mover == chess::white ? at + 8 : at - 8;
    return state.at[chess::index(at)] == chess::none &&
           state.at[chess::index(to)] == chess::piece_of(mover, chess::pawn);
}

}  // namespace kriegspiel

inline Parsed<Kriegspiel> Kriegspiel::parse(std::string_view text, const Settings&) {
    const auto words = split_words(text);
    if (words.size() != kriegspiel::word_count)
        return Error{"A position is a FEN, the men lost, the three calls and the tries refused."};
    const auto fen_size = static_cast<std::size_t>(words[6].data() - text.data()) - 1;
    const auto board = OrthodoxChess::parse(text.substr(0, fen_size), {});
    if (!board) return Error{board.error()};
    if (board->state().rook_files != 0)
        return Error{"Castling needs the king and its rook on the squares of the classical start."};
    const auto lost = kriegspiel::read_both_lost(words[6]);
    if (!lost) return Error{"Men lost are pawns+pieces of white / of black, as in \"2+1/0+0\"."};
    const auto capture = kriegspiel::read_capture(words[7]);
    if (!capture) return Error{"A capture is a square with p, x or e, or -."};
    const auto refused = kriegspiel::read_refused(words[10]);
    if (!refused) return Error{"Refused tries are squares from and to, in ascending order, or -."};
    Kriegspiel position;
    position.board_ = *board;
    position.lost_ = *lost;
    position.calls_.capture = *capture;
    position.set_calls();
    const chess::State& state = board->state();
    for (const int seat : {0, 1})
        if (!kriegspiel::Army::of(state, seat).is_possible((*lost)[chess::index(seat)]))
            return Error{"The men on the board are not those that were not lost."};
    const auto& victims = (*lost)[chess::index(state.turn)];
    const bool is_piece = capture->letter == kriegspiel::Capture::piece;
    if (!kriegspiel::can_have_captured(state, *capture) ||
        (capture->letter != 0 && (is_piece ? victims.pieces : victims.pawns) == 0) ||
        (capture->letter != 0 && state.halfmove_clock != 0))
        return Error{"The last move cannot have made this capture."};
    if (kriegspiel::checks_text(position.calls_.checks) != words[8])
        return Error{"The checks are letters of frlsn, or -, as they are on the board."};
    if ((position.calls_.has_pawn_try ? "t" : "-") != words[9])
        return Error{"Pawn tries are t or -, as they are on the board."};
    if (const auto error = position.refuse(*refused)) return *error;
    return position;
}

// Sets the refused tries; returns an error if they cannot have been refused.
inline std::optional<Error> Kriegspiel::refuse(const kriegspiel::Refused& refused) {
    if (refused.all().empty()) return std::nullopt;
    Moves tries;
    generate(tries);
    kriegspiel::LegalMoves legal;
    kriegspiel::list_legal(board_.state(), legal);
    for (const kriegspiel::FromTo squares : refused.all()) {
        const auto is_this = [&](auto move) { return kriegspiel::from_to(move) == squares; };
        if (std::ranges::none_of(tries, is_this) || std::ranges::any_of(legal, is_this))
            return Error{"One of the refused tries cannot have been made, or is legal."};
    }
    refused_ = refused;
    return std::nullopt;
}

}  // namespace zeitnot
