// Go on one row of points, a game for tests of superko: a stone on an empty point, or a pass; a
// chain without liberties is captured, the opponent's first; two passes end the game, and the side
// with more stones and territory wins. No board may recur, whichever side is to move (positional
// superko).
#pragma once

#include <algorithm>
#include <string>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

struct LineGoSettings {
    int size = 5;
};

class LineGo {
   public:
    static constexpr std::string_view name = "linego";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = LineGoSettings;
    static constexpr std::array<Setting<Settings>, 1> setting_table{
        {{.name = "size", .field = &Settings::size, .range = {.min = 2, .max = 9}}}};
    using Move = std::uint8_t;  // the point, or `pass`
    using Moves = FixedList<Move, 10>;
    static constexpr Move pass = 255;

    LineGo() : LineGo(Settings{}) {}
    explicit LineGo(const Settings& settings)
        : board_(static_cast<std::size_t>(settings.size), '.') {}

    [[nodiscard]] int turn() const { return turn_; }
    // Ignores superko, which History applies; suicide is illegal.
    void generate(Moves& moves) const {
        if (result()) return;
        for (Move point = 0; point < board_.size(); ++point) {
            if (board_[point] == '.' && !board_after(point).empty()) moves.push(point);
        }
        moves.push(pass);
    }
    void play(Move move) {
        passes_ = move == pass ? passes_ + 1 : 0;
        if (move != pass) board_ = board_after(move);
        turn_ ^= 1;
    }

    [[nodiscard]] Key superko_key() const { return text_key(board_); }
    [[nodiscard]] static bool may_recur(Move move) { return move != pass; }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (passes_ < 2) return std::nullopt;
        const int lead = count('x') - count('o');
        return Outcome{lead > 0 ? 1.0 : lead < 0 ? 0.0 : 0.5, lead, "area"};
    }

    [[nodiscard]] Key hash() const { return text_key(name) ^ text_key(text()); }
    [[nodiscard]] static bool is_capture(Move) { return false; }
    [[nodiscard]] static std::string move_text(Move move) {
        return move == pass ? "pass" : std::string(1, static_cast<char>('a' + move));
    }

    // The points, the side to move, and the number of preceding passes.
    [[nodiscard]] std::string text() const {
        return board_ + (turn_ == 0 ? " x " : " o ") + static_cast<char>('0' + passes_);
    }
    static Parsed<LineGo> parse(std::string_view text, const Settings& settings) {
        const auto size = static_cast<std::size_t>(settings.size);
        if (text.size() != size + 4 || text[size] != ' ' || text[size + 2] != ' ')
            return Error{"A position is its points, x or o to move, and 0 to 2 passes."};
        LineGo go(settings);
        go.board_ = text.substr(0, size);
        go.turn_ = text[size + 1] == 'o';
        go.passes_ = text[size + 3] - '0';
        if (go.board_.find_first_not_of(".xo") != std::string::npos || go.text() != text ||
            go.passes_ < 0 || go.passes_ > 2)
            return Error{"Only x, o and '.' may be on the board."};
        for (std::size_t point = 0; point < size; ++point) {
            if (!has_liberty(go.board_, point))
                return Error{"A chain without liberties cannot be on the board."};
        }
        return go;
    }

    friend bool operator==(const LineGo&, const LineGo&) = default;

   private:
    // The chain of one colour around a point, as [first, last).
    static std::pair<std::size_t, std::size_t> chain(const std::string& board, std::size_t point) {
        std::size_t first = point, last = point + 1;
        while (first > 0 && board[first - 1] == board[point]) --first;
        while (last < board.size() && board[last] == board[point]) ++last;
        return {first, last};
    }
    static bool has_liberty(const std::string& board, std::size_t point) {
        const auto [first, last] = chain(board, point);
        return board[point] == '.' || (first > 0 && board[first - 1] == '.') ||
               (last < board.size() && board[last] == '.');
    }

    // The board after a stone on this point; empty for suicide.
    [[nodiscard]] std::string board_after(Move move) const {
        std::string board = board_;
        board[move] = turn_ == 0 ? 'x' : 'o';
        for (std::size_t at = 0; at < board.size(); ++at) {
            if (board[at] == board[move] || has_liberty(board, at)) continue;
            const auto [first, last] = chain(board, at);
            std::fill(board.begin() + static_cast<std::ptrdiff_t>(first),
                      board.begin() + static_cast<std::ptrdiff_t>(last), '.');
        }
        return has_liberty(board, move) ? board : std::string();
    }

    // The stones of a colour, and the empty points that border only on it.
    [[nodiscard]] int count(char colour) const {
        int points = 0;
        for (std::size_t at = 0; at < board_.size(); ++at) {
            const auto [first, last] = chain(board_, at);
            const char left = first > 0 ? board_[first - 1] : colour;
            const char right = last < board_.size() ? board_[last] : colour;
            const bool bare = first == 0 && last == board_.size();
            const bool is_territory =
                board_[at] == '.' && !bare && left == colour && right == colour;
            points += board_[at] == colour || is_territory;
        }
        return points;
    }

    std::string board_;
    int turn_ = 0;
    int passes_ = 0;
};

}  // namespace zeitnot
