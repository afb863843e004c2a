// The type-erased faces of an engine and of a solved game, as the bindings see them. No Python
// here.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "any_game.hpp"
#include "text_report.hpp"
#include "zeitnot/exact/retrograde.hpp"
#include "zeitnot/search/control.hpp"
#include "zeitnot/search/deepen.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

// What one search is asked for, in the words of the game.
struct Request {
    Limits limits;
    int lines = 1;
    std::vector<std::string> only;  // first moves to look at; empty: all
};

class AnyEngine {
   public:
    AnyEngine() = default;
    AnyEngine(const AnyEngine&) = delete;
    AnyEngine& operator=(const AnyEngine&) = delete;
    virtual ~AnyEngine() = default;

    [[nodiscard]] virtual std::string_view method() const = 0;
    // One search at a time.
    [[nodiscard]] virtual Parsed<TextReport> search(const AnyHistory& root, const Request& request,
                                                    const StopToken& token,
                                                    const OnTextReport& on_report) = 0;
    // A history of this game, its past left out.
    [[nodiscard]] virtual Parsed<double> evaluate(const AnyHistory& history) const = 0;
    virtual void clear() = 0;
    [[nodiscard]] virtual int filled() const = 0;
};

// The whole game's values. `won` counts positions by the seat that wins.
struct Solution {
    Verdict start;
    std::uint64_t positions = 0;
    std::array<std::uint64_t, 2> won{};
    std::uint64_t drawn = 0;
    int longest = 0;  // plies of the longest forced win
    std::function<std::optional<Verdict>(const AnyHistory&)> find;
};

}  // namespace zeitnot
