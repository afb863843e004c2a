// Numbers all 720 placements of ox-horn chess with a side to move, even unreachable ones, and lists
// moves backwards.
#pragma once

#include <bit>
#include <optional>

#include "games/niujiaoqi/position.hpp"
#include "zeitnot/exact/state_space.hpp"

namespace zeitnot {

template <>
class IndexOf<Niujiaoqi> {
   public:
    explicit IndexOf(const Niujiaoqi::Settings& settings) : settings_(settings) {}

    [[nodiscard]] std::size_t size() const { return 2 * 10 * pairs; }

    // A number encodes red's node, blue's pair among the other nine nodes, and the side to move.
    [[nodiscard]] std::optional<Niujiaoqi> position(std::size_t number) const {
        const int red = static_cast<int>(number / 2 / pairs);
        std::size_t pair = number / 2 % pairs;
        int high = 1;
        while (pair >= static_cast<std::size_t>(high)) pair -= static_cast<std::size_t>(high++);
        const int low = static_cast<int>(pair);
        const unsigned blue = 1U << (low + (low >= red)) | 1U << (high + (high >= red));
        return Niujiaoqi(settings_, red, blue, static_cast<int>(number % 2));
    }

    [[nodiscard]] std::optional<std::size_t> number(const Niujiaoqi& position) const {
        const int red = position.red();
        const int low = std::countr_zero(position.blue());
        const int high = std::bit_width(position.blue()) - 1;
        const int lower = low - (low > red), higher = high - (high > red);
        const auto pair = static_cast<std::size_t>(higher * (higher - 1) / 2 + lower);
        return (static_cast<std::size_t>(red) * pairs + pair) * 2 +
               static_cast<std::size_t>(position.turn());
    }

    template <class F>
    void each_unmove(const Niujiaoqi& position, F f) const {
        const unsigned taken = position.blue() | 1U << position.red();
        const auto add = [&](const Niujiaoqi& previous) {
            if (!previous.result()) f(previous);
        };
        for (int from = 0; from < 10; ++from) {
            if ((taken >> from & 1) != 0) continue;
            if (position.turn() == 1) {
                if (Niujiaoqi::red_moves(from, position.red()))
                    add(Niujiaoqi(settings_, from, position.blue(), 0));
                continue;
            }
            for (unsigned left = position.blue(); left != 0; left &= left - 1) {
                if (!Niujiaoqi::blue_moves(from, std::countr_zero(left))) continue;
                const unsigned blue = (position.blue() ^ (left & -left)) | 1U << from;
                add(Niujiaoqi(settings_, position.red(), blue, 1));
            }
        }
    }

   private:
    static constexpr std::size_t pairs = 36;

    Niujiaoqi::Settings settings_;
};

}  // namespace zeitnot
