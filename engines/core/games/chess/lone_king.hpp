// King and one piece against a bare king: the number of plies to mate, for every position.
//
// Computed backwards from the mates, ply by ply, by unmaking moves. A position with the bare king
// to move is lost once all its moves are known to lose (Thompson, "Retrograde analysis of certain
// endgames", ICCA Journal 9(3), 1986). Half a megabyte for each kind of piece, computed at first
// use.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/chess/state.hpp"

namespace zeitnot::chess {

// Who is to move, and the squares of the three pieces. The strong side, which has the piece, is
// white.
struct LonePosition {
    bool strong_to_move;
    int strong, piece, weak;

    [[nodiscard]] std::size_t number() const {
        return index(((strong_to_move * 64 + strong) * 64 + piece) * 64 + weak);
    }
};

class LoneTable {
   public:
    // `promoted`: for a pawn, the tables of the pieces that it can become.
    explicit LoneTable(Kind kind, const std::vector<const LoneTable*>& promoted = {})
        : kind_(kind), promoted_tables_(promoted) {
        initialise();
        for (int plies = 0; plies < max_plies; ++plies) {
            for (const LonePosition& seed : promotions_[index(plies)]) settle(seed, plies);
            const std::vector<LonePosition> layer = std::move(layers_[index(plies)]);
            for (const LonePosition& position : layer) settle_predecessors(position, plies);
        }
        undecided_moves_ = {};
        promotions_ = {};
        layers_ = {};
    }

    // Plies to mate, odd if the strong side is to move; empty for a draw. `position` must be legal.
    [[nodiscard]] std::optional<int> plies(const LonePosition& position) const {
        const int known = plies_[position.number()];
        return known == 0 ? std::nullopt : std::optional(known - 1);
    }

   private:
    static constexpr int max_plies = 80;           // an upper bound
    static constexpr std::uint8_t can_draw = 255;  // the bare king can capture the piece

    [[nodiscard]] Board attacks(int piece, Board occupied) const {
        if (kind_ == pawn) return pawn_attacks[white][index(piece)];
        const Board straight = rook_attacks(piece, occupied);
        return kind_ == rook ? straight : straight | bishop_attacks(piece, occupied);
    }

    // Whether such a position is possible.
    [[nodiscard]] bool is_legal(const LonePosition& position) const {
        if (position.strong == position.piece || position.strong == position.weak ||
            position.piece == position.weak)
            return false;
        if (kind_ == pawn && (position.piece < 8 || position.piece >= 56)) return false;
        if (king_attacks[index(position.strong)] & bit(position.weak)) return false;
        return !position.strong_to_move ||
               !(attacks(position.piece, bit(position.strong)) & bit(position.weak));
    }

    void initialise() {
        for (int strong = 0; strong < 64; ++strong) {
            for (int piece = 0; piece < 64; ++piece) {
                for (int weak = 0; weak < 64; ++weak) {
                    initialise_weak({false, strong, piece, weak});
                    if (kind_ == pawn && piece >= 48) add_promotions({true, strong, piece, weak});
                }
            }
        }
    }

    // Counts the bare king's moves; no move and in check is mate.
    void initialise_weak(const LonePosition& position) {
        if (!is_legal(position)) return;
        const Board guarded = king_attacks[index(position.strong)];
        const Board around = king_attacks[index(position.weak)] & ~guarded & ~bit(position.strong);
        const Board free =
            around & ~attacks(position.piece, bit(position.strong)) & ~bit(position.piece);
        const bool takes = (around & bit(position.piece)) != 0;
        undecided_moves_[position.number()] =
            takes ? can_draw : static_cast<std::uint8_t>(size(free));
        const bool in_check =
            (attacks(position.piece, bit(position.strong)) & bit(position.weak)) != 0;
        if (free == 0 && !takes && in_check) settle(position, 0);
    }

    void add_promotions(const LonePosition& position) {
        const int to = position.piece + 8;
        if (!is_legal(position) || to == position.strong || to == position.weak) return;
        for (const LoneTable* table : promoted_tables_) {
            const auto after = table->plies({false, position.strong, to, position.weak});
            if (after) promotions_[index(*after + 1)].push_back(position);
        }
    }

    void settle(const LonePosition& position, int plies) {
        std::uint8_t& known = plies_[position.number()];
        if (known != 0) return;
        known = static_cast<std::uint8_t>(plies + 1);
        layers_[index(plies)].push_back(position);
    }

    // Settles the predecessors of a position that is `plies` from mate.
    void settle_predecessors(const LonePosition& position, int plies) {
        if (position.strong_to_move) return settle_weak_predecessors(position, plies);
        const Board pieces = bit(position.strong) | bit(position.piece) | bit(position.weak);
        const auto settle_legal = [&](const LonePosition& before) {
            if (is_legal(before)) settle(before, plies + 1);
        };
        each(king_attacks[index(position.strong)] & ~pieces,
             [&](int from) { settle_legal({true, from, position.piece, position.weak}); });
        each(piece_origins(position.piece, pieces) & ~pieces,
             [&](int from) { settle_legal({true, position.strong, from, position.weak}); });
    }

    [[nodiscard]] Board piece_origins(int piece, Board pieces) const {
        if (kind_ != pawn) return attacks(piece, pieces);
        const Board once = up<black>(bit(piece)) & ~pieces;
        return piece / 8 == 3 ? once | (up<black>(once) & ~pieces) : once;
    }

    void settle_weak_predecessors(const LonePosition& position, int plies) {
        const Board pieces = bit(position.strong) | bit(position.piece);
        each(king_attacks[index(position.weak)] & ~pieces, [&](int from) {
            const LonePosition before{false, position.strong, position.piece, from};
            if (!is_legal(before)) return;
            std::uint8_t& open = undecided_moves_[before.number()];
            if (open != can_draw && --open == 0) settle(before, plies + 1);
        });
    }

    static constexpr std::size_t positions = 2 * 64 * 64 * 64;

    Kind kind_;
    std::vector<const LoneTable*> promoted_tables_;
    std::vector<std::uint8_t> plies_ = std::vector<std::uint8_t>(positions);  // plus one; 0: drawn
    // Only during construction: the bare king's moves not yet known to lose; positions by plies to
    // mate.
    std::vector<std::uint8_t> undecided_moves_ = std::vector<std::uint8_t>(positions);
    std::array<std::vector<LonePosition>, max_plies + 1> promotions_, layers_;
};

struct LoneVerdict {
    int value;  // for the side to move: 1 won, 0 drawn, -1 lost
    int plies;  // to mate
};

class LoneTables {
   public:
    static const LoneTables& all() {
        static const LoneTables tables;
        return tables;
    }

    // Empty unless it is king and pawn, rook or queen against king.
    [[nodiscard]] std::optional<LoneVerdict> find(const State& state) const {
        if (size(state.occupied()) != 3) return std::nullopt;
        const int side = more_than_one(state.sides[white]) ? white : black;
        const Board piece = state.sides[index(side)] & ~state.kinds[king];
        const LoneTable* table = table_of(kind_of(state.at[index(first(piece))]));
        if (table == nullptr || !more_than_one(state.sides[index(side)])) return std::nullopt;
        const int flip = side == white ? 0 : 56;
        const auto plies = table->plies({state.turn == side, state.king_of(side) ^ flip,
                                         first(piece) ^ flip, state.king_of(side ^ 1) ^ flip});
        if (!plies) return LoneVerdict{0, 0};
        return LoneVerdict{state.turn == side ? 1 : -1, *plies};
    }

   private:
    [[nodiscard]] const LoneTable* table_of(Kind kind) const {
        return kind == queen ? &queens_ : kind == rook ? &rooks_ : kind == pawn ? &pawns_ : nullptr;
    }

    LoneTable queens_{queen}, rooks_{rook}, pawns_{pawn, {&queens_, &rooks_}};
};

}  // namespace zeitnot::chess
