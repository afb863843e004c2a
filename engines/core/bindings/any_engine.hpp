// The type-erased interfaces of an engine and of a solved game, for the bindings. Uses no Python.
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

// A request for a search, with moves as text.
struct Request {
    Limits limits;
    int lines = 1;
    std::vector<std::string> searchmoves;  // root moves to search; empty: all
    std::optional<int> seat{};             // see Task
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
    // The static value of a position of this game; ignores earlier positions.
    [[nodiscard]] virtual Parsed<double> evaluate(const AnyHistory& history) const = 0;
    // See Engine::known_moves; empty for another game and for methods without them.
    [[nodiscard]] virtual std::vector<std::string> known_moves(const AnyHistory&) const {
        return {};
    }
    virtual void clear() = 0;
    [[nodiscard]] virtual int filled() const = 0;
};

// The exact value of one position for `seat`, the seat to move, and a best move. `margin`: only
// from a solver of margins. `nodes`: the cost.
struct SolvedPosition {
    Verdict verdict;
    std::optional<int> margin{};
    int seat = 0;
    std::string best{};
    std::uint64_t nodes = 0;
};

// Bounds of a value during its computation: 1 won, 0 drawn, -1 lost.
struct SolvingProgress {
    int lower, upper;
    std::uint64_t nodes;
};
using OnSolvingProgress = std::function<void(const SolvingProgress&)>;

// Solves single positions; its table persists.
class AnySolver {
   public:
    AnySolver() = default;
    AnySolver(const AnySolver&) = delete;
    AnySolver& operator=(const AnySolver&) = delete;
    virtual ~AnySolver() = default;

    // Why the position would take too long to solve; empty if it would not.
    [[nodiscard]] virtual std::optional<std::string> refusal(const AnyHistory& history) const = 0;
    // Solves a position. Only one call may run at a time. The result is empty if it was stopped,
    // and an error for a finished game, another game or a position that is refused.
    [[nodiscard]] virtual Parsed<std::optional<SolvedPosition>> solve(
        const AnyHistory& history, const StopToken& token,
        const OnSolvingProgress& on_progress) = 0;
    // Whether the solver finds margins.
    [[nodiscard]] virtual bool solves_margins() const = 0;
    // A key that is equal for equal positions, and for symmetric ones if the solver knows the
    // symmetry.
    [[nodiscard]] virtual Key symmetric_key(const AnyHistory& history) const = 0;
    // The file of weights with these values as the game's book; an error if the game has no book.
    [[nodiscard]] virtual Parsed<std::vector<std::uint8_t>> book(
        const std::vector<std::pair<AnyHistoryPtr, Verdict>>& values) const = 0;
};

// The values of all positions. `won` counts positions by the seat that wins.
struct Solution {
    Verdict start;
    std::uint64_t positions = 0;
    std::uint64_t reachable = 0;  // those that play from the start can reach
    std::array<std::uint64_t, 2> won{};
    std::uint64_t drawn = 0;
    int longest = 0;  // plies of the longest forced win
    std::function<std::optional<Verdict>(const AnyHistory&)> find;
};

}  // namespace zeitnot
