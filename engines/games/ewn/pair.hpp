// All placements of two sides of EinStein würfelt nicht! with given numbers, in memory: the
// probability that the side to move wins, before its throw.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "games/ewn/placements.hpp"
#include "zeitnot/pages.hpp"

namespace zeitnot::ewn {

// The classes and placements, which all tables share.
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

// Two classes of numbers, the first no larger than the second.
struct PairName {
    int first, second;
    friend bool operator==(const PairName&, const PairName&) = default;
};

// A row is a placement of the first class (see Placements), a column one of the second; values of
// placements with two stones on one cell are meaningless.
class Pair {
   public:
    Pair(const Geometry& geometry, PairName name)
        : name_(name),
          across_(geometry.placements(name.first)),
          down_(geometry.placements(name.second)),
          sides_{Pages<double>(across_.rows() * down_.count()),
                 Pages<double>(across_.rows() * down_.count())} {}

    [[nodiscard]] PairName name() const { return name_; }
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
    PairName name_;
    const Placements& across_;
    const Placements& down_;
    std::array<Pages<double>, 2> sides_;
};

// The cells taken by one side, as the other sees them.
constexpr std::uint32_t opposite(std::uint32_t taken) {
    std::uint32_t result = 0;
    for (unsigned cell = 0; cell <= corner; ++cell)
        result |= (taken >> cell & 1U) << (corner - cell);
    return result;
}

// The probability to win, from the value of each stone's best step, in order of their numbers.
inline double mean_of_throws(const NumberClass& numbers,
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
