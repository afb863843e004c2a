// Exact values of small chess endings for the search, from the tables of lone_king.hpp.
//
// The tables are computed by retrograde analysis (Ströhlein 1970; Thompson, "Retrograde analysis of
// certain endgames", ICCA Journal 9(3), 1986) and count plies to mate, so a search that takes the
// shortest win makes progress.
#pragma once

#include <optional>

#include "games/chess/lone_king.hpp"
#include "games/chess/position.hpp"
#include "zeitnot/exact/shortest_line.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

class ChessEndings {
   public:
    // All games' endings have these parameters; these tables need neither.
    template <class Table, class Meter>
    ChessEndings(const Table& /*table*/, const Meter& /*meter*/) {}

    // Also empty for a win that the fifty-move rule could prevent. Then the search decides.
    [[nodiscard]] std::optional<Score> solve(const Chess& position, int /*depth*/, Score /*alpha*/,
                                             Score /*beta*/) const {
        const auto verdict = tables_.find(position.state());
        const int plies = verdict ? verdict->distance.value_or(0) : 0;
        if (!verdict || plies > position.plies_to_move_limit()) return std::nullopt;
        return verdict->value * (win_score - plies);
    }

    // Appends the shortest win against the longest defence while there is room.
    template <class Line>
    void line(const Chess& position, Line& line) const {
        follow_shortest_line(
            position, [this](const Chess& at) { return tables_.find(at.state()); },
            [&](const Chess::Move move) { return line.push_if_room(move); });
    }

   private:
    const chess::LoneTables& tables_ = chess::LoneTables::all();
};

}  // namespace zeitnot
