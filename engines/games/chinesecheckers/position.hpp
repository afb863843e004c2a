// Chinese checkers: ten pegs a seat race across a star of 121 cells, two, three, four or six seats.
//
// A move is a step to a neighbour or a chain of hops over single pegs, whoever's they are; nothing
// is captured. Pegs may pass through a foreign home but not stay there. A seat finishes when it has
// filled the opposite point, and the seats rank as they finish. With more than two seats a point
// counts as filled when all its cells are taken and one of them by its own seat's peg, so that
// nobody is shut out by pegs that stay at home (Sturtevant, "On Strongly Solving Chinese Checkers",
// Advances in Computer Games 2019, definition 1); with two, from ply 60 on, a seat that can take a
// peg out of its home must do so. Who leaves the game takes its pegs along: they would decide the
// race of the seat opposite, whose goal is their home.
#pragma once

#include "games/chinesecheckers/moves.hpp"
#include "games/chinesecheckers/notation.hpp"
#include "games/chinesecheckers/standing.hpp"
#include "zeitnot/concepts.hpp"

namespace zeitnot {

struct ChineseCheckersSettings {
    int seats = 2;
};

class ChineseCheckers {
   public:
    static constexpr std::string_view name = "chinesecheckers";
    static constexpr Unit unit = Unit::win_probability;
    static constexpr int version = 1;
    static constexpr bool draws = false;
    static constexpr int repetition_limit = 3;
    using Settings = ChineseCheckersSettings;
    static constexpr std::array setting_table{
        Setting<Settings>{.name = "seats", .field = &Settings::seats, .numbers = {2, 3, 4, 6}}};
    using Move = chinesecheckers::Move;
    // A peg has at most 6 steps and the 36 other cells of its quarter to hop to.
    using Moves = FixedList<Move, chinesecheckers::pegs_of_a_seat * (6 + 36)>;
    using CellSet = chinesecheckers::CellSet;

    static constexpr int seats(const Settings& settings) { return settings.seats; }

    ChineseCheckers() : ChineseCheckers(Settings{}) {}
    explicit ChineseCheckers(const Settings& settings)
        : ChineseCheckers(chinesecheckers::start(settings.seats)) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return hash_; }
    [[nodiscard]] int seat_count() const { return standing_.seats(); }
    [[nodiscard]] int plies() const { return plies_; }
    [[nodiscard]] const chinesecheckers::Standing& standing() const { return standing_; }
    [[nodiscard]] const CellSet& pegs(int seat) const {
        return pegs_[chinesecheckers::index(seat)];
    }
    [[nodiscard]] const CellSet& occupied() const { return occupied_; }
    [[nodiscard]] const chinesecheckers::SeatFacts& facts(int seat) const {
        return chinesecheckers::facts_of(seat_count(), seat);
    }

    void generate(Moves& moves) const {
        if (is_over()) return;
        if (must_leave_home()) {
            each_move(pegs(turn_) & facts(turn_).home, facts(turn_).may_stay - facts(turn_).home,
                      moves);
            if (!moves.empty()) return;
        }
        each_move(pegs(turn_), facts(turn_).may_stay, moves);
        if (moves.empty()) moves.push(chinesecheckers::pass);
    }

    void play(Move move) {
        if (move != chinesecheckers::pass) {
            const int from = chinesecheckers::from_of(move), to = chinesecheckers::to_of(move);
            CellSet& own = pegs_[chinesecheckers::index(turn_)];
            own.remove(from);
            own.add(to);
            occupied_.remove(from);
            occupied_.add(to);
            hash_ ^= peg_key(turn_, from) ^ peg_key(turn_, to);
            // Only the seat whose goal has been entered can finish by this.
            const int seat = finished_by(to);
            if (seat >= 0) {
                standing_.finish(seat);
                hash_ ^= place_key(seat);
            }
        }
        if (seat_count() == 2 && plies_ + 1 == chinesecheckers::home_leaving_ply) hash_ ^= late_key;
        ++plies_;
        set_turn(standing_.next(turn_));
    }

    // The seat leaves the game, if it still plays: its pegs come off the board, it has no turns any
    // more and ranks behind all who stay. Nobody finishes by that, since no cell is filled.
    void withdraw(int seat) {
        if (!standing_.plays(seat)) return;
        CellSet& own = pegs_[chinesecheckers::index(seat)];
        own.each([&](int cell) { hash_ ^= peg_key(seat, cell); });
        occupied_ = occupied_ - own;
        own = {};
        standing_.leave(seat);
        hash_ ^= place_key(seat);
        if (seat == turn_) set_turn(standing_.next(turn_));
    }

    // Pegs never come back over the end of their seat's race.
    [[nodiscard]] bool irreversible(Move move) const {
        if (seat_count() == 2 && plies_ + 1 == chinesecheckers::home_leaving_ply) return true;
        ChineseCheckers after = *this;
        after.play(move);
        return after.standing_.finished() != standing_.finished();
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (!is_over()) return std::nullopt;
        const bool decided = standing_.decided();
        const bool by_leaving = standing_.finished() == 0;
        return ranked(decided ? by_leaving ? "others have left" : "home" : "400 plies a seat");
    }
    // The outcome at a third repetition.
    [[nodiscard]] Outcome repeated() const { return ranked("repetition"); }

    [[nodiscard]] static bool is_capture(Move /*move*/) { return false; }

    [[nodiscard]] std::string text() const {
        return chinesecheckers::text_of({pegs_, standing_, turn_, plies_});
    }
    // As `e4-g4-i4`: each cell on which the peg lands.
    [[nodiscard]] std::string move_text(Move move) const {
        if (move == chinesecheckers::pass) return "pass";
        std::string text;
        for (const chinesecheckers::Cell cell : chinesecheckers::path_of(move, occupied_)) {
            if (!text.empty()) text += '-';
            text += chinesecheckers::cell_name(cell);
        }
        return text;
    }

    static Parsed<ChineseCheckers> parse(std::string_view text, const Settings& settings) {
        const auto setup = chinesecheckers::read(text, settings.seats);
        if (!setup) return Error{setup.error()};
        return ChineseCheckers(*setup);
    }

    friend bool operator==(const ChineseCheckers&, const ChineseCheckers&) = default;

   private:
    // Of each seat's pegs on each cell, of each seat's turn, of each seat's place among those that
    // have finished or left.
    static constexpr auto peg_keys =
        zobrist_keys<chinesecheckers::max_seats * chinesecheckers::cells>(0x6373'7065'6773);
    static constexpr auto turn_keys = zobrist_keys<chinesecheckers::max_seats>(0x6373'7475'726E);
    static constexpr auto place_keys =
        zobrist_keys<chinesecheckers::max_seats * (2 * chinesecheckers::max_seats + 1)>(
            0x6373'7061'7274);
    static constexpr Key late_key = zobrist_keys<1>(0x6373'6C61'7465)[0];

    static Key peg_key(int seat, int cell) {
        return peg_keys[chinesecheckers::index(seat * chinesecheckers::cells + cell)];
    }
    [[nodiscard]] Key place_key(int seat) const {
        constexpr int most = chinesecheckers::max_seats;
        const int place = standing_.place(seat) + most;
        return place_keys[chinesecheckers::index(seat * (2 * most + 1) + place)];
    }

    explicit ChineseCheckers(const chinesecheckers::Setup& setup)
        : pegs_(setup.pegs),
          hash_(text_key(name) ^ settings_key<ChineseCheckers>({setup.standing.seats()})),
          standing_(setup.standing),
          turn_(static_cast<std::uint8_t>(setup.turn)),
          plies_(static_cast<std::uint16_t>(setup.plies)) {
        for (int seat = 0; seat < seat_count(); ++seat) {
            occupied_ |= pegs(seat);
            pegs(seat).each([&](int cell) { hash_ ^= peg_key(seat, cell); });
            if (!standing_.plays(seat)) hash_ ^= place_key(seat);
        }
        hash_ ^= turn_keys[turn_];
        if (seat_count() == 2 && plies_ >= chinesecheckers::home_leaving_ply) hash_ ^= late_key;
    }

    [[nodiscard]] bool is_over() const {
        return standing_.decided() || plies_ >= chinesecheckers::plies_a_seat * seat_count();
    }
    [[nodiscard]] bool must_leave_home() const {
        return seat_count() == 2 && plies_ >= chinesecheckers::home_leaving_ply;
    }
    void each_move(const CellSet& own, const CellSet& ends, Moves& moves) const {
        own.each([&](chinesecheckers::Cell from) {
            (chinesecheckers::targets(from, occupied_) & ends).each([&](chinesecheckers::Cell to) {
                moves.push(chinesecheckers::make_move(from, to));
            });
        });
    }
    // The playing seat whose goal a peg on `to` has filled; -1 if there is none.
    [[nodiscard]] int finished_by(int to) const {
        const int point = chinesecheckers::point_of[chinesecheckers::index(to)];
        if (point < 0) return -1;
        for (int seat = 0; seat < seat_count(); ++seat) {
            if (facts(seat).goal_number == point && standing_.plays(seat) &&
                chinesecheckers::fills(pegs_, occupied_, seat_count(), seat))
                return seat;
        }
        return -1;
    }
    void set_turn(int seat) {
        hash_ ^= turn_keys[turn_];
        turn_ = static_cast<std::uint8_t>(seat);
        hash_ ^= turn_keys[turn_];
    }
    [[nodiscard]] Outcome ranked(std::string_view word) const {
        return chinesecheckers::ranked(standing_, pegs_, word);
    }

    std::array<CellSet, chinesecheckers::max_seats> pegs_;
    CellSet occupied_;
    Key hash_;
    chinesecheckers::Standing standing_;
    std::uint8_t turn_;
    std::uint16_t plies_;
};

}  // namespace zeitnot
