// Backward induction for EinStein würfelt nicht!: one ascending sweep over a table.
//
// Every move lowers a cell number of the side to move, and captures lead to smaller tables. So,
// with rows and columns in lexicographic order, every value depends only on known ones. In each
// row, the values with the first side to move come first, from earlier rows with the second side to
// move. Those with the second side to move follow, from columns of the same row. There are no
// cycles, so one pass is enough (as in retrograde analysis, Ströhlein 1970).
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "games/ewn/table.hpp"

namespace zeitnot::ewn {

// The table that a capture leads to.
struct SmallerTable {
    std::shared_ptr<const PairTable> pair;
    bool swapped = false;   // the first side's placements are its columns
    bool reversed = false;  // the remaining stones are counted in descending order

    // The value of placement x of the first side and y of the second, `mover` (0, 1) to move.
    [[nodiscard]] double value(int mover, std::size_t x, std::size_t y) const {
        return swapped ? pair->value(mover ^ 1, y, x) : pair->value(mover, x, y);
    }
};

// [side that loses a stone][stone]
using SmallerTables = std::array<std::array<SmallerTable, max_stones>, 2>;

class Sweep {
   public:
    Sweep(const Geometry& geometry, PairTable& pair, SmallerTables smaller)
        : pair_(pair),
          smaller_(std::move(smaller)),
          first_(geometry.classes()[pair.name().first]),
          second_(geometry.classes()[pair.name().second]),
          fewer_stones_{&fewer_stones(geometry, first_), &fewer_stones(geometry, second_)},
          candidate_(pair.down().count()) {
        for (auto& best : best_) best.resize(pair.down().count());
    }

    // Fills a row with the first side to move; all earlier rows must be complete.
    void fill_first(std::size_t row) {
        const std::size_t x = pair_.across().at_row(row);
        for (int stone = 0; stone < first_.stones; ++stone) best_steps(x, stone);
        double* values = pair_.row(0, row);
        for (std::size_t y = 0; y < pair_.down().count(); ++y) {
            std::array<double, max_stones> best{};
            for (std::size_t i = 0; i < static_cast<std::size_t>(first_.stones); ++i)
                best[i] = best_[i][y];
            values[y] = mean_over_rolls(first_, best);
        }
    }

    // Fills a row with the second side to move; the row must be complete for the first side.
    void fill_second(std::size_t row) {
        const std::size_t x = pair_.across().at_row(row);
        const double* row_after_step = pair_.row(0, row);
        double* values = pair_.row(1, row);
        const Target target{x, row_after_step, opposite(pair_.across().taken(x))};
        for (std::size_t y = 0; y < pair_.down().count(); ++y) {
            if ((pair_.down().taken(y) & target.taken) != 0) continue;
            std::array<double, max_stones> best{};
            for (int stone = 0; stone < second_.stones; ++stone)
                best[static_cast<std::size_t>(stone)] = best_step(target, y, stone);
            values[y] = mean_over_rolls(second_, best);
        }
    }

   private:
    // The first side's placement, against which the second side moves.
    struct Target {
        std::size_t x;
        const double* row_after_step;  // a plain step leads to this row
        std::uint32_t taken;           // the cells on which a stone can be captured
    };

    // Never used for a single stone.
    static const Placements& fewer_stones(const Geometry& geometry, const NumberClass& numbers) {
        return geometry.of(std::max(1, numbers.stones - 1));
    }

    // ── the first side, for all columns together ──

    void best_steps(std::size_t x, int stone) {
        auto& best = best_[static_cast<std::size_t>(stone)];
        std::fill(best.begin(), best.end(), 0.0);
        for (int direction = 0; direction < directions; ++direction) {
            const Step& step = pair_.across().step(x, stone, direction);
            if (step.kind == Step::Kind::none) continue;
            if (step.kind == Step::Kind::home) std::fill(best.begin(), best.end(), 1.0);
            if (step.kind == Step::Kind::own) capture_own(x, stone, step);
            if (step.kind == Step::Kind::plain) {
                load_candidates(pair_, step.next);
                capture(step);
            }
            if (step.kind != Step::Kind::home) maximise(best);
        }
    }

    void capture_own(std::size_t x, int stone, const Step& step) {
        const SmallerTable& smaller = smaller_[0][static_cast<std::size_t>(step.own)];
        Placement placement = pair_.across()[x];
        placement[static_cast<std::size_t>(stone)] = step.cell;
        load_candidates(*smaller.pair, fewer_stones_[0]->number(without(
                                           placement, first_.stones, step.own, smaller.reversed)));
    }

    // Sets the candidates to the values after a move to placement `x` of the first side.
    void load_candidates(const PairTable& pair, std::size_t x) {
        const double* row = pair.row(1, pair.across().row(x));
        const auto& mirrors = pair.down().mirrors();
        if (pair.across().is_mirrored(x)) {
            for (std::size_t y = 0; y < candidate_.size(); ++y) candidate_[y] = 1 - row[mirrors[y]];
        } else {
            for (std::size_t y = 0; y < candidate_.size(); ++y) candidate_[y] = 1 - row[y];
        }
    }

    // Corrects the candidates of columns in which the step captures a stone of the second side.
    void capture(const Step& step) {
        for (const auto& [y, stone] : pair_.down().occupants(corner - step.cell)) {
            if (second_.stones == 1) {
                candidate_[y] = 1;
                continue;
            }
            const SmallerTable& smaller = smaller_[1][stone];
            const Placement remaining =
                without(pair_.down()[y], second_.stones, stone, smaller.reversed);
            candidate_[y] = 1 - smaller.value(1, step.next, fewer_stones_[1]->number(remaining));
        }
    }

    void maximise(std::vector<double>& best) const {
        for (std::size_t y = 0; y < best.size(); ++y) best[y] = std::max(best[y], candidate_[y]);
    }

    // ── the second side, column by column ──

    [[nodiscard]] double best_step(const Target& target, std::size_t y, int stone) const {
        double best = 0;
        for (int direction = 0; direction < directions; ++direction) {
            const Step& step = pair_.down().step(y, stone, direction);
            if (step.kind == Step::Kind::none) continue;
            if (step.kind == Step::Kind::home) return 1;
            best = std::max(best, value_of(target, y, stone, step));
        }
        return best;
    }

    [[nodiscard]] double value_of(const Target& target, std::size_t y, int stone,
                                  const Step& step) const {
        if (step.kind == Step::Kind::own) {
            const SmallerTable& smaller = smaller_[1][static_cast<std::size_t>(step.own)];
            Placement placement = pair_.down()[y];
            placement[static_cast<std::size_t>(stone)] = step.cell;
            const Placement remaining =
                without(placement, second_.stones, step.own, smaller.reversed);
            return 1 - smaller.value(0, target.x, fewer_stones_[1]->number(remaining));
        }
        if ((target.taken >> step.cell & 1U) == 0) return 1 - target.row_after_step[step.next];
        if (first_.stones == 1) return 1;
        const Placement& placement = pair_.across()[target.x];
        int stone_taken = 0;
        while (placement[static_cast<std::size_t>(stone_taken)] != corner - step.cell)
            ++stone_taken;
        const SmallerTable& smaller = smaller_[0][static_cast<std::size_t>(stone_taken)];
        const Placement remaining =
            without(placement, first_.stones, stone_taken, smaller.reversed);
        return 1 - smaller.value(0, fewer_stones_[0]->number(remaining), step.next);
    }

    PairTable& pair_;
    SmallerTables smaller_;
    const NumberClass& first_;
    const NumberClass& second_;
    std::array<const Placements*, 2> fewer_stones_;
    std::array<std::vector<double>, max_stones> best_;
    std::vector<double> candidate_;
};

}  // namespace zeitnot::ewn
