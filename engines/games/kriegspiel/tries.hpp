// The tries of a side: all moves that could be legal given its own men and the umpire's calls.
#pragma once

#include "games/kriegspiel/calls.hpp"
#include "zeitnot/fixed_list.hpp"

namespace zeitnot::kriegspiel {

// A move's squares and promotion. Castling and en passant are not marked, because the player need
// not know whether a try is one.
using Try = chess::Move;

// The bound: 10 for the king, 27 for each of nine queens, 14 for each rook, 13 for each bishop, 8
// for each knight. Pawns that are not promoted have fewer.
using Tries = FixedList<Try, 324>;

// The two squares of a try without its promotion. They determine whether it is legal.
using FromTo = std::uint16_t;
constexpr FromTo from_to(chess::Move move) { return move & 0xFFF; }

inline std::string from_to_text(FromTo squares) {
    return chess::square_text(chess::from_of(squares)) + chess::square_text(chess::to_of(squares));
}

// The tries refused in this turn, by their squares, in ascending order.
class Refused {
   public:
    [[nodiscard]] std::span<const FromTo> all() const { return {tries_.begin(), tries_.end()}; }
    [[nodiscard]] bool has(FromTo squares) const {
        return std::ranges::binary_search(tries_.begin(), tries_.end(), squares);
    }
    // Requires that the set does not contain it.
    void add(FromTo squares) {
        tries_.push(squares);
        for (std::size_t at = tries_.size() - 1; at > 0 && tries_[at - 1] > tries_[at]; --at)
            std::swap(tries_[at - 1], tries_[at]);
    }
    void clear() { tries_.clear(); }
    friend bool operator==(const Refused& a, const Refused& b) {
        return std::ranges::equal(a.all(), b.all());
    }

   private:
    FixedList<FromTo, Tries::capacity> tries_;
};

// Lists the tries of `Us`.
template <int Us>
class TryGenerator {
   public:
    TryGenerator(const chess::State& state, const Calls& calls, const Refused& refused,
                 Tries& tries)
        : state_(state), calls_(calls), refused_(refused), tries_(tries), own_(state.sides[Us]) {}

    void run() {
        using namespace chess;
        each(own_, [&](int from) {
            switch (kind_of(state_.at[index(from)])) {
                case pawn:
                    return pawn_tries(from);
                case knight:
                    return to_each(from, knight_attacks[index(from)]);
                case bishop:
                    return to_each(from, bishop_attacks(from, own_));
                case rook:
                    return to_each(from, rook_attacks(from, own_));
                case queen:
                    return to_each(from, bishop_attacks(from, own_) | rook_attacks(from, own_));
                default:
                    to_each(from, king_attacks[index(from)]);
                    castle();
            }
        });
    }

   private:
    void to_each(int from, chess::Board targets) {
        chess::each(targets & ~own_, [&](int to) { push(chess::move_of(from, to)); });
    }

    void push(Try move) {
        if (!refused_.has(from_to(move))) tries_.push(move);
    }

    void pawn_tries(int from) {
        using namespace chess;
        constexpr Board third_rank = Us == white ? rank(2) : rank(5);
        constexpr Board last_rank = Us == white ? rank(7) : rank(0);
        const Board step = up<Us>(bit(from)) & ~own_;
        Board targets = step | (up<Us>(step & third_rank) & ~own_);
        if (calls_.has_pawn_try) targets |= pawn_attacks[Us][index(from)] & ~own_;
        to_each(from, targets & ~last_rank);
        each(targets & last_rank, [&](int to) {
            for (const Kind kind : {queen, knight, rook, bishop})
                push(promotion_of(from, to, kind));
        });
    }

    void castle() {
        if (calls_.checks != 0) return;
        for (const int right : {2 * Us, 2 * Us + 1}) {
            const auto& way = chess::castlings[chess::index(right)];
            if ((state_.rights >> right & 1) == 0) continue;
            if (chess::between(way.king_from, way.rook_from) & own_) continue;
            push(chess::move_of(way.king_from, way.king_to));
        }
    }

    const chess::State& state_;
    const Calls& calls_;
    const Refused& refused_;
    Tries& tries_;
    chess::Board own_;
};

inline void list_tries(const chess::State& state, const Calls& calls, const Refused& refused,
                       Tries& tries) {
    if (state.turn == chess::white) {
        TryGenerator<chess::white>(state, calls, refused, tries).run();
    } else {
        TryGenerator<chess::black>(state, calls, refused, tries).run();
    }
}

// The legal moves of chess.
using LegalMoves = FixedList<chess::Move, 256>;
inline void list_legal(const chess::State& state, LegalMoves& moves) {
    chess::Lister<LegalMoves> lister(moves);
    chess::walk(state, lister);
}

// The legal move that corresponds to a try; empty if the try must be refused.
inline std::optional<chess::Move> legal_move(const LegalMoves& legal, Try attempt) {
    for (const chess::Move move : legal) {
        if (from_to(move) != from_to(attempt)) continue;
        if (!chess::is_promotion(move) || move == attempt) return move;
    }
    return std::nullopt;
}

}  // namespace zeitnot::kriegspiel
