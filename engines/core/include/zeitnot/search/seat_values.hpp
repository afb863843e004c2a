// The value of a position for each seat: at the end of the game its margins, or the evaluation's
// final score if the game has one; at the horizon the evaluation, or 0.
#pragma once

#include <type_traits>

#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

template <Position P>
class SeatValues {
   public:
    explicit SeatValues(const Options& options) : evaluation_(make(options)) {}

    [[nodiscard]] PerSeat<double> of_end(const P& position, const Outcome& end) const {
        if constexpr (has_evaluation) {
            return for_two(evaluation_.reported(evaluation_.final_score(end)));
        } else {
            auto values = PerSeat<double>::all(end.margins.size(), 0);
            for (int seat = 0; seat < values.size(); ++seat) values[seat] = end.margins[seat];
            static_cast<void>(position);
            return values;
        }
    }

    [[nodiscard]] PerSeat<double> at_horizon(const P& position, int seats) const {
        if constexpr (has_evaluation) {
            const double value = evaluation_.reported(evaluation_(position));
            return for_two(position.turn() == 0 ? value : -value);
        } else {
            static_cast<void>(position);
            return PerSeat<double>::all(seats, 0);
        }
    }

   private:
    struct NoEvaluation {};
    static constexpr bool has_evaluation = [] {
        if constexpr (Evaluated<P>) return ScoreEvaluation<Evaluation<P>, P>;
        return false;
    }();

    static auto make([[maybe_unused]] const Options& options) {
        if constexpr (!has_evaluation) {
            return NoEvaluation{};
        } else if constexpr (std::is_constructible_v<Evaluation<P>, const Options&>) {
            return Evaluation<P>(options);
        } else {
            return Evaluation<P>{};
        }
    }
    // `value`: seat 0's. Adding 0 turns -0 into 0.
    static PerSeat<double> for_two(double value) { return {value + 0.0, 0.0 - value}; }

    [[no_unique_address]] decltype(make(std::declval<const Options&>())) evaluation_;
};

}  // namespace zeitnot
