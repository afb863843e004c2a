// A value in expectiminimax as an interval [lower, upper]; both are equal if it is known
// exactly.
//
// Bounds on the throws give bounds on their mean, which Star1 and Star2 use to prune (Ballard,
// Artificial Intelligence 21, 1983). A bound is never mistaken for a value, and the table stores
// both bounds in full double precision.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "zeitnot/search/ordering.hpp"
#include "zeitnot/table.hpp"

namespace zeitnot {

struct Interval {
    double lower;
    double upper;
    bool proved;  // no estimate went into either bound

    static Interval point(double value, bool proved) { return {value, value, proved}; }
    Interval operator-() const { return {-upper, -lower, proved}; }

    [[nodiscard]] bool is_outside(double alpha, double beta) const {
        return lower >= beta || upper <= alpha;
    }
    // Whether the interval is enough for a node with the window (alpha, beta).
    [[nodiscard]] bool decides(double alpha, double beta) const {
        return is_outside(alpha, beta) || lower == upper;
    }

    // The intersection of two intervals of the same value; an exact value takes precedence, because
    // rounding may leave a gap of some ulps between the two.
    [[nodiscard]] Interval intersect(const Interval& other) const {
        if (lower == upper) return *this;
        const double low = std::max(lower, other.lower), high = std::min(upper, other.upper);
        return {std::min(low, high), std::max(low, high), proved && other.proved};
    }
};

// The entry of one position at one depth: words of meta (depth 8, generation 8, move 16, proved 1,
// used 1), lower and upper.
struct ChanceEntry {
    Interval interval;
    std::uint16_t move;

    // Each depth has separate entries, so that a search to depth d finds the value of textbook
    // expectiminimax to depth d whatever is in the table; a mean over mixed depths would differ.
    static Key key(Key position, int depth) {
        auto state = static_cast<Key>(depth);
        return position ^ splitmix64(state);
    }

    static std::optional<ChanceEntry> find(const Table<3>& table, Key key) {
        const auto data = table.find(key);
        if (!data) return std::nullopt;
        const auto& [meta, lower, upper] = *data;
        return ChanceEntry{
            {std::bit_cast<double>(lower), std::bit_cast<double>(upper), (meta >> 32U & 1U) != 0},
            static_cast<std::uint16_t>(meta >> 16U)};
    }

    void store(Table<3>& table, Key key, int depth) const {
        const std::uint64_t meta =
            std::uint64_t{1} << 33U | static_cast<std::uint64_t>(interval.proved) << 32U |
            static_cast<std::uint64_t>(move) << 16U | static_cast<std::uint64_t>(depth);
        table.store(key, {meta, std::bit_cast<std::uint64_t>(interval.lower),
                          std::bit_cast<std::uint64_t>(interval.upper)});
    }
};

}  // namespace zeitnot
