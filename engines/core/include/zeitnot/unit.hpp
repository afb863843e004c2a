// What a game's values are counted in.
#pragma once

#include <cstdint>
#include <string_view>

namespace zeitnot {

// Level is 0, but of a win's probability, which is 0 to 1. `points` of a game without a size of the
// win are 1 for a win and -1 for a loss.
enum class Unit : std::uint8_t { points, discs, chips, centipawns, win_probability };

constexpr std::string_view name_of(Unit unit) {
    switch (unit) {
        case Unit::points:
            return "points";
        case Unit::discs:
            return "discs";
        case Unit::chips:
            return "chips";
        case Unit::centipawns:
            return "centipawns";
        case Unit::win_probability:
            break;
    }
    return "win_probability";
}

}  // namespace zeitnot
