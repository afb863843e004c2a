// The value network of EinStein würfelt nicht!: the sum of one learnt row per stone is the input of
// a hidden layer, whose output is the log odds that the side to roll wins.
//
// A stone's row depends on its side, its cell, and the nearest lower and higher stones of its side,
// which determine the rolls that can move it. The network sees the board from the side to move,
// once directly and once mirrored about the diagonal between the goals. Both views share all
// weights, so mirrored positions have the same value. (Tesauro, "Temporal difference learning and
// TD-Gammon", CACM 38(3), 1995.)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

#include "games/ewn/position.hpp"

namespace zeitnot::ewn {

inline constexpr std::size_t hidden = 32;  // units of one view
// Combinations of a stone, the next lower and the next higher one; the latter two may be missing.
inline constexpr std::size_t roles = 56;
inline constexpr std::size_t row_count = 2 * roles * 25;

// role_of[set][stone]: the role of a stone in its side's set of stones; bit i of `set` is stone i.
inline constexpr auto role_of = [] {
    std::array<std::array<std::uint8_t, 6>, 64> table{};
    std::array<std::array<std::array<std::uint8_t, 8>, 8>, 6> number{};
    std::uint8_t next = 0;
    for (std::size_t stone = 0; stone < 6; ++stone) {
        for (std::size_t lower = 0; lower <= stone; ++lower)  // 0: none, else the stone plus 1
            for (std::size_t higher = stone + 1; higher <= 6; ++higher)
                number[stone][lower][higher] = next++;
    }
    for (std::size_t set = 0; set < 64; ++set) {
        for (std::size_t stone = 0; stone < 6; ++stone) {
            std::size_t lower = stone, higher = stone + 1;
            while (lower > 0 && !(set >> (lower - 1) & 1U)) --lower;
            while (higher < 6 && !(set >> higher & 1U)) ++higher;
            table[set][stone] = number[stone][lower][higher];
        }
    }
    return table;
}();

// The rows of both views of a position, stone by stone.
struct Rows {
    std::array<std::uint16_t, 12> straight, mirrored;
    std::size_t count = 0;
};

// A cell, 0..24 in a side's own view, mirrored about the diagonal.
constexpr std::size_t mirrored_cell(std::size_t cell) { return cell % 5 * 5 + cell / 5; }

inline void add_rows(const Cells& cells, bool turn_board, std::size_t first, Rows& rows) {
    std::size_t set = 0;
    for (std::size_t i = 0; i < 6; ++i) set |= static_cast<std::size_t>(cells[i] != 0) << i;
    for (std::size_t i = 0; i < 6; ++i) {
        if (cells[i] == 0) continue;
        const std::size_t cell = turn_board ? 25U - cells[i] : cells[i] - 1U;
        const std::size_t first_row = first + 25U * role_of[set][i];
        rows.straight[rows.count] = static_cast<std::uint16_t>(first_row + cell);
        rows.mirrored[rows.count++] = static_cast<std::uint16_t>(first_row + mirrored_cell(cell));
    }
}

// Seen from the side to move, its stones first.
inline Rows rows_of(const Ewn& position) {
    Rows rows;
    const int own = position.turn();
    add_rows(position.cells(own), own == 1, 0, rows);
    add_rows(position.cells(own ^ 1), own == 1, 25 * roles, rows);
    return rows;
}

// Weights as integers: rows and biases in 1/256, the second layer in 1/64.
struct Net {
    static constexpr double row_unit = 256, out_unit = 64;
    static constexpr int max_row = 2047;  // twelve rows and a bias fit into 16 bits
    static constexpr int max_bias = 8191;
    static constexpr int max_out = 511;  // 64 products and the last bias fit into 32 bits
    static constexpr int max_out_bias = 1 << 20;

    std::array<std::array<std::int16_t, hidden>, row_count> rows;
    std::array<std::int16_t, hidden> bias;
    std::array<std::int16_t, hidden> out;
    std::int32_t out_bias;  // in 1/16384

    // Whether no position can cause an overflow.
    [[nodiscard]] bool is_safe() const {
        const auto within = [](const auto& weights, int max) {
            return std::all_of(weights.begin(), weights.end(),
                               [max](int weight) { return std::abs(weight) <= max; });
        };
        return std::all_of(rows.begin(), rows.end(),
                           [&](const auto& row) { return within(row, max_row); }) &&
               within(bias, max_bias) && within(out, max_out) && std::abs(out_bias) <= max_out_bias;
    }
};

// Eight numbers in one vector register.
using Vector [[gnu::vector_size(16)]] = std::int16_t;

inline Vector load_vector(const std::int16_t* from) {
    Vector numbers;
    std::memcpy(&numbers, from, sizeof numbers);
    return numbers;
}

// One view's contribution to the log odds, in 1/16384.
inline std::int32_t view_log_odds(const Net& net, std::span<const std::uint16_t> rows) {
    std::array<const std::int16_t*, 12> row;
    for (std::size_t i = 0; i < rows.size(); ++i) row[i] = net.rows[rows[i]].data();
    alignas(16) std::array<std::int16_t, hidden> active;
    for (std::size_t j = 0; j < hidden; j += 8) {
        Vector sum = load_vector(net.bias.data() + j);
        for (std::size_t i = 0; i < rows.size(); ++i) sum += load_vector(row[i] + j);
        sum = sum > 0 ? sum : Vector{};
        std::memcpy(active.data() + j, &sum, sizeof sum);
    }
    std::int32_t total = 0;
    for (std::size_t j = 0; j < hidden; ++j)
        total += static_cast<std::int32_t>(active[j]) * net.out[j];
    return total;
}

// Converts log odds in 1/16384 to a probability, by interpolation in a table.
class Sigmoid {
   public:
    [[nodiscard]] double operator()(std::int32_t log_odds) const {
        const std::int32_t at = std::clamp(log_odds, -limit, limit - 1) + limit;
        const auto i = static_cast<std::size_t>(at / step);
        const double part = static_cast<double>(at % step) / step;
        return table_[i] + part * (table_[i + 1] - table_[i]);
    }

   private:
    static constexpr std::int32_t limit = 8 * 16384, step = 1024;
    std::array<double, 2 * limit / step + 1> table_ = [] {
        std::array<double, 2 * limit / step + 1> table{};
        for (std::size_t i = 0; i < table.size(); ++i)
            table[i] = 1 / (1 + std::exp(8 - static_cast<double>(i) * step / 16384));
        return table;
    }();
};

inline const Sigmoid sigmoid;

// The probability, before the roll, that the side to move wins.
inline double win_probability(const Net& net, const Ewn& position) {
    const Rows rows = rows_of(position);
    const auto log_odds_of = [&](const auto& numbers) {
        return view_log_odds(net, std::span(numbers).first(rows.count));
    };
    return sigmoid(net.out_bias + log_odds_of(rows.straight) + log_odds_of(rows.mirrored));
}

}  // namespace zeitnot::ewn
