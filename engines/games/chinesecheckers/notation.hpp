// The text of a position: the rows a to q, separated by slashes, with a letter for each peg (A is
// seat 0's) and numbers of empty cells; then the seat to move, the plies played, the seats that
// have finished, in order, and those that have left the game and have no pegs.
//
//     A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/BBBB/BBB/BB/B 0 0 - -
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/chinesecheckers/standings.hpp"
#include "zeitnot/parsed.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot::chinesecheckers {

inline constexpr int max_plies_per_seat = 400;  // the game is over after them
// From this ply on, each of two seats must leave its home.
inline constexpr int home_leaving_ply = 60;

struct Setup {
    std::array<CellSet, max_seats> pegs;
    Standings standings;
    int turn = 0;
    int plies = 0;
};

inline Setup start(int seats) {
    Setup setup{{}, Standings(seats)};
    for (int seat = 0; seat < seats; ++seat) setup.pegs[index(seat)] = seat_info(seats, seat).home;
    return setup;
}

// Whether the seat has filled its goal.
inline bool fills(const std::array<CellSet, max_seats>& pegs, const CellSet& occupied, int seats,
                  int seat) {
    const CellSet& goal = seat_info(seats, seat).goal;
    const CellSet& own = pegs[index(seat)];
    if (seats == 2) return own == goal;
    return occupied.contains(goal) && !(own & goal).empty();
}

inline std::string seats_text(const Standings& standings, int sign) {
    std::string text;
    for (int place = 1; place <= standings.seats(); ++place) {
        for (int seat = 0; seat < standings.seats(); ++seat)
            if (standings.place(seat) == sign * place) text += std::to_string(seat);
    }
    return text.empty() ? "-" : text;
}

inline std::string text_of(const Setup& setup) {
    std::array<char, cells> board{};
    for (int seat = 0; seat < setup.standings.seats(); ++seat)
        setup.pegs[index(seat)].each(
            [&](Cell cell) { board[cell] = static_cast<char>('A' + seat); });
    std::string text;
    std::size_t cell = 0;
    for (const int length : row_lengths) {
        int empty = 0;
        if (!text.empty()) text += '/';
        for (int i = 0; i < length; ++i, ++cell) {
            if (board[cell] == 0) {
                ++empty;
                continue;
            }
            if (empty > 0) text += std::to_string(empty);
            empty = 0;
            text += board[cell];
        }
        if (empty > 0) text += std::to_string(empty);
    }
    return text + ' ' + std::to_string(setup.turn) + ' ' + std::to_string(setup.plies) + ' ' +
           seats_text(setup.standings, 1) + ' ' + seats_text(setup.standings, -1);
}

// Reads a position from untrusted text.
class Reader {
   public:
    explicit Reader(int seats) : seats_(seats) {}

    Parsed<Setup> read(std::string_view text) {
        const auto words = split_words(text);
        if (words.size() != 5)
            return Error{
                "A position is its rows, the seat to move, the plies played, and the "
                "seats that have finished and that have left."};
        if (!read_rows(words[0]))
            return Error{
                "The rows are 1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2 and 1 "
                "cells: letters of seats, and numbers of empty cells."};
        const auto turn = parse_number(words[1], seats_ - 1);
        if (!turn) return Error{"The seat to move is a number from 0."};
        const auto plies = parse_number(words[2], max_plies_per_seat * seats_);
        if (!plies) return Error{"A game has at most 400 plies per seat."};
        if (!read_seats(words[3], true) || !read_seats(words[4], false))
            return Error{
                "Seats that have finished or left are their numbers in a row, each once, "
                "or a hyphen; at least one seat still plays."};
        setup_.turn = *turn;
        setup_.plies = *plies;
        if (!setup_.standings.plays(*turn)) return Error{"The seat to move still plays."};
        if (const auto error = error_in_pegs()) return *error;
        return setup_;
    }

   private:
    bool read_rows(std::string_view text) {
        int cell = 0;
        for (std::size_t row = 0; row < row_lengths.size(); ++row) {
            const std::size_t end = text.find('/');
            const bool last = row + 1 == row_lengths.size();
            if ((end == std::string_view::npos) != last) return false;
            if (!read_row(text.substr(0, end), cell, row_lengths[row])) return false;
            cell += row_lengths[row];
            if (!last) text.remove_prefix(end + 1);
        }
        return true;
    }

    bool read_row(std::string_view text, int cell, int length) {
        const int end = cell + length;
        bool after_number = false;
        while (!text.empty()) {
            const int seat = text[0] - 'A';
            if (seat >= 0 && seat < seats_) {
                if (cell >= end) return false;
                setup_.pegs[index(seat)].add(cell++);
                text.remove_prefix(1);
                after_number = false;
                continue;
            }
            const std::size_t digits = std::min(text.size(), text.find_first_not_of("0123456789"));
            const auto empty = parse_number(text.substr(0, digits), end - cell);
            if (!empty || *empty == 0 || after_number) return false;
            cell += *empty;
            text.remove_prefix(digits);
            after_number = true;
        }
        return cell == end;
    }

    bool read_seats(std::string_view text, bool finished) {
        if (text == "-") return true;
        if (text.empty() || text.size() >= index(seats_)) return false;
        for (const char c : text) {
            const int seat = c - '0';
            if (seat < 0 || seat >= seats_ || !setup_.standings.plays(seat)) return false;
            finished ? setup_.standings.finish(seat) : setup_.standings.leave(seat);
        }
        return setup_.standings.finished() + setup_.standings.left() < seats_;
    }

    [[nodiscard]] std::optional<Error> error_in_pegs() const {
        CellSet occupied;
        for (int seat = 0; seat < seats_; ++seat) occupied |= setup_.pegs[index(seat)];
        for (int seat = 0; seat < seats_; ++seat) {
            const CellSet& own = setup_.pegs[index(seat)];
            const SeatInfo& info = seat_info(seats_, seat);
            const int place = setup_.standings.place(seat);
            if (own.size() != (place < 0 ? 0 : pegs_per_seat))
                return Error{"Each seat has ten pegs, and none when it has left."};
            if (!info.allowed_ends.contains(own)) return Error{"No peg stays in a foreign home."};
            if (place > 0 && (seats_ == 2 ? own != info.goal : (own & info.goal).empty()))
                return Error{"A seat that has finished has pegs in its goal."};
            if (place == 0 && fills(setup_.pegs, occupied, seats_, seat))
                return Error{"A seat that has filled its goal has finished."};
        }
        return std::nullopt;
    }

    int seats_;
    Setup setup_{{}, Standings(seats_)};
};

inline Parsed<Setup> read(std::string_view text, int seats) { return Reader(seats).read(text); }

}  // namespace zeitnot::chinesecheckers
