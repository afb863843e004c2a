// Gives the search exact scores from connect four's book and solver, once solving costs about as
// much as searching to the remaining depth. The shallow searches of weak levels use neither.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include "games/connect4/book.hpp"
#include "games/connect4/position.hpp"
#include "games/connect4/solver.hpp"
#include "zeitnot/search/score.hpp"
#include "zeitnot/table.hpp"

namespace zeitnot {

class ConnectFourEndings {
   public:
    ConnectFourEndings(Table<1>& table, Meter& meter, const connect4::Book& book)
        : solver_(table, meter), book_(book) {}

    // From `min_solver_depth` on, the solver is faster than the search if at least
    // `fast_solve_plies` stones are on the board. Each stone fewer costs as much as one ply more.
    std::optional<Score> solve(const ConnectFour& position, int depth, Score alpha, Score beta) {
        if (depth < min_solver_depth) return std::nullopt;
        const int plies = position.plies();
        if (const auto value = book_.find(sides(position))) return score_of(*value, plies);
        if (depth < min_solver_depth + std::max(0, fast_solve_plies - plies)) return std::nullopt;
        const int value =
            solver_.solve(sides(position), at_most(alpha, plies), at_least(beta, plies));
        return score_of(value, plies);
    }

    // Appends the best moves to the end of the game. Adds none for a position from the book,
    // because the solver would take too long to play it out.
    template <class Line>
    void line(ConnectFour position, Line& line) {
        if (book_.find(sides(position))) return;
        while (!position.result()) {
            const ConnectFour::Board stone = solver_.best(sides(position));
            line.push(
                static_cast<ConnectFour::Move>(std::countr_zero(stone) / connect4::column_bits));
            position.play(line[line.size() - 1]);
        }
    }

   private:
    static constexpr int min_solver_depth = 7, fast_solve_plies = 12;

    static connect4::Sides sides(const ConnectFour& position) {
        return {position.own(), position.mask()};
    }

    static Score score_of(int value, int plies) {
        if (value == 0) return 0;
        const Score win = win_score - connect4::plies_to_end(value, plies);
        return value > 0 ? win : -win;
    }

    // The largest value that scores at most `score`, and the smallest that scores at least as much;
    // one beyond the range of values if there is none.
    static int at_most(Score score, int plies) {
        int value = connect4::max_value;
        while (value >= -connect4::max_value && score_of(value, plies) > score) --value;
        return value;
    }
    static int at_least(Score score, int plies) {
        int value = -connect4::max_value;
        while (value <= connect4::max_value && score_of(value, plies) < score) ++value;
        return value;
    }

    connect4::Solver<Table<1>> solver_;
    const connect4::Book& book_;
};

}  // namespace zeitnot
