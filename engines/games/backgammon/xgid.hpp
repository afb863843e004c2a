// The position's text, as eXtreme Gammon writes it:
// `XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10` is the checkers (seat 1's bar, seat 0's
// points 1 to 24, seat 0's bar; A is one checker of seat 0, a one of seat 1), the cube as a power
// of two, its owner (1 seat 0, -1 seat 1, 0 none), the turn (likewise), the dice, both scores, a
// field of rules, the match's length, the cube's limit as a power of two.
//
// The field of rules is 1 in a Crawford game; in a single game it is 1 for Jacoby's rule plus 2 for
// beavers. The dice are `00` before the roll and the cube decision, `D` when the side with the turn
// has doubled and the opponent has to answer, `B` when the opponent has beavered and it has to
// answer. Two extensions are Zeitnot's: turn 0 before the opening roll, and dice `--` when the side
// has decided to roll without doubling. A finished single game has its points as the score; the
// score of a session of single games that goes on is not kept.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/backgammon/board.hpp"
#include "games/backgammon/match.hpp"
#include "zeitnot/parsed.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot::backgammon {

// The fields of the text. Parsing checks only their form.
struct Xgid {
    Board board;
    MatchState match;
    int turn = 0;  // 1, -1, 0
    std::string dice;

    [[nodiscard]] std::string text() const {
        std::string text = "XGID=" + checkers_text();
        const int owner = match.owner == no_owner ? 0 : match.owner == 0 ? 1 : -1;
        for (const int number : {int{match.cube}, owner, turn})
            text += ':' + std::to_string(number);
        text += ':' + dice;
        for (const int number : {match.score(0), match.score(1), rules(), int{match.length},
                                 match.limit == max_cube ? usual_limit : int{match.limit}}) {
            text += ':' + std::to_string(number);
        }
        return text;
    }

    static Parsed<Xgid> parse(std::string_view text) {
        constexpr std::string_view prefix = "XGID=";
        if (text.substr(0, prefix.size()) == prefix) text.remove_prefix(prefix.size());
        const auto fields = split_words(text, ':');
        if (fields.size() != 10) {
            return Error{
                "A position is an XGID, ten fields with colons between them, or an ID of GNU "
                "Backgammon, 14 signs, or 14 and 12 with a colon between them."};
        }
        Xgid xgid;
        if (const auto error = xgid.read_checkers(fields[0])) return *error;
        const auto cube = parse_number(fields[1], max_cube);
        const auto owner = sign(fields[2]), turn = sign(fields[3]);
        if (!cube || !owner || (*cube == 0) != (*owner == 0))
            return Error{"The cube is 0 in the middle, or 1 to 6 on the side of 1 or -1."};
        if (!turn) return Error{"The turn is 1 or -1, or 0 before the opening roll."};
        xgid.match.cube = byte(*cube);
        xgid.match.owner = byte(*owner == 0 ? no_owner : *owner == 1 ? 0 : 1);
        if (const auto error = xgid.read_match(fields)) return *error;
        xgid.turn = *turn;
        xgid.dice = fields[4];
        return xgid;
    }

   private:
    static constexpr int usual_limit = 10;  // as other programs write it, though ours is lower

    static std::uint8_t byte(int value) { return static_cast<std::uint8_t>(value); }

    [[nodiscard]] int rules() const {
        return match.length > 0 ? int{match.crawford} : int{match.jacoby} + 2 * int{match.beavers};
    }

    std::optional<Error> read_match(const std::vector<std::string_view>& fields) {
        const auto first = parse_number(fields[5], 9999), second = parse_number(fields[6], 9999);
        const auto rules = parse_number(fields[7], 3);
        const auto length = parse_number(fields[8], max_match_length);
        const auto limit = parse_number(fields[9], 99);
        if (!first || !second || !length)
            return Error{"Scores are numbers, and a match has at most 64 points."};
        const bool is_match = *length > 0;
        if (*first <= max_points && *second <= max_points) {
            match.points = {byte(*first), byte(*second)};
        } else if (is_match) {
            return Error{"A score is higher than the last game of a match can make it."};
        }
        if (!rules || (is_match && *rules > 1)) {
            return Error{
                "The field of rules is 1 in a Crawford game and else 0, or without a match 1 for "
                "Jacoby's rule plus 2 for beavers."};
        }
        match.length = byte(*length);
        match.crawford = is_match && *rules == 1;
        match.jacoby = !is_match && (*rules & 1) != 0;
        match.beavers = !is_match && (*rules & 2) != 0;
        if (!limit || *limit < match.cube)
            return Error{"The limit of the cube is a number, and the cube is not above it."};
        match.limit = byte(std::min(*limit, max_cube));
        return std::nullopt;
    }

    [[nodiscard]] std::string checkers_text() const {
        std::string text;
        for (int point = off; point <= bar; ++point) {
            const int ours = point == off ? 0 : board.count(0, point);
            const int theirs = point == bar ? 0 : board.count(1, mirror(point));
            text += ours > 0     ? static_cast<char>('A' + ours - 1)
                    : theirs > 0 ? static_cast<char>('a' + theirs - 1)
                                 : '-';
        }
        return text;
    }

    std::optional<Error> read_checkers(std::string_view text) {
        if (text.size() != 26) return Error{"The checkers are 26 signs: a bar, 24 points, a bar."};
        std::array<int, 2> total{};
        for (int point = off; point <= bar; ++point) {
            const char sign = text[static_cast<std::size_t>(point)];
            if (sign == '-') continue;
            const bool ours = sign >= 'A' && sign <= 'O', theirs = sign >= 'a' && sign <= 'o';
            if (!ours && !theirs)
                return Error{"Checkers are A to O and a to o, and - is an empty point."};
            if (ours ? point == off : point == bar)
                return Error{"The first sign is the bar of a to o, the last that of A to O."};
            const int count = sign - (ours ? 'A' : 'a') + 1;
            total[ours ? 0 : 1] += count;
            if (total[ours ? 0 : 1] > checkers) return Error{"A side has 15 checkers."};
            board.put(ours ? 0 : 1, ours ? point : mirror(point), count);
        }
        return std::nullopt;
    }

    static std::optional<int> sign(std::string_view word) {
        if (word == "0") return 0;
        if (word == "1") return 1;
        return word == "-1" ? std::optional(-1) : std::nullopt;
    }
};

}  // namespace zeitnot::backgammon
