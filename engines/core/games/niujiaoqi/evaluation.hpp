// Ox-horn chess needs no static evaluation: forced wins take at most 12 plies, all else is drawn.
#pragma once

#include "games/niujiaoqi/position.hpp"
#include "zeitnot/exact/retrograde.hpp"
#include "zeitnot/search/evaluation.hpp"

namespace zeitnot {

template <>
struct Evaluation<Niujiaoqi> : PointsEvaluation {};

// All 720 placements with a side to move, whether or not play reaches them.
template <>
struct StateSpace<Niujiaoqi> {
    static std::vector<Niujiaoqi> roots(const Niujiaoqi::Settings& settings) {
        std::vector<Niujiaoqi> roots{Niujiaoqi(settings)};
        for (int code = 0; code < 2000; ++code) {
            const int red = code / 200, low = code / 20 % 10, high = code / 2 % 10;
            if (low >= high) continue;
            const auto position =
                Niujiaoqi::parse(std::to_string(red) + ' ' + std::to_string(low) + ' ' +
                                     std::to_string(high) + (code % 2 == 0 ? " r" : " b"),
                                 settings);
            if (position) roots.push_back(*position);
        }
        return roots;
    }
};

}  // namespace zeitnot
