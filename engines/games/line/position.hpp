// A race on a row of squares: each seat has one stone, on the first and on the last square. The
// first to reach the opposite end wins. A move is a step to a free neighbouring square, or a jump
// over the other stone. The third occurrence of a position is a draw, which History detects.
//
// The game can be solved by hand: the first seat wins exactly if the number of squares is even.
#pragma once

#include <array>
#include <cstdint>

#include "zeitnot/concepts.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

struct LineRaceSettings {
    int squares = 8;
};

class LineRace {
   public:
    static constexpr std::string_view name = "line";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    static constexpr int repetition_limit = 3;
    static constexpr bool alternates = true;
    static constexpr bool reference_methods = true;
    static constexpr int max_squares = 12;
    using Settings = LineRaceSettings;
    static constexpr std::array setting_table{Setting<Settings>{
        .name = "squares", .field = &Settings::squares, .range = {.min = 3, .max = max_squares}}};
    using Move = std::uint8_t;  // 16 · from + to, squares from 1
    using Moves = FixedList<Move, 2>;

    LineRace() : LineRace(Settings{}) {}
    explicit LineRace(const Settings& settings) : LineRace(settings, {1, settings.squares}, 0) {}
    LineRace(const Settings& settings, std::array<int, 2> stones, int turn)
        : squares_(settings.squares),
          stones_(stones),
          turn_(turn),
          hash_(text_key(name) ^ settings_key<LineRace>(settings)) {
        hash_ ^= key(0, stones[0]) ^ key(1, stones[1]);
        if (turn == 1) hash_ ^= keys.back();
    }

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return hash_; }
    // The stones' squares by seat, from 1.
    [[nodiscard]] const std::array<int, 2>& stones() const { return stones_; }

    void generate(Moves& moves) const {
        if (result()) return;
        const int from = own();
        for (const int direction : {1, -1}) {
            int to = from + direction;
            if (to == other()) to += direction;
            if (to >= 1 && to <= squares_) moves.push(static_cast<Move>(16 * from + to));
        }
    }
    void play(Move move) {
        hash_ ^= key(turn_, own()) ^ key(turn_, move % 16) ^ keys.back();
        stones_[static_cast<std::size_t>(turn_)] = move % 16;
        turn_ ^= 1;
    }
    [[nodiscard]] static bool irreversible(Move) { return false; }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (stones_[0] == squares_) return Outcome{1.0, 1, "across"};
        if (stones_[1] == 1) return Outcome{0.0, -1, "across"};
        return std::nullopt;
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }

    // The squares of the two stones, and the seat to move.
    [[nodiscard]] std::string text() const {
        return std::to_string(stones_[0]) + ' ' + std::to_string(stones_[1]) + ' ' +
               std::to_string(turn_);
    }
    [[nodiscard]] static std::string move_text(Move move) {
        return std::to_string(move / 16) + '-' + std::to_string(move % 16);
    }

    // The reason why this placement is illegal; none if the game is not over, or was ended by the
    // last move.
    [[nodiscard]] std::optional<std::string_view> placement_error() const {
        if (stones_[0] == stones_[1]) return "The stones must be on different squares.";
        const bool both_across = stones_[0] == squares_ && stones_[1] == 1;
        const auto end = result();
        if (both_across || (end && (end->scores[0] == 1) == (turn_ == 0)))
            return "The game ended before.";
        return std::nullopt;
    }

    // Accepts every legal placement, even unreachable ones.
    static Parsed<LineRace> parse(std::string_view text, const Settings& settings) {
        const auto words = split_words(text);
        if (words.size() != 3)
            return Error{"A position is the squares of both stones, and the seat to move, 0 or 1."};
        const auto first = parse_number(words[0], settings.squares);
        const auto second = parse_number(words[1], settings.squares);
        const auto turn = parse_number(words[2], 1);
        if (!first || !second || !turn || *first == 0 || *second == 0)
            return Error{"Squares are numbered from 1, and the seat to move is 0 or 1."};
        const LineRace position(settings, {*first, *second}, *turn);
        if (const auto placement_error = position.placement_error())
            return Error{std::string(*placement_error)};
        return position;
    }

    friend bool operator==(const LineRace&, const LineRace&) = default;

   private:
    // Keys of each seat's stone on each square, and of seat 1 to move.
    static constexpr auto keys = zobrist_keys<2 * max_squares + 1>(0x6C69'6E65'7261'6365);
    static constexpr Key key(int seat, int square) {
        return keys[static_cast<std::size_t>(max_squares * seat + square - 1)];
    }
    [[nodiscard]] int own() const { return stones_[static_cast<std::size_t>(turn_)]; }
    [[nodiscard]] int other() const { return stones_[static_cast<std::size_t>(turn_ ^ 1)]; }

    int squares_;
    std::array<int, 2> stones_;
    int turn_;
    Key hash_;
};

}  // namespace zeitnot
