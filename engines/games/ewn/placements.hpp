// Numbers all placements of one to three stones of a side in lexicographic order, and lists their
// steps.
//
// Cells are numbered from their owner's view: 0 is the goal, 24 the start corner, and a step lowers
// the cell by 1, 5 or 6. Cell c of one side is cell 24 - c of the other. Mirroring at the diagonal
// through the goals does not change a value, so a placement and its mirror image share a row of the
// table: that of the smaller one.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/ewn/numbers.hpp"

namespace zeitnot::ewn {

inline constexpr int goal = 0, corner = 24, directions = 3;

// Cells of the stones in ascending order of number; entries beyond their count are ignored.
using Placement = std::array<std::uint8_t, max_stones>;

// The cell mirrored at the diagonal through the goals.
constexpr int mirrored(int cell) { return cell % 5 * 5 + cell / 5; }

// The target of a step; -1 if it is off the board.
constexpr int step_target(int cell, int direction) {
    const bool row = cell % 5 != 0, column = cell >= 5;
    if (direction == 0) return row ? cell - 1 : -1;
    if (direction == 1) return column ? cell - 5 : -1;
    return row && column ? cell - 6 : -1;
}

// The result of a step: off the board, to the goal, the capture of an own stone, or any other.
struct Step {
    enum class Kind : std::uint8_t { none, home, own, plain } kind = Kind::none;
    std::uint8_t cell = 0;   // the target
    std::int8_t own = -1;    // the own stone that it captures, or -1
    std::uint16_t next = 0;  // of a plain step: the placement after it
};

class Placements {
   public:
    explicit Placements(int stones) : stones_(stones), numbers_(25 * 25 * 25, 0) {
        list();
        for (std::size_t i = 0; i < all_.size(); ++i) mirror(i);
        for (std::size_t i = 0; i < all_.size(); ++i) add_steps(all_[i]);
    }

    [[nodiscard]] int stones() const { return stones_; }
    [[nodiscard]] std::size_t count() const { return all_.size(); }
    [[nodiscard]] const Placement& operator[](std::size_t number) const { return all_[number]; }
    [[nodiscard]] std::size_t number(const Placement& placement) const {
        return numbers_[code(placement)];
    }
    // The occupied cells, as bits.
    [[nodiscard]] std::uint32_t taken(std::size_t number) const { return taken_[number]; }
    [[nodiscard]] const std::vector<std::uint16_t>& mirrors() const { return mirrors_; }

    // The placements that are no larger than their mirror images, and their rows.
    [[nodiscard]] std::size_t rows() const { return rows_.size(); }
    [[nodiscard]] std::size_t at_row(std::size_t row) const { return rows_[row]; }
    // The row of a placement or of its mirror image.
    [[nodiscard]] std::size_t row(std::size_t number) const { return row_of_[number]; }
    [[nodiscard]] bool is_mirrored(std::size_t number) const { return mirrors_[number] < number; }

    [[nodiscard]] const Step& step(std::size_t number, int stone, int direction) const {
        const auto size = static_cast<std::size_t>(stones_ * directions);
        return steps_[number * size + static_cast<std::size_t>(stone * directions + direction)];
    }

    // A placement with a stone on a given cell, and that stone.
    struct Occupant {
        std::uint16_t number;
        std::uint8_t stone;
    };
    [[nodiscard]] const std::vector<Occupant>& occupants(int cell) const {
        return occupants_[static_cast<std::size_t>(cell)];
    }

   private:
    [[nodiscard]] std::size_t code(const Placement& placement) const {
        std::size_t code = 0;
        for (int i = 0; i < stones_; ++i) code = code * 25 + placement[static_cast<std::size_t>(i)];
        return code;
    }

    // Lists placements in lexicographic order: all numbers in base 24 without repeated digits.
    void list() {
        std::size_t numbers = 1;
        for (int i = 0; i < stones_; ++i) numbers *= corner;
        for (std::size_t number = 0; number < numbers; ++number) {
            Placement placement{};
            std::uint32_t taken = 0;
            std::size_t remaining_digits = number;
            for (int i = stones_ - 1; i >= 0; --i, remaining_digits /= corner) {
                const std::size_t cell = remaining_digits % corner + 1;
                placement[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(cell);
                taken |= std::uint32_t{1} << cell;
            }
            if (std::popcount(taken) == stones_) add(placement, taken);
        }
    }

    void add(const Placement& placement, std::uint32_t taken) {
        const auto number = static_cast<std::uint16_t>(all_.size());
        numbers_[code(placement)] = number;
        for (int i = 0; i < stones_; ++i) {
            const int cell = placement[static_cast<std::size_t>(i)];
            occupants_[static_cast<std::size_t>(cell)].push_back(
                {number, static_cast<std::uint8_t>(i)});
        }
        all_.push_back(placement);
        taken_.push_back(taken);
    }

    void mirror(std::size_t number) {
        Placement image = all_[number];
        for (auto& cell : image) cell = static_cast<std::uint8_t>(mirrored(cell));
        const std::size_t other = numbers_[code(image)];
        mirrors_.push_back(static_cast<std::uint16_t>(other));
        row_of_.push_back(other < number ? row_of_[other]
                                         : static_cast<std::uint16_t>(rows_.size()));
        if (number <= other) rows_.push_back(static_cast<std::uint16_t>(number));
    }

    void add_steps(const Placement& placement) {
        for (int stone = 0; stone < stones_; ++stone) {
            for (int direction = 0; direction < directions; ++direction) {
                steps_.push_back(step_of(placement, stone, direction));
            }
        }
    }

    [[nodiscard]] Step step_of(Placement placement, int stone, int direction) const {
        auto& moving = placement[static_cast<std::size_t>(stone)];
        const int cell = step_target(moving, direction);
        if (cell < 0) return {};
        if (cell == goal) return {Step::Kind::home};
        moving = static_cast<std::uint8_t>(cell);
        for (int i = 0; i < stones_; ++i) {
            if (i == stone || placement[static_cast<std::size_t>(i)] != cell) continue;
            return {Step::Kind::own, moving, static_cast<std::int8_t>(i), 0};
        }
        return {Step::Kind::plain, moving, -1, numbers_[code(placement)]};
    }

    int stones_;
    std::vector<std::uint16_t> numbers_;
    std::vector<Placement> all_;
    std::vector<std::uint32_t> taken_;
    std::vector<std::uint16_t> mirrors_, rows_, row_of_;
    std::vector<Step> steps_;
    std::array<std::vector<Occupant>, 25> occupants_;
};

// The placement after the loss of one stone, in the order of its class: descending if `reversed`.
inline Placement without(const Placement& placement, int stones, int lost, bool reversed) {
    Placement remaining{};
    int count = 0;
    for (int i = 0; i < stones; ++i) {
        if (i == lost) continue;
        const int to = reversed ? stones - 2 - count : count;
        remaining[static_cast<std::size_t>(to)] = placement[static_cast<std::size_t>(i)];
        ++count;
    }
    return remaining;
}

}  // namespace zeitnot::ewn
