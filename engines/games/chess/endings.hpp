// Chess's small endings as the search uses them: exact values from the tables of lone_king.hpp.
//
// They are computed by retrograde analysis (Ströhlein 1970; Thompson, "Retrograde analysis of
// certain endgames", ICCA Journal 9(3), 1986) and count plies to mate, so that a search which takes
// the shortest win makes progress.
#pragma once

#include <optional>

#include "games/chess/lone_king.hpp"
#include "games/chess/position.hpp"
#include "zeitnot/exact/shortest_line.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

class ChessEndings {
   public:
    // The parameters are those of every game's endings; these tables need neither.
    template <class Table, class Meter>
    ChessEndings(const Table& /*table*/, const Meter& /*meter*/) {}

    // Empty also for a win that the fifty-move rule could prevent: the search decides.
    [[nodiscard]] std::optional<Score> solve(const Chess& position, int /*depth*/, Score /*alpha*/,
                                             Score /*beta*/) const {
        const auto verdict = tables_.find(position.state());
        const int plies = verdict ? verdict->distance.value_or(0) : 0;
        if (!verdict || plies > position.plies_to_move_limit()) return std::nullopt;
        return verdict->value * (win_score - plies);
    }

    // Appends the shortest win against the longest defence, as far as there is room.
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
