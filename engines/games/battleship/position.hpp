// Battleship on 10 by 10 cells. First seat 0 secretly places its five ships, one per move, then
// seat 1; then they take turns to shoot. A shot is answered miss, hit, or sunk with the name of the
// ship. A side wins by sinking all enemy ships.
//
// Ships are placed one by one because there are 30,093,975,536 fleets, too many to list as moves.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "games/battleship/fleets.hpp"
#include "zeitnot/concepts.hpp"

namespace zeitnot {

struct BattleshipSettings {
    int touching = 0;  // whether ships may touch: "yes", "no"
};

class Battleship {
   public:
    static constexpr std::string_view name = "battleship";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = false;
    using Settings = BattleshipSettings;
    static constexpr std::array setting_table{Setting<Settings>{
        .name = "touching", .field = &Settings::touching, .words = {"yes", "no"}}};
    using Cells = battleship::Cells;
    using Move = std::uint16_t;  // a cell to shoot at; of a ship 100 + cell, 200 + cell if down
    using Moves = FixedList<Move, battleship::max_places>;

    Battleship() : Battleship(Settings{}) {}
    explicit Battleship(const Settings& settings) : settings_(settings), hash_(base()) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return hash_; }
    // Whether both fleets are placed.
    [[nodiscard]] bool is_set_up() const { return sides_[1].ships == battleship::ship_count; }
    [[nodiscard]] bool may_touch() const { return settings_.touching == 0; }
    // The ships that a seat has placed, in the order of `lengths`.
    [[nodiscard]] std::span<const battleship::Place> fleet(int seat) const {
        return {side(seat).fleet.data(), side(seat).ships};
    }
    // The cells of a seat's waters that have been shot at, and those of its ships.
    [[nodiscard]] const Cells& shots_at(int seat) const { return side(seat).shots; }
    [[nodiscard]] const Cells& ships_of(int seat) const { return side(seat).cells; }
    // What the opponent knows about a seat's fleet.
    [[nodiscard]] battleship::Answers answers(int seat) const;

    static Move move_of(const battleship::Place& place) {
        return static_cast<Move>((place.is_down ? 2 : 1) * battleship::cell_count + place.cell);
    }

    void generate(Moves& moves) const {
        if (result()) return;
        if (is_set_up()) {
            for (int cell = 0; cell < battleship::cell_count; ++cell)
                if (!side(turn_ ^ 1).shots.has(cell)) moves.push(static_cast<Move>(cell));
            return;
        }
        const int length = battleship::lengths[side(turn_).ships];
        for (const bool is_down : {false, true}) {
            for (int cell = 0; cell < battleship::cell_count; ++cell) {
                const battleship::Place place{static_cast<battleship::Cell>(cell), is_down};
                if (place.fits(length) &&
                    !place.cells(length).intersects(side(turn_).blocked_cells))
                    moves.push(move_of(place));
            }
        }
    }

    void play(Move move) {
        if (move >= battleship::cell_count) {
            put(turn_, place_of(move));
            if (side(turn_).ships == battleship::ship_count) flip_turn();
        } else {
            shoot(turn_ ^ 1, move);
            flip_turn();
        }
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (!is_set_up()) return std::nullopt;
        if (is_sunk(1)) return Outcome{1.0, 1, "all ships sunk"};
        if (is_sunk(0)) return Outcome{0.0, -1, "all ships sunk"};
        return std::nullopt;
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }
    [[nodiscard]] std::string move_text(Move move) const {
        if (move < battleship::cell_count)
            return battleship::cell_text(static_cast<battleship::Cell>(move));
        const auto [cell, is_down] = place_of(move);
        return battleship::cell_text(cell) + (is_down ? 'v' : 'h') +
               std::to_string(battleship::lengths[side(turn_).ships]);
    }

    // Seat 0's waters, a slash, seat 1's, a space and the seat to move. Waters are 100 cells from
    // A1, row by row: "." water, "o" a miss, ships "a" (5 cells) to "e" (2 cells), capitals where
    // they are hit.
    [[nodiscard]] std::string text() const { return waters(0) + '/' + waters(1) + turn_text(); }

    // ── hidden information ──

    // Like `text`, but the opponent's waters have "?" for cells that were not shot at and "x" for
    // hits on ships afloat. A spectator sees both waters like this.
    [[nodiscard]] std::string view(std::optional<int> seat) const {
        if (result()) return text();
        return (seat == 0 ? waters(0) : waters_as_seen(0)) + '/' +
               (seat == 1 ? waters(1) : waters_as_seen(1)) + turn_text();
    }
    [[nodiscard]] static bool sees_value(std::size_t, std::optional<int>) { return true; }
    // Shots are public.
    [[nodiscard]] bool sees_move(int mover, std::optional<int> seat) const {
        return seat == mover || !(sides_[0].shots | sides_[1].shots).empty();
    }
    // The order of the shots does not matter.
    [[nodiscard]] std::string information(int seat) const { return view(seat); }
    // Draws positions that a seat cannot distinguish; see PreparesDeals.
    [[nodiscard]] auto deals(int seat) const;

    static Parsed<Battleship> parse(std::string_view text, const Settings& settings);
    // A random position consistent with `view`; see the concept Observable.
    static Parsed<Battleship> sample(std::string_view view, const Settings& settings,
                                     auto&& random_below);

    friend bool operator==(const Battleship& a, const Battleship& b) {
        return a.settings_.touching == b.settings_.touching && a.turn_ == b.turn_ &&
               a.sides_ == b.sides_;
    }

   private:
    static constexpr std::size_t cells = battleship::cell_count;
    static constexpr std::size_t text_size = 2 * cells + 3;
    // Keys of each place of each ship of a seat, of each shot at a seat, and of seat 1 to move.
    static constexpr std::size_t shot_keys = 2 * battleship::ship_count * 2 * cells;
    static constexpr auto keys = zobrist_keys<shot_keys + 2 * cells + 1>(0x6261'7474'6C65'7368);

    struct Side {
        battleship::Fleet fleet{};
        std::size_t ships = 0;       // placed so far
        Cells cells, blocked_cells;  // of the ships, and where no other ship may be
        Cells shots;                 // at this side
        friend bool operator==(const Side&, const Side&) = default;
    };

    [[nodiscard]] const Side& side(int seat) const {
        return sides_[static_cast<std::size_t>(seat)];
    }
    [[nodiscard]] Side& side(int seat) { return sides_[static_cast<std::size_t>(seat)]; }
    [[nodiscard]] Key base() const { return text_key(name) ^ settings_key<Battleship>(settings_); }
    [[nodiscard]] bool is_sunk(int seat) const {
        return side(seat).shots.contains(side(seat).cells);
    }
    [[nodiscard]] bool is_sunk(int seat, std::size_t ship) const {
        return side(seat).shots.contains(side(seat).fleet[ship].cells(battleship::lengths[ship]));
    }
    static battleship::Place place_of(Move move) {
        return {static_cast<battleship::Cell>(move % battleship::cell_count),
                move >= 2 * battleship::cell_count};
    }

    void flip_turn() {
        turn_ ^= 1;
        hash_ ^= keys.back();
    }
    // Places the next ship of a seat.
    void put(int seat, const battleship::Place& place) {
        Side& own = side(seat);
        const std::size_t ship = own.ships++;
        const Cells ship_cells = place.cells(battleship::lengths[ship]);
        own.fleet[ship] = place;
        own.cells |= ship_cells;
        own.blocked_cells |= battleship::blocked_cells(ship_cells, may_touch());
        const std::size_t number = static_cast<std::size_t>(seat) * battleship::ship_count + ship;
        hash_ ^= keys[(number * 2 + (place.is_down ? 1 : 0)) * cells + place.cell];
    }
    void shoot(int seat, int cell) {
        side(seat).shots.add(cell);
        hash_ ^= keys[shot_keys + static_cast<std::size_t>(seat) * cells +
                      static_cast<std::size_t>(cell)];
    }

    [[nodiscard]] std::string turn_text() const { return turn_ == 0 ? " 0" : " 1"; }
    [[nodiscard]] std::string waters(int seat) const;
    [[nodiscard]] std::string waters_as_seen(int seat) const;

    // The waters of a text, of which only the form has been checked.
    struct Waters {
        battleship::Answers answers;
        std::array<Cells, battleship::ship_count> ships{};
        bool is_hidden = false;  // some cells are "?"
    };
    static std::optional<std::array<Waters, 2>> read(std::string_view text, bool is_view);
    // A fleet takes hundreds of random numbers, so they are generated from one seed.
    static std::optional<battleship::Fleet> draw_fleet(const battleship::Fleets& fleets,
                                                       auto&& random_below) {
        Key state = static_cast<Key>(random_below(1 << 30));
        return fleets.draw(
            [&state](int n) { return static_cast<int>(splitmix64(state) % static_cast<Key>(n)); },
            [&state] { return static_cast<double>(splitmix64(state) >> 11) * 0x1p-53; });
    }
    // Places a complete fleet and fires the shots at it.
    void place_fleet(int seat, const battleship::Fleet& fleet, const Cells& shots) {
        for (const auto& place : fleet) put(seat, place);
        shots.each([&](int cell) { shoot(seat, cell); });
    }
    // Places these ships, which must be the first ones, and fires the shots.
    [[nodiscard]] std::optional<Error> place_fleet(int seat, const Waters& waters);
    [[nodiscard]] std::optional<Error> turn_error() const;
    // Whether a fleet that a view hides completely has been placed.
    static bool is_fleet_placed(int seat, int turn, const std::array<Waters, 2>& waters);

    Settings settings_;
    std::array<Side, 2> sides_{};
    int turn_ = 0;
    Key hash_;
};

inline battleship::Answers Battleship::answers(int seat) const {
    const Side& own = side(seat);
    battleship::Answers answers{.misses = own.shots - own.cells, .hits = own.shots & own.cells};
    for (std::size_t ship = 0; ship < own.ships; ++ship) {
        if (!is_sunk(seat, ship)) continue;
        answers.sunk[ship] = own.fleet[ship];
        answers.hits = answers.hits - own.fleet[ship].cells(battleship::lengths[ship]);
    }
    return answers;
}

inline std::string Battleship::waters(int seat) const {
    std::string text(cells, '.');
    const auto at = [&text](int cell) -> char& { return text[static_cast<std::size_t>(cell)]; };
    side(seat).shots.each([&](int cell) { at(cell) = 'o'; });
    for (std::size_t ship = 0; ship < side(seat).ships; ++ship)
        side(seat).fleet[ship].cells(battleship::lengths[ship]).each([&](int cell) {
            at(cell) = static_cast<char>((at(cell) == 'o' ? 'A' : 'a') + static_cast<int>(ship));
        });
    return text;
}

inline std::string Battleship::waters_as_seen(int seat) const {
    std::string text(cells, '?');
    const auto at = [&text](int cell) -> char& { return text[static_cast<std::size_t>(cell)]; };
    const battleship::Answers known = answers(seat);
    known.misses.each([&](int cell) { at(cell) = 'o'; });
    known.hits.each([&](int cell) { at(cell) = 'x'; });
    for (std::size_t ship = 0; ship < battleship::ship_count; ++ship)
        if (known.sunk[ship])
            known.sunk[ship]->cells(battleship::lengths[ship]).each([&](int cell) {
                at(cell) = static_cast<char>('A' + static_cast<int>(ship));
            });
    return text;
}

inline std::optional<std::array<Battleship::Waters, 2>> Battleship::read(std::string_view text,
                                                                         bool is_view) {
    if (text.size() != text_size || text[cells] != '/' || text[2 * cells + 1] != ' ' ||
        (text.back() != '0' && text.back() != '1'))
        return std::nullopt;
    std::array<Waters, 2> both;
    for (std::size_t seat = 0; seat < 2; ++seat) {
        Waters& waters = both[seat];
        const auto part = text.substr(seat * (cells + 1), cells);
        waters.is_hidden = is_view && part.find('?') != part.npos;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            const char c = part[cell];
            const int number = static_cast<int>(cell);
            if (c == (waters.is_hidden ? '?' : '.')) continue;
            if (c == 'o') {
                waters.answers.misses.add(number);
            } else if (c == 'x' && waters.is_hidden) {
                waters.answers.hits.add(number);
            } else if ((c >= 'a' && c <= 'e' && !waters.is_hidden) || (c >= 'A' && c <= 'E')) {
                waters.ships[static_cast<std::size_t>(c >= 'a' ? c - 'a' : c - 'A')].add(number);
                if (c < 'a' && !waters.is_hidden) waters.answers.hits.add(number);
            } else {
                return std::nullopt;
            }
        }
    }
    return both;
}

// The place of a ship with exactly these cells; none if they are not a line.
inline std::optional<battleship::Place> place_with(const battleship::Cells& cells, int length) {
    if (cells.size() != length) return std::nullopt;
    for (const bool is_down : {false, true}) {
        const battleship::Place place{static_cast<battleship::Cell>(cells.first()), is_down};
        if (place.fits(length) && place.cells(length) == cells) return place;
    }
    return std::nullopt;
}

inline std::optional<Error> Battleship::place_fleet(int seat, const Waters& waters) {
    for (std::size_t ship = 0; ship < battleship::ship_count; ++ship) {
        if (waters.ships[ship].empty()) continue;
        const auto place = place_with(waters.ships[ship], battleship::lengths[ship]);
        if (!place || ship != side(seat).ships)
            return Error{"The ships are lines of 5, 4, 3, 3 and 2 cells, a to e, laid out so."};
        if (waters.ships[ship].intersects(side(seat).blocked_cells))
            return Error{"These ships touch."};
        put(seat, *place);
    }
    (waters.answers.misses | waters.answers.hits).each([&](int cell) { shoot(seat, cell); });
    return std::nullopt;
}

inline std::optional<Error> Battleship::turn_error() const {
    const int before = sides_[1].shots.size(), after = sides_[0].shots.size();
    const bool has_fleets = is_set_up() && sides_[0].ships == battleship::ship_count;
    if (before + after > 0 && !has_fleets)
        return Error{"There are no shots before both sides have fleets."};
    if (!has_fleets) {
        const bool first_is_done = sides_[0].ships == battleship::ship_count;
        if (turn_ != (first_is_done ? 1 : 0) || (!first_is_done && sides_[1].ships > 0))
            return Error{"First seat 0 lays out its ships, then seat 1."};
        return std::nullopt;
    }
    if (before - after != turn_) return Error{"Seat 0 shoots first, then they take turns."};
    if (is_sunk(turn_)) {
        // Only the shot before can have ended the game.
        if (is_sunk(turn_ ^ 1)) return Error{"Only one side can have lost all its ships."};
        return std::nullopt;
    }
    if (is_sunk(turn_ ^ 1)) return Error{"The game ended before the last of these shots."};
    return std::nullopt;
}

inline Parsed<Battleship> Battleship::parse(std::string_view text, const Settings& settings) {
    const auto waters = read(text, false);
    if (!waters)
        return Error{"A position is two waters of 100 cells, '.', 'o' and ships, and the turn."};
    Battleship position(settings);
    for (const int seat : {0, 1})
        if (auto error = position.place_fleet(seat, (*waters)[static_cast<std::size_t>(seat)]))
            return *error;
    if (text.back() == '1') position.flip_turn();
    if (auto error = position.turn_error()) return *error;
    return position;
}

inline bool Battleship::is_fleet_placed(int seat, int turn, const std::array<Waters, 2>& waters) {
    const Waters& other = waters[static_cast<std::size_t>(seat ^ 1)];
    const auto shot_at = [](const Waters& one) {
        return !(one.answers.misses | one.answers.hits | one.ships[0] | one.ships[1] |
                 one.ships[2] | one.ships[3] | one.ships[4])
                    .empty();
    };
    if (shot_at(waters[static_cast<std::size_t>(seat)])) return true;
    if (turn == 1) return seat == 0 || !(other.answers.misses | other.answers.hits).empty();
    // Seat 0 is to place a ship or to shoot. It shoots if the other fleet is hidden or complete.
    return other.is_hidden || !other.ships[battleship::ship_count - 1].empty();
}

}  // namespace zeitnot

#include "games/battleship/sampling.hpp"
