// The method `density`: shoots where most of the fleets that are consistent with the answers have a
// ship. Fleets are sampled uniformly.
//
// Its own fleet is drawn uniformly from all fleets, with the machine's random device, so that
// opponents cannot learn its habits.
#pragma once

#include <random>
#include <vector>

#include "games/battleship/position.hpp"
#include "zeitnot/search/mcts/random.hpp"
#include "zeitnot/search/own_method.hpp"

namespace zeitnot {

template <>
class OwnMethod<Battleship> {
   public:
    static constexpr std::string_view name = "density";

    explicit OwnMethod(const Options&) {}

    void clear() {}
    [[nodiscard]] static int filled() { return 0; }

    // Nodes are fleets; `visits` of a line are the fleets with a ship there. `value` is the lead in
    // ship cells afloat, divided by 17.
    Report<Battleship> search(const Task<Battleship>& task, const Limits& limits,
                              const StopToken& token, const OnReport<Battleship>& on_report) {
        const Battleship& position = task.root.position();
        Control control(limits, token);
        Report<Battleship> report;
        if (position.is_set_up()) {
            report = aim(task, limits, control);
        } else {
            report.lines.push_back({.move = next_ship(task)});
            report.lines[0].pv = {report.lines[0].move};
        }
        report.depth = 1;
        report.seconds = control.seconds();
        if (on_report) on_report(report);
        return report;
    }

   private:
    using Move = Battleship::Move;
    using Counts = std::array<std::uint64_t, battleship::cell_count>;

    static constexpr std::uint64_t default_fleets = 2'000;
    static constexpr std::uint64_t max_attempts = 1'000'000;

    // Draws a place for the next ship from the uniform distribution of fleets, given the ships
    // already placed.
    Move next_ship(const Task<Battleship>& task) {
        const Battleship& position = task.root.position();
        Battleship::Moves moves;
        position.generate(moves);
        for (;;) {
            const Move first =
                moves[static_cast<std::size_t>(below(static_cast<int>(moves.size())))];
            if (!task.allows(first)) continue;
            Battleship rest = position;
            const int seat = rest.turn();
            rest.play(first);
            while (rest.turn() == seat && !rest.is_set_up() && play_anywhere(rest)) {
            }
            if (rest.turn() != seat || rest.is_set_up()) return first;
        }
    }

    // Places the next ship anywhere at random. False if ships already placed are in the way; then
    // the fleet has to be drawn again.
    bool play_anywhere(Battleship& position) {
        const std::size_t ship = position.fleet(position.turn()).size();
        battleship::Place place;
        do {
            const int number = below(2 * battleship::cell_count);
            place = {static_cast<battleship::Cell>(number / 2), number % 2 == 1};
        } while (!place.fits(battleship::lengths[ship]));
        Battleship::Moves moves;
        position.generate(moves);
        const Move move = Battleship::move_of(place);
        if (std::ranges::find(moves, move) == moves.end()) return false;
        position.play(move);
        return true;
    }

    Report<Battleship> aim(const Task<Battleship>& task, const Limits& limits, Control& control) {
        const Battleship& position = task.root.position();
        const int target = position.turn() ^ 1;
        Counts counts{};
        count(position, limits.nodes.value_or(default_fleets), control, counts);
        Battleship::Moves moves;
        position.generate(moves);
        std::vector<Move> allowed;
        for (const Move move : moves)
            if (task.allows(move)) allowed.push_back(move);
        std::ranges::shuffle(allowed, random_);  // equally good shots in random order
        std::ranges::stable_sort(allowed, std::greater{}, [&](Move move) { return counts[move]; });
        Report<Battleship> report;
        report.nodes = control.nodes();
        report.value = (afloat(position, position.turn()) - afloat(position, target)) /
                       static_cast<double>(battleship::fleet_cells);
        for (const Move move : allowed) {
            if (static_cast<int>(report.lines.size()) == task.lines) break;
            report.lines.push_back(
                {.move = move, .value = report.value, .pv = {move}, .visits = counts[move]});
        }
        return report;
    }

    // Draws fleets of the opponent and counts in how many of them each cell has a ship.
    void count(const Battleship& position, std::uint64_t max_fleets, Control& control,
               Counts& counts) {
        const int target = position.turn() ^ 1;
        Random random(std::uniform_int_distribution<std::uint64_t>()(random_));
        const auto below = [&random](int n) {
            return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
        };
        const auto unit = [&random] { return static_cast<double>(random.next() >> 11) * 0x1p-53; };
        const battleship::Fleets fleets(position.answers(target), position.may_touch());
        const auto add = [&](const battleship::Fleet& fleet) {
            for (std::size_t ship = 0; ship < battleship::ship_count; ++ship)
                fleet[ship].cells(battleship::lengths[ship]).each([&](int cell) {
                    ++counts[static_cast<std::size_t>(cell)];
                });
            control.add_nodes(1);
        };
        if (fleets.empty()) return;
        if (const auto fleet = fleets.draw(below, unit)) add(*fleet);
        for (std::uint64_t i = 0; i < max_attempts && control.nodes() < max_fleets; ++i) {
            if (control.is_over()) break;
            if (const auto fleet = fleets.attempt(below, unit)) add(*fleet);
        }
    }

    static int afloat(const Battleship& position, int seat) {
        return (position.ships_of(seat) - position.shots_at(seat)).size();
    }

    int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }

    std::random_device random_;
};

}  // namespace zeitnot
