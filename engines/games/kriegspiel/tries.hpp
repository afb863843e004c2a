// The tries of a side: all moves that could be legal by what it sees, which is its own men and the
// umpire's calls.
#pragma once

#include "games/kriegspiel/calls.hpp"
#include "zeitnot/fixed_list.hpp"

namespace zeitnot::kriegspiel {

// A move's squares, and the piece that a pawn becomes; of the specials of chess no other is used,
// since who tries a move need not know what it is.
using Try = chess::Move;

// The bound: king 10, nine queens 27 each, two rooks 14, two bishops 13 and two knights 8 each,
// which is more than any pawns instead have.
using Tries = FixedList<Try, 324>;

// From and to, which decide whether a try is legal, without the piece.
using Way = std::uint16_t;
constexpr Way way_of(chess::Move move) { return move & 0xFFF; }

inline std::string way_text(Way way) {
    return chess::square_text(chess::from_of(way)) + chess::square_text(chess::to_of(way));
}

// The ways refused in this turn, in ascending order.
class Refused {
   public:
    [[nodiscard]] std::span<const Way> all() const { return {ways_.begin(), ways_.end()}; }
    [[nodiscard]] bool has(Way way) const {
        return std::ranges::binary_search(ways_.begin(), ways_.end(), way);
    }
    // Precondition: it is not there.
    void add(Way way) {
        ways_.push(way);
        for (std::size_t at = ways_.size() - 1; at > 0 && ways_[at - 1] > ways_[at]; --at)
            std::swap(ways_[at - 1], ways_[at]);
    }
    void clear() { ways_.clear(); }
    friend bool operator==(const Refused& a, const Refused& b) {
        return std::ranges::equal(a.all(), b.all());
    }

   private:
    FixedList<Way, Tries::capacity> ways_;
};

// Lists tries; `Us` begins at the lower edge if it is white.
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
        if (!refused_.has(way_of(move))) tries_.push(move);
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

// The legal move that a try is; empty if it is to be refused.
inline std::optional<chess::Move> legal_move(const LegalMoves& legal, Try wanted) {
    for (const chess::Move move : legal) {
        if (way_of(move) != way_of(wanted)) continue;
        if (!chess::is_promotion(move) || move == wanted) return move;
    }
    return std::nullopt;
}

}  // namespace zeitnot::kriegspiel
