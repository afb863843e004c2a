// Minimax, alpha-beta and expectiminimax as in textbooks: to a fixed depth, with the moves in the
// order of the rules, without a table, quiescence or selectivity.
//
// The seat of the root maximises, the other one minimises. A throw is not a ply: its values are
// averaged by their probabilities. Alpha-beta is fail-soft (Fishburn, "Another optimization of
// alpha-beta search", SIGART 84, 1983): a value outside of the window is still a bound of the
// position's value.
#pragma once

#include "laboratory/answer.hpp"
#include "laboratory/walk.hpp"
#include "zeitnot/search/control.hpp"

namespace zeitnot::laboratory {

// The largest depth.
inline constexpr int max_depth = 127;

class FixedDepth {
   public:
    // `allowed`: the root's edges to search; `lines`: how many are reported with their values.
    FixedDepth(Walk& walk, bool prunes, std::vector<std::size_t> allowed, std::size_t lines);

    // Searches to the depth. With a limit of time or nodes it searches to every smaller depth
    // before, so that it has an answer when the limit is reached.
    Answer search(const Limits& limits, const StopToken& token, const OnAnswer& on_answer);

   private:
    // `moves`: the last one first.
    struct Found {
        double value;
        std::vector<std::size_t> moves{};
    };
    struct Window {
        double alpha, beta;
    };

    Answer iterate(int depth, Meter& meter);
    void value_moves(int depth, Meter& meter, Answer& answer);
    void value_throws(int depth, Meter& meter, Answer& answer);
    Found value(int depth, int ply, Window window, Meter& meter);
    Found best(int depth, int ply, Window window, Meter& meter);
    Found mean(int depth, int ply, Meter& meter);
    [[nodiscard]] double for_root(double value) const { return seat_ == 0 ? value : 0.0 - value; }

    Walk& walk_;
    const bool prunes_;
    const std::vector<std::size_t> allowed_;
    const std::size_t lines_;
    const int seat_;  // of the root
    std::uint64_t leaves_ = 0;
    bool hit_horizon_ = false;
};

}  // namespace zeitnot::laboratory
