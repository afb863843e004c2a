// A search's report after each iteration: moves, and values for the side to move, in the game's
// unit.
//
// It is always the result of a complete iteration, because an incomplete one may have searched only
// bad moves. It contains no text; the caller formats it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

// One root move, its value and the play expected after it (`pv` begins with the move itself).
template <Position P>
struct Line {
    typename P::Move move{};
    double value = 0;
    // Plies to the forced end, if known; an upper bound if a solver proves wins but not the
    // shortest (see endings.hpp).
    std::optional<int> distance{};
    std::vector<typename P::Move> pv{};
    std::optional<std::uint64_t> visits{};   // of a method that counts them
    std::optional<double> prior{};           // the move's probability before the search
    std::optional<PerSeat<double>> seats{};  // each seat's value, of a method that has them
    std::optional<double> probability{};     // of a mixed strategy
};

// One throw at a root before a throw: its value for the root's side, and the expected play (empty
// if the game is over or another throw follows).
template <Position P>
struct ThrowLine {};

template <Stochastic P>
struct ThrowLine<P> {
    typename P::Throw outcome{};
    double probability = 0;
    double value = 0;
    std::vector<typename P::Move> pv{};
};

// `lines`, the best first: none before a throw, for which there are `throws`.
template <Position P>
struct Report {
    double value = 0;
    Unit unit = P::unit;
    bool exact = false;  // proved: no estimate went into `value`
    int depth = 0;
    int seldepth = 0;  // plies to the deepest node of that iteration; 0: not counted
    std::uint64_t nodes = 0;
    std::optional<std::uint64_t> leaves{};  // valued in that iteration, where they are counted
    double seconds = 0;
    std::optional<PerSeat<double>> seats{};  // see Line
    std::vector<Line<P>> lines{};
    std::vector<ThrowLine<P>> throws{};

    [[nodiscard]] std::optional<typename P::Move> best() const {
        if (lines.empty()) return std::nullopt;
        return lines.front().move;
    }
    // See Line.
    [[nodiscard]] std::optional<int> distance() const {
        return lines.empty() ? std::nullopt : lines.front().distance;
    }
};

template <Position P>
using OnReport = std::function<void(const Report<P>&)>;

}  // namespace zeitnot
