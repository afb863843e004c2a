// Blind tic-tac-toe, also called phantom tic-tac-toe: a seat sees only its own marks. A try on a
// taken cell is refused and shows the mover that cell, and the same seat tries again. Refusals are
// public, but not their cells.
//
// The text is the list of all tries, so a seat's view is everything that it has seen, in order
// (perfect recall): "b2b2!a1" is x on b2, o refused there, o on a1, and o sees "?b2!a1".
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

namespace blindtictactoe {

using Cell = std::uint8_t;  // 0..8, row by row from the top left
using Cells = std::uint16_t;

inline constexpr int cell_count = 9;
inline constexpr Cells all_cells = 0b111'111'111;
// Nine marks; each seat can run into four of the other.
inline constexpr int max_tries = 17;

constexpr bool has_line(unsigned marks) {
    constexpr std::array<unsigned, 8> lines{0b000'000'111, 0b000'111'000, 0b111'000'000,
                                            0b001'001'001, 0b010'010'010, 0b100'100'100,
                                            0b100'010'001, 0b001'010'100};
    return std::ranges::any_of(lines, [marks](unsigned line) { return (marks & line) == line; });
}

// One try by the seat whose turn it was. `cell` is `hidden` if it is unknown.
struct Try {
    static constexpr Cell hidden = cell_count;

    Cell cell;
    bool is_refused;
    std::uint8_t seat;
    friend bool operator==(const Try&, const Try&) = default;
};

using Tries = FixedList<Try, max_tries>;

// Reads the tries of a text or view and checks only the form; empty if it is neither.
constexpr std::optional<Tries> read_tries(std::string_view text) {
    Tries tries;
    if (text == "-") return tries;
    std::uint8_t seat = 0;
    while (!text.empty()) {
        Cell cell = Try::hidden;
        std::size_t length = 1;
        if (text[0] != '?') {
            if (text.size() < 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '3')
                return std::nullopt;
            cell = static_cast<Cell>(3 * ('3' - text[1]) + (text[0] - 'a'));
            length = 2;
        }
        const bool is_refused = text.size() > length && text[length] == '!';
        if (tries.full()) return std::nullopt;
        tries.push({cell, is_refused, seat});
        if (!is_refused) seat ^= 1;
        text.remove_prefix(length + (is_refused ? 1 : 0));
    }
    return tries.empty() ? std::nullopt : std::optional(tries);
}

}  // namespace blindtictactoe

class BlindTicTacToe {
   public:
    static constexpr std::string_view name = "blindtictactoe";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = NoSettings;
    static constexpr std::array<Setting<Settings>, 0> setting_table{};
    using Cells = blindtictactoe::Cells;
    using Move = blindtictactoe::Cell;
    using Moves = FixedList<Move, blindtictactoe::cell_count>;

    BlindTicTacToe() = default;
    explicit BlindTicTacToe(const Settings&) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return hash_; }
    // A seat's marks, and the other's marks that it has run into.
    [[nodiscard]] Cells marks(int seat) const { return marks_[index(seat)]; }
    [[nodiscard]] Cells found(int seat) const { return found_[index(seat)]; }
    [[nodiscard]] std::span<const blindtictactoe::Try> tries() const {
        return {tries_.begin(), tries_.end()};
    }

    // Lists the cells that the seat to move does not know to be taken.
    void generate(Moves& moves) const {
        if (result()) return;
        const Cells known = marks(turn_) | found(turn_);
        for (Move cell = 0; cell < blindtictactoe::cell_count; ++cell)
            if ((known >> cell & 1) == 0) moves.push(cell);
    }

    void play(Move cell) {
        const auto bit = static_cast<Cells>(1U << cell);
        const bool is_refused = (marks(turn_ ^ 1) & bit) != 0;
        hash_ ^= keys[tries_.size() * blindtictactoe::cell_count + cell];
        tries_.push({cell, is_refused, static_cast<std::uint8_t>(turn_)});
        (is_refused ? found_ : marks_)[index(turn_)] |= bit;
        if (!is_refused) turn_ ^= 1;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (blindtictactoe::has_line(marks_[0])) return Outcome{1.0, 1, "three in a row"};
        if (blindtictactoe::has_line(marks_[1])) return Outcome{0.0, -1, "three in a row"};
        if ((marks_[0] | marks_[1]) == blindtictactoe::all_cells)
            return Outcome{0.5, 0, "full board"};
        return std::nullopt;
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }
    [[nodiscard]] static std::string move_text(Move cell) {
        return {static_cast<char>('a' + cell % 3), static_cast<char>('3' - cell / 3)};
    }

    [[nodiscard]] std::string text() const {
        return text([](int) { return true; });
    }

    // ── hidden information ──

    // Like `text`, with "?" for the cells that the other seat has tried, or for a spectator all
    // cells.
    [[nodiscard]] std::string view(std::optional<int> seat) const {
        if (result()) return text();
        return text([seat](int mover) { return seat == mover; });
    }
    [[nodiscard]] static bool sees_value(std::size_t, std::optional<int>) { return true; }
    [[nodiscard]] static bool sees_move(int mover, std::optional<int> seat) {
        return seat == mover;
    }
    [[nodiscard]] std::string information(int seat) const { return view(seat); }
    // Whether `move` is consistent with the next try of an unfinished game.
    [[nodiscard]] bool fits(const blindtictactoe::Try& next, Move move) const {
        const bool is_refused = (marks(turn_ ^ 1) >> move & 1) != 0;
        return is_refused == next.is_refused &&
               (next.cell == move || next.cell == blindtictactoe::Try::hidden);
    }
    // Returns a sampler of games that a seat cannot distinguish; see PreparesDeals.
    [[nodiscard]] auto deals(int seat) const;

    // Accepts exactly the texts of legal games.
    static Parsed<BlindTicTacToe> parse(std::string_view text, const Settings& settings);
    // A random position consistent with `view`; see the concept Observable.
    static Parsed<BlindTicTacToe> sample(std::string_view view, const Settings& settings,
                                         auto&& random_below);

    friend bool operator==(const BlindTicTacToe& a, const BlindTicTacToe& b) {
        return std::ranges::equal(a.tries_, b.tries_);
    }

   private:
    static constexpr auto keys =
        zobrist_keys<blindtictactoe::max_tries * blindtictactoe::cell_count>(0x626C'696E'6474'7474);

    static std::size_t index(int seat) { return static_cast<std::size_t>(seat); }

    [[nodiscard]] std::string text(auto&& sees_try_of) const {
        std::string text;
        for (const auto& [cell, is_refused, seat] : tries_) {
            text += sees_try_of(seat) ? move_text(cell) : "?";
            if (is_refused) text += '!';
        }
        return text.empty() ? "-" : text;
    }

    std::array<Cells, 2> marks_{}, found_{};
    blindtictactoe::Tries tries_;
    Key hash_ = text_key(name);
    int turn_ = 0;
};

inline Parsed<BlindTicTacToe> BlindTicTacToe::parse(std::string_view text,
                                                    const Settings& settings) {
    const auto tries = blindtictactoe::read_tries(text);
    if (!tries)
        return Error{"A position is the cells tried, a1 to c3, refused ones with '!', or '-'."};
    BlindTicTacToe position(settings);
    for (const auto& next : *tries) {
        if (next.cell == blindtictactoe::Try::hidden)
            return Error{"A position names the cells of all tries; only a view hides some."};
        if (position.result()) return Error{"The game ended before the last of these tries."};
        Moves moves;
        position.generate(moves);
        if (std::ranges::find(moves, next.cell) == moves.end())
            return Error{"A seat does not try again a cell that it knows to be taken."};
        if (!position.fits(next, next.cell))
            return Error{"A try is refused, '!', exactly if the other side has that cell."};
        position.play(next.cell);
    }
    return position;
}

}  // namespace zeitnot

#include "games/blindtictactoe/consistent_games.hpp"
