// The book and the solver of connect four as the search uses them: exact scores, as soon as a
// search of this depth costs about as much. Searches of few plies, as weak levels make them, use
// neither.
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

    // From `solver_depth` on the solver is faster, for a position of `quick_plies` and more; each
    // stone less costs as much as a ply more.
    std::optional<Score> solve(const ConnectFour& position, int depth, Score alpha, Score beta) {
        if (depth < solver_depth) return std::nullopt;
        const int plies = position.plies();
        if (const auto value = book_.find(sides(position))) return score_of(*value, plies);
        if (depth < solver_depth + std::max(0, quick_plies - plies)) return std::nullopt;
        const int value =
            solver_.solve(sides(position), value_below(alpha, plies), value_above(beta, plies));
        return score_of(value, plies);
    }

    // Appends the best moves to the end of the game; none of a position from the book, which the
    // solver would take long to play on.
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
    static constexpr int solver_depth = 7, quick_plies = 12;

    static connect4::Sides sides(const ConnectFour& position) {
        return {position.own(), position.mask()};
    }

    static Score score_of(int value, int plies) {
        if (value == 0) return 0;
        const Score win = win_score - connect4::plies_to_end(value, plies);
        return value > 0 ? win : -win;
    }

    // The largest value whose score is at most `score`, and the smallest whose score is at least
    // that; beyond all values if there is none.
    static int value_below(Score score, int plies) {
        int value = connect4::max_value;
        while (value >= -connect4::max_value && score_of(value, plies) > score) --value;
        return value;
    }
    static int value_above(Score score, int plies) {
        int value = -connect4::max_value;
        while (value <= connect4::max_value && score_of(value, plies) < score) ++value;
        return value;
    }

    connect4::Solver<Table<1>> solver_;
    const connect4::Book& book_;
};

}  // namespace zeitnot
