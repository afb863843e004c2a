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
        const auto position = LonePosition::of(number);
        if (!is_legal(position)) return 0;
        if (position.strong_to_move ? has_strong_move(position) : weak_targets(position) != 0)
            return std::nullopt;
        return !position.strong_to_move && is_check(position) ? -1 : 0;
    }

    // Calls `inside` for each move to another of these positions, `outside` for other moves.
    template <class Inside, class Outside>
    void each_move(std::size_t number, Inside inside, Outside outside) const {
        const auto position = LonePosition::of(number);
        if (!position.strong_to_move) {
            each(weak_targets(position), [&](int to) {
                if (to == position.piece) return outside(Verdict{});  // two bare kings
                inside(LonePosition{true, position.strong, position.piece, to}.number(), false);
            });
            return;
        }
        each(strong_king_targets(position), [&](int to) {
            inside(LonePosition{false, to, position.piece, position.weak}.number(), false);
        });
        each(piece_targets(position), [&](int to) {
            if (kind_ == pawn && to >= 56) {
                for (const Kind promoted : {queen, rook}) {
                    Verdict after =
                        after_promotion_({false, position.strong, to, position.weak}, promoted);
                    after.value = -after.value;
                    outside(after);
                }
                return;
            }
            inside(LonePosition{false, position.strong, to, position.weak}.number(), false);
        });
    }

    template <class F>
    void each_unmove(std::size_t number, F f) const {
        const auto position = LonePosition::of(number);
        const Board pieces = bit(position.strong) | bit(position.piece) | bit(position.weak);
        const auto add = [&](const LonePosition& previous) {
            if (is_legal(previous)) f(previous.number(), false);
        };
        if (position.strong_to_move) {
            each(king_attacks[index(position.weak)] & ~pieces,
                 [&](int from) { add({false, position.strong, position.piece, from}); });
            return;
        }
        each(king_attacks[index(position.strong)] & ~pieces,
             [&](int from) { add({true, from, position.piece, position.weak}); });
        each(piece_origins(position.piece, pieces) & ~pieces,
             [&](int from) { add({true, position.strong, from, position.weak}); });
    }

   private:
    [[nodiscard]] Board attacks(int piece, Board occupied) const {
        if (kind_ == pawn) return pawn_attacks[white][index(piece)];
        const Board straight = rook_attacks(piece, occupied);
        return kind_ == rook ? straight : straight | bishop_attacks(piece, occupied);
    }

    [[nodiscard]] bool is_check(const LonePosition& position) const {
        return (attacks(position.piece, bit(position.strong)) & bit(position.weak)) != 0;
    }

    // Whether the position is legal.
    [[nodiscard]] bool is_legal(const LonePosition& position) const {
        if (position.strong == position.piece || position.strong == position.weak ||
            position.piece == position.weak)
            return false;
        if (kind_ == pawn && (position.piece < 8 || position.piece >= 56)) return false;
        if (king_attacks[index(position.strong)] & bit(position.weak)) return false;
        return !position.strong_to_move || !is_check(position);
    }

    // The bare king's targets, including the piece if the king can capture it.
    [[nodiscard]] Board weak_targets(const LonePosition& position) const {
        return king_attacks[index(position.weak)] & ~king_attacks[index(position.strong)] &
               ~bit(position.strong) & ~attacks(position.piece, bit(position.strong));
    }

    [[nodiscard]] Board strong_king_targets(const LonePosition& position) const {
        return king_attacks[index(position.strong)] & ~king_attacks[index(position.weak)] &
               ~bit(position.piece);
    }

    [[nodiscard]] Board piece_targets(const LonePosition& position) const {
        const Board pieces = bit(position.strong) | bit(position.piece) | bit(position.weak);
        if (kind_ != pawn) return attacks(position.piece, pieces) & ~pieces;
        const Board once = up<white>(bit(position.piece)) & ~pieces;
        return position.piece / 8 == 1 ? once | (up<white>(once) & ~pieces) : once;
    }

    [[nodiscard]] bool has_strong_move(const LonePosition& position) const {
        return (strong_king_targets(position) | piece_targets(position)) != 0;
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

    // The verdict for the side to move.
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
    LoneTable pawns_{pawn, [this](const LonePosition& position, Kind promoted) {
                         return table_of(promoted)->verdict(position);
                     }};
};

}  // namespace zeitnot::chess
