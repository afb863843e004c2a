// King and one piece against a bare king: plies to mate for every position, by retrograde analysis.
// Half a megabyte for each kind of piece, computed at first use.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "zeitnot/exact/retrograde.hpp"
#include "zeitnot/men/state.hpp"

namespace zeitnot::chess {

// The side to move and the squares of the three pieces. The strong side, which has the piece, is
// white.
struct LonePosition {
    bool strong_to_move;
    int strong, piece, weak;

    static constexpr std::size_t count = std::size_t{2} * 64 * 64 * 64;
    [[nodiscard]] std::size_t number() const {
        return index(((strong_to_move * 64 + strong) * 64 + piece) * 64 + weak);
    }
    static LonePosition of(std::size_t number) {
        const int code = static_cast<int>(number);
        return {code >> 18 != 0, code >> 12 & 63, code >> 6 & 63, code & 63};
    }
};

// All positions of the two kings and one kind of piece, for retrograde analysis.
// `after_promotion(position, kind)`: the verdict of the new position, for the bare king to move.
template <class AfterPromotion>
class LonePositions {
   public:
    LonePositions(Kind kind, AfterPromotion after_promotion)
        : kind_(kind), after_promotion_(after_promotion) {}

    [[nodiscard]] std::size_t size() const { return LonePosition::count; }

    [[nodiscard]] std::optional<int> end_value(std::size_t number) const {
        const auto at = LonePosition::of(number);
        if (!is_legal(at)) return 0;
        if (at.strong_to_move ? has_strong_move(at) : weak_targets(at) != 0) return std::nullopt;
        return !at.strong_to_move && is_check(at) ? -1 : 0;
    }

    template <class Inside, class Outside>
    void each_move(std::size_t number, Inside inside, Outside outside) const {
        const auto at = LonePosition::of(number);
        if (!at.strong_to_move) {
            each(weak_targets(at), [&](int to) {
                if (to == at.piece) return outside(Verdict{});  // two bare kings
                inside(LonePosition{true, at.strong, at.piece, to}.number(), false);
            });
            return;
        }
        each(strong_king_targets(at),
             [&](int to) { inside(LonePosition{false, to, at.piece, at.weak}.number(), false); });
        each(piece_targets(at), [&](int to) {
            if (kind_ == pawn && to >= 56) {
                for (const Kind promoted : {queen, rook}) {
                    Verdict after = after_promotion_({false, at.strong, to, at.weak}, promoted);
                    after.value = -after.value;
                    outside(after);
                }
                return;
            }
            inside(LonePosition{false, at.strong, to, at.weak}.number(), false);
        });
    }

    template <class F>
    void each_unmove(std::size_t number, F f) const {
        const auto at = LonePosition::of(number);
        const Board pieces = bit(at.strong) | bit(at.piece) | bit(at.weak);
        const auto add = [&](const LonePosition& previous) {
            if (is_legal(previous)) f(previous.number(), false);
        };
        if (at.strong_to_move) {
            each(king_attacks[index(at.weak)] & ~pieces,
                 [&](int from) { add({false, at.strong, at.piece, from}); });
            return;
        }
        each(king_attacks[index(at.strong)] & ~pieces,
             [&](int from) { add({true, from, at.piece, at.weak}); });
        each(piece_origins(at.piece, pieces) & ~pieces,
             [&](int from) { add({true, at.strong, from, at.weak}); });
    }

   private:
    [[nodiscard]] Board attacks(int piece, Board occupied) const {
        if (kind_ == pawn) return pawn_attacks[white][index(piece)];
        const Board straight = rook_attacks(piece, occupied);
        return kind_ == rook ? straight : straight | bishop_attacks(piece, occupied);
    }

    [[nodiscard]] bool is_check(const LonePosition& at) const {
        return (attacks(at.piece, bit(at.strong)) & bit(at.weak)) != 0;
    }

    // Whether the position is legal.
    [[nodiscard]] bool is_legal(const LonePosition& at) const {
        if (at.strong == at.piece || at.strong == at.weak || at.piece == at.weak) return false;
        if (kind_ == pawn && (at.piece < 8 || at.piece >= 56)) return false;
        if (king_attacks[index(at.strong)] & bit(at.weak)) return false;
        return !at.strong_to_move || !is_check(at);
    }

    // The bare king's targets, including the piece if the king can capture it.
    [[nodiscard]] Board weak_targets(const LonePosition& at) const {
        return king_attacks[index(at.weak)] & ~king_attacks[index(at.strong)] & ~bit(at.strong) &
               ~attacks(at.piece, bit(at.strong));
    }

    [[nodiscard]] Board strong_king_targets(const LonePosition& at) const {
        return king_attacks[index(at.strong)] & ~king_attacks[index(at.weak)] & ~bit(at.piece);
    }

    [[nodiscard]] Board piece_targets(const LonePosition& at) const {
        const Board pieces = bit(at.strong) | bit(at.piece) | bit(at.weak);
        if (kind_ != pawn) return attacks(at.piece, pieces) & ~pieces;
        const Board once = up<white>(bit(at.piece)) & ~pieces;
        return at.piece / 8 == 1 ? once | (up<white>(once) & ~pieces) : once;
    }

    [[nodiscard]] bool has_strong_move(const LonePosition& at) const {
        return (strong_king_targets(at) | piece_targets(at)) != 0;
    }

    [[nodiscard]] Board piece_origins(int piece, Board pieces) const {
        if (kind_ != pawn) return attacks(piece, pieces);
        const Board once = up<black>(bit(piece)) & ~pieces;
        return piece / 8 == 3 ? once | (up<black>(once) & ~pieces) : once;
    }

    Kind kind_;
    AfterPromotion after_promotion_;
};

class LoneTable {
   public:
    template <class AfterPromotion>
    LoneTable(Kind kind, AfterPromotion after_promotion) : plies_(LonePosition::count) {
        const LonePositions positions(kind, after_promotion);
        const Retrograde verdicts(positions);
        for (std::size_t number = 0; number < plies_.size(); ++number) {
            if (const auto plies = verdicts[number].distance)
                plies_[number] = static_cast<std::uint8_t>(*plies + 1);
        }
    }
    explicit LoneTable(Kind kind)
        : LoneTable(kind, [](const LonePosition&, Kind) { return Verdict{}; }) {}

    // Plies to mate, odd if the strong side is to move; empty for a draw. `position` must be legal.
    [[nodiscard]] std::optional<int> plies(const LonePosition& position) const {
        const int known = plies_[position.number()];
        return known == 0 ? std::nullopt : std::optional(known - 1);
    }

    // For the side to move.
    [[nodiscard]] Verdict verdict(const LonePosition& position) const {
        const auto known = plies(position);
        if (!known) return {};
        return {position.strong_to_move ? 1 : -1, known};
    }

   private:
    std::vector<std::uint8_t> plies_;  // plus one; 0: drawn
};

class LoneTables {
   public:
    static const LoneTables& all() {
        static const LoneTables tables;
        return tables;
    }

    // Empty except for king and pawn, rook or queen against king.
    [[nodiscard]] std::optional<Verdict> find(const State& state) const {
        if (size(state.occupied()) != 3) return std::nullopt;
        const int side = more_than_one(state.sides[white]) ? white : black;
        const Board piece = state.sides[index(side)] & ~state.kinds[king];
        const LoneTable* table = table_of(kind_of(state.at[index(first(piece))]));
        if (table == nullptr || !more_than_one(state.sides[index(side)])) return std::nullopt;
        const int flip = side == white ? 0 : 56;
        return table->verdict({state.turn == side, state.king_of(side) ^ flip, first(piece) ^ flip,
                               state.king_of(side ^ 1) ^ flip});
    }

    // Null for other kinds.
    [[nodiscard]] const LoneTable* table_of(Kind kind) const {
        return kind == queen ? &queens_ : kind == rook ? &rooks_ : kind == pawn ? &pawns_ : nullptr;
    }

   private:
    LoneTable queens_{queen}, rooks_{rook};
    LoneTable pawns_{pawn, [this](const LonePosition& at, Kind promoted) {
                         return table_of(promoted)->verdict(at);
                     }};
};

}  // namespace zeitnot::chess
