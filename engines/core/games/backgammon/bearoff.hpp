// The exact bear-off of backgammon: all checkers of a side at home, no contact any more.
//
// For each of the 54,264 positions of one side how many throws it takes to bear all checkers off,
// each throw played for the fewest to come on the average; of positions with 15 checkers also how
// many throws it takes to bear the first one off, which saves the gammon. Two sides with six
// checkers each at most are played against one another exactly: there the other's checkers count
// for the best play.
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

// One of the 21 throws at a time: `each(a, b, probability)`.
inline void each_throw(auto&& each) {
    for (int a = 1; a <= 6; ++a) {
        for (int b = 1; b <= a; ++b) each(a, b, (a == b ? 1.0 : 2.0) / 36);
    }
}

// For one side: chances by number of throws.
class BearOff {
   public:
    // Fifteen checkers on the 6 point and 1, 2 with every throw: no position takes more.
    static constexpr std::size_t most_throws = 30;
    // Chance that all checkers (or the first) are off after exactly so many throws.
    using Distribution = std::array<float, most_throws + 1>;

    BearOff() : all_(Numbers::count), first_(Numbers::count) {
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

    [[nodiscard]] const Distribution& throws(const Home& home) const {
        return all_[Numbers::number(home)];
    }
    [[nodiscard]] const Distribution& throws_for_one(const Home& home) const {
        return first_[Numbers::number(home)];
    }

    // Of the side about to throw.
    [[nodiscard]] Chances chances(const Home& own, const Home& other) const {
        const Distribution& mine = throws(own);
        const Distribution& theirs = throws(other);
        const Distribution& saved = throws_for_one(own);
        const Distribution& their_saved = throws_for_one(other);
        Chances chances;
        double left = 1, to_save = 1, own_to_save = 1;
        for (std::size_t turn = 1; turn < mine.size(); ++turn) {
            left -= theirs[turn - 1];
            to_save -= their_saved[turn - 1];
            own_to_save -= saved[turn - 1];
            chances.win += mine[turn] * std::max(left, 0.0);
            chances.win_gammon += mine[turn] * std::max(to_save, 0.0);
            chances.lose_gammon += theirs[turn] * std::max(own_to_save - saved[turn], 0.0);
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

    // The mean number of throws, each played for the least mean to come.
    static double fill(const Home& home, std::span<const double> mean, Distribution& out,
                       std::span<const Distribution> known) {
        std::array<double, most_throws + 1> sums{};
        double total = 1;
        each_throw([&](int a, int b, double probability) {
            double least = 1e9;
            std::size_t best = 0;
            HomePlays::each(home, a, b, [&](const Home& next) {
                const std::size_t number = Numbers::number(next);
                if (mean[number] >= least) return;
                least = mean[number];
                best = number;
            });
            total += probability * least;
            for (std::size_t turn = 0; turn < most_throws; ++turn)
                sums[turn + 1] += probability * static_cast<double>(known[best][turn]);
        });
        std::transform(sums.begin(), sums.end(), out.begin(),
                       [](double sum) { return static_cast<float>(sum); });
        return total;
    }

    std::vector<Distribution> all_, first_;
};

inline const BearOff& bear_off() {
    static const BearOff table;
    return table;
}

// Both sides, six checkers each at most: the chance to win for the side about to throw, with best
// play.
class BearOffDuel {
   public:
    static constexpr int most = 6;

    BearOffDuel() : win_(Numbers::count * Numbers::count) {
        const std::vector<Home> homes = Numbers::all();
        const auto nexts = list_nexts(homes);
        // Both numbers fall from turn to turn: by their sum, every answer is known before.
        for (std::size_t sum = 0; sum <= 2 * (homes.size() - 1); ++sum) {
            const std::size_t low = sum < homes.size() ? 0 : sum - homes.size() + 1;
            for (std::size_t own = low; own <= std::min(sum, homes.size() - 1); ++own)
                win_[at(own, sum - own)] = static_cast<float>(value(nexts, own, sum - own));
        }
    }

    [[nodiscard]] static bool covers(const Home& own, const Home& other) {
        const auto few = [](const Home& home) {
            int sum = 0;
            for (const int count : home) sum += count;
            return sum <= most;
        };
        return few(own) && few(other);
    }

    [[nodiscard]] double win(const Home& own, const Home& other) const {
        return static_cast<double>(win_[at(Numbers::number(own), Numbers::number(other))]);
    }

   private:
    using Numbers = HomeNumbers<most>;
    // By throw, the numbers of the positions it may lead to.
    using Nexts = std::array<std::vector<std::uint16_t>, 21>;

    static std::size_t at(std::size_t own, std::size_t other) {
        return own * Numbers::count + other;
    }

    static std::vector<Nexts> list_nexts(std::span<const Home> homes) {
        std::vector<Nexts> all(homes.size());
        for (std::size_t number = 1; number < homes.size(); ++number) {
            std::size_t index = 0;
            each_throw([&](int a, int b, double) {
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

    [[nodiscard]] double value(std::span<const Nexts> nexts, std::size_t own,
                               std::size_t other) const {
        if (own == 0) return 1;
        if (other == 0) return 0;
        double sum = 0;
        std::size_t index = 0;
        each_throw([&](int, int, double probability) {
            float least = 1;
            for (const std::uint16_t next : nexts[own][index])
                least = std::min(least, next == 0 ? 0.0F : win_[at(other, next)]);
            ++index;
            sum += probability * (1 - static_cast<double>(least));
        });
        return sum;
    }

    std::vector<float> win_;
};

inline const BearOffDuel& bear_off_duel() {
    static const BearOffDuel table;
    return table;
}

// Both, if they are not there yet: a quarter of a second.
inline void make_bear_off() {
    bear_off();
    bear_off_duel();
}

}  // namespace zeitnot::backgammon
