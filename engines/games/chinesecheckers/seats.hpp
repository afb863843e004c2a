// The seats' homes and goals, and the cells where their pegs may not stay.
#pragma once

#include "games/chinesecheckers/board.hpp"

namespace zeitnot::chinesecheckers {

inline constexpr int max_seats = 6;

// The point at which a seat starts. Three seats take every second point, four leave two opposite
// ones free.
constexpr int home_point(int seats, int seat) {
    constexpr std::array<int, 4> homes_of_four{0, 1, 3, 4};
    return seats == 4 ? homes_of_four[index(seat)] : seat * points / seats;
}
constexpr int goal_point(int seats, int seat) { return (home_point(seats, seat) + 3) % points; }

// Whether the point is a foreign home: another seat's home or goal, and neither of one's own.
constexpr bool is_foreign(int seats, int seat, int point) {
    if (point == home_point(seats, seat) || point == goal_point(seats, seat)) return false;
    for (int other = 0; other < seats; ++other)
        if (point == home_point(seats, other) || point == goal_point(seats, other)) return true;
    return false;
}

struct SeatInfo {
    CellSet home, goal;
    CellSet allowed_ends;  // the cells on which a move may end
    int goal_number = 0;
};

// By the number of seats and the seat; empty for other numbers of seats.
inline constexpr auto seat_infos = [] {
    std::array<std::array<SeatInfo, max_seats>, max_seats + 1> all{};
    for (const int seats : {2, 3, 4, 6}) {
        for (int seat = 0; seat < seats; ++seat) {
            SeatInfo& info = all[index(seats)][index(seat)];
            info.home = point_cells[index(home_point(seats, seat))];
            info.goal_number = goal_point(seats, seat);
            info.goal = point_cells[index(info.goal_number)];
            for (int cell = 0; cell < cells; ++cell) {
                const int point = point_of[index(cell)];
                if (point < 0 || !is_foreign(seats, seat, point)) info.allowed_ends.add(cell);
            }
        }
    }
    return all;
}();

constexpr const SeatInfo& seat_info(int seats, int seat) {
    return seat_infos[index(seats)][index(seat)];
}

// The sum over pegs outside the goal of the steps to the nearest goal cell without a peg of their
// own seat.
constexpr int steps_to_goal(const CellSet& pegs, const CellSet& goal) {
    const CellSet open = goal - pegs;
    int sum = 0;
    (pegs - goal).each([&](Cell peg) {
        int nearest = cells;
        open.each([&](Cell cell) { nearest = std::min(nearest, distance(peg, cell)); });
        sum += nearest;
    });
    return sum;
}

}  // namespace zeitnot::chinesecheckers
