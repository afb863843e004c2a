// The legal moves of chess, listed or only counted, without trying any of them.
//
// A piece that shields its king stays on the line to it; in check every other move must take the
// checker or stand between; the king avoids what would attack it once it has left its square. The
// same walk serves a list and a count: the sink says what to do with a set of targets.
#pragma once

#include "games/chess/state.hpp"

namespace zeitnot::chess {

// Lists moves.
template <class Moves>
class Lister {
   public:
    explicit Lister(Moves& moves) : moves_(moves) {}

    void piece(int from, Board targets) {
        each(targets, [&](int to) { moves_.push(move_of(from, to)); });
    }
    // Pawns that have come to `targets` from `step` squares before.
    void pawns(Board targets, int step, Special special = Special::plain) {
        each(targets, [&](int to) { moves_.push(move_of(to - step, to, special)); });
    }
    void promotions(Board targets, int step) {
        each(targets, [&](int to) {
            for (const Kind kind : {queen, knight, rook, bishop})
                moves_.push(promotion_of(to - step, to, kind));
        });
    }
    void one(Move move) { moves_.push(move); }

   private:
    Moves& moves_;
};

// Lists moves, of promotions those to a queen.
template <class Moves>
class Forcer : public Lister<Moves> {
   public:
    using Lister<Moves>::Lister;

    void promotions(Board targets, int step) {
        each(targets, [&](int to) { this->one(promotion_of(to - step, to, queen)); });
    }
};

// Counts moves.
class Counter {
   public:
    void piece(int, Board targets) { count_ += size(targets); }
    void pawns(Board targets, int, Special = Special::plain) { count_ += size(targets); }
    void promotions(Board targets, int) { count_ += 4 * size(targets); }
    void one(Move) { ++count_; }
    [[nodiscard]] std::size_t count() const { return count_; }

   private:
    std::size_t count_ = 0;
};

// All legal moves of the side to move, Us, whose targets lie in `wanted`: everything for all moves,
// the enemy's pieces for captures. Promotions by a plain step belong to those of either kind.
template <int Us, class Sink>
class Walk {
   public:
    Walk(const State& state, Sink& sink, Board wanted)
        : state_(state),
          sink_(sink),
          occupied_(state.occupied()),
          own_(state.sides[Us]),
          king_(state.king_of(Us)),
          wanted_(wanted & ~own_) {}

    void run() {
        kings();
        if (more_than_one(state_.checkers)) return;
        if (state_.checkers == 0) {
            targets_ = wanted_;
            castle();
            walk_men(state_.pinned);
        } else {
            const int checker = first(state_.checkers);
            must_ = between(king_, checker) | state_.checkers;
            targets_ = wanted_ & must_;
            walk_men(0);
        }
        en_passant();
    }

   private:
    static constexpr int them = Us ^ 1;
    static constexpr Board last = Us == white ? rank(7) : rank(0);
    static constexpr Board third = Us == white ? rank(2) : rank(5);
    static constexpr int forward = ahead<Us>, west = forward - 1, east = forward + 1;

    [[nodiscard]] bool safe(int square, Board occupancy) const {
        return !state_.attacked(them, square, occupancy);
    }

    void kings() {
        const Board without = occupied_ ^ bit(king_);
        Board free = 0;
        each(king_attacks[index(king_)] & wanted_, [&](int to) {
            if (safe(to, without)) free |= bit(to);
        });
        sink_.piece(king_, free);
    }

    void castle() {
        if ((state_.rights >> 2 * Us & 3) == 0) return;
        for (int side = 0; side < 2; ++side) {
            const int right = 2 * Us + side;
            if (!(state_.rights >> right & 1)) continue;
            const auto& way = castlings[index(right)];
            if (!(wanted_ & bit(way.king_to))) continue;
            if (between(way.king_from, way.rook_from) & occupied_) continue;
            if (safe(way.rook_to, occupied_) && safe(way.king_to, occupied_))
                sink_.one(move_of(way.king_from, way.king_to, Special::castling));
        }
    }

    // The pieces that may go anywhere in targets_, then the pinned ones. In check those have no
    // move.
    void walk_men(Board pinned) {
        const Board loose = own_ & ~state_.pinned;
        each(state_.kinds[knight] & loose,
             [&](int from) { sink_.piece(from, knight_attacks[index(from)] & targets_); });
        each((state_.kinds[bishop] | state_.kinds[queen]) & loose,
             [&](int from) { sink_.piece(from, bishop_attacks(from, occupied_) & targets_); });
        each((state_.kinds[rook] | state_.kinds[queen]) & loose,
             [&](int from) { sink_.piece(from, rook_attacks(from, occupied_) & targets_); });
        walk_pawns(state_.kinds[pawn] & loose, must_);
        each(pinned, [&](int from) { walk_pinned(from); });
    }

    void walk_pinned(int from) {
        const Board along = line(king_, from);
        switch (kind_of(state_.at[index(from)])) {
            case pawn:
                return walk_pawns(bit(from), along);
            case bishop:
                return sink_.piece(from, bishop_attacks(from, occupied_) & targets_ & along);
            case rook:
                return sink_.piece(from, rook_attacks(from, occupied_) & targets_ & along);
            case queen:
                return sink_.piece(
                    from, (bishop_attacks(from, occupied_) | rook_attacks(from, occupied_)) &
                              targets_ & along);
            default:
                return;  // a pinned knight
        }
    }

    void walk_pawns(Board pawns, Board allowed) {
        const Board free = ~occupied_;
        const Board single = up<Us>(pawns) & free;
        const Board twice = up<Us>(single & third) & free & allowed & wanted_;
        const Board enemies = state_.sides[them] & allowed & wanted_;
        to_pawns(single & allowed & (wanted_ | last), forward);
        sink_.pawns(twice, 2 * forward, Special::double_step);
        to_pawns(attacks_west<Us>(pawns) & enemies, west);
        to_pawns(attacks_east<Us>(pawns) & enemies, east);
    }

    void to_pawns(Board targets, int step) {
        sink_.pawns(targets & ~last, step);
        if (targets & last) sink_.promotions(targets & last, step);
    }

    void en_passant() {
        if (state_.ep_square == 0) return;
        const int to = state_.ep_square;
        each(pawn_attacks[them][index(to)] & state_.pieces(Us, pawn), [&](int from) {
            if (may_take_passing<Us>(state_, from, to))
                sink_.one(move_of(from, to, Special::en_passant));
        });
    }

    const State& state_;
    Sink& sink_;
    Board occupied_, own_;
    int king_;
    Board wanted_;
    Board targets_ = 0;       // for pieces that are not pinned
    Board must_ = ~Board{0};  // what answers a check
};

template <class Sink>
void walk(const State& state, Sink& sink, Board wanted = ~Board{0}) {
    if (state.turn == white) {
        Walk<white, Sink>(state, sink, wanted).run();
    } else {
        Walk<black, Sink>(state, sink, wanted).run();
    }
}

inline std::size_t count_moves(const State& state) {
    Counter counter;
    walk(state, counter);
    return counter.count();
}

// Is there a move at all? Mostly a pawn that is not pinned can step ahead.
inline bool has_move(const State& state) {
    if (state.checkers == 0) {
        const Board pawns = state.pieces(state.turn, pawn) & ~state.pinned;
        const Board steps = state.turn == white ? up<white>(pawns) : up<black>(pawns);
        if (steps & ~state.occupied()) return true;
    }
    return count_moves(state) != 0;
}

}  // namespace zeitnot::chess
