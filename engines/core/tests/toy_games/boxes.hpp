// Boxes, a game for tests: dots and boxes on a square of `size` by `size` boxes. A move draws a
// line; a seat that closes a box wins it and moves again. The seat with more boxes wins.
#pragma once

#include <algorithm>
#include <bit>
#include <string>

#include "zeitnot/exact/solver.hpp"
#include "zeitnot/exact/state_space.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

struct BoxesSettings {
    int size = 3;
    friend bool operator==(const BoxesSettings&, const BoxesSettings&) = default;
};

class Boxes {
   public:
    static constexpr std::string_view name = "boxes";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = BoxesSettings;
    static constexpr std::array<Setting<Settings>, 1> setting_table{
        {{"size", &BoxesSettings::size, {}, {1, 2, 3, 5}}}};
    using Move = std::uint8_t;  // the line
    using Moves = FixedList<Move, 60>;

    Boxes() : Boxes(Settings{}) {}
    explicit Boxes(const Settings& settings) : settings_(settings) {}

    [[nodiscard]] int turn() const { return turn_; }
    // By how much the side to move is ahead.
    [[nodiscard]] int lead() const { return (turn_ == 0 ? 1 : -1) * (boxes_[0] - boxes_[1]); }
    [[nodiscard]] std::uint64_t drawn() const { return drawn_; }
    [[nodiscard]] int lines_left() const { return lines() - std::popcount(drawn_); }

    void generate(Moves& moves) const {
        for (int line = 0; line < lines(); ++line)
            if ((drawn_ >> line & 1) == 0) moves.push(static_cast<Move>(line));
    }

    void play(Move line) {
        const int before = closed();
        drawn_ |= std::uint64_t{1} << line;
        const int more = closed() - before;
        boxes_[static_cast<std::size_t>(turn_)] += more;
        if (more == 0) turn_ ^= 1;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (lines_left() > 0) return std::nullopt;
        const int margin = boxes_[0] - boxes_[1];
        return Outcome{margin == 0 ? 0.5 : margin > 0 ? 1.0 : 0.0, margin, "most boxes"};
    }

    [[nodiscard]] Key hash() const {
        Key state = text_key(name) ^ settings_key<Boxes>(settings_);
        for (const std::uint64_t part : {drawn_, std::uint64_t(boxes_[0]), std::uint64_t(turn_)}) {
            state ^= part;
            state = splitmix64(state);
        }
        return state;
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }
    [[nodiscard]] static std::string move_text(Move line) { return std::to_string(line); }

    // The lines, drawn or not; the boxes of each; the seat to move.
    [[nodiscard]] std::string text() const {
        std::string text;
        for (int line = 0; line < lines(); ++line) text += (drawn_ >> line & 1) != 0 ? '1' : '0';
        for (const int part : {boxes_[0], boxes_[1], turn_}) text += ' ' + std::to_string(part);
        return text;
    }

    static Parsed<Boxes> parse(std::string_view text, const Settings& settings) {
        Boxes boxes(settings);
        const auto words = split_words(text);
        if (words.size() != 4 || words[0].size() != static_cast<std::size_t>(boxes.lines()))
            return Error{"A position is the lines, two numbers of boxes, and the seat to move."};
        for (std::size_t line = 0; line < words[0].size(); ++line) {
            if (words[0][line] != '0' && words[0][line] != '1') return Error{"A line is 0 or 1."};
            if (words[0][line] == '1') boxes.drawn_ |= std::uint64_t{1} << line;
        }
        const auto first = parse_number(words[1], 25), second = parse_number(words[2], 25);
        const auto turn = parse_number(words[3], 1);
        if (!first || !second || !turn || *first + *second != boxes.closed())
            return Error{"The boxes of both seats must add up to the closed ones."};
        boxes.boxes_ = {*first, *second};
        boxes.turn_ = *turn;
        return boxes;
    }

    friend bool operator==(const Boxes&, const Boxes&) = default;

   private:
    [[nodiscard]] int lines() const { return 2 * settings_.size * (settings_.size + 1); }

    // The horizontal lines come first, row by row, then the vertical ones.
    [[nodiscard]] int closed() const {
        const int n = settings_.size;
        int count = 0;
        for (int row = 0; row < n; ++row) {
            for (int column = 0; column < n; ++column) {
                const int above = row * n + column, left = n * (n + 1) + row * (n + 1) + column;
                count += (drawn_ >> above & drawn_ >> (above + n) & drawn_ >> left &
                          drawn_ >> (left + 1) & 1) != 0;
            }
        }
        return count;
    }

    Settings settings_;
    std::uint64_t drawn_ = 0;
    std::array<int, 2> boxes_{};
    int turn_ = 0;
};

template <>
struct Evaluation<Boxes> {
    static constexpr double instability_margin = 1;
    Score operator()(const Boxes& boxes) const { return 100 * boxes.lead(); }
    [[nodiscard]] static Score final_score(const Outcome& end) { return 100 * end.margins[0]; }
    [[nodiscard]] static double reported(Score score) { return score / 100.0; }
};

template <>
struct StateSpace<Boxes> {
    static std::vector<Boxes> roots(const BoxesSettings& settings) { return {Boxes(settings)}; }
    static std::optional<std::string> refusal(const BoxesSettings& settings) {
        if (settings.size <= 3) return std::nullopt;
        return "More than 3 by 3 boxes are never solved completely; try size=2.";
    }
};

// The value of the rest of the game depends only on the lines drawn, not on who has which boxes.
template <>
class SolverOf<Boxes> {
   public:
    SolverOf(GrowingTable<1>& table, Meter& meter) : table_(table), meter_(meter) {}

    static std::optional<std::string> refusal(const Boxes& boxes) {
        if (boxes.lines_left() <= max_lines) return std::nullopt;
        return std::to_string(boxes.lines_left()) + " lines are left, and at most " +
               std::to_string(max_lines) + " can be solved; try a smaller board.";
    }

    template <class OnBounds>
    Margin solve(const Boxes& boxes, OnBounds on_bounds) {
        const int margin = boxes.lead() + value_of_rest(boxes);
        const int sign = (margin > 0) - (margin < 0);
        on_bounds(sign, sign);
        return {margin};
    }

    Boxes::Move best(const Boxes& boxes) {
        Boxes::Moves moves;
        boxes.generate(moves);
        return *std::find_if(moves.begin(), moves.end(), [&](Boxes::Move move) {
            return gain(boxes, move) == value_of_rest(boxes);
        });
    }

    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

   private:
    static constexpr int max_lines = 16;

    // By how much the side to move wins the rest of the boxes.
    int value_of_rest(const Boxes& boxes) {
        ++nodes_;
        meter_.visit();
        if (boxes.lines_left() == 0) return 0;
        Key state = boxes.drawn();
        const Key key = splitmix64(state);
        if (const auto data = table_.find(key)) return static_cast<int>((*data)[0] >> 16) - bias;
        Boxes::Moves moves;
        boxes.generate(moves);
        int best = -bias;
        for (const Boxes::Move move : moves) best = std::max(best, gain(boxes, move));
        const auto depth = static_cast<std::uint64_t>(boxes.lines_left());
        table_.store(key, {depth | static_cast<std::uint64_t>(best + bias) << 16U});
        return best;
    }

    int gain(const Boxes& boxes, Boxes::Move move) {
        Boxes next = boxes;
        next.play(move);
        if (next.turn() == boxes.turn()) return next.lead() - boxes.lead() + value_of_rest(next);
        return -value_of_rest(next);
    }

    static constexpr int bias = 100;

    GrowingTable<1>& table_;
    Meter& meter_;
    std::uint64_t nodes_ = 0;
};

}  // namespace zeitnot
