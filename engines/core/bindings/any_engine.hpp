// The type-erased interfaces of an engine and of a solved game, for the bindings. Free of Python.
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

// The request for one search, with moves as text.
struct Request {
    Limits limits;
    int lines = 1;
    std::vector<std::string> only;  // root moves to search; empty: all
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
    // For a history of this game; earlier positions do not count.
    [[nodiscard]] virtual Parsed<double> evaluate(const AnyHistory& history) const = 0;
    virtual void clear() = 0;
    [[nodiscard]] virtual int filled() const = 0;
};

// The values of all positions. `won` counts positions by the seat that wins.
struct Solution {
    Verdict start;
    std::uint64_t positions = 0;
    std::array<std::uint64_t, 2> won{};
    std::uint64_t drawn = 0;
    int longest = 0;  // plies of the longest forced win
    std::function<std::optional<Verdict>(const AnyHistory&)> find;
};

}  // namespace zeitnot
