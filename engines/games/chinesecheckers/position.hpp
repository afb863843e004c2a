// Chinese checkers: ten pegs a seat race across a star of 121 cells, two, three, four or six seats.
//
// A move is a step to a neighbour or a chain of hops over single pegs of any seat, without
// captures. Pegs may pass through a foreign home but not stay there. A seat finishes when it has
// filled the opposite point, and seats rank in the order in which they finish. With more than two
// seats, a point counts as filled when all its cells are taken, at least one by its own seat's peg,
// so that pegs that stay at home cannot block a seat (Sturtevant, "On Strongly Solving Chinese
// Checkers", Advances in Computer Games 2019, definition 1). With two seats, from ply 60 on, a seat
// must move a peg out of its home if it can. The pegs of a seat that leaves the game are removed,
// because they would decide the race of the opposite seat, whose goal is their home.
#pragma once

#include "games/chinesecheckers/moves.hpp"
#include "games/chinesecheckers/notation.hpp"
#include "games/chinesecheckers/standings.hpp"
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
    using Moves = FixedList<Move, chinesecheckers::pegs_per_seat * (6 + 36)>;
    using CellSet = chinesecheckers::CellSet;

    static constexpr int seats(const Settings& settings) { return settings.seats; }

    ChineseCheckers() : ChineseCheckers(Settings{}) {}
    explicit ChineseCheckers(const Settings& settings)
        : ChineseCheckers(chinesecheckers::start(settings.seats)) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] Key hash() const { return hash_; }
    [[nodiscard]] int seat_count() const { return standings_.seats(); }
    [[nodiscard]] int plies() const { return plies_; }
    [[nodiscard]] const chinesecheckers::Standings& standings() const { return standings_; }
    [[nodiscard]] const CellSet& pegs(int seat) const {
        return pegs_[chinesecheckers::index(seat)];
    }
    [[nodiscard]] const CellSet& occupied() const { return occupied_; }
    [[nodiscard]] const chinesecheckers::SeatInfo& info(int seat) const {
        return chinesecheckers::seat_info(seat_count(), seat);
    }

    void generate(Moves& moves) const {
        if (is_over()) return;
        if (must_leave_home()) {
            each_move(pegs(turn_) & info(turn_).home, info(turn_).allowed_ends - info(turn_).home,
                      moves);
            if (!moves.empty()) return;
        }
        each_move(pegs(turn_), info(turn_).allowed_ends, moves);
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
            // Only the seat whose goal was entered can finish by this move.
            const int seat = seat_finished_by(to);
            if (seat >= 0) {
                standings_.finish(seat);
                hash_ ^= place_key(seat);
            }
        }
        if (seat_count() == 2 && plies_ + 1 == chinesecheckers::home_leaving_ply)
            hash_ ^= leave_home_key;
        ++plies_;
        set_turn(standings_.next(turn_));
    }

    // Removes a seat that still plays from the game: its pegs are removed, it has no more turns and
    // ranks behind all seats that stay. No seat finishes by this, because no cell is filled.
    void withdraw(int seat) {
        if (!standings_.plays(seat)) return;
        CellSet& own = pegs_[chinesecheckers::index(seat)];
        own.each([&](int cell) { hash_ ^= peg_key(seat, cell); });
        occupied_ = occupied_ - own;
        own = {};
        standings_.leave(seat);
        hash_ ^= place_key(seat);
        if (seat == turn_) set_turn(standings_.next(turn_));
    }

    // A position from before a seat finished cannot recur.
    [[nodiscard]] bool irreversible(Move move) const {
        if (seat_count() == 2 && plies_ + 1 == chinesecheckers::home_leaving_ply) return true;
        ChineseCheckers after = *this;
        after.play(move);
        return after.standings_.finished() != standings_.finished();
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (!is_over()) return std::nullopt;
        const bool decided = standings_.decided();
        const bool by_leaving = standings_.finished() == 0;
        return ranked(decided ? by_leaving ? "others have left" : "home" : "400 plies a seat");
    }
    // The outcome at a third repetition.
    [[nodiscard]] Outcome repeated() const { return ranked("repetition"); }

    [[nodiscard]] static bool is_capture(Move /*move*/) { return false; }

    [[nodiscard]] std::string text() const {
        return chinesecheckers::text_of({pegs_, standings_, turn_, plies_});
    }
    // Such as `e4-g4-i4`: each cell on which the peg lands.
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
    // Keys of each seat's pegs on each cell, of each seat's turn, and of each seat's place among
    // those that have finished or left.
    static constexpr auto peg_keys =
        zobrist_keys<chinesecheckers::max_seats * chinesecheckers::cells>(0x6373'7065'6773);
    static constexpr auto turn_keys = zobrist_keys<chinesecheckers::max_seats>(0x6373'7475'726E);
    static constexpr auto place_keys =
        zobrist_keys<chinesecheckers::max_seats * (2 * chinesecheckers::max_seats + 1)>(
            0x6373'7061'7274);
    static constexpr Key leave_home_key = zobrist_keys<1>(0x6373'6C61'7465)[0];

    static Key peg_key(int seat, int cell) {
        return peg_keys[chinesecheckers::index(seat * chinesecheckers::cells + cell)];
    }
    [[nodiscard]] Key place_key(int seat) const {
        constexpr int max_seats = chinesecheckers::max_seats;
        const int place = standings_.place(seat) + max_seats;
        return place_keys[chinesecheckers::index(seat * (2 * max_seats + 1) + place)];
    }

    explicit ChineseCheckers(const chinesecheckers::Setup& setup)
        : pegs_(setup.pegs),
          hash_(text_key(name) ^ settings_key<ChineseCheckers>({setup.standings.seats()})),
          standings_(setup.standings),
          turn_(static_cast<std::uint8_t>(setup.turn)),
          plies_(static_cast<std::uint16_t>(setup.plies)) {
        for (int seat = 0; seat < seat_count(); ++seat) {
            occupied_ |= pegs(seat);
            pegs(seat).each([&](int cell) { hash_ ^= peg_key(seat, cell); });
            if (!standings_.plays(seat)) hash_ ^= place_key(seat);
        }
        hash_ ^= turn_keys[turn_];
        if (seat_count() == 2 && plies_ >= chinesecheckers::home_leaving_ply)
            hash_ ^= leave_home_key;
    }

    [[nodiscard]] bool is_over() const {
        return standings_.decided() || plies_ >= chinesecheckers::max_plies_per_seat * seat_count();
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
    [[nodiscard]] int seat_finished_by(int to) const {
        const int point = chinesecheckers::point_of[chinesecheckers::index(to)];
        if (point < 0) return -1;
        for (int seat = 0; seat < seat_count(); ++seat) {
            if (info(seat).goal_number == point && standings_.plays(seat) &&
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
        return chinesecheckers::ranked(standings_, pegs_, word);
    }

    std::array<CellSet, chinesecheckers::max_seats> pegs_;
    CellSet occupied_;
    Key hash_;
    chinesecheckers::Standings standings_;
    std::uint8_t turn_;
    std::uint16_t plies_;
};

}  // namespace zeitnot
