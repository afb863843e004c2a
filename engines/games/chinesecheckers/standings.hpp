// Which seats still play, and how the seats rank.
#pragma once

#include <array>

#include "games/chinesecheckers/seats.hpp"
#include "zeitnot/outcome.hpp"

namespace zeitnot::chinesecheckers {

// The seats that have finished, first to last, and those that have left the game.
class Standings {
   public:
    explicit constexpr Standings(int seats = 2) : seats_(static_cast<std::uint8_t>(seats)) {}

    [[nodiscard]] constexpr int seats() const { return seats_; }
    [[nodiscard]] constexpr int finished() const { return finished_; }
    [[nodiscard]] constexpr int left() const { return left_; }
    [[nodiscard]] constexpr bool plays(int seat) const { return places_[index(seat)] == 0; }
    [[nodiscard]] constexpr bool has_left(int seat) const { return places_[index(seat)] < 0; }
    // From 1, by the order in which seats finished, or from -1, by that in which they left.
    [[nodiscard]] constexpr int place(int seat) const { return places_[index(seat)]; }
    [[nodiscard]] constexpr bool decided() const { return finished_ + left_ >= seats_ - 1; }

    constexpr void finish(int seat) {
        places_[index(seat)] = static_cast<std::int8_t>(++finished_);
    }
    constexpr void leave(int seat) { places_[index(seat)] = static_cast<std::int8_t>(-(++left_)); }

    // The seat that plays next after `seat`; `seat` itself if no other does.
    [[nodiscard]] constexpr int next(int seat) const {
        int next = seat;
        do {
            next = next + 1 == seats_ ? 0 : next + 1;
        } while (next != seat && !plays(next));
        return next;
    }

    friend constexpr bool operator==(const Standings&, const Standings&) = default;

   private:
    std::array<std::int8_t, max_seats> places_{};
    std::uint8_t seats_;
    std::int8_t finished_ = 0, left_ = 0;
};

// Ranks all seats: finished seats in order, then those that still play by their steps to the goal,
// then those that have left, the first of them last. Scores fall evenly from 1 to 0; tied seats
// share the mean. A margin is the number of seats behind minus the number ahead.
inline Outcome ranked(const Standings& standings, const std::array<CellSet, max_seats>& pegs,
                      std::string_view word) {
    constexpr int playing = 1'000, gone = 1'000'000;
    const int seats = standings.seats();
    auto behind = PerSeat<int>::all(seats, 0);  // smaller numbers are ahead
    for (int seat = 0; seat < seats; ++seat) {
        behind[seat] = standings.place(seat);
        if (standings.has_left(seat)) behind[seat] += gone;
        if (standings.plays(seat))
            behind[seat] = playing + steps_to_goal(pegs[index(seat)], seat_info(seats, seat).goal);
    }
    auto scores = PerSeat<double>::all(seats, 0);
    auto margins = PerSeat<int>::all(seats, 0);
    for (int seat = 0; seat < seats; ++seat) {
        for (int other = 0; other < seats; ++other)
            margins[seat] += (behind[other] > behind[seat]) - (behind[other] < behind[seat]);
        scores[seat] = (margins[seat] + seats - 1) / (2.0 * (seats - 1));
    }
    return {scores, margins, word};
}

}  // namespace zeitnot::chinesecheckers
