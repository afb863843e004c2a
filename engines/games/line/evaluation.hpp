// The race needs no static evaluation, because all its positions, at most 242, are solved.
#pragma once

#include "games/line/position.hpp"
#include "zeitnot/exact/state_space.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

template <>
struct Evaluation<LineRace> : PointsEvaluation {};

// Numbers all placements of the two stones with a side to move. Only legal ones, reachable or not,
// have a position.
template <>
class IndexOf<LineRace> {
   public:
    explicit IndexOf(const LineRace::Settings& settings) : settings_(settings) {}

    [[nodiscard]] std::size_t size() const { return 2 * squares() * squares(); }

    [[nodiscard]] std::optional<LineRace> position(std::size_t number) const {
        const int first = static_cast<int>(number / 2 / squares()) + 1;
        const int second = static_cast<int>(number / 2 % squares()) + 1;
        const int turn = static_cast<int>(number % 2);
        const LineRace placed(settings_, {first, second}, turn);
        return placed.placement_error() ? std::nullopt : std::optional(placed);
    }

    [[nodiscard]] std::optional<std::size_t> number(const LineRace& position) const {
        const auto [first, second] = position.stones();
        const std::size_t pair =
            static_cast<std::size_t>(first - 1) * squares() + static_cast<std::size_t>(second - 1);
        return 2 * pair + static_cast<std::size_t>(position.turn());
    }

   private:
    [[nodiscard]] std::size_t squares() const {
        return static_cast<std::size_t>(settings_.squares);
    }

    LineRace::Settings settings_;
};

}  // namespace zeitnot
