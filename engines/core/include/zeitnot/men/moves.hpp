// Legal move generation: lists or counts the moves without playing any.
//
// A pinned piece stays on the line to its king. In check, a move of another piece must capture the
// checker or block it. The king avoids squares that are attacked after it has left its square.
// Listing and counting share the generator; the sink receives sets of targets.
#pragma once

#include "zeitnot/men/state.hpp"

namespace zeitnot::chess {

// Lists moves.
template <class Moves>
class Lister {
   public:
    explicit Lister(Moves& moves) : moves_(moves) {}

    void piece(int from, Board targets) {
        each(targets, [&](int to) { moves_.push(move_of(from, to)); });
    }
    // Moves of pawns to `targets`, each from the square `step` before.
    void pawns(Board targets, int step, Special special = Special::normal) {
        each(targets, [&](int to) { moves_.push(move_of(to - step, to, special)); });
    }
    void promotions(Board targets, int step) {
        each(targets, [&](int to) {
            for (const Kind kind : {queen, knight, rook, bishop})
                moves_.push(promotion_of(to - step, to, kind));
        });
    }
    void single(Move move) { moves_.push(move); }

   private:
    Moves& moves_;
};

// Lists moves, and of promotions only those to a queen.
template <class Moves>
class CaptureLister : public Lister<Moves> {
   public:
    using Lister<Moves>::Lister;

    void promotions(Board targets, int step) {
        each(targets, [&](int to) { this->single(promotion_of(to - step, to, queen)); });
    }
};

// Counts moves.
class MoveCounter {
   public:
    void piece(int, Board targets) { count_ += size(targets); }
    void pawns(Board targets, int, Special = Special::normal) { count_ += size(targets); }
    void promotions(Board targets, int) { count_ += 4 * size(targets); }
    void single(Move) { ++count_; }
    [[nodiscard]] std::size_t count() const { return count_; }

   private:
    std::size_t count_ = 0;
};

// All legal moves of the side to move, Us, to squares in `targets`: all squares for all moves, the
// enemy's pieces for captures. Promotions are always included.
template <int Us, class Sink>
class MoveGenerator {
   public:
    MoveGenerator(const State& state, Sink& sink, Board targets)
        : state_(state),
          sink_(sink),
          occupied_(state.occupied()),
          own_(state.sides[Us]),
          king_(state.king_of(Us)),
          targets_(targets),
          requested_(targets & ~own_) {}

    void run() {
        king_moves();
        if (more_than_one(state_.checkers)) return;
        if (state_.checkers == 0) {
            allowed_ = requested_;
            castle();
            generate_pieces(state_.pinned);
        } else {
            const int checker = first(state_.checkers);
            evasions_ = between(king_, checker) | state_.checkers;
            allowed_ = requested_ & evasions_;
            generate_pieces(0);
        }
        en_passant();
    }

   private:
    static constexpr int them = Us ^ 1;
    static constexpr Board last_rank = Us == white ? rank(7) : rank(0);
    static constexpr Board third_rank = Us == white ? rank(2) : rank(5);
    static constexpr int forward = ahead<Us>, west = forward - 1, east = forward + 1;

    [[nodiscard]] bool safe(int square, Board occupancy) const {
        return !state_.attacked(them, square, occupancy);
    }

    void king_moves() {
        const Board without_king = occupied_ ^ bit(king_);
        Board free = 0;
        each(king_attacks[index(king_)] & requested_, [&](int to) {
            if (safe(to, without_king)) free |= bit(to);
        });
        sink_.piece(king_, free);
    }

    void castle() {
        if ((state_.rights >> 2 * Us & 3) == 0) return;
        for (int side = 0; side < 2; ++side) {
            const std::size_t right = 2 * Us + index(side);
            if (!state_.has_right(right)) continue;
            const Castling castling = state_.castling(right);
            // Not among captures. The king's target may be its own square or the rook's.
            if (!(targets_ & bit(castling.king_to))) continue;
            if (state_.rook_files == 0 ? may_castle(castling) : may_castle_shuffled(castling))
                sink_.single(move_of(castling.king_from, castling.king_to, Special::castling));
        }
    }

    [[nodiscard]] bool may_castle(const Castling& way) const {
        return (between(way.king_from, way.rook_from) & occupied_) == 0 &&
               safe(way.rook_to, occupied_) && safe(way.king_to, occupied_);
    }

    // From any squares (FIDE Laws of Chess, Guidelines II): everything between the squares before
    // and after is empty except for the two pieces, the king passes no attacked square, and the
    // rook opens no line to it.
    [[nodiscard]] bool may_castle_shuffled(const Castling& way) const {
        const Board before = bit(way.king_from) | bit(way.rook_from);
        const Board after = bit(way.king_to) | bit(way.rook_to);
        const Board king_way = between(way.king_from, way.king_to) | bit(way.king_to);
        const Board rook_way = between(way.rook_from, way.rook_to);
        if ((king_way | rook_way | after) & occupied_ & ~before) return false;
        bool is_safe = safe(way.king_to, (occupied_ & ~before) | after);
        each(king_way,
             [&](int square) { is_safe = is_safe && safe(square, occupied_ ^ bit(king_)); });
        return is_safe;
    }

    // The pieces that are not pinned, then the pinned ones, which have no move in check.
    void generate_pieces(Board pinned) {
        const Board unpinned = own_ & ~state_.pinned;
        each(state_.kinds[knight] & unpinned,
             [&](int from) { sink_.piece(from, knight_attacks[index(from)] & allowed_); });
        each((state_.kinds[bishop] | state_.kinds[queen]) & unpinned,
             [&](int from) { sink_.piece(from, bishop_attacks(from, occupied_) & allowed_); });
        each((state_.kinds[rook] | state_.kinds[queen]) & unpinned,
             [&](int from) { sink_.piece(from, rook_attacks(from, occupied_) & allowed_); });
        generate_pawns(state_.kinds[pawn] & unpinned, evasions_);
        each(pinned, [&](int from) { generate_pinned(from); });
    }

    void generate_pinned(int from) {
        const Board along = line(king_, from);
        switch (kind_of(state_.at[index(from)])) {
            case pawn:
                return generate_pawns(bit(from), along);
            case bishop:
                return sink_.piece(from, bishop_attacks(from, occupied_) & allowed_ & along);
            case rook:
                return sink_.piece(from, rook_attacks(from, occupied_) & allowed_ & along);
            case queen:
                return sink_.piece(
                    from, (bishop_attacks(from, occupied_) | rook_attacks(from, occupied_)) &
                              allowed_ & along);
            default:
                return;  // a pinned knight
        }
    }

    void generate_pawns(Board pawns, Board allowed) {
        const Board free = ~occupied_;
        const Board single = up<Us>(pawns) & free;
        const Board doubles = up<Us>(single & third_rank) & free & allowed & requested_;
        const Board enemies = state_.sides[them] & allowed & requested_;
        add_pawn_moves(single & allowed & (requested_ | last_rank), forward);
        sink_.pawns(doubles, 2 * forward, Special::double_step);
        add_pawn_moves(attacks_west<Us>(pawns) & enemies, west);
        add_pawn_moves(attacks_east<Us>(pawns) & enemies, east);
    }

    void add_pawn_moves(Board targets, int step) {
        sink_.pawns(targets & ~last_rank, step);
        if (targets & last_rank) sink_.promotions(targets & last_rank, step);
    }

    void en_passant() {
        if (state_.ep_square == 0) return;
        const int to = state_.ep_square;
        each(pawn_attacks[them][index(to)] & state_.pieces(Us, pawn), [&](int from) {
            if (may_capture_en_passant<Us>(state_, from, to))
                sink_.single(move_of(from, to, Special::en_passant));
        });
    }

    const State& state_;
    Sink& sink_;
    Board occupied_, own_;
    int king_;
    Board targets_, requested_;
    Board allowed_ = 0;           // targets of pieces that are not pinned
    Board evasions_ = ~Board{0};  // squares on which a move answers a check
};

// Gives the sink the legal moves to squares in `targets`.
template <class Sink>
void walk(const State& state, Sink& sink, Board targets = ~Board{0}) {
    if (state.turn == white) {
        MoveGenerator<white, Sink>(state, sink, targets).run();
    } else {
        MoveGenerator<black, Sink>(state, sink, targets).run();
    }
}

inline std::size_t count_moves(const State& state) {
    MoveCounter counter;
    walk(state, counter);
    return counter.count();
}

// Whether there is a legal move. First tries a step of an unpinned pawn, which usually exists.
inline bool has_move(const State& state) {
    if (state.checkers == 0) {
        const Board pawns = state.pieces(state.turn, pawn) & ~state.pinned;
        const Board steps = state.turn == white ? up<white>(pawns) : up<black>(pawns);
        if (steps & ~state.occupied()) return true;
    }
    return count_moves(state) != 0;
}

}  // namespace zeitnot::chess
