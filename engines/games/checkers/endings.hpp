// Exact values of checkers endings for the search, from the tablebase.
#pragma once

#include <memory>
#include <optional>

#include "games/checkers/tablebase.hpp"
#include "zeitnot/exact/shortest_line.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

class CheckersEndings {
   public:
    // `tablebase` may be null.
    explicit CheckersEndings(std::shared_ptr<const CheckersTablebase> tablebase)
        : tablebase_(std::move(tablebase)) {}

    // The most plies in a row without a capture or a man's move, in a win by the tables' moves
    // against any defence (computed by tests/games/checkers/checks.cpp).
    static constexpr int max_quiet_plies(int pieces) { return pieces <= 4 ? 38 : 72; }

    // Also empty for a win that the forty-move rule could prevent. Then the search decides, with
    // the evaluation, which uses the distance.
    [[nodiscard]] std::optional<Score> solve(const Checkers& position, int /*depth*/,
                                             Score /*alpha*/, Score /*beta*/) const {
        if (tablebase_ == nullptr) return std::nullopt;
        const auto verdict = tablebase_->verdict(position);
        const int plies = verdict ? verdict->distance.value_or(0) : 0;
        const int left = position.plies_to_move_limit();
        if (!verdict || (plies > left && max_quiet_plies(pieces_of(position)) >= left))
            return std::nullopt;
        return verdict->value * (win_score - plies);
    }

    // Appends the shortest win against the longest defence while there is room.
    template <class Line>
    void line(const Checkers& position, Line& line) const {
        follow_shortest_line(
            position, [this](const Checkers& at) { return tablebase_->verdict(at); },
            [&](const Checkers::Move move) { return line.push_if_room(move); });
    }

   private:
    static int pieces_of(const Checkers& position) {
        return std::popcount(position.pieces(0) | position.pieces(1));
    }

    std::shared_ptr<const CheckersTablebase> tablebase_;
};

}  // namespace zeitnot
