// The liberties of all chains of a position as sets, so that those of joined chains are a union.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/go/stones.hpp"

namespace zeitnot::go {

class PointSet {
   public:
    void add(Point p) { words_[p / 64U] |= std::uint64_t{1} << p % 64U; }
    void remove(Point p) { words_[p / 64U] &= ~(std::uint64_t{1} << p % 64U); }
    void add(const PointSet& others) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= others.words_[i];
    }
    [[nodiscard]] int size() const {
        int count = 0;
        for (const std::uint64_t word : words_) count += std::popcount(word);
        return count;
    }

   private:
    std::array<std::uint64_t, padded_points / 64 + 1> words_{};
};

class ChainLiberties {
   public:
    explicit ChainLiberties(const Stones& stones) : stones_(stones) {
        for (const Point p : stones.empty_points()) {
            for (std::size_t d = 0; d < 4; ++d) {
                const Point n = neighbour(p, d);
                if (is_stone(stones.at(n))) sets_[stones.head(n)].add(p);
            }
        }
        for (int row = 0; row < stones.size(); ++row) {
            for (int column = 0; column < stones.size(); ++column) {
                const Point p = point(column, row);
                if (is_stone(stones.at(p)) && stones.head(p) == p) counts_[p] = sets_[p].size();
            }
        }
    }

    // The liberties of the chain on `p`.
    [[nodiscard]] const PointSet& of(Point p) const { return sets_[stones_.head(p)]; }
    [[nodiscard]] int count(Point p) const { return counts_[stones_.head(p)]; }

   private:
    const Stones& stones_;
    std::array<PointSet, padded_points> sets_{};  // those of heads
    std::array<int, padded_points> counts_{};
};

}  // namespace zeitnot::go
