// Pig, a game for tests: `roll` a die and add it up, or `hold` and keep the sum; a 1 loses the sum
// and the turn. A seat may roll any number of times, and every throw allows the same two moves
// or ends the turn (Neller and Presser, "Optimal play of the dice game Pig", UMAP Journal 25(1),
// 2004).
#pragma once

#include <algorithm>
#include <string>

#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

struct PigSettings {
    int goal = 20;
    friend bool operator==(const PigSettings&, const PigSettings&) = default;
};

class Pig {
   public:
    static constexpr std::string_view name = "pig";
    static constexpr Unit unit = Unit::win_probability;
    static constexpr int version = 1;
    static constexpr bool draws = false;
    using Settings = PigSettings;
    static constexpr std::array<Setting<Settings>, 1> setting_table{
        {{"goal", &PigSettings::goal, {}, {20, 10, 50, 99}}}};
    using Move = std::uint8_t;
    using Moves = FixedList<Move, 2>;
    using Throw = std::uint8_t;  // the face
    static constexpr Move roll = 0, hold = 1;
    static constexpr int faces = 6;

    Pig() : Pig(Settings{}) {}
    explicit Pig(const Settings& settings) : goal_(settings.goal) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] int goal() const { return goal_; }
    [[nodiscard]] int points(int seat) const { return points_[static_cast<std::size_t>(seat)]; }
    [[nodiscard]] int sum() const { return sum_; }

    void generate(Moves& moves) const {
        if (thrown_ || result()) return;
        moves.push(roll);
        moves.push(hold);
    }

    void play(Move move) {
        if (move == roll) {
            thrown_ = true;
            return;
        }
        points_[static_cast<std::size_t>(turn_)] += sum_;
        pass();
    }

    [[nodiscard]] bool chance_due() const { return thrown_; }
    [[nodiscard]] static DueThrow due() { return {"dice", {faces}}; }
    static void chance(auto&& each) {
        for (Throw face = 1; face <= faces; ++face) each(face, 1.0 / faces);
    }
    void apply(Throw face) {
        thrown_ = false;
        if (face == 1) return pass();
        sum_ = std::min(sum_ + face, goal_);
    }
    [[nodiscard]] static std::vector<int> values(Throw face) { return {face}; }
    [[nodiscard]] static std::optional<Throw> outcome(std::span<const int> values) {
        if (values.size() != 1 || values[0] < 1 || values[0] > faces) return std::nullopt;
        return static_cast<Throw>(values[0]);
    }

    // A seat wins as soon as its points and sum reach the goal, without `hold`.
    [[nodiscard]] std::optional<Outcome> result() const {
        if (points(turn_) + sum_ >= goal_) return won_by(turn_);
        if (points(turn_ ^ 1) >= goal_) return won_by(turn_ ^ 1);
        return std::nullopt;
    }

    [[nodiscard]] Key hash() const {
        Key state = text_key(name) ^ settings_key<Pig>({goal_});
        for (const int part : {points_[0], points_[1], sum_, turn_, int{thrown_}}) {
            state ^= static_cast<Key>(part);
            state = splitmix64(state);
        }
        return state;
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }
    [[nodiscard]] static std::string move_text(Move move) { return move == roll ? "roll" : "hold"; }
    [[nodiscard]] std::string text() const {
        std::string text;
        for (const int part : {points_[0], points_[1], sum_, turn_, int{thrown_}})
            text += (text.empty() ? "" : " ") + std::to_string(part);
        return text;
    }

    static Parsed<Pig> parse(std::string_view text, const Settings& settings) {
        const auto words = split_words(text);
        std::array<int, 5> parts{};
        if (words.size() != parts.size())
            return Error{"Five numbers: points, points, sum, seat, 0 or 1."};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto number = parse_number(words[i], i < 3 ? settings.goal : 1);
            if (!number) return Error{quoted_word(words[i]) + " is not a valid number."};
            parts[i] = *number;
        }
        Pig pig(settings);
        pig.points_ = {parts[0], parts[1]};
        pig.sum_ = parts[2];
        pig.turn_ = parts[3];
        pig.thrown_ = parts[4] != 0;
        if (pig.points(pig.turn_) >= pig.goal_) return Error{"The side to move has won before."};
        if (pig.result() && pig.thrown_) return Error{"No throw is due after the end."};
        if (pig.points(pig.turn_ ^ 1) >= pig.goal_ && pig.sum_ > 0)
            return Error{"The game was over."};
        return pig;
    }

    friend bool operator==(const Pig&, const Pig&) = default;

   private:
    static Outcome won_by(int seat) {
        return {seat == 0 ? 1.0 : 0.0, seat == 0 ? 1 : -1, "enough"};
    }
    static std::string quoted_word(std::string_view word) { return '"' + std::string(word) + '"'; }

    void pass() {
        sum_ = 0;
        turn_ ^= 1;
    }

    int goal_;
    std::array<int, 2> points_{};
    int sum_ = 0;
    int turn_ = 0;
    bool thrown_ = false;
};

// The lead, relative to twice the goal.
template <>
struct Evaluation<Pig> {
    static constexpr double bound = 1;
    static constexpr double instability_margin = 0.1;
    double operator()(const Pig& pig) const {
        const int lead = pig.points(pig.turn()) + pig.sum() - pig.points(pig.turn() ^ 1);
        return static_cast<double>(lead) / (2 * pig.goal());
    }
    [[nodiscard]] static double final_value(const Pig& pig, const Outcome& end) {
        return (end.scores[0] > 0.5) == (pig.turn() == 0) ? bound : -bound;
    }
    [[nodiscard]] static bool ends_are_exact() { return true; }
    [[nodiscard]] static double reported(double value) { return 0.5 + value / 2; }
};

}  // namespace zeitnot
