// A race on parallel tracks with two runners per seat, for tests of multi-player searches. A move
// is one step forward, or two if another seat's runner is on the next place. Seats rank in the
// order in which they bring both runners home.
#pragma once

#include <array>
#include <string>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/seats/evaluation.hpp"

namespace zeitnot {

struct RunnersSettings {
    int seats = 3;
};

// `counts_plies`: whether the ply is part of the position, so that each occurs at only one ply.
template <bool counts_plies>
class RunnersGame {
   public:
    static constexpr std::string_view name = "runners";
    static constexpr Unit unit = Unit::win_probability;
    static constexpr int version = 1;
    static constexpr bool draws = false;
    using Settings = RunnersSettings;
    static constexpr std::array setting_table{
        Setting<Settings>{.name = "seats", .field = &Settings::seats, .range = {2, max_seats}}};
    using Move = std::uint16_t;  // 2 · steps + runner
    using Moves = FixedList<Move, 4>;
    static constexpr int home = 5;

    RunnersGame() : RunnersGame(Settings{}) {}
    explicit RunnersGame(const Settings& settings)
        : ranks_(PerSeat<int>::all(settings.seats, 0)), at_(ranks_), other_(ranks_) {}

    static constexpr int seats(const Settings& settings) { return settings.seats; }
    [[nodiscard]] int seat_count() const { return at_.size(); }
    [[nodiscard]] int turn() const { return turn_; }

    void generate(Moves& moves) const {
        if (is_over()) return;
        for (const int runner : {0, 1}) {
            const int from = place(turn_, runner);
            if (from == home) continue;
            moves.push(static_cast<Move>(2 + runner));
            if (from + 2 <= home && has_other_runner(from + 1))
                moves.push(static_cast<Move>(4 + runner));
        }
    }
    void play(Move move) {
        int& from = move % 2 == 0 ? at_[turn_] : other_[turn_];
        from += move / 2;
        if (counts_plies) ++plies_;
        if (at_[turn_] == home && other_[turn_] == home) ranks_[turn_] = ++finished_;
        if (is_over()) return;
        do turn_ = (turn_ + 1) % seat_count();
        while (ranks_[turn_] != 0);
    }
    [[nodiscard]] std::optional<Outcome> result() const {
        if (!is_over()) return std::nullopt;
        auto scores = PerSeat<double>::all(seat_count(), 0);
        for (int seat = 0; seat < seat_count(); ++seat)
            if (ranks_[seat] != 0) scores[seat] = 1.0 - (ranks_[seat] - 1.0) / (seat_count() - 1);
        return Outcome{scores, PerSeat<int>::all(seat_count(), 0), "home"};
    }
    [[nodiscard]] Key hash() const { return text_key(text()); }
    [[nodiscard]] static bool is_capture(Move /*move*/) { return false; }
    [[nodiscard]] static std::string move_text(Move move) { return std::to_string(move); }
    [[nodiscard]] std::string text() const {
        std::string text;
        for (int seat = 0; seat < seat_count(); ++seat)
            text += std::to_string(at_[seat]) + std::to_string(other_[seat]) + ' ';
        return text + std::to_string(turn_) + ' ' + std::to_string(plies_);
    }
    static Parsed<RunnersGame> parse(std::string_view /*text*/, const Settings& /*settings*/) {
        return Error{"No position is read."};
    }
    // The number of places that both runners still have to go.
    [[nodiscard]] int left(int seat) const { return 2 * home - at_[seat] - other_[seat]; }
    friend bool operator==(const RunnersGame&, const RunnersGame&) = default;

   private:
    [[nodiscard]] bool is_over() const { return finished_ + 1 >= seat_count(); }
    [[nodiscard]] int place(int seat, int runner) const {
        return runner == 0 ? at_[seat] : other_[seat];
    }
    [[nodiscard]] bool has_other_runner(int place) const {
        for (int seat = 0; seat < seat_count(); ++seat)
            if (seat != turn_ && (at_[seat] == place || other_[seat] == place)) return true;
        return false;
    }

    PerSeat<int> ranks_;       // in the order of finishing, from 1; 0: still racing
    PerSeat<int> at_, other_;  // the places of each seat's two runners
    int turn_ = 0, plies_ = 0, finished_ = 0;
};

using Runners = RunnersGame<true>;
using TransposingRunners = RunnersGame<false>;

// The search tries all moves (`breadth`). Pseudo-random numbers make the values distinct, so that
// no search has to choose between equal ones.
template <bool counts_plies>
class Evaluation<RunnersGame<counts_plies>> {
   public:
    using Runners = RunnersGame<counts_plies>;
    static constexpr std::size_t last_moves = 4;
    static constexpr int min_gain = -1000;
    static constexpr Score sum_slack = 2000;
    static constexpr double instability_margin = 1;

    SeatScores operator()(const Runners& position) const {
        const int seats = position.seat_count();
        auto scores = SeatScores::all(seats, max_seat_score / 2);
        Key state = position.hash();
        for (int seat = 0; seat < seats; ++seat) {
            for (int other = 0; other < seats; ++other)
                scores[seat] += 20'000 * (position.left(other) - position.left(seat)) / seats;
            scores[seat] += static_cast<Score>(splitmix64(state) % 2000);
        }
        return scores;
    }
    [[nodiscard]] static int gain(const Runners& /*position*/, typename Runners::Move move) {
        return move / 2;
    }
    [[nodiscard]] static std::size_t breadth(int /*depth*/) { return 4; }
};

}  // namespace zeitnot
