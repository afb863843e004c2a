// EinStein würfelt nicht!: a small network learnt by self-play; of the kind "table" the textbook's
// square values. A win counts ±100, more than any value of a running game.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "games/ewn/position.hpp"
#include "games/ewn/square_values.hpp"
#include "games/ewn/weights.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/search/learnt.hpp"

namespace zeitnot {

// The kind "bare" values a finished game by the table like any other position, as a published
// program does; the search then cannot prove a win.
template <>
class Evaluation<Ewn> {
   public:
    static constexpr double bound = 100;
    static constexpr double instability_margin = 0.1;  // of a win's probability

    static constexpr std::array<std::string_view, 3> kinds{"learned", "table", "bare"};
    using Weights = ewn::Net;

    explicit Evaluation(const Options& options)
        : bare_(options.evaluation == "bare"),
          by_table_(bare_ || options.evaluation == "table"),
          net_(learnt_weights<Ewn>(options)) {}

    [[nodiscard]] static std::shared_ptr<const Weights> unpack(Bytes packed) {
        return ewn::unpack(packed);
    }

    double operator()(const Ewn& position) const {
        if (by_table_) return ewn::table_value(position);
        if (position.in_setup()) return 0;
        return bound * (2 * ewn::win_probability(*net_, position) - 1);
    }

    [[nodiscard]] double final_value(const Ewn& position, const Outcome& end) const {
        if (bare_) return ewn::table_value(position);
        return (end.scores[0] > 0.5) == (position.turn() == 0) ? bound : -bound;
    }

    [[nodiscard]] bool ends_are_exact() const { return !bare_; }

    // Scaled to win probability.
    [[nodiscard]] static double reported(double value) { return 0.5 + value / (2 * bound); }

    [[nodiscard]] static int order_bonus(const Ewn& position, Ewn::Move move, int /*depth*/) {
        return ewn::table_order_bonus(position, move);
    }

   private:
    bool bare_ = false, by_table_ = false;
    std::shared_ptr<const Weights> net_;
};

}  // namespace zeitnot
