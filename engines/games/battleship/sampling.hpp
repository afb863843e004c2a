// Samples positions of battleship that are consistent with a view, with uniformly drawn fleets.
#pragma once

#include "games/battleship/position.hpp"

namespace zeitnot {

inline auto Battleship::deals(int seat) const {
    // A copy without the opponent's fleet.
    Battleship known(settings_);
    for (std::size_t ship = 0; ship < side(seat).ships; ++ship)
        known.put(seat, side(seat).fleet[ship]);
    side(seat).shots.each([&](int cell) { known.shoot(seat, cell); });
    if (turn_ == 1) known.flip_turn();
    const int other = seat ^ 1;
    const bool is_hidden = side(other).ships == battleship::ship_count;
    return [known, other, is_hidden, shots = side(other).shots,
            fleets = battleship::Fleets(answers(other), may_touch())](
               auto&& random_below) -> std::optional<Battleship> {
        Battleship position = known;
        if (!is_hidden) return position;
        const auto fleet = draw_fleet(fleets, random_below);
        if (!fleet) return std::nullopt;
        position.place_fleet(other, *fleet, shots);
        return position;
    };
}

inline Parsed<Battleship> Battleship::sample(std::string_view view, const Settings& settings,
                                             auto&& random_below) {
    if (view.find('?') == view.npos) return parse(view, settings);
    const Error none{"No game looks like this."};
    auto waters = read(view, true);
    if (!waters) return none;
    Battleship position(settings);
    const int turn = view.back() == '1' ? 1 : 0;
    for (const int seat : {0, 1}) {
        Waters& own = (*waters)[static_cast<std::size_t>(seat)];
        if (!own.is_hidden) {
            if (position.place_fleet(seat, own)) return none;
            continue;
        }
        if (!is_fleet_placed(seat, turn, *waters)) continue;
        Cells hits = own.answers.hits;
        for (std::size_t ship = 0; ship < battleship::ship_count; ++ship) {
            if (own.ships[ship].empty()) continue;
            own.answers.sunk[ship] = place_with(own.ships[ship], battleship::lengths[ship]);
            if (!own.answers.sunk[ship]) return none;
            hits |= own.ships[ship];
        }
        const battleship::Fleets fleets(own.answers, position.may_touch());
        const auto fleet = draw_fleet(fleets, random_below);
        if (!fleet) return none;
        position.place_fleet(seat, *fleet, own.answers.misses | hits);
    }
    if (turn == 1) position.flip_turn();
    if (position.turn_error() || position.result()) return none;
    return position;
}

}  // namespace zeitnot
