// Blind tic-tac-toe, for tests: a seat sees only its own marks. A move onto an occupied cell
// reveals that cell, and the same seat moves again.
#pragma once

#include <algorithm>
#include <bit>
#include <string>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

class Blind {
   public:
    static constexpr std::string_view name = "blind";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = NoSettings;
    static constexpr std::array<Setting<Settings>, 0> setting_table{};
    using Move = std::uint8_t;  // the cell, 0..8
    using Moves = FixedList<Move, 9>;

    Blind() = default;
    explicit Blind(const Settings&) {}

    [[nodiscard]] int turn() const { return turn_; }
    void generate(Moves& moves) const {
        if (result()) return;
        for (Move cell = 0; cell < 9; ++cell) {
            if (visible_letter(cell, turn_) == '?') moves.push(cell);
        }
    }
    void play(Move cell) {
        const unsigned bit = 1U << cell;
        if ((marks_[1 - turn_] & bit) != 0) {
            revealed_[turn_] |= bit;
            return;
        }
        marks_[turn_] |= bit;
        turn_ = 1 - turn_;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (has_line(marks_[0])) return Outcome{1, 1, "three in a row"};
        if (has_line(marks_[1])) return Outcome{0, -1, "three in a row"};
        if ((marks_[0] | marks_[1]) == 0b111'111'111) return Outcome{0.5, 0, "full board"};
        return std::nullopt;
    }

    [[nodiscard]] Key hash() const { return text_key(name) ^ text_key(text()); }
    [[nodiscard]] static bool is_capture(Move) { return false; }
    [[nodiscard]] static std::string move_text(Move cell) {
        return {static_cast<char>('a' + cell % 3), static_cast<char>('3' - cell / 3)};
    }

    // Nine cells, a space and the side to move. A mark that the opponent has found is a capital
    // letter.
    [[nodiscard]] std::string text() const {
        std::string text;
        for (Move cell = 0; cell < 9; ++cell) text += letter(cell);
        return text + side();
    }
    // A capital is an opponent's mark that this seat has found. After the end all marks are
    // visible.
    [[nodiscard]] std::string view(std::optional<int> seat) const {
        if (result()) return text();
        std::string text;
        for (Move cell = 0; cell < 9; ++cell) text += seat ? visible_letter(cell, *seat) : '?';
        return text + side();
    }
    [[nodiscard]] static bool sees_value(std::size_t, std::optional<int>) { return true; }
    [[nodiscard]] static bool sees_move(int mover, std::optional<int> seat) {
        return seat == mover;
    }
    [[nodiscard]] std::string information(int seat) const { return view(seat); }

    static Parsed<Blind> parse(std::string_view text, const Settings&) {
        if (text.size() != 11 || text[9] != ' ' || (text[10] != 'x' && text[10] != 'o'))
            return Error{"A position is nine of x, X, o, O and '.', a space, and x or o to move."};
        Blind blind;
        for (Move cell = 0; cell < 9; ++cell) {
            const auto kind = std::string_view(".xoXO").find(text[cell]);
            if (kind == std::string_view::npos)
                return Error{"Only x, X, o, O and '.' may be on the board."};
            if (kind == 0) continue;
            const int seat = kind % 2 == 1 ? 0 : 1;
            blind.marks_[seat] |= 1U << cell;
            if (kind > 2) blind.revealed_[1 - seat] |= 1U << cell;
        }
        blind.turn_ = text[10] == 'o';
        if (blind.is_reachable()) return blind;
        return Error{"No game leads to these marks."};
    }

    // A random board with this view.
    static Parsed<Blind> sample(std::string_view view, const Settings& settings,
                                auto&& random_below) {
        if (view.find('?') == view.npos) return parse(view, settings);
        // A seat sees all its own marks, so hidden ones are the opponent's. A view without x marks
        // is o's or a spectator's, and hidden marks are x's.
        const bool of_x = view.substr(0, 9).find_first_of("xO") != view.npos;
        std::vector<Blind> boards;
        if (view.size() == 11) fill(std::string(view), of_x ? 'o' : 'x', settings, boards);
        if (boards.empty()) return Error{"No board looks like this."};
        const int count = static_cast<int>(boards.size());
        return boards[static_cast<std::size_t>(random_below(count))];
    }

    friend bool operator==(const Blind&, const Blind&) = default;

   private:
    // Replaces each '?' by nothing or `mark`, in all ways.
    static void fill(std::string text, char mark, const Settings& settings,
                     std::vector<Blind>& boards) {
        const auto at = text.find('?');
        if (at == text.npos) {
            const auto board = parse(text, settings);
            if (board && !board->result()) boards.push_back(*board);
            return;
        }
        for (const char put : {'.', mark}) {
            text[at] = put;
            fill(text, mark, settings, boards);
        }
    }

    static bool has_line(unsigned marks) {
        constexpr std::array<unsigned, 8> lines{0b000'000'111, 0b000'111'000, 0b111'000'000,
                                                0b001'001'001, 0b010'010'010, 0b100'100'100,
                                                0b100'010'001, 0b001'010'100};
        return std::ranges::any_of(lines,
                                   [marks](unsigned line) { return (marks & line) == line; });
    }
    [[nodiscard]] bool is_reachable() const {
        const int lead = std::popcount(marks_[0]) - std::popcount(marks_[1]);
        return lead == turn_ && !has_line(marks_[turn_]);
    }

    [[nodiscard]] std::string side() const { return turn_ == 0 ? " x" : " o"; }
    [[nodiscard]] char letter(Move cell) const {
        for (const int seat : {0, 1}) {
            if ((marks_[seat] >> cell & 1U) == 0) continue;
            const bool is_revealed = (revealed_[1 - seat] >> cell & 1U) != 0;
            return seat == 0 ? (is_revealed ? 'X' : 'x') : (is_revealed ? 'O' : 'o');
        }
        return '.';
    }
    [[nodiscard]] char visible_letter(Move cell, int seat) const {
        if ((marks_[seat] >> cell & 1U) != 0) return seat == 0 ? 'x' : 'o';
        return (revealed_[seat] >> cell & 1U) != 0 ? (seat == 0 ? 'O' : 'X') : '?';
    }

    PerSeat<unsigned> marks_{0U, 0U};
    PerSeat<unsigned> revealed_{0U, 0U};  // opponent's marks that the seat has found
    int turn_ = 0;
};

}  // namespace zeitnot
