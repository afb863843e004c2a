// Numbers the positions of one table, which has two sides' material with either side to move, and
// lists the moves backwards that stay within the table.
//
// The side to move is always black here: a position with white to move is rotated by half a turn.
#pragma once

#include <algorithm>
#include <optional>

#include "games/checkers/material_index.hpp"
#include "games/checkers/position.hpp"

namespace zeitnot::checkers {

// Rotates the board by half a turn: square s becomes 33 - s.
inline Board turned(Board board) {
    board = (board >> 1 & 0x5555'5555'5555'5555U) | (board & 0x5555'5555'5555'5555U) << 1;
    board = (board >> 2 & 0x3333'3333'3333'3333U) | (board & 0x3333'3333'3333'3333U) << 2;
    board = (board >> 4 & 0x0F0F'0F0F'0F0F'0F0FU) | (board & 0x0F0F'0F0F'0F0F'0F0FU) << 4;
    return __builtin_bswap64(board) >> (64 - bits);
}

// The position with the side to move as black.
inline Sides as_black(const Checkers& position) {
    const Sides sides = position.sides();
    if (position.turn() == 0) return sides;
    return {turned(sides.own), turned(sides.enemy), turned(sides.kings)};
}

class EndingIndex {
   public:
    // The material of the two halves of the table, with the side to move first.
    explicit EndingIndex(const Material& material)
        : first_(std::max(material, material.turned())),
          second_(std::min(material, material.turned())) {}

    [[nodiscard]] std::size_t size() const {
        return first_.size() + (is_even() ? 0 : second_.size());
    }

    [[nodiscard]] std::optional<Checkers> position(std::size_t number) const {
        const Sides sides = number < first_.size() ? first_.position(number)
                                                   : second_.position(number - first_.size());
        return Checkers::at({.sides = {sides.own, sides.enemy}, .kings = sides.kings});
    }

    [[nodiscard]] std::optional<std::size_t> number(const Checkers& position) const {
        const Sides sides = as_black(position);
        const Material material = Material::of(sides);
        if (material == first_.material()) return first_.number(sides);
        if (material == second_.material()) return first_.size() + second_.number(sides);
        return std::nullopt;
    }

    // Calls f(previous) for each previous position. Only steps, because captures and crownings
    // change the material, and only from positions without a mandatory capture. `position` has
    // black to move, so white has moved.
    template <class F>
    void each_unmove(const Checkers& position, F f) const {
        const Board black = position.pieces(0), white = position.pieces(1);
        const Board free = valid & ~(black | white);
        each_unstep<0>(position, white, free, f);
        each_unstep<1>(position, white, free, f);
        each_unstep<2>(position, white & position.kings(), free, f);
        each_unstep<3>(position, white & position.kings(), free, f);
    }

   private:
    [[nodiscard]] bool is_even() const { return first_.material() == second_.material(); }

    // `direction`: backwards, from a white piece to its origin.
    template <int direction, class F>
    static void each_unstep(const Checkers& position, Board pieces, Board free, F& f) {
        for (Board left = step<direction>(pieces) & free; left != 0; left &= left - 1) {
            const Board origin = left & -left, target = step<direction ^ 2>(origin);
            const Board kings = position.kings();
            const bool is_king = (kings & target) != 0;
            const Checkers previous =
                Checkers::at({.sides = {position.pieces(0), position.pieces(1) ^ target ^ origin},
                              .kings = is_king ? kings ^ target ^ origin : kings,
                              .turn = 1});
            if (!previous.must_capture()) f(previous);
        }
    }

    MaterialIndex first_, second_;
};

}  // namespace zeitnot::checkers
