// Connect four's solver and book for the command line.
#pragma once

#include <bit>
#include <utility>
#include <vector>

#include "games/connect4/book.hpp"
#include "games/connect4/position.hpp"
#include "games/connect4/solver.hpp"
#include "zeitnot/exact/solver.hpp"

namespace zeitnot {

template <>
class SolverOf<ConnectFour> {
   public:
    SolverOf(GrowingTable<1>& table, Meter& meter) : solver_(table, meter) {}

    template <class OnBounds>
    Verdict solve(const ConnectFour& position, OnBounds on_bounds) {
        const int value =
            solver_.solve(sides(position), -connect4::max_value, connect4::max_value,
                          [&](int low, int high) { on_bounds(sign(low), sign(high)); });
        if (value == 0) return {0, std::nullopt};
        return {sign(value), connect4::plies_to_end(value, position.plies())};
    }

    ConnectFour::Move best(const ConnectFour& position) {
        return static_cast<ConnectFour::Move>(std::countr_zero(solver_.best(sides(position))) /
                                              connect4::column_bits);
    }

    [[nodiscard]] std::uint64_t nodes() const { return solver_.nodes(); }

    [[nodiscard]] static Key symmetric_key(const ConnectFour& position) {
        return connect4::symmetric_key(sides(position));
    }

    [[nodiscard]] static std::vector<std::uint8_t> pack(
        const std::vector<std::pair<ConnectFour, Verdict>>& values) {
        std::vector<std::pair<connect4::Sides, int>> entries;
        entries.reserve(values.size());
        for (const auto& [position, verdict] : values)
            entries.emplace_back(sides(position), value_of(position, verdict));
        return connect4::Book::pack(entries);
    }

   private:
    static int sign(int value) { return (value > 0) - (value < 0); }

    static connect4::Sides sides(const ConnectFour& position) {
        return {position.own(), position.mask()};
    }

    static int value_of(const ConnectFour& position, const Verdict& verdict) {
        if (verdict.value == 0) return 0;
        return verdict.value * connect4::value_of_win(position.plies() + *verdict.distance);
    }

    connect4::Solver<GrowingTable<1>> solver_;
};

}  // namespace zeitnot
