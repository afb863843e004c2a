// What a seat knows about the board: its own marks, and the other's marks that it has run into.
// States that are equal up to rotation and reflection are played alike, so strategies are stored
// for one state of each class.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/blindtictactoe/position.hpp"

namespace zeitnot::blindtictactoe {

inline constexpr int symmetry_count = 8;
inline constexpr int code_count = 19683;  // 3^9: each cell is unknown, own, or the other's

struct PrivateState {
    Cells marks = 0, found = 0;

    [[nodiscard]] Cells known() const { return marks | found; }
    // The state as a number in base 3, one digit per cell.
    [[nodiscard]] int code() const {
        int code = 0;
        for (int cell = cell_count - 1; cell >= 0; --cell)
            code = 3 * code + (marks >> cell & 1) + 2 * (found >> cell & 1);
        return code;
    }
    friend bool operator==(const PrivateState&, const PrivateState&) = default;
};

// The symmetries of the board: symmetries()[g][cell] is the image of a cell under symmetry g; the
// first is the identity.
inline const std::array<std::array<Cell, cell_count>, symmetry_count>& symmetries() {
    static const auto table = [] {
        std::array<std::array<Cell, cell_count>, symmetry_count> all{};
        for (std::size_t g = 0; g < symmetry_count; ++g) {
            for (int cell = 0; cell < cell_count; ++cell) {
                int column = cell % 3, row = cell / 3;
                if (g >= 4) column = 2 - column;
                for (std::size_t turn = 0; turn < g % 4; ++turn) {
                    const int before = column;
                    column = 2 - row;
                    row = before;
                }
                all[g][static_cast<std::size_t>(cell)] = static_cast<Cell>(3 * row + column);
            }
        }
        return all;
    }();
    return table;
}

// images()[g][cells]: the image of a set of cells under symmetry g.
inline const std::array<std::array<Cells, all_cells + 1>, symmetry_count>& images() {
    static const auto table = [] {
        std::array<std::array<Cells, all_cells + 1>, symmetry_count> all{};
        for (std::size_t g = 0; g < symmetry_count; ++g)
            for (std::size_t cells = 0; cells <= all_cells; ++cells)
                for (std::size_t cell = 0; cell < cell_count; ++cell)
                    if (cells >> cell & 1)
                        all[g][cells] |= static_cast<Cells>(1U << symmetries()[g][cell]);
        return all;
    }();
    return table;
}

// One class of states under symmetry, represented by the state with the smallest code. Cells that
// symmetries of this state map to each other are one choice: they are tried equally often.
struct StateClass {
    PrivateState state;
    std::array<std::uint8_t, cell_count> choice_of{};  // by cell; only of unknown ones
    std::uint8_t choices = 0;
    std::array<std::uint8_t, cell_count> sizes{};  // cells of each choice
};

// All classes, and for each state its class and a symmetry that maps it to the representative.
// Includes states whose marks make a line, for simplicity.
class StateClasses {
   public:
    static const StateClasses& all() {
        static const StateClasses classes;
        return classes;
    }

    struct ClassMember {
        std::int16_t number;
        std::uint8_t symmetry;
    };
    [[nodiscard]] ClassMember member_of(const PrivateState& state) const {
        return members_[static_cast<std::size_t>(state.code())];
    }
    [[nodiscard]] const StateClass& operator[](std::size_t number) const {
        return classes_[number];
    }
    [[nodiscard]] std::size_t size() const { return classes_.size(); }

   private:
    StateClasses() : members_(code_count) {
        for (int code = 0; code < code_count; ++code) add(state_of(code));
    }

    static PrivateState state_of(int code) {
        PrivateState state;
        for (int cell = 0; cell < cell_count; ++cell, code /= 3) {
            if (code % 3 == 1) state.marks |= static_cast<Cells>(1U << cell);
            if (code % 3 == 2) state.found |= static_cast<Cells>(1U << cell);
        }
        return state;
    }

    static PrivateState image(const PrivateState& state, std::size_t g) {
        return {images()[g][state.marks], images()[g][state.found]};
    }

    // Codes are added in ascending order, so a class's representative comes first.
    void add(const PrivateState& state) {
        int smallest = state.code();
        std::size_t symmetry = 0;
        for (std::size_t g = 1; g < symmetry_count; ++g) {
            const int code = image(state, g).code();
            if (code < smallest) {
                smallest = code;
                symmetry = g;
            }
        }
        ClassMember& member_of = members_[static_cast<std::size_t>(state.code())];
        member_of.symmetry = static_cast<std::uint8_t>(symmetry);
        if (smallest < state.code()) {
            member_of.number = members_[static_cast<std::size_t>(smallest)].number;
            return;
        }
        member_of.number = static_cast<std::int16_t>(classes_.size());
        classes_.push_back(class_of(state));
    }

    static StateClass class_of(const PrivateState& state) {
        StateClass found{.state = state};
        for (std::size_t cell = 0; cell < cell_count; ++cell) {
            if (state.known() >> cell & 1) continue;
            std::size_t smallest = cell;  // of those that symmetries make of this cell
            for (std::size_t g = 1; g < symmetry_count; ++g)
                if (image(state, g) == state)
                    smallest = std::min<std::size_t>(smallest, symmetries()[g][cell]);
            found.choice_of[cell] = smallest == cell ? found.choices++ : found.choice_of[smallest];
            ++found.sizes[found.choice_of[cell]];
        }
        return found;
    }

    std::vector<StateClass> classes_;
    std::vector<ClassMember> members_;
};

}  // namespace zeitnot::blindtictactoe
