// The endings of checkers as the search uses them: exact values from the tablebase.
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

    // Who plays the tables' moves wins without more quiet plies running than this, whatever the
    // opponent does (checkers_checks.cpp computes it).
    static constexpr int longest_run(int pieces) { return pieces <= 4 ? 38 : 72; }

    // Empty also for a win that the rule of forty moves could prevent: the search decides, by the
    // evaluation, which knows the distance.
    [[nodiscard]] std::optional<Score> solve(const Checkers& position, int /*depth*/,
                                             Score /*alpha*/, Score /*beta*/) const {
        if (tablebase_ == nullptr) return std::nullopt;
        const auto verdict = tablebase_->verdict(position);
        const int plies = verdict ? verdict->distance.value_or(0) : 0;
        const int left = position.plies_to_move_limit();
        if (!verdict || (plies > left && longest_run(pieces_of(position)) >= left))
            return std::nullopt;
        return verdict->value * (win_score - plies);
    }

    // Appends the shortest win against the longest defence, as far as there is room.
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
