// Gomoku, five in a row, on 5x5 to 20x20; black, seat 0, begins. Rules: freestyle, standard, and
// renju without its rules for the opening.
//
// On 15x15 black wins freestyle and standard gomoku (Allis, van den Herik and Huntjens, "Go-Moku
// solved by new search techniques", 1996). Passing is not allowed, so in renju black loses when
// only fouls are left.
#pragma once

#include "games/gomoku/board.hpp"
#include "games/gomoku/pattern_board.hpp"
#include "games/gomoku/renju.hpp"
#include "games/gomoku/rows.hpp"
#include "games/gomoku/settings.hpp"
#include "zeitnot/concepts.hpp"

namespace zeitnot {

class Gomoku {
   public:
    static constexpr std::string_view name = "gomoku";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    static constexpr bool alternates = true;
    using Settings = gomoku::GomokuSettings;
    static constexpr auto& setting_table = gomoku::setting_table;
    using Stone = gomoku::Stone;
    using Move = gomoku::Cell;
    using Moves = FixedList<Move, gomoku::max_stones>;

    Gomoku() : Gomoku(Settings{}) {}
    explicit Gomoku(const Settings& settings)
        : board_(settings.size),
          patterns_(settings.size, static_cast<gomoku::Rule>(settings.rule)),
          rule_(static_cast<gomoku::Rule>(settings.rule)),
          hash_(text_key(name) ^ settings_key<Gomoku>(settings)) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return hash_; }
    [[nodiscard]] const gomoku::Board& board() const { return board_; }
    [[nodiscard]] const gomoku::PatternBoard& patterns() const { return patterns_; }
    [[nodiscard]] gomoku::Rule rule() const { return rule_; }
    [[nodiscard]] int size() const { return board_.size(); }
    [[nodiscard]] int stones() const { return stones_; }
    [[nodiscard]] Stone colour() const { return static_cast<Stone>(turn_); }

    void generate(Moves& moves) const {
        if (won_) return;
        board_.for_each_cell([&](Move cell) {
            if (is_legal(cell)) moves.push(cell);
        });
    }

    [[nodiscard]] std::size_t count() const {
        if (won_) return 0;
        if (!has_fouls()) return static_cast<std::size_t>(size() * size() - stones_);
        Moves moves;
        generate(moves);
        return moves.size();
    }

    void play(Move cell) {
        put(cell, colour());
        won_ = gomoku::makes_five(board_, cell, colour(), rule_);
        turn_ ^= 1;
        hash_ ^= turn_key;
    }

    // Whether the side to move may play on this cell, if the game is not over.
    [[nodiscard]] bool is_legal(Move cell) const {
        return board_.at(cell) == Stone::none && can_put(turn_, cell);
    }

    // Whether this seat may put a stone on an empty cell.
    [[nodiscard]] bool can_put(int seat, Move cell) const {
        return rule_ != gomoku::Rule::renju || seat != 0 ||
               gomoku::foul_of(board_, cell) == gomoku::Foul::none;
    }

    // Whether the enemy threatens to make five.
    [[nodiscard]] bool threatened() const { return !won_ && !patterns_.fives(turn_ ^ 1).empty(); }

    // For null moves in the search only; passing is no move of the game.
    [[nodiscard]] bool may_pass() const { return !won_ && !threatened(); }
    void pass_turn() {
        turn_ ^= 1;
        hash_ ^= turn_key;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (auto outcome = early_result()) return outcome;
        if (has_fouls() && !has_move()) return no_moves_result();
        return std::nullopt;
    }
    [[nodiscard]] std::optional<Outcome> early_result() const {
        if (won_) {
            return turn_ == 1 ? Outcome{1.0, 1, "five in a row"}
                              : Outcome{0.0, -1, "five in a row"};
        }
        if (stones_ == size() * size()) return Outcome{0.5, 0, "full board"};
        return std::nullopt;
    }
    [[nodiscard]] static Outcome no_moves_result() { return {0.0, -1, "only fouls left"}; }

    [[nodiscard]] static bool is_capture(Move) { return false; }

    [[nodiscard]] std::string text() const {
        return gomoku::rows_text(board_) + (turn_ == 0 ? " x" : " o");
    }
    [[nodiscard]] static std::string move_text(Move cell) { return gomoku::cell_text(cell); }

    // Accepts any stones unless the game was won before the last one; the sides need not have
    // alternated.
    static Parsed<Gomoku> parse(std::string_view text, const Settings& settings) {
        const std::size_t space = text.find(' ');
        const std::string_view side = text.substr(std::min(space, text.size()));
        if (side != " x" && side != " o")
            return Error{"A position is its rows, a space, and x or o to move."};
        Gomoku position(settings);
        if (!gomoku::read_rows(text.substr(0, space), settings.size,
                               [&](Move cell, Stone stone) { position.put(cell, stone); }))
            return Error{
                "The rows have x, o and numbers of empty cells, as many as the board has."};
        if (side == " o") {
            position.turn_ = 1;
            position.hash_ ^= turn_key;
        }
        if (position.text() != text) return Error{"The position is not in its usual form."};
        return position.with_winner();
    }

    friend bool operator==(const Gomoku& a, const Gomoku& b) {
        return a.hash_ == b.hash_ && a.board_ == b.board_ && a.turn_ == b.turn_ &&
               a.rule_ == b.rule_;
    }

   private:
    // Keys of black's stone on each cell, then of white's.
    static constexpr auto keys = zobrist_keys<2 * gomoku::cells>(0x676F'6D6F'6B75'3135);
    static constexpr Key turn_key = zobrist_keys<1>(0x676F'6D6F'7475'726E)[0];

    // The only function that adds stones.
    void put(Move cell, Stone colour) {
        board_.set(cell, colour);
        patterns_.place(cell, static_cast<int>(colour));
        hash_ ^= keys[static_cast<std::size_t>(static_cast<int>(colour) * gomoku::cells + cell)];
        ++stones_;
    }

    [[nodiscard]] bool has_fouls() const { return rule_ == gomoku::Rule::renju && turn_ == 0; }

    [[nodiscard]] bool has_move() const {
        for (int row = 0; row < size(); ++row)
            for (int column = 0; column < size(); ++column)
                if (is_legal(gomoku::cell_at(column, row))) return true;
        return false;
    }

    // The number of stones of this colour that are part of a winning row.
    [[nodiscard]] static int winning_stones(const gomoku::Board& board, Stone colour,
                                            gomoku::Rule rule) {
        int stones = 0;
        board.for_each_cell([&](Move cell) {
            stones += board.at(cell) == colour && gomoku::makes_five(board, cell, colour, rule);
        });
        return stones;
    }

    // Sets the winner of a parsed board: the last stone may have won the game, but no stone before
    // it.
    [[nodiscard]] Parsed<Gomoku> with_winner() {
        if (winning_stones(board_, colour(), rule_) > 0)
            return Error{"The side to move has five in a row: the game ended before."};
        const Stone last = gomoku::other(colour());
        won_ = winning_stones(board_, last, rule_) > 0;
        if (!won_) return *this;
        bool found = false;
        board_.for_each_cell([&](Move cell) {
            if (found || board_.at(cell) != last) return;
            gomoku::Board before = board_;
            before.set(cell, Stone::none);
            found = winning_stones(before, last, rule_) == 0;
        });
        if (!found) return Error{"The game was won before the last stone."};
        return *this;
    }

    gomoku::Board board_;
    gomoku::PatternBoard patterns_;
    gomoku::Rule rule_;
    bool won_ = false;  // by the side that has just moved
    std::uint8_t turn_ = 0;
    std::uint16_t stones_ = 0;
    Key hash_;
};

}  // namespace zeitnot
