// Numbers bear-off positions, and lists the positions that a roll leads to.
//
// At most 15 checkers on the points 1 to 6: 54,264 positions. They are numbered in lexicographic
// order, the 6 point first, so that every step leads to a lower number.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace zeitnot::backgammon {

// Numbers of checkers on the points 1 to 6; all others are borne off.
using Home = std::array<std::uint8_t, 6>;

// Numbers the positions with at most `max_checkers` checkers.
template <int max_checkers>
class HomeNumbers {
   public:
    static constexpr std::size_t count = [] {
        std::size_t product = 1;
        for (std::size_t i = 1; i <= 6; ++i) product = product * (max_checkers + i) / i;
        return product;
    }();

    [[nodiscard]] static constexpr std::size_t number(const Home& home) {
        std::size_t sum = 0;
        int left = max_checkers;
        for (std::size_t point = 6; point-- > 0;) {
            sum += rank_offset[point][static_cast<std::size_t>(left)][home[point]];
            left -= home[point];
        }
        return sum;
    }

    // All positions in the order of their numbers.
    [[nodiscard]] static std::vector<Home> all() {
        std::vector<Home> homes(count);
        Home home{};
        list(home, 5, max_checkers, homes);
        return homes;
    }

   private:
    // rank_offset[point][left][count_here]: number of positions on the points up to `point` + 1
    // with at most `left` checkers, fewer than `count_here` of them on the highest point.
    static constexpr auto rank_offset = [] {
        std::array<std::array<std::array<std::uint32_t, max_checkers + 2>, max_checkers + 1>, 6>
            table{};
        for (std::size_t point = 0; point < 6; ++point) {
            for (std::size_t left = 0; left <= max_checkers; ++left) {
                for (std::size_t count_here = 0; count_here <= left; ++count_here) {
                    const std::uint32_t below =
                        point == 0 ? 1 : table[point - 1][left - count_here][left - count_here + 1];
                    table[point][left][count_here + 1] = table[point][left][count_here] + below;
                }
            }
        }
        return table;
    }();

    static void list(Home& home, std::size_t point, int left, std::vector<Home>& out) {
        for (int count_here = 0; count_here <= left; ++count_here) {
            home[point] = static_cast<std::uint8_t>(count_here);
            if (point > 0) {
                list(home, point - 1, left - count_here, out);
            } else {
                out[number(home)] = home;
            }
        }
        home[point] = 0;
    }
};

// Lists the positions that a roll may lead to, some of them twice.
class HomePlays {
   public:
    static void each(Home home, int a, int b, auto&& each) {
        if (a == b) return play(home, a, 6, 4, each);
        for (const auto& [first, second] : {std::array{a, b}, std::array{b, a}}) {
            play(home, first, 6, 1,
                 [&, second = second](const Home& next) { play(next, second, 6, 1, each); });
        }
    }

   private:
    // Plays `steps` steps of one die from point `highest` down, because the order of a double's
    // steps does not matter.
    static void play(const Home& home, int die, int highest, int steps, auto&& each) {
        if (steps == 0 || home == Home{}) return each(home);
        int rear = 6;
        while (home[static_cast<std::size_t>(rear - 1)] == 0) --rear;
        if (rear < die) return play_step(home, rear, 0, die, rear, steps, each);
        for (int from = std::min(highest, rear); from >= die; --from) {
            if (home[static_cast<std::size_t>(from - 1)] == 0) continue;
            play_step(home, from, from - die, die, from, steps, each);
        }
    }

    static void play_step(Home home, int from, int to, int die, int highest, int steps,
                          auto&& each) {
        --home[static_cast<std::size_t>(from - 1)];
        if (to > 0) ++home[static_cast<std::size_t>(to - 1)];
        play(home, die, highest, steps - 1, each);
    }
};

}  // namespace zeitnot::backgammon
