// Tic-tac-toe on 3 by 3 cells, numbered from the top left. Three in a row win, a full board is a
// draw.
//
// There are 5,478 positions, 765 up to symmetry. The game is a draw with best play.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

class TicTacToe {
   public:
    static constexpr std::string_view name = "tictactoe";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    static constexpr bool reference_methods = true;
    using Settings = NoSettings;
    static constexpr std::array<Setting<Settings>, 0> setting_table{};
    using Move = std::uint8_t;  // the cell, 0..8
    using Moves = FixedList<Move, 9>;

    TicTacToe() = default;
    explicit TicTacToe(const Settings&) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return hash_; }

    void generate(Moves& moves) const {
        if (result()) return;
        for (Move cell = 0; cell < 9; ++cell) {
            if (((marks_[0] | marks_[1]) >> cell & 1) == 0) moves.push(cell);
        }
    }

    void play(Move cell) {
        put(turn_, cell);
        turn_ ^= 1;
        hash_ ^= keys[18];
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (has_line(marks_[0])) return Outcome{1.0, 1, "three in a row"};
        if (has_line(marks_[1])) return Outcome{0.0, -1, "three in a row"};
        if ((marks_[0] | marks_[1]) == 0b111'111'111) return Outcome{0.5, 0, "full board"};
        return std::nullopt;
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }

    // The number of lines with `count` marks of the seat and none of the other.
    [[nodiscard]] int open_lines(int seat, int count) const {
        const unsigned own = marks_[static_cast<std::size_t>(seat)];
        const unsigned other = marks_[static_cast<std::size_t>(seat ^ 1)];
        return static_cast<int>(std::count_if(lines.begin(), lines.end(), [&](unsigned line) {
            return (line & other) == 0 && std::popcount(line & own) == count;
        }));
    }

    [[nodiscard]] std::string text() const {
        std::string text(9, '.');
        for (std::size_t cell = 0; cell < 9; ++cell) {
            if (marks_[0] >> cell & 1) text[cell] = 'x';
            if (marks_[1] >> cell & 1) text[cell] = 'o';
        }
        return text + (turn_ == 0 ? " x" : " o");
    }

    [[nodiscard]] static std::string move_text(Move cell) {
        return {static_cast<char>('a' + cell % 3), static_cast<char>('3' - cell / 3)};
    }

    // Accepts exactly the positions that play can reach.
    static Parsed<TicTacToe> parse(std::string_view text, const Settings& settings) {
        if (text.size() != 11 || text[9] != ' ' || (text[10] != 'x' && text[10] != 'o'))
            return Error{"A position is nine of x, o and '.', a space, and x or o to move."};
        TicTacToe position(settings);
        for (Move cell = 0; cell < 9; ++cell) {
            const char c = text[cell];
            if (c != 'x' && c != 'o' && c != '.')
                return Error{"Only x, o and '.' may stand on the board."};
            if (c != '.') position.put(c == 'x' ? 0 : 1, cell);
        }
        if (text[10] == 'o') {
            position.turn_ = 1;
            position.hash_ ^= keys[18];
        }
        return position.validated();
    }

    friend bool operator==(const TicTacToe&, const TicTacToe&) = default;

   private:
    // Keys of x on nine cells, of o on nine cells, of o to move.
    static constexpr auto keys = zobrist_keys<19>(0x7469'6374'6163'746F);
    static constexpr std::array<unsigned, 8> lines{0b000'000'111, 0b000'111'000, 0b111'000'000,
                                                   0b001'001'001, 0b010'010'010, 0b100'100'100,
                                                   0b100'010'001, 0b001'010'100};

    static bool has_line(unsigned marks) {
        return std::any_of(lines.begin(), lines.end(),
                           [marks](unsigned line) { return (marks & line) == line; });
    }

    void put(int seat, Move cell) {
        marks_[static_cast<std::size_t>(seat)] |= 1U << cell;
        hash_ ^= keys[static_cast<std::size_t>(9 * seat + cell)];
    }

    [[nodiscard]] Parsed<TicTacToe> validated() const {
        if (std::popcount(marks_[0]) - std::popcount(marks_[1]) != turn_)
            return Error{"x begins and the sides take turns: the number of marks cannot be right."};
        if (has_line(marks_[static_cast<std::size_t>(turn_)]))
            return Error{"The side to move has three in a row: the game ended before."};
        return *this;
    }

    std::array<unsigned, 2> marks_{};
    int turn_ = 0;
    Key hash_ = text_key(name);
};

}  // namespace zeitnot
