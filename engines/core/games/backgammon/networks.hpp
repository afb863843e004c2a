// What backgammon's learnt evaluation says of a position: two networks, one for contact and one for
// races, and the exact bear-off.
#pragma once

#include <cstdint>

#include "games/backgammon/bearoff.hpp"
#include "games/backgammon/net.hpp"

namespace zeitnot::backgammon {

struct Networks {
    Net<contact_inputs> contact;
    Net<race_inputs> race;
};

enum class Judge : std::uint8_t { contact, race, bear_off };

inline int rear_of(const Side& side) {
    int point = bar;
    while (point > 0 && side[static_cast<std::size_t>(point)] == 0) --point;
    return point;
}

// `own` is about to throw; both sides have a man left.
inline Judge judge_of(const Side& own, const Side& other) {
    const int rear = rear_of(own), other_rear = rear_of(other);
    if (rear + other_rear > 25) return Judge::contact;
    return std::max(rear, other_rear) > 6 ? Judge::race : Judge::bear_off;
}

// What cannot happen any more has no chance; an end includes those that are worse.
inline Chances settled(const Outputs& said, const Side& own, const Side& other, Judge judge) {
    const auto at = [&said](std::size_t end) { return static_cast<double>(said[end]); };
    Chances chances{at(0), at(1), at(2), at(3), at(4)};
    const auto possible = [judge](const Side& loser, double& gammon, double& worse, double all) {
        gammon = loser[off] > 0 ? 0 : std::min(gammon, all);
        const bool far = judge == Judge::contact || rear_of(loser) > 18;
        worse = far ? std::min(worse, gammon) : 0;
    };
    possible(other, chances.win_gammon, chances.win_backgammon, chances.win);
    possible(own, chances.lose_gammon, chances.lose_backgammon, 1 - chances.win);
    return chances;
}

inline Chances bear_off_chances(const Side& own, const Side& other) {
    const Home mine = home_of(own), theirs = home_of(other);
    if (BearOffDuel::covers(mine, theirs)) return {bear_off_duel().win(mine, theirs), 0, 0, 0, 0};
    return bear_off().chances(mine, theirs);
}

// Of the side `own`, which is about to throw.
inline Chances learnt_chances(const Networks& nets, const Side& own, const Side& other) {
    const Judge judge = judge_of(own, other);
    if (judge == Judge::bear_off) return bear_off_chances(own, other);
    Inputs inputs;
    Layer hidden;
    if (judge == Judge::contact) {
        contact_terms_of(own, other, inputs);
        return settled(run(nets.contact, inputs, hidden), own, other, judge);
    }
    race_terms_of(own, other, inputs);
    return settled(run(nets.race, inputs, hidden), own, other, judge);
}

}  // namespace zeitnot::backgammon
