// What a textbook method has found, with edges as numbers. Values are for the seat of the root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace zeitnot::laboratory {

// An edge of the root, its value, and the best moves after it, up to a throw.
struct AnswerLine {
    std::size_t edge = 0;
    double value = 0;
    std::vector<std::size_t> moves{};
    std::optional<std::uint64_t> visits{};
};

// `lines`: best first; before a throw, one for each outcome. `depth` 0: nothing was completed, and
// `lines` has only some move. See Report.
struct Answer {
    std::vector<AnswerLine> lines;
    double value = 0;
    bool exact = false;
    int depth = 0;
    int seldepth = 0;
    std::uint64_t nodes = 0;
    std::optional<std::uint64_t> leaves{};
    double seconds = 0;
};

using OnAnswer = std::function<void(const Answer&)>;

}  // namespace zeitnot::laboratory
