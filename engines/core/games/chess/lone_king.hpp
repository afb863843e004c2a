// King and one piece against the bare king: how many plies to mate, for every position.
//
// Worked back from the mates, a ply at a time, along moves taken back; a position of the bare king
// is lost once each of its moves is known to lose (Thompson, "Retrograde analysis of certain
// endgames", ICCA Journal 9(3), 1986). Half a million bytes a piece, made at first use.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/chess/state.hpp"

namespace zeitnot::chess {

// Who is to move, and where the three pieces stand; the side with the piece is white, going up.
struct Lone {
    bool strong_to_move;
    int strong, piece, weak;

    [[nodiscard]] std::size_t number() const {
        return index(((strong_to_move * 64 + strong) * 64 + piece) * 64 + weak);
    }
};

class LoneTable {
   public:
    // `ends` are the tables of what a pawn becomes; a queen and a rook have none.
    explicit LoneTable(Kind kind, const std::vector<const LoneTable*>& ends = {})
        : kind_(kind), ends_(ends) {
        begin();
        for (int plies = 0; plies < most; ++plies) {
            for (const Lone& seed : promotions_[index(plies)]) settle(seed, plies);
            const std::vector<Lone> layer = std::move(layers_[index(plies)]);
            for (const Lone& lone : layer) go_back(lone, plies);
        }
        open_ = {};
        promotions_ = {};
        layers_ = {};
    }

    // Plies to mate: odd if the strong side is to move. Empty for a draw. A legal position.
    [[nodiscard]] std::optional<int> plies(const Lone& lone) const {
        const int known = plies_[lone.number()];
        return known == 0 ? std::nullopt : std::optional(known - 1);
    }

   private:
    static constexpr int most = 80;             // no such win takes longer
    static constexpr std::uint8_t never = 255;  // the bare king has a move that draws

    [[nodiscard]] Board attacks(int piece, Board occupied) const {
        if (kind_ == pawn) return pawn_attacks[white][index(piece)];
        const Board straight = rook_attacks(piece, occupied);
        return kind_ == rook ? straight : straight | bishop_attacks(piece, occupied);
    }

    // Whether such a position is possible.
    [[nodiscard]] bool legal(const Lone& lone) const {
        if (lone.strong == lone.piece || lone.strong == lone.weak || lone.piece == lone.weak)
            return false;
        if (kind_ == pawn && (lone.piece < 8 || lone.piece >= 56)) return false;
        if (king_attacks[index(lone.strong)] & bit(lone.weak)) return false;
        return !lone.strong_to_move || !(attacks(lone.piece, bit(lone.strong)) & bit(lone.weak));
    }

    void begin() {
        for (int strong = 0; strong < 64; ++strong) {
            for (int piece = 0; piece < 64; ++piece) {
                for (int weak = 0; weak < 64; ++weak) {
                    begin_weak({false, strong, piece, weak});
                    if (kind_ == pawn && piece >= 48) begin_promotion({true, strong, piece, weak});
                }
            }
        }
    }

    // Counts the bare king's moves; none in check is mate.
    void begin_weak(const Lone& lone) {
        if (!legal(lone)) return;
        const Board guarded = king_attacks[index(lone.strong)];
        const Board around = king_attacks[index(lone.weak)] & ~guarded & ~bit(lone.strong);
        const Board free = around & ~attacks(lone.piece, bit(lone.strong)) & ~bit(lone.piece);
        const bool takes = (around & bit(lone.piece)) != 0;
        open_[lone.number()] = takes ? never : static_cast<std::uint8_t>(size(free));
        const bool in_check = (attacks(lone.piece, bit(lone.strong)) & bit(lone.weak)) != 0;
        if (free == 0 && !takes && in_check) settle(lone, 0);
    }

    void begin_promotion(const Lone& lone) {
        const int to = lone.piece + 8;
        if (!legal(lone) || to == lone.strong || to == lone.weak) return;
        for (const LoneTable* end : ends_) {
            const auto after = end->plies({false, lone.strong, to, lone.weak});
            if (after) promotions_[index(*after + 1)].push_back(lone);
        }
    }

    void settle(const Lone& lone, int plies) {
        std::uint8_t& known = plies_[lone.number()];
        if (known != 0) return;
        known = static_cast<std::uint8_t>(plies + 1);
        layers_[index(plies)].push_back(lone);
    }

    // The positions before this one, which takes `plies`.
    void go_back(const Lone& lone, int plies) {
        if (lone.strong_to_move) return weak_back(lone, plies);
        const Board pieces = bit(lone.strong) | bit(lone.piece) | bit(lone.weak);
        const auto came = [&](const Lone& before) {
            if (legal(before)) settle(before, plies + 1);
        };
        each(king_attacks[index(lone.strong)] & ~pieces,
             [&](int from) { came({true, from, lone.piece, lone.weak}); });
        each(piece_back(lone.piece, pieces) & ~pieces,
             [&](int from) { came({true, lone.strong, from, lone.weak}); });
    }

    [[nodiscard]] Board piece_back(int piece, Board pieces) const {
        if (kind_ != pawn) return attacks(piece, pieces);
        const Board once = up<black>(bit(piece)) & ~pieces;
        return piece / 8 == 3 ? once | (up<black>(once) & ~pieces) : once;
    }

    void weak_back(const Lone& lone, int plies) {
        const Board pieces = bit(lone.strong) | bit(lone.piece);
        each(king_attacks[index(lone.weak)] & ~pieces, [&](int from) {
            const Lone before{false, lone.strong, lone.piece, from};
            if (!legal(before)) return;
            std::uint8_t& open = open_[before.number()];
            if (open != never && --open == 0) settle(before, plies + 1);
        });
    }

    static constexpr std::size_t positions = 2 * 64 * 64 * 64;

    Kind kind_;
    std::vector<const LoneTable*> ends_;
    std::vector<std::uint8_t> plies_ = std::vector<std::uint8_t>(positions);  // and one; 0: drawn
    // While it is made: moves of the bare king not yet known to lose, and what is won in so many
    // plies.
    std::vector<std::uint8_t> open_ = std::vector<std::uint8_t>(positions);
    std::array<std::vector<Lone>, most + 1> promotions_, layers_;
};

// What the tables say of a position: 1 won, 0 drawn, -1 lost for the side to move, in so many
// plies.
struct LoneVerdict {
    int value;
    int plies;
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
        const int turned = side == white ? 0 : 56;
        const auto plies = table->plies({state.turn == side, state.king_of(side) ^ turned,
                                         first(piece) ^ turned, state.king_of(side ^ 1) ^ turned});
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
