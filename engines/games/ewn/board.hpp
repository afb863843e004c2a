// The board of EinStein würfelt nicht! with side to move, die and key, and its text form.
// `B 2 25 24 23 20 19 15 1 2 3 6 7 11` is the side to move, the die (0: not rolled), the cells of
// blue's stones 1..6, and those of red's (0: not on the board).
#pragma once

#include <string>
#include <string_view>

#include "games/ewn/setup.hpp"
#include "zeitnot/parsed.hpp"
#include "zeitnot/words.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot::ewn {

class Board {
   public:
    explicit Board(Key base) : hash_(base) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] int die() const { return die_; }
    [[nodiscard]] Key hash() const { return hash_; }
    [[nodiscard]] const Cells& cells(int seat) const {
        return cells_[static_cast<std::size_t>(seat)];
    }
    // Without branches, like has_stone_on(), because the search calls them at every node.
    [[nodiscard]] bool has_no_stones(int seat) const {
        unsigned any = 0;
        for (const auto cell : cells(seat)) any |= cell;
        return any == 0;
    }
    [[nodiscard]] bool has_stone_on(int seat, int cell) const {
        bool found = false;
        for (const auto own : cells(seat)) found |= own == cell;
        return found;
    }

    // Whether a stone of the side is on its goal.
    [[nodiscard]] bool has_reached_goal(int seat) const {
        return has_stone_on(seat, seat == 0 ? 1 : 25);
    }
    // Whether all six stones are on the side's start cells.
    [[nodiscard]] bool is_set_up(int seat) const {
        Cells own = cells(seat);
        std::sort(own.begin(), own.end());
        return own == start_cells[static_cast<std::size_t>(seat)];
    }

    void change_sides() {
        turn_ ^= 1;
        hash_ ^= keys[side_key];
    }

    void set_die(int die) {
        hash_ ^= keys[die_keys + die_] ^ keys[die_keys + static_cast<std::size_t>(die)];
        die_ = static_cast<std::uint8_t>(die);
    }

    // Puts a stone, 0..5, on a cell, or takes it off (0).
    void put(int seat, std::size_t stone, int cell) {
        std::uint8_t& current = cells_[static_cast<std::size_t>(seat)][stone];
        const std::size_t row = 26 * (6 * static_cast<std::size_t>(seat) + stone);
        hash_ ^= keys[row + current] ^ keys[row + static_cast<std::size_t>(cell)];
        current = static_cast<std::uint8_t>(cell);
    }

    void put_all(int seat, const Cells& cells) {
        for (std::size_t stone = 0; stone < 6; ++stone) put(seat, stone, cells[stone]);
    }

    // Removes the stone on the cell, of either side.
    void clear(int cell) {
        for (int seat = 0; seat < 2; ++seat) {
            for (std::size_t stone = 0; stone < 6; ++stone) {
                if (cells(seat)[stone] == cell) put(seat, stone, 0);
            }
        }
    }

    [[nodiscard]] std::string text() const {
        std::string text = turn_ == 0 ? "B " : "R ";
        text += std::to_string(die_);
        for (const Cells& side : cells_) {
            for (const auto cell : side) text += ' ' + std::to_string(cell);
        }
        return text;
    }

    // Checks only the form; Ewn::parse checks the rest, which depends on the setup.
    static Parsed<Board> parse(std::string_view text, Key base) {
        const auto words = split_words(text);
        if (words.size() != 14 || (words[0] != "B" && words[0] != "R"))
            return Error{"A position is B or R to move, the die, six blue cells and six red ones."};
        const auto die = parse_number(words[1], 6);
        if (!die) return Error{"The die is 1 to 6, or 0 before the roll."};
        Board board(base);
        if (words[0] == "R") board.change_sides();
        board.set_die(*die);
        for (std::size_t i = 0; i < 12; ++i) {
            const auto cell = parse_number(words[2 + i], 25);
            if (!cell) return Error{"Cells are numbered from 1 to 25; 0 is a stone off the board."};
            if (*cell != 0 && (board.has_stone_on(0, *cell) || board.has_stone_on(1, *cell)))
                return Error{"Two stones are on cell " + std::to_string(*cell) + "."};
            board.put(i < 6 ? 0 : 1, i % 6, *cell);
        }
        return board;
    }

    friend bool operator==(const Board&, const Board&) = default;

   private:
    // Keys of a side's stone on a cell (0, off the board, has none), of each face of the die, of
    // red to move.
    static constexpr std::size_t die_keys = 12 * 26, side_key = die_keys + 7;
    static constexpr auto keys = [] {
        auto all = zobrist_keys<side_key + 1>(0x6577'6E00'0000'0000);
        for (std::size_t stone = 0; stone < 12; ++stone) all[26 * stone] = 0;
        all[die_keys] = 0;
        return all;
    }();

    std::array<Cells, 2> cells_{};
    std::uint8_t turn_ = 0;
    std::uint8_t die_ = 0;
    Key hash_;
};

}  // namespace zeitnot::ewn
