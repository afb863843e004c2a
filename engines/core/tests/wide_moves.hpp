// Tic-tac-toe with moves of sixteen bytes, like those of a game with long chains of steps.
#pragma once

#include "games/tictactoe/evaluation.hpp"

namespace zeitnot {

class WideTicTacToe {
   public:
    static constexpr std::string_view name = "wide tictactoe";
    static constexpr Unit unit = TicTacToe::unit;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = NoSettings;
    static constexpr std::array<Setting<Settings>, 0> setting_table{};
    // The cell is last, so that all moves look equal to code that reads only the first bytes.
    using Move = std::array<std::uint32_t, 4>;
    using Moves = FixedList<Move, 9>;

    WideTicTacToe() = default;
    explicit WideTicTacToe(const Settings&) {}

    [[nodiscard]] int turn() const { return game_.turn(); }
    [[nodiscard]] Key hash() const { return game_.hash(); }
    [[nodiscard]] std::optional<Outcome> result() const { return game_.result(); }
    [[nodiscard]] std::string text() const { return game_.text(); }
    [[nodiscard]] static bool is_capture(const Move&) { return false; }
    [[nodiscard]] static std::string move_text(const Move& move) {
        return TicTacToe::move_text(cell(move));
    }

    void generate(Moves& moves) const {
        TicTacToe::Moves cells;
        game_.generate(cells);
        for (const auto cell : cells) moves.push({0, 0, 0, cell});
    }
    void play(const Move& move) { game_.play(cell(move)); }

    static Parsed<WideTicTacToe> parse(std::string_view text, const Settings& settings) {
        const auto game = TicTacToe::parse(text, settings);
        if (!game) return Error{game.error()};
        WideTicTacToe wide;
        wide.game_ = *game;
        return wide;
    }

    friend bool operator==(const WideTicTacToe&, const WideTicTacToe&) = default;

   private:
    static TicTacToe::Move cell(const Move& move) {
        return static_cast<TicTacToe::Move>(move.back());
    }

    TicTacToe game_;
};

template <>
struct Evaluation<WideTicTacToe> : PointsEvaluation {};

}  // namespace zeitnot
