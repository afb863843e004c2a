// Ox-horn chess (niujiaoqi): red's single stone tries to pass two blue stones that never move back.
//
// There are ten nodes along a horn; 0 is the tip. Red wins by reaching 8 or 9, or when blue has no
// move; blue wins when red is trapped on 0. The third occurrence of a position is a draw, which
// History detects.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "zeitnot/concepts.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

struct NiujiaoqiSettings {
    int first = 0;  // the seat that begins
};

class Niujiaoqi {
   public:
    static constexpr std::string_view name = "niujiaoqi";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    static constexpr int repetition_limit = 3;
    static constexpr bool alternates = true;
    static constexpr bool reference_methods = true;
    using Settings = NiujiaoqiSettings;
    static constexpr std::array setting_table{
        Setting<Settings>{.name = "first", .field = &Settings::first, .words = {"red", "blue"}}};
    using Move = std::uint8_t;  // 10 · from + to
    using Moves = FixedList<Move, 6>;

    Niujiaoqi() : Niujiaoqi(Settings{}) {}
    explicit Niujiaoqi(const Settings& settings)
        : Niujiaoqi(settings, 0, 1U << 8 | 1U << 9, settings.first) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return hash_; }

    void generate(Moves& moves) const {
        if (result()) return;
        if (turn_ == 0) {
            add_moves(red_, red_steps[node(red_)], moves);
        } else {
            add_blue_moves(moves);
        }
    }

    void play(Move move) {
        const int from = move / 10, to = move % 10;
        if (turn_ == 0) {
            red_ = to;
            hash_ ^= keys[node(from)] ^ keys[node(to)];
        } else {
            blue_ ^= 1U << from | 1U << to;
            hash_ ^= keys[node(10 + from)] ^ keys[node(10 + to)];
        }
        turn_ ^= 1;
        hash_ ^= keys[20];
    }

    // Blue never returns to a level that it has left; the levels are 2-3, 4-5, 6-7, 8-9.
    [[nodiscard]] bool irreversible(Move move) const {
        const int from = move / 10, to = move % 10;
        return turn_ == 1 && (from / 2 != to / 2 || from < 2);
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (red_ >= 8) return Outcome{1.0, 1, "red has passed"};
        if (red_ == 0 && blue_ == 0b110) return Outcome{0.0, -1, "red is shut in"};
        // Blue has no move only with stones on 0 and 1, because 0 has no moves and 1 leads only to
        // 0.
        if (turn_ == 1 && blue_ == 0b011) return Outcome{1.0, 1, "blue cannot move"};
        return std::nullopt;
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }

    [[nodiscard]] std::string text() const {
        const int low = std::countr_zero(blue_), high = std::bit_width(blue_) - 1;
        return std::to_string(red_) + ' ' + std::to_string(low) + ' ' + std::to_string(high) +
               (turn_ == 0 ? " r" : " b");
    }

    [[nodiscard]] static std::string move_text(Move move) {
        return std::to_string(move / 10) + '-' + std::to_string(move % 10);
    }

    // Accepts every placement, even unreachable ones, because the game is solved completely.
    static Parsed<Niujiaoqi> parse(std::string_view text, const Settings& settings) {
        const auto words = split_words(text);
        if (words.size() != 4 || (words[3] != "r" && words[3] != "b"))
            return Error{"A position is red's node, blue's two nodes, and r or b to move."};
        std::array<int, 3> nodes{};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto number = parse_number(words[i], 9);
            if (!number) return Error{"Nodes are numbered from 0 to 9."};
            nodes[i] = *number;
        }
        const auto [red, first, second] = nodes;
        if (red == first || red == second || first == second)
            return Error{"The three stones must be on different nodes."};
        return Niujiaoqi(settings, red, 1U << first | 1U << second, words[3] == "r" ? 0 : 1);
    }

    Niujiaoqi(const Settings& settings, int red, unsigned blue, int turn)
        : red_(red), blue_(blue), turn_(turn), hash_(text_key(name)) {
        hash_ ^= settings_key<Niujiaoqi>(settings) ^ keys[node(red)];
        for (int at = 0; at < 10; ++at) {
            if (blue >> at & 1) hash_ ^= keys[node(10 + at)];
        }
        if (turn == 1) hash_ ^= keys[20];
    }

    [[nodiscard]] int red() const { return red_; }
    [[nodiscard]] unsigned blue() const { return blue_; }  // a set of nodes
    // Whether a red or blue stone can move from one node to the other.
    static bool red_moves(int from, int to) { return (red_steps[node(from)] >> to & 1) != 0; }
    static bool blue_moves(int from, int to) { return (blue_steps[node(from)] >> to & 1) != 0; }

    friend bool operator==(const Niujiaoqi&, const Niujiaoqi&) = default;

   private:
    // Keys of red on each node, of blue on each node, of blue to move.
    static constexpr auto keys = zobrist_keys<21>(0x6E69'756A'6961'6F71);
    using Steps = std::array<std::uint16_t, 10>;  // a set of nodes for each node
    static constexpr Steps red_steps{
        0b0000'0000'0110, 0b0000'0000'1101, 0b0000'0001'1011, 0b0000'0011'0110, 0b0000'0110'1100,
        0b0000'1101'1000, 0b0001'1011'0000, 0b0011'0110'0000, 0b0010'1100'0000, 0b0001'1000'0000};
    static constexpr Steps blue_steps{
        0b0000'0000'0000, 0b0000'0000'0001, 0b0000'0000'1011, 0b0000'0000'0110, 0b0000'0010'1100,
        0b0000'0001'1000, 0b0000'1011'0000, 0b0000'0110'0000, 0b0010'1100'0000, 0b0001'1000'0000};

    static constexpr std::size_t node(int at) { return static_cast<std::size_t>(at); }

    void add_moves(int from, unsigned steps, Moves& moves) const {
        for (unsigned to = steps & ~(blue_ | 1U << red_); to != 0; to &= to - 1)
            moves.push(static_cast<Move>(10 * from + std::countr_zero(to)));
    }

    void add_blue_moves(Moves& moves) const {
        for (unsigned stones = blue_; stones != 0; stones &= stones - 1) {
            const int from = std::countr_zero(stones);
            add_moves(from, blue_steps[node(from)], moves);
        }
    }

    int red_;
    unsigned blue_;  // a set of nodes
    int turn_;
    Key hash_;
};

}  // namespace zeitnot
