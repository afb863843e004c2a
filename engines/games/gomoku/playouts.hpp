// Gomoku's playouts for Monte-Carlo tree search: random legal moves from a list of empty cells.
#pragma once

#include "games/gomoku/position.hpp"
#include "zeitnot/search/mcts/playouts.hpp"

namespace zeitnot {

template <>
class Playouts<Gomoku> {
   public:
    explicit Playouts(const Options& /*options*/) {}

    PerSeat<double> operator()(const Gomoku& start, Random& random,
                               PlayoutMoves<Gomoku>& played) const {
        gomoku::Board board = start.board();
        Gomoku::Moves empties;
        board.for_each_cell([&](gomoku::Cell cell) {
            if (board.at(cell) == gomoku::Stone::none) empties.push(cell);
        });
        for (int seat = start.turn(); !empties.empty(); seat ^= 1) {
            const auto colour = static_cast<gomoku::Stone>(seat);
            const bool has_fouls = start.rule() == gomoku::Rule::renju && seat == 0;
            const auto cell =
                has_fouls ? take_legal(empties, board, random) : take(empties, random);
            if (cell == no_cell) return {0.0, 1.0};
            played.push(seat, cell);
            board.set(cell, colour);
            if (gomoku::makes_five(board, cell, colour, start.rule()))
                return seat == 0 ? PerSeat<double>{1.0, 0.0} : PerSeat<double>{0.0, 1.0};
        }
        return {0.5, 0.5};
    }

   private:
    static constexpr gomoku::Cell no_cell = 0;  // on the border

    static gomoku::Cell take(Gomoku::Moves& empties, Random& random) {
        return take_at(empties, random.below(static_cast<std::uint32_t>(empties.size())));
    }

    // Takes the first cell that is not a foul, starting at a random place in the list.
    static gomoku::Cell take_legal(Gomoku::Moves& empties, const gomoku::Board& board,
                                   Random& random) {
        const std::size_t count = empties.size();
        std::size_t at = random.below(static_cast<std::uint32_t>(count));
        for (std::size_t tries = 0; tries < count; ++tries, at = at + 1 < count ? at + 1 : 0)
            if (gomoku::foul_of(board, empties[at]) == gomoku::Foul::none)
                return take_at(empties, at);
        return no_cell;
    }

    static gomoku::Cell take_at(Gomoku::Moves& empties, std::size_t at) {
        const gomoku::Cell cell = empties[at];
        empties[at] = empties[empties.size() - 1];
        empties.truncate(empties.size() - 1);
        return cell;
    }
};

}  // namespace zeitnot
