// What a search says after each iteration, in the words of the game: moves as text, values in its
// unit, seen from the side to move.
//
// It is the answer of a whole iteration always: a half-searched depth may have looked at bad moves
// only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zeitnot {

// One root move, its value and the play expected after it (`pv` begins with the move itself).
struct Line {
    std::string move;
    double value = 0;
    std::optional<int> distance;  // plies to the forced end, where that is known
    std::vector<std::string> pv;
};

// One throw of a root that waits for it, with the best answer (none where the game is over).
struct ThrowLine {
    std::vector<int> values;
    double probability = 0;
    Line line;
};

struct Report {
    std::optional<std::string> best;
    double value = 0;
    std::string_view unit;
    bool exact = false;  // proved: no estimate went into `value`
    std::optional<int> distance;
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<std::string> pv;
    std::vector<Line> lines;
    std::vector<ThrowLine> throws;

    [[nodiscard]] std::uint64_t nps() const {
        return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(nodes) / seconds) : 0;
    }
};

}  // namespace zeitnot
