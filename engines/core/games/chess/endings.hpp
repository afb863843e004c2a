// Chess's small endings as the search uses them: exact values from the tables of lone_king.hpp.
//
// They were worked out backwards from mate (Ströhlein 1970; Thompson, "Retrograde analysis of
// certain endgames", ICCA Journal 9(3), 1986) and count plies to mate, so that a search which takes
// the shortest win makes progress.
#pragma once

#include <optional>

#include "games/chess/lone_king.hpp"
#include "games/chess/position.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

class ChessEndings {
   public:
    // Table and meter of a search, which these endings do without.
    template <class Table, class Meter>
    ChessEndings(const Table& /*table*/, const Meter& /*meter*/) {}

    // A win that the fifty-move rule could spoil is left to the search.
    [[nodiscard]] std::optional<Score> solve(const Chess& position, int /*depth*/, Score /*alpha*/,
                                             Score /*beta*/) const {
        const auto verdict = tables_.find(position.state());
        if (!verdict || verdict->plies > position.plies_to_move_limit()) return std::nullopt;
        return verdict->value * (win_score - verdict->plies);
    }

    // The shortest win and the longest defence.
    template <class Line>
    void line(Chess position, Line& line) const {
        auto verdict = tables_.find(position.state());
        while (verdict && verdict->value != 0 && verdict->plies > 0) {
            Chess::Moves moves;
            position.generate(moves);
            const int wanted = verdict->plies - 1;
            verdict.reset();
            for (const auto move : moves) {
                Chess next = position;
                next.play(move);
                const auto after = tables_.find(next.state());
                if (!after || after->value == 0 || after->plies != wanted) continue;
                line.push(move);
                position = next;
                verdict = after;
                break;
            }
        }
    }

   private:
    const chess::LoneTables& tables_ = chess::LoneTables::all();
};

}  // namespace zeitnot
