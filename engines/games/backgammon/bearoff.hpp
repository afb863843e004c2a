// Backgammon's bear-off databases, for positions with all checkers at home and without contact.
//
// One-sided: for each of the 54,264 positions of one side, the distribution of the number of rolls
// that bear all checkers off. Each roll is played to minimise the mean number of further rolls.
// Positions with 15 checkers also have the distribution for bearing off the first checker, which
// saves the gammon. Two-sided: if both sides have at most six checkers, the game is solved exactly,
// because the best play then depends on the opponent's checkers.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "games/backgammon/board.hpp"
#include "games/backgammon/chances.hpp"
#include "games/backgammon/home.hpp"

namespace zeitnot::backgammon {

inline bool at_home(const Side& side) {
    return std::none_of(side.begin() + 7, side.end(), [](auto count) { return count > 0; });
}

inline Home home_of(const Side& side) {
    Home home;
    std::copy_n(side.begin() + 1, home.size(), home.begin());
    return home;
}

// Calls `each(a, b, probability)` for each of the 21 rolls.
inline void for_each_roll(auto&& each) {
    for (int a = 1; a <= 6; ++a) {
        for (int b = 1; b <= a; ++b) each(a, b, (a == b ? 1.0 : 2.0) / 36);
    }
}

// The one-sided database: for each position the probabilities of each number of rolls.
class OneSidedBearOff {
   public:
    // The maximum: fifteen checkers on the 6 point and always a roll of 1 and 2.
    static constexpr std::size_t max_rolls = 30;
    // [n]: probability that all checkers (or the first) are off after exactly n rolls.
    using Distribution = std::array<float, max_rolls + 1>;

    OneSidedBearOff() : all_(Numbers::count), first_(Numbers::count) {
        const std::vector<Home> homes = Numbers::all();
        std::vector<double> mean(homes.size()), mean_first(homes.size());
        all_[0][0] = 1;
        for (std::size_t number = 1; number < homes.size(); ++number) {
            mean[number] = fill(homes[number], mean, all_[number], all_);
            if (on_board(homes[number]) < checkers) {
                first_[number][0] = 1;
            } else {
                mean_first[number] = fill(homes[number], mean_first, first_[number], first_);
            }
        }
        first_[0][0] = 1;
    }

    [[nodiscard]] const Distribution& rolls(const Home& home) const {
        return all_[Numbers::number(home)];
    }
    [[nodiscard]] const Distribution& rolls_for_first(const Home& home) const {
        return first_[Numbers::number(home)];
    }

    // The chances of the side about to roll.
    [[nodiscard]] Chances chances(const Home& own, const Home& other) const {
        const Distribution& mine = rolls(own);
        const Distribution& theirs = rolls(other);
        const Distribution& own_first = rolls_for_first(own);
        const Distribution& their_first = rolls_for_first(other);
        Chances chances;
        // Probabilities that a side has not borne all checkers, or its first, off before this turn.
        double they_remain = 1, they_lack_first = 1, own_lack_first = 1;
        for (std::size_t turn = 1; turn < mine.size(); ++turn) {
            they_remain -= theirs[turn - 1];
            they_lack_first -= their_first[turn - 1];
            own_lack_first -= own_first[turn - 1];
            chances.win += mine[turn] * std::max(they_remain, 0.0);
            chances.win_gammon += mine[turn] * std::max(they_lack_first, 0.0);
            chances.lose_gammon += theirs[turn] * std::max(own_lack_first - own_first[turn], 0.0);
        }
        return chances;
    }

   private:
    using Numbers = HomeNumbers<checkers>;

    static int on_board(const Home& home) {
        int sum = 0;
        for (const int count : home) sum += count;
        return sum;
    }

    // Writes the distribution of `home` into `out` and returns its mean. `known` and `mean` already
    // have the positions with lower numbers.
    static double fill(const Home& home, std::span<const double> mean, Distribution& out,
                       std::span<const Distribution> known) {
        std::array<double, max_rolls + 1> sums{};
        double total = 1;
        for_each_roll([&](int a, int b, double probability) {
            double lowest = 1e9;
            std::size_t best = 0;
            HomePlays::each(home, a, b, [&](const Home& next) {
                const std::size_t number = Numbers::number(next);
                if (mean[number] >= lowest) return;
                lowest = mean[number];
                best = number;
            });
            total += probability * lowest;
            for (std::size_t turn = 0; turn < max_rolls; ++turn)
                sums[turn + 1] += probability * static_cast<double>(known[best][turn]);
        });
        std::transform(sums.begin(), sums.end(), out.begin(),
                       [](double sum) { return static_cast<float>(sum); });
        return total;
    }

    std::vector<Distribution> all_, first_;
};

inline const OneSidedBearOff& one_sided_bear_off() {
    static const OneSidedBearOff table;
    return table;
}

// The two-sided database for at most six checkers each: the probability that the side about to roll
// wins with best play.
class TwoSidedBearOff {
   public:
    static constexpr int max_checkers = 6;

    TwoSidedBearOff() : win_(Numbers::count * Numbers::count) {
        const std::vector<Home> homes = Numbers::all();
        const auto successors = list_successors(homes);
        // A move lowers its side's number, so in the order of the sum all successors are known.
        for (std::size_t sum = 0; sum <= 2 * (homes.size() - 1); ++sum) {
            const std::size_t low = sum < homes.size() ? 0 : sum - homes.size() + 1;
            for (std::size_t own = low; own <= std::min(sum, homes.size() - 1); ++own)
                win_[at(own, sum - own)] = static_cast<float>(value(successors, own, sum - own));
        }
    }

    [[nodiscard]] static bool covers(const Home& own, const Home& other) {
        const auto is_covered = [](const Home& home) {
            int sum = 0;
            for (const int count : home) sum += count;
            return sum <= max_checkers;
        };
        return is_covered(own) && is_covered(other);
    }

    [[nodiscard]] double win(const Home& own, const Home& other) const {
        return static_cast<double>(win_[at(Numbers::number(own), Numbers::number(other))]);
    }

   private:
    using Numbers = HomeNumbers<max_checkers>;
    // For each roll, the numbers of the positions it may lead to.
    using Successors = std::array<std::vector<std::uint16_t>, 21>;

    static std::size_t at(std::size_t own, std::size_t other) {
        return own * Numbers::count + other;
    }

    static std::vector<Successors> list_successors(std::span<const Home> homes) {
        std::vector<Successors> all(homes.size());
        for (std::size_t number = 1; number < homes.size(); ++number) {
            std::size_t index = 0;
            for_each_roll([&](int a, int b, double) {
                auto& list = all[number][index++];
                HomePlays::each(homes[number], a, b, [&list](const Home& next) {
                    list.push_back(static_cast<std::uint16_t>(Numbers::number(next)));
                });
                std::sort(list.begin(), list.end());
                list.erase(std::unique(list.begin(), list.end()), list.end());
            });
        }
        return all;
    }

    [[nodiscard]] double value(std::span<const Successors> successors, std::size_t own,
                               std::size_t other) const {
        if (own == 0) return 1;
        if (other == 0) return 0;
        double sum = 0;
        std::size_t index = 0;
        for_each_roll([&](int, int, double probability) {
            float lowest = 1;
            for (const std::uint16_t next : successors[own][index])
                lowest = std::min(lowest, next == 0 ? 0.0F : win_[at(other, next)]);
            ++index;
            sum += probability * (1 - static_cast<double>(lowest));
        });
        return sum;
    }

    std::vector<float> win_;
};

inline const TwoSidedBearOff& two_sided_bear_off() {
    static const TwoSidedBearOff table;
    return table;
}

// Computes both tables on the first call, in a quarter of a second.
inline void init_bear_off() {
    one_sided_bear_off();
    two_sided_bear_off();
}

}  // namespace zeitnot::backgammon
