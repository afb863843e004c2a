// The state of a match: the doubling cube, the points of both sides, and the match's length.
//
// In a match of N points the game after the one in which a side first reaches N - 1 is played
// without the cube (Crawford rule). In a single game gammons and backgammons may count once
// before the first double (Jacoby's rule), and the side that is doubled may redouble at once and
// keep the cube (beaver).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "zeitnot/zobrist.hpp"

namespace zeitnot::backgammon {

inline constexpr int max_cube = 6;           // as a power of two: 64
inline constexpr int max_match_length = 64;  // points
inline constexpr int no_owner = 2;           // the cube is in the middle
inline constexpr int max_points = max_match_length - 1 + (3 << max_cube);

struct MatchState {
    std::uint8_t length = 0;  // of the match in points; 0: a single game
    std::array<std::uint8_t, 2> points{};
    std::uint8_t cube = 0;  // a power of two
    std::uint8_t owner = no_owner;
    bool crawford = false;
    bool jacoby = false, beavers = false;  // only for single games
    std::uint8_t limit = max_cube;         // of the cube

    [[nodiscard]] int stake() const { return 1 << cube; }
    [[nodiscard]] int score(int seat) const { return points[static_cast<std::size_t>(seat)]; }
    // The points that win the match; 1 for a single game.
    [[nodiscard]] int goal() const { return length == 0 ? 1 : length; }
    [[nodiscard]] int away(int seat) const { return goal() - score(seat); }
    [[nodiscard]] bool is_over() const { return away(0) <= 0 || away(1) <= 0; }
    // Requires that the match is over.
    [[nodiscard]] int winner() const { return away(0) <= 0 ? 0 : 1; }

    // Only for games with a cube. A dead cube cannot be turned: the stake already wins the match.
    [[nodiscard]] bool can_double(int seat) const {
        if (crawford || cube >= limit || (owner != no_owner && owner != seat)) return false;
        return length == 0 || stake() < away(seat);
    }

    // Whether a side that has just been doubled may beaver.
    [[nodiscard]] bool can_beaver() const { return length == 0 && beavers && cube + 2 <= limit; }

    // The points of a game that counts `times` the stake: 1, 2 for a gammon, 3 for a backgammon.
    [[nodiscard]] int worth(int times, bool with_cube) const {
        const bool counts_once = jacoby && with_cube && length == 0 && cube == 0;
        return stake() * (counts_once ? 1 : times);
    }

    void win(int seat, int won, bool with_cube) {
        const bool was_one_away = away(0) == 1 || away(1) == 1;
        auto& score = points[static_cast<std::size_t>(seat)];
        score = static_cast<std::uint8_t>(score + won);
        const bool is_one_away = !is_over() && (away(0) == 1 || away(1) == 1);
        crawford = with_cube && is_one_away && !was_one_away;
        if (is_over()) return;
        cube = 0;
        owner = no_owner;
    }

    [[nodiscard]] Key hash() const {
        const auto key = [](int kind, int value) {
            return value == 0 ? 0 : keys[static_cast<std::size_t>(256 * kind + value)];
        };
        return key(0, length) ^ key(0, 128 * (max_cube - limit > 0) + max_cube - limit) ^
               key(1, score(0)) ^ key(2, score(1)) ^
               key(3, cube * 8 + (2 - owner) * 2 + (crawford ? 1 : 0) + (jacoby ? 64 : 0) +
                          (beavers ? 128 : 0));
    }

    friend bool operator==(const MatchState&, const MatchState&) = default;

   private:
    static constexpr auto keys = zobrist_keys<std::size_t{4} * 256>(0x6267'6D63'0000'0000);
};

}  // namespace zeitnot::backgammon
