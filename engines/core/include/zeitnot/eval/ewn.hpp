// EinStein würfelt nicht!: the textbook's square table, own stones less enemy stones.
//
// A square counts 2 to the power 4 - distance from home, more on the edges, nothing in the start
// corner. The mean of it is the mean of what it estimates, so it may be averaged over throws.
#pragma once

#include <array>
#include <string_view>

#include "zeitnot/eval/evaluation.hpp"
#include "zeitnot/games/ewn.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

// Of the kind "bare" a finished game counts by the table like any other position, as a published
// program had it; then nothing can be proved.
template <>
class Evaluation<Ewn> {
   public:
    static constexpr double bound = 100;  // a won game; no lead on the board comes near

    Evaluation() = default;
    static constexpr std::array<std::string_view, 2> kinds{"table", "bare"};
    explicit Evaluation(const Options& options) : bare_(options.evaluation == "bare") {}

    double operator()(const Ewn& position) const {
        const int own = position.turn();
        return stones(position, own) - stones(position, own ^ 1);
    }

    [[nodiscard]] double final_value(const Ewn& position, const Outcome& end) const {
        if (bare_) return (*this)(position);
        return (end.score > 0.5) == (position.turn() == 0) ? bound : -bound;
    }

    [[nodiscard]] bool ends_are_exact() const { return !bare_; }

    // Scaled to win probability.
    [[nodiscard]] static double reported(double value) { return 0.5 + value / (2 * bound); }

    // The square gained, and what is taken on it.
    [[nodiscard]] static int promise(const Ewn& position, Ewn::Move move, int /*depth*/) {
        if (move >= Ewn::arrange) return 0;
        const int from = move / 32, to = move % 32, own = position.turn();
        const double gain = square(own, to) - square(own, from);
        const double taken = position.is_capture(move) ? square(own ^ 1, to) : 0;
        return static_cast<int>(100 * (gain + taken)) + 4000;
    }

   private:
    static constexpr std::array<double, 26> blue_squares{0,                   // taken
                                                         16,  10, 5, 2.5, 1,  //
                                                         10,  8,  4, 2,   1,  //
                                                         5,   4,  4, 2,   1,  //
                                                         2.5, 2,  2, 2,   1,  //
                                                         1,   1,  1, 1,   0};

    // Red's table is blue's turned by half a circle.
    static double square(int seat, int cell) {
        const int seen = seat == 0 || cell == 0 ? cell : 26 - cell;
        return blue_squares[static_cast<std::size_t>(seen)];
    }

    static double stones(const Ewn& position, int seat) {
        if (position.in_setup()) return 0;
        double sum = 0;
        for (const auto cell : position.cells(seat)) sum += square(seat, cell);
        return sum;
    }

    bool bare_ = false;
};

}  // namespace zeitnot
