// Twice, a game for tests: eight numbers in a row; a turn takes two of them, one after the other,
// each from either end. The seat with more points wins. The turn changes after every second move.
#pragma once

#include <string>

#include "zeitnot/exact/solver.hpp"
#include "zeitnot/exact/state_space.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

struct TwiceSettings {
    int row = 1;
    friend bool operator==(const TwiceSettings&, const TwiceSettings&) = default;
};

class Twice {
   public:
    static constexpr std::string_view name = "twice";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = TwiceSettings;
    static constexpr std::array<Setting<Settings>, 1> setting_table{
        {{"row", &TwiceSettings::row, {}, {1, 2, 3, 4}}}};
    using Move = std::uint8_t;
    using Moves = FixedList<Move, 2>;
    static constexpr Move left = 0, right = 1;
    static constexpr std::size_t length = 8;
    static constexpr int min_capture = 7;  // taking so large a number is a capture

    Twice() : Twice(Settings{}) {}
    explicit Twice(const Settings& settings) : settings_(settings) {
        auto state = static_cast<Key>(settings.row);
        for (int& number : row_) number = 1 + static_cast<int>(splitmix64(state) % 9);
    }

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] int lead() const { return points_[0] - points_[1]; }
    [[nodiscard]] int numbers_left() const { return static_cast<int>(end_ - first_); }

    void generate(Moves& moves) const {
        if (first_ < end_) moves.push(left);
        if (first_ + 1 < end_) moves.push(right);
    }

    void play(Move move) {
        points_[static_cast<std::size_t>(turn_)] += number_at(move);
        if (move == left) ++first_;
        if (move == right) --end_;
        if (second_) turn_ ^= 1;
        second_ = !second_;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (first_ < end_) return std::nullopt;
        const double score = lead() == 0 ? 0.5 : lead() > 0 ? 1.0 : 0.0;
        return Outcome{score, lead(), "most points"};
    }

    [[nodiscard]] Key hash() const {
        Key state = text_key(name) ^ settings_key<Twice>(settings_);
        const auto ends = static_cast<int>(length * first_ + end_);
        for (const int part : {ends, points_[0], points_[1], turn_, int{second_}}) {
            state ^= static_cast<Key>(part);
            state = splitmix64(state);
        }
        return state;
    }

    [[nodiscard]] bool is_capture(Move move) const { return number_at(move) >= min_capture; }
    void captures(Moves& moves) const {
        Moves all;
        generate(all);
        for (const Move move : all) {
            if (is_capture(move)) moves.push(move);
        }
    }
    [[nodiscard]] int capture_gain(Move move) const { return 10 * number_at(move); }
    [[nodiscard]] static int stake(Move) { return 0; }
    [[nodiscard]] int see(Move move) const { return capture_gain(move); }

    // The text includes the number taken, for readers.
    [[nodiscard]] std::string move_text(Move move) const {
        return (move == left ? "left" : "right") + std::to_string(number_at(move));
    }
    // The row's begin and end, the points, the seat to move, and how many numbers it has taken.
    [[nodiscard]] std::string text() const {
        std::string text = std::to_string(first_) + ' ' + std::to_string(end_);
        for (const int part : {points_[0], points_[1], turn_, int{second_}})
            text += ' ' + std::to_string(part);
        return text;
    }

    static Parsed<Twice> parse(std::string_view text, const Settings& settings) {
        const auto words = split_words(text);
        std::array<int, 6> parts{};
        if (words.size() != parts.size())
            return Error{"Six numbers: two ends, points, seat, taken."};
        constexpr std::array<int, 6> max{8, 8, 72, 72, 1, 1};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto number = parse_number(words[i], max[i]);
            if (!number) return Error{'"' + std::string(words[i]) + "\" is not a valid number."};
            parts[i] = *number;
        }
        if (parts[0] > parts[1]) return Error{"The row ends before it begins."};
        Twice twice(settings);
        twice.first_ = static_cast<std::size_t>(parts[0]);
        twice.end_ = static_cast<std::size_t>(parts[1]);
        twice.points_ = {parts[2], parts[3]};
        twice.turn_ = parts[4];
        twice.second_ = parts[5] != 0;
        return twice;
    }

    friend bool operator==(const Twice&, const Twice&) = default;

   private:
    [[nodiscard]] int number_at(Move move) const { return row_[move == left ? first_ : end_ - 1]; }

    Settings settings_;
    std::array<int, length> row_{};
    std::size_t first_ = 0;
    std::size_t end_ = length;
    std::array<int, 2> points_{};
    int turn_ = 0;
    bool second_ = false;
};

template <>
struct Evaluation<Twice> {
    static constexpr double instability_margin = 2;
    static constexpr Score pawn = 30;
    Score operator()(const Twice& twice) const {
        return twice.turn() == 0 ? 10 * twice.lead() : -10 * twice.lead();
    }
    [[nodiscard]] static Score final_score(const Outcome& end) { return 10 * end.margins[0]; }
    [[nodiscard]] static double reported(Score score) { return score / 10.0; }
};

template <>
struct StateSpace<Twice> {
    static std::vector<Twice> roots(const TwiceSettings& settings) { return {Twice(settings)}; }
};

// Every line to the end is played: at most 128. A book is a line of text for each position: its
// text, a comma, the value for the side to move.
template <>
class SolverOf<Twice> {
   public:
    SolverOf(GrowingTable<1>& /*table*/, Meter& meter) : meter_(meter) {}

    template <class OnBounds>
    Verdict solve(const Twice& twice, OnBounds on_bounds) {
        const int lead = best_lead(twice);
        const int value = ((lead > 0) - (lead < 0)) * (twice.turn() == 0 ? 1 : -1);
        on_bounds(value, value);
        if (value == 0) return {0, std::nullopt};
        return {value, twice.numbers_left()};
    }
    Twice::Move best(const Twice& twice) {
        Twice left = twice;
        left.play(Twice::left);
        return best_lead(left) == best_lead(twice) ? Twice::left : Twice::right;
    }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    [[nodiscard]] static Key symmetric_key(const Twice& twice) { return twice.hash(); }
    [[nodiscard]] static std::vector<std::uint8_t> pack(
        const std::vector<std::pair<Twice, Verdict>>& values) {
        std::string lines;
        for (const auto& [twice, verdict] : values)
            lines += twice.text() + ',' + std::to_string(verdict.value) + '\n';
        return {lines.begin(), lines.end()};
    }

   private:
    // Seat 0's lead at the end.
    int best_lead(const Twice& twice) {
        ++nodes_;
        meter_.visit();
        if (twice.result()) return twice.lead();
        Twice::Moves moves;
        twice.generate(moves);
        std::optional<int> best;
        for (const Twice::Move move : moves) {
            Twice next = twice;
            next.play(move);
            const int lead = best_lead(next);
            if (!best || (twice.turn() == 0 ? lead > *best : lead < *best)) best = lead;
        }
        return *best;
    }

    Meter& meter_;
    std::uint64_t nodes_ = 0;
};

// The same game without an evaluation.
class Unplayed : public Twice {
   public:
    static constexpr std::string_view name = "unplayed";
    using Twice::Twice;
    static Parsed<Unplayed> parse(std::string_view text, const Settings& settings) {
        const auto read = Twice::parse(text, settings);
        if (!read) return Error{read.error()};
        Unplayed position;
        static_cast<Twice&>(position) = *read;
        return position;
    }
    friend bool operator==(const Unplayed&, const Unplayed&) = default;
};

}  // namespace zeitnot
