// A table of EinStein würfelt nicht! in memory: for two classes of stone numbers (see numbers.hpp),
// one a side, and all placements of these stones, the probability, before the roll, that the side
// to move wins.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "games/ewn/placements.hpp"
#include "zeitnot/pages.hpp"

namespace zeitnot::ewn {

// The classes of stone numbers and the placements that all tables share.
class Geometry {
   public:
    [[nodiscard]] const NumberClasses& classes() const { return classes_; }
    [[nodiscard]] const Placements& placements(int number_class) const {
        return of(classes_[number_class].stones);
    }
    // The placements of 1 to `max_stones` stones.
    [[nodiscard]] const Placements& of(int stones) const {
        return placements_[static_cast<std::size_t>(stones - 1)];
    }

   private:
    NumberClasses classes_;
    std::array<Placements, max_stones> placements_{Placements(1), Placements(2), Placements(3)};
};

// The indices of both sides' classes in `NumberClasses`; `first` is not larger than `second`.
struct ClassPair {
    int first, second;
    friend bool operator==(const ClassPair&, const ClassPair&) = default;
};

// The table of one pair of classes, which is its name. Each row is a placement of the first class
// (`across`) or its mirror image (see `Placements::rows`), each column a placement of the second
// class (`down`). Values of placements with two stones on one cell are undefined.
class PairTable {
   public:
    PairTable(const Geometry& geometry, ClassPair name)
        : name_(name),
          across_(geometry.placements(name.first)),
          down_(geometry.placements(name.second)),
          sides_{Pages<double>(across_.rows() * down_.count()),
                 Pages<double>(across_.rows() * down_.count())} {}

    [[nodiscard]] ClassPair name() const { return name_; }
    [[nodiscard]] const Placements& across() const { return across_; }
    [[nodiscard]] const Placements& down() const { return down_; }
    [[nodiscard]] std::size_t bytes() const { return 2 * sizeof(double) * sides_[0].size(); }

    // Values with side `mover` to move; side 0 has the first class.
    [[nodiscard]] double* row(int mover, std::size_t row) {
        return &sides_[static_cast<std::size_t>(mover)][row * down_.count()];
    }
    [[nodiscard]] const double* row(int mover, std::size_t row) const {
        return &sides_[static_cast<std::size_t>(mover)][row * down_.count()];
    }
    [[nodiscard]] double value(int mover, std::size_t x, std::size_t y) const {
        return row(mover, across_.row(x))[across_.is_mirrored(x) ? down_.mirrors()[y] : y];
    }

   private:
    ClassPair name_;
    const Placements& across_;
    const Placements& down_;
    std::array<Pages<double>, 2> sides_;
};

// Renumbers the cells that one side occupies as the other side numbers them.
constexpr std::uint32_t opposite(std::uint32_t taken) {
    std::uint32_t result = 0;
    for (unsigned cell = 0; cell <= corner; ++cell)
        result |= (taken >> cell & 1U) << (corner - cell);
    return result;
}

// The probability of a win before the roll, from the value of each stone's best step.
inline double mean_over_rolls(const NumberClass& numbers,
                              const std::array<double, max_stones>& best) {
    double mean = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(numbers.stones); ++i) {
        mean += numbers.forced[i] * best[i];
        if (i + 1 < static_cast<std::size_t>(numbers.stones))
            mean += numbers.either[i] * std::max(best[i], best[i + 1]);
    }
    return mean;
}

}  // namespace zeitnot::ewn
