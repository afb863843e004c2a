// The unit of a game's values.
#pragma once

#include <cstdint>
#include <string_view>

namespace zeitnot {

// An equal position is 0, except for the win probability, which is 0 to 1, and `tricks`, of which
// a side takes from none to all. `points` of a game without margins are 1 for a win and -1 for a
// loss.
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
