// A chess position, and making a move on it.
//
// The pieces are stored twice: as bitboards by kind and side, and as an array by square. Checkers
// and pinned pieces are computed once after each move: generator, result and evaluation all need
// them. Moves are made on a copy and never unmade.
#pragma once

#include "zeitnot/men/magic.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot::chess {

using Piece = std::uint8_t;  // kind + 8 · side, or `none`
constexpr Piece piece_of(int side, Kind kind) { return static_cast<Piece>(kind + 8 * side); }
constexpr Kind kind_of(Piece piece) { return piece & 7; }

// from + 64 · to + 4096 · special.
using Move = std::uint16_t;
enum class Special : std::uint8_t { normal, double_step, en_passant, castling, promotion };
constexpr int from_of(Move move) { return move & 63; }
constexpr int to_of(Move move) { return move >> 6 & 63; }
constexpr int special_of(Move move) { return move >> 12; }
constexpr bool is_special(Move move, Special special) {
    return special_of(move) == static_cast<int>(special);
}
constexpr bool is_promotion(Move move) { return move >> 14 != 0; }
// A promotion's special is 4 + (kind - knight).
constexpr Kind promoted(Move move) { return static_cast<Kind>((move >> 12 & 3) + knight); }
constexpr Move move_of(int from, int to, Special special = Special::normal) {
    return static_cast<Move>(from | to << 6 | static_cast<int>(special) << 12);
}
constexpr Move promotion_of(int from, int to, Kind kind) {
    return static_cast<Move>(from | to << 6 | (4 + kind - knight) << 12);
}

// The squares of a castling move. Wherever king and rook come from, the king goes to the c- or
// g-file and the rook to its inner side (FIDE Laws of Chess, Guidelines II).
struct Castling {
    int king_from, king_to, rook_from, rook_to;
};
// Castling rights: one bit each, in FEN's order KQkq. Their castling moves at the classical start.
inline constexpr std::array<Castling, 4> castlings{
    {{4, 6, 7, 5}, {4, 2, 0, 3}, {60, 62, 63, 61}, {60, 58, 56, 59}}};

// The rights that are lost by a move from or to a square.
inline constexpr std::array<std::uint8_t, 64> rights_at = [] {
    std::array<std::uint8_t, 64> rights{};
    for (std::size_t right = 0; right < 4; ++right) {
        rights[index(castlings[right].king_from)] |= static_cast<std::uint8_t>(1U << right);
        rights[index(castlings[right].rook_from)] |= static_cast<std::uint8_t>(1U << right);
    }
    return rights;
}();

// Keys: 64 squares for each of 2 · 6 pieces, 4 castling rights, 8 files of a pawn that can be taken
// en passant, black to move; and the files of castling rooks other than the classical ones.
inline constexpr std::size_t castling_keys = 768, ep_keys = 772, side_key = 780;
inline constexpr auto keys = zobrist_keys<781>(0x6368'6573'7300'0000);
inline constexpr auto rook_file_keys = zobrist_keys<32>(0x6368'6573'7339'3630);
constexpr Key key_of(int side, Kind kind, int square) {
    return keys[index(384 * side + 64 * kind + square)];
}
inline constexpr std::array<Key, 16> rights_keys = [] {
    std::array<Key, 16> all{};
    for (std::size_t rights = 0; rights < 16; ++rights) {
        for (std::size_t right = 0; right < 4; ++right) {
            if (rights >> right & 1) all[rights] ^= keys[castling_keys + right];
        }
    }
    return all;
}();

inline constexpr int move_limit = 100;  // plies without a capture or a pawn move

struct State {
    std::array<Board, 6> kinds{};
    std::array<Board, 2> sides{};
    std::array<Piece, 64> at;
    Board checkers = 0;  // pieces that attack the king of the side to move
    Board pinned = 0;    // pieces of the side to move that are pinned to their king
    Key hash = 0;
    std::uint16_t fullmove = 1;  // number of the full move
    std::uint8_t turn = white;
    std::uint8_t rights = 0;          // of castling
    std::uint8_t ep_square = 0;       // target of a legal en passant capture, or 0
    std::uint8_t halfmove_clock = 0;  // plies since the last capture or pawn move
    // 0 if all rights are those of the classical squares; else `shuffled` and the files of the
    // castling rooks, three bits a right, 0 without the right.
    std::uint16_t rook_files = 0;

    static constexpr std::uint16_t shuffled = 1U << 12;

    State() { at.fill(none); }
    friend bool operator==(const State&, const State&) = default;

    [[nodiscard]] Board occupied() const { return sides[0] | sides[1]; }
    [[nodiscard]] Board pieces(int side, Kind kind) const {
        return kinds[kind] & sides[index(side)];
    }
    [[nodiscard]] int king_of(int side) const { return first(pieces(side, king)); }
    [[nodiscard]] bool has_right(std::size_t right) const { return (rights >> right & 1) != 0; }
    // The castling move of a right that its side has, whose king is therefore on its first square.
    [[nodiscard]] Castling castling(std::size_t right) const {
        Castling way = castlings[right];
        if (rook_files == 0) return way;
        way.king_from = king_of(static_cast<int>(right / 2));
        way.rook_from = way.rook_from / 8 * 8 + (rook_files >> 3 * right & 7);
        return way;
    }
    [[nodiscard]] bool is_classical(std::size_t right) const {
        const Castling way = castling(right);
        return way.king_from == castlings[right].king_from &&
               way.rook_from == castlings[right].rook_from;
    }
    // The rights that end with a move between these squares.
    [[nodiscard]] std::uint8_t rights_lost(int from, int to) const {
        return rook_files == 0 ? rights & (rights_at[index(from)] | rights_at[index(to)])
                               : shuffled_rights_lost(from, to);
    }
    // The same where the squares are not the classical ones.
    [[nodiscard]] std::uint8_t shuffled_rights_lost(int from, int to) const {
        unsigned lost = 0;
        for (std::size_t right = 0; right < 4; ++right) {
            if (!has_right(right)) continue;
            const Castling way = castling(right);
            const Board ended = bit(way.king_from) | bit(way.rook_from);
            if (ended & (bit(from) | bit(to))) lost |= 1U << right;
        }
        return static_cast<std::uint8_t>(lost);
    }
    [[nodiscard]] Board straight(int side) const {
        return (kinds[rook] | kinds[queen]) & sides[index(side)];
    }
    [[nodiscard]] Board diagonal(int side) const {
        return (kinds[bishop] | kinds[queen]) & sides[index(side)];
    }

    // Adds pieces to the bitboards or removes them; the caller updates `at`.
    void toggle(int side, Kind kind, Board squares) {
        kinds[kind] ^= squares;
        sides[index(side)] ^= squares;
    }
    void put(int side, Kind kind, int square) {
        toggle(side, kind, bit(square));
        at[index(square)] = piece_of(side, kind);
        hash ^= key_of(side, kind, square);
    }

    // The pieces of `side` that attack a square if the squares of `occupancy` are occupied.
    [[nodiscard]] Board attackers(int side, int square, Board occupancy) const {
        const auto i = index(square);
        return (pawn_attacks[index(side ^ 1)][i] & pieces(side, pawn)) |
               (knight_attacks[i] & pieces(side, knight)) | (king_attacks[i] & pieces(side, king)) |
               (rook_attacks(square, occupancy) & straight(side)) |
               (bishop_attacks(square, occupancy) & diagonal(side));
    }

    // Whether `side` attacks the square with pieces other than those in `excluded`.
    [[nodiscard]] bool attacked(int side, int square, Board occupancy, Board excluded = 0) const {
        return (attackers(side, square, occupancy) & ~excluded) != 0;
    }
};

// The part of the key for these rights, which the state has.
inline Key key_of_rights(const State& state, unsigned rights) {
    Key key = rights_keys[rights];
    if (state.rook_files == 0) return key;
    for (std::size_t right = 0; right < 4; ++right) {
        if (!(rights >> right & 1)) continue;
        const int rook = state.castling(right).rook_from;
        if (rook != castlings[right].rook_from) key ^= rook_file_keys[8 * right + index(rook % 8)];
    }
    return key;
}

// Forgets the files of rights that have ended, and all files if only classical rights are left, so
// that equal positions have equal states.
inline void tidy_rook_files(State& state) {
    unsigned kept = State::shuffled;
    bool all_classical = true;
    for (std::size_t right = 0; right < 4; ++right) {
        if (!state.has_right(right)) continue;
        kept |= 7U << 3 * right;
        all_classical = all_classical && state.is_classical(right);
    }
    state.rook_files =
        all_classical ? std::uint16_t{0} : static_cast<std::uint16_t>(state.rook_files & kept);
}

// Gives a right with the rook on this file. The kings are on their squares.
inline void grant_right(State& state, std::size_t right, int rook_file) {
    // All rights get their files, and lose them below if all are classical.
    unsigned files = State::shuffled;
    for (std::size_t other = 0; other < 4; ++other) {
        if (state.has_right(other))
            files |= static_cast<unsigned>(state.castling(other).rook_from % 8) << 3 * other;
    }
    state.hash ^= key_of_rights(state, state.rights);
    state.rights |= static_cast<std::uint8_t>(1U << right);
    state.rook_files =
        static_cast<std::uint16_t>(files | static_cast<unsigned>(rook_file) << 3 * right);
    state.hash ^= key_of_rights(state, state.rights);
    tidy_rook_files(state);
}

inline void end_rights(State& state, std::uint8_t lost) {
    state.hash ^= key_of_rights(state, lost);
    state.rights ^= lost;
    if (state.rook_files != 0) tidy_rook_files(state);
}

// Whether the pawn on `from` may take en passant on `to` without exposing its king.
template <int Us>
bool may_capture_en_passant(const State& state, int from, int to) {
    const int victim = to - ahead<Us>;
    const Board occupancy = (state.occupied() ^ bit(from) ^ bit(victim)) | bit(to);
    return !state.attacked(Us ^ 1, state.king_of(Us), occupancy, bit(victim));
}

// Finds checks and pins against the side to move.
template <int Us>
void set_check_info(State& state) {
    constexpr int them = Us ^ 1;
    const int at = state.king_of(Us);
    const auto i = index(at);
    const Board occupied = state.occupied();
    state.checkers = (pawn_attacks[Us][i] & state.pieces(them, pawn)) |
                     (knight_attacks[i] & state.pieces(them, knight));
    state.pinned = 0;
    const Board sliders =
        (rook_lines[i] & state.straight(them)) | (bishop_lines[i] & state.diagonal(them));
    each(sliders, [&](int slider) {
        const Board blockers = between(at, slider) & occupied;
        if (blockers == 0) {
            state.checkers |= bit(slider);
        } else if (!more_than_one(blockers)) {
            state.pinned |= blockers & state.sides[Us];
        }
    });
}

// Sets the en passant square if the side to move can legally take there.
template <int Us>
void set_ep_square(State& state, int square) {
    const Board capturers = pawn_attacks[Us ^ 1][index(square)] & state.pieces(Us, pawn);
    bool legal = false;
    each(capturers,
         [&](int from) { legal = legal || may_capture_en_passant<Us>(state, from, square); });
    if (!legal) return;
    state.ep_square = static_cast<std::uint8_t>(square);
    state.hash ^= keys[ep_keys + index(square % 8)];
}

inline void clear_ep_square(State& state) {
    if (state.ep_square == 0) return;
    state.hash ^= keys[ep_keys + index(state.ep_square % 8)];
    state.ep_square = 0;
}

template <int Us>
void capture(State& state, Kind kind, int square) {
    state.toggle(Us ^ 1, kind, bit(square));
    state.hash ^= key_of(Us ^ 1, kind, square);
    state.halfmove_clock = 0;
}

template <int Us>
void move_piece(State& state, Kind kind, int from, int to) {
    state.toggle(Us, kind, bit(from) | bit(to));
    state.at[index(from)] = none;
    state.at[index(to)] = piece_of(Us, kind);
    state.hash ^= key_of(Us, kind, from) ^ key_of(Us, kind, to);
}

// Completes a promotion or an en passant capture after the pawn has moved.
template <int Us>
void play_special(State& state, Move move) {
    const int to = to_of(move);
    if (is_promotion(move)) {
        const Kind kind = promoted(move);
        state.toggle(Us, pawn, bit(to));
        state.hash ^= key_of(Us, pawn, to);
        state.put(Us, kind, to);
    } else if (is_special(move, Special::en_passant)) {
        const int victim = to - ahead<Us>;
        capture<Us>(state, pawn, victim);
        state.at[index(victim)] = none;
    }
}

// Gives the turn to the opponent.
template <int Us>
void end_turn(State& state) {
    state.turn ^= 1;
    state.hash ^= keys[side_key];
    state.fullmove = static_cast<std::uint16_t>(state.fullmove + Us);
    set_check_info<Us ^ 1>(state);
}

// King and rook may change places, and one of them may stay.
template <int Us>
void castle(State& state, Move move) {
    const Castling way = state.castling(2 * Us + (to_of(move) % 8 == 2));
    end_rights(state, static_cast<std::uint8_t>(state.rights & 3U << 2 * Us));
    const auto shift = [&](Kind kind, int from, int to) {
        state.toggle(Us, kind, bit(from) ^ bit(to));
        state.hash ^= key_of(Us, kind, from) ^ key_of(Us, kind, to);
        state.at[index(from)] = none;
    };
    shift(king, way.king_from, way.king_to);
    shift(rook, way.rook_from, way.rook_to);
    state.at[index(way.king_to)] = piece_of(Us, king);
    state.at[index(way.rook_to)] = piece_of(Us, rook);
    ++state.halfmove_clock;
    end_turn<Us>(state);
}

template <int Us>
void play(State& state, Move move) {
    clear_ep_square(state);
    if (is_special(move, Special::castling)) return castle<Us>(state, move);
    const int from = from_of(move), to = to_of(move);
    const Kind kind = kind_of(state.at[index(from)]);
    const Piece victim = state.at[index(to)];
    state.halfmove_clock = kind == pawn ? 0 : static_cast<std::uint8_t>(state.halfmove_clock + 1);
    if (victim != none) capture<Us>(state, kind_of(victim), to);
    const std::uint8_t lost = state.rights_lost(from, to);
    if (lost != 0) end_rights(state, lost);
    move_piece<Us>(state, kind, from, to);
    if (special_of(move) > static_cast<int>(Special::double_step)) play_special<Us>(state, move);
    end_turn<Us>(state);
    if (is_special(move, Special::double_step)) set_ep_square<Us ^ 1>(state, to - ahead<Us>);
}

}  // namespace zeitnot::chess
