// The unit of a game's values.
#pragma once

#include <cstdint>
#include <string_view>

namespace zeitnot {

// An equal position has the value 0, except in `win_probability`, from 0 to 1, and in `tricks`,
// the number that a side takes. In a game without margins a win is 1 point and a loss -1.
enum class Unit : std::uint8_t { points, discs, men, chips, tricks, centipawns, win_probability };

constexpr std::string_view name_of(Unit unit) {
    switch (unit) {
        case Unit::points:
            return "points";
        case Unit::discs:
            return "discs";
        case Unit::men:
            return "men";
        case Unit::chips:
            return "chips";
        case Unit::tricks:
            return "tricks";
        case Unit::centipawns:
            return "centipawns";
        case Unit::win_probability:
            break;
    }
    return "win_probability";
}

}  // namespace zeitnot
