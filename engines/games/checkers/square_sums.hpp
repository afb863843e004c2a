// Sums of square weights over sets of squares, for both seats.
//
// The sums of each pair of rows are precomputed, so a set takes four look-ups.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "games/checkers/board.hpp"

namespace zeitnot::checkers {

// A weight for the opening and one for the ending.
struct Phased {
    int early = 0, late = 0;

    Phased& operator+=(const Phased& other) {
        early += other.early;
        late += other.late;
        return *this;
    }
};

class SquareSums {
   public:
    // `weights`: of squares 1 to 32 from each seat's own side, for the opening and then for the
    // ending.
    explicit SquareSums(std::span<const int, 2 * squares> weights) {
        for (int pair = 0; pair < pairs; ++pair) {
            for (std::size_t set = 1; set < sets; ++set) {
                const auto lowest = static_cast<std::size_t>(std::countr_zero(set));
                const std::size_t square = 8 * index(pair) + lowest;
                const std::size_t rest = set & (set - 1);
                add(0, pair, set, rest, weights[square], weights[squares + square]);
                add(1, pair, set, rest, weights[squares - 1 - square],
                    weights[2 * squares - 1 - square]);
            }
        }
    }

    template <int seat>
    [[nodiscard]] Phased of(Board set) const {
        Phased sum;
        for (int pair = 0; pair < pairs; ++pair) {
            const Entry& entry = sums_[seat][index(pair)][set >> (9 * pair) & (sets - 1)];
            sum += {entry.early, entry.late};
        }
        return sum;
    }

   private:
    static constexpr int pairs = 4;  // of rows
    static constexpr std::size_t sets = 256;
    struct Entry {
        std::int16_t early = 0, late = 0;
    };

    void add(std::size_t seat, int pair, std::size_t set, std::size_t rest, int early, int late) {
        auto& table = sums_[seat][index(pair)];
        table[set] = {static_cast<std::int16_t>(table[rest].early + early),
                      static_cast<std::int16_t>(table[rest].late + late)};
    }

    std::array<std::array<std::array<Entry, sets>, pairs>, 2> sums_{};
};

}  // namespace zeitnot::checkers
