// Backgammon's learnt evaluation: one network for contact, one for races, and the exact bear-off.
#pragma once

#include <cstdint>

#include "games/backgammon/bearoff.hpp"
#include "games/backgammon/net.hpp"

namespace zeitnot::backgammon {

struct Networks {
    Net<contact_inputs> contact;
    Net<race_inputs> race;
};

enum class PositionClass : std::uint8_t { contact, race, bear_off };

inline int rear_of(const Side& side) {
    int point = bar;
    while (point > 0 && side[static_cast<std::size_t>(point)] == 0) --point;
    return point;
}

// `own` is about to roll; both sides have a checker left.
inline PositionClass class_of(const Side& own, const Side& other) {
    const int rear = rear_of(own), other_rear = rear_of(other);
    if (rear + other_rear > 25) return PositionClass::contact;
    return std::max(rear, other_rear) > 6 ? PositionClass::race : PositionClass::bear_off;
}

// Sets outcomes that have become impossible to 0, and bounds each outcome by the one it is part of.
inline Chances consistent(const Outputs& outputs, const Side& own, const Side& other,
                          PositionClass position_class) {
    const auto at = [&outputs](std::size_t outcome) {
        return static_cast<double>(outputs[outcome]);
    };
    Chances chances{at(0), at(1), at(2), at(3), at(4)};
    const auto bound = [position_class](const Side& loser, double& gammon, double& worse,
                                        double all) {
        gammon = loser[off] > 0 ? 0 : std::min(gammon, all);
        const bool is_backgammon_possible =
            position_class == PositionClass::contact || rear_of(loser) > 18;
        worse = is_backgammon_possible ? std::min(worse, gammon) : 0;
    };
    bound(other, chances.win_gammon, chances.win_backgammon, chances.win);
    bound(own, chances.lose_gammon, chances.lose_backgammon, 1 - chances.win);
    return chances;
}

inline Chances bear_off_chances(const Side& own, const Side& other) {
    const Home mine = home_of(own), theirs = home_of(other);
    if (TwoSidedBearOff::covers(mine, theirs))
        return {two_sided_bear_off().win(mine, theirs), 0, 0, 0, 0};
    return one_sided_bear_off().chances(mine, theirs);
}

// For the side `own`, which is about to roll.
inline Chances learnt_chances(const Networks& nets, const Side& own, const Side& other) {
    const PositionClass position_class = class_of(own, other);
    if (position_class == PositionClass::bear_off) return bear_off_chances(own, other);
    Inputs inputs;
    Layer hidden;
    if (position_class == PositionClass::contact) {
        write_contact_inputs(own, other, inputs);
        return consistent(run(nets.contact, inputs, hidden), own, other, position_class);
    }
    write_race_inputs(own, other, inputs);
    return consistent(run(nets.race, inputs, hidden), own, other, position_class);
}

}  // namespace zeitnot::backgammon
