// A race for two to six seats, a game for tests: a seat throws a die and may `walk` that far or
// `wait`. The first seat at the goal wins, or the last one that stays; the scores of the others
// depend on their distances.
#pragma once

#include <algorithm>
#include <string>

#include "zeitnot/concepts.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

struct RelaySettings {
    int seats = 3;
    int goal = 12;
};

class Relay {
   public:
    static constexpr std::string_view name = "relay";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = false;
    using Settings = RelaySettings;
    static constexpr std::array<Setting<Settings>, 2> setting_table{
        {{.name = "seats", .field = &Settings::seats, .range = {.min = 2, .max = max_seats}},
         {.name = "goal", .field = &Settings::goal, .range = {.min = 6, .max = 60}}}};
    using Move = std::uint8_t;
    using Moves = FixedList<Move, 2>;
    using Throw = std::uint8_t;  // the face
    static constexpr Move walk = 0, wait = 1;
    static constexpr int faces = 6;

    Relay() : Relay(Settings{}) {}
    explicit Relay(const Settings& settings)
        : at_(PerSeat<int>::all(settings.seats, 0)), goal_(settings.goal) {}

    static constexpr int seats(const Settings& settings) { return settings.seats; }

    [[nodiscard]] int turn() const { return turn_; }
    void generate(Moves& moves) const {
        if (die_ == 0 || result()) return;
        moves.push(walk);
        moves.push(wait);
    }
    void play(Move move) {
        if (move == walk) at_[turn_] = std::min(at_[turn_] + die_, goal_);
        end_turn();
    }
    // The first of n seats to leave is at -n, the next at 1 - n, and so on.
    void withdraw(int seat) {
        if (at_[seat] < 0) return;
        at_[seat] = -staying();
        if (seat == turn_) end_turn();
        if (staying() == 1) die_ = 0;
    }

    [[nodiscard]] bool chance_due() const { return die_ == 0 && !result(); }
    [[nodiscard]] static DueThrow due() { return {"dice", {faces}}; }
    static void chance(auto&& each) {
        for (Throw face = 1; face <= faces; ++face) each(face, 1.0 / faces);
    }
    void apply(Throw face) { die_ = face; }
    [[nodiscard]] static std::vector<int> values(Throw face) { return {face}; }
    [[nodiscard]] static std::optional<Throw> outcome(std::span<const int> values) {
        if (values.size() != 1 || values[0] < 1 || values[0] > faces) return std::nullopt;
        return static_cast<Throw>(values[0]);
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        const bool home = std::ranges::find(at_, goal_) != at_.end();
        if (!home && staying() > 1) return std::nullopt;
        auto scores = PerSeat<double>::all(at_.size(), 0);
        for (int seat = 0; seat < at_.size(); ++seat) scores[seat] = score(seat);
        return Outcome{scores, at_, home ? "home" : "alone"};
    }

    [[nodiscard]] Key hash() const {
        return text_key(name) ^ settings_key<Relay>({at_.size(), goal_}) ^ text_key(text());
    }
    [[nodiscard]] static bool is_capture(Move) { return false; }
    [[nodiscard]] static std::string move_text(Move move) { return move == walk ? "walk" : "wait"; }

    // Each seat's distance, negative if it has left; the seat to move, and the die; 0 before the
    // throw.
    [[nodiscard]] std::string text() const {
        std::string text;
        for (const int distance : at_) text += std::to_string(distance) + ' ';
        return text + std::to_string(turn_) + ' ' + std::to_string(die_);
    }
    static Parsed<Relay> parse(std::string_view text, const Settings& settings) {
        const auto words = split_words(text);
        const auto seats = static_cast<std::size_t>(settings.seats);
        if (words.size() != seats + 2)
            return Error{"A position is the distance of each seat, the seat to move, and the die."};
        Relay relay(settings);
        for (std::size_t i = 0; i < words.size(); ++i) {
            const int max = i < seats ? settings.goal : i == seats ? settings.seats - 1 : faces;
            const bool has_left = i < seats && words[i].starts_with('-');
            auto number = parse_number(words[i].substr(has_left ? 1 : 0), max);
            if (has_left && number) number = *number > 0 ? std::optional(-*number) : std::nullopt;
            if (!number) return Error{"Each is an integer that the settings allow."};
            if (i < seats) relay.at_[static_cast<int>(i)] = *number;
            if (i == seats) relay.turn_ = *number;
            if (i > seats) relay.die_ = *number;
        }
        if (!relay.is_possible_departure()) return Error{"The seats cannot have left so."};
        if (relay.result() && (relay.die_ != 0 || !relay.is_possible_end()))
            return Error{"The game is over."};
        return relay;
    }

    friend bool operator==(const Relay&, const Relay&) = default;

   private:
    // 1 for the first and 0 for the last; equal seats get the mean of their scores.
    [[nodiscard]] double score(int seat) const {
        double beaten = 0;
        for (int other = 0; other < at_.size(); ++other) {
            if (other == seat) continue;
            beaten += at_[other] < at_[seat] ? 1 : at_[other] == at_[seat] ? 0.5 : 0;
        }
        return beaten / (at_.size() - 1);
    }
    [[nodiscard]] int staying() const {
        return static_cast<int>(std::ranges::count_if(at_, [](int at) { return at >= 0; }));
    }
    // The turn goes to the next seat that has not left, from `seat` on in this direction.
    [[nodiscard]] int next_staying(int seat, int direction) const {
        do seat = (seat + direction + at_.size()) % at_.size();
        while (at_[seat] < 0);
        return seat;
    }
    void end_turn() {
        die_ = 0;
        turn_ = next_staying(turn_, 1);
    }
    // Whether the seats left one after the other, and the seat to move has not left.
    [[nodiscard]] bool is_possible_departure() const {
        for (int order = 0; order < at_.size() - staying(); ++order)
            if (std::ranges::count(at_, order - at_.size()) != 1) return false;
        return staying() > 0 && at_[turn_] >= 0;
    }
    // Whether only the seat that has just moved is at the goal, or only one seat has stayed.
    [[nodiscard]] bool is_possible_end() const {
        const auto home = std::ranges::count(at_, goal_);
        return home == 0 || (home == 1 && at_[next_staying(turn_, -1)] == goal_);
    }

    PerSeat<int> at_;
    int goal_;
    int turn_ = 0;
    int die_ = 0;
};

}  // namespace zeitnot
