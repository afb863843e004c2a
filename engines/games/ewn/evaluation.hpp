// Evaluation of EinStein würfelt nicht!: a small network learnt by self-play, or for the kind
// "table" the textbook's square values. A win counts ±100, more than any value of an unfinished
// game.
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

// The kind "bare" uses the table even for finished games, like a published program, so that the
// search cannot prove a win.
template <>
class Evaluation<Ewn> {
   public:
    static constexpr double bound = 100;
    // A search whose win probability drops by this much takes more time.
    static constexpr double instability_margin = 0.1;

    static constexpr std::array<std::string_view, 3> kinds{"learned", "table", "bare"};
    using Weights = ewn::Net;

    explicit Evaluation(const Options& options)
        : is_bare_(options.evaluation == "bare"),
          uses_table_(is_bare_ || options.evaluation == "table"),
          net_(learnt_weights<Ewn>(options)) {}

    [[nodiscard]] static std::shared_ptr<const Weights> unpack(Bytes packed) {
        return ewn::unpack(packed);
    }

    double operator()(const Ewn& position) const {
        if (uses_table_) return ewn::table_value(position);
        if (position.in_setup()) return 0;
        return bound * (2 * ewn::win_probability(*net_, position) - 1);
    }

    [[nodiscard]] double final_value(const Ewn& position, const Outcome& end) const {
        if (is_bare_) return ewn::table_value(position);
        return (end.scores[0] > 0.5) == (position.turn() == 0) ? bound : -bound;
    }

    [[nodiscard]] bool ends_are_exact() const { return !is_bare_; }

    // As a win probability.
    [[nodiscard]] static double reported(double value) { return 0.5 + value / (2 * bound); }

    [[nodiscard]] static int order_bonus(const Ewn& position, Ewn::Move move, int /*depth*/) {
        return ewn::table_order_bonus(position, move);
    }

   private:
    bool is_bare_ = false, uses_table_ = false;
    std::shared_ptr<const Weights> net_;
};

}  // namespace zeitnot
