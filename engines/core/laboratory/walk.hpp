// A path down one game's tree, from a root. The textbook methods are compiled once and walk every
// game's tree through this interface, at the cost of some virtual calls per node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace zeitnot::laboratory {

enum class NodeKind : std::uint8_t { end, chance, choice };

// All functions are about the last node of the path. An edge is a move of a choice node, or an
// outcome of a chance node; edges are numbered from 0 in the order of the rules.
//
// Values are seat 0's, on the evaluation's own scale.
class Walk {
   public:
    Walk() = default;
    Walk(const Walk&) = delete;
    Walk& operator=(const Walk&) = delete;
    virtual ~Walk() = default;

    [[nodiscard]] virtual NodeKind kind() const = 0;
    // The seat that moves or throws.
    [[nodiscard]] virtual int seat() const = 0;
    // Lists the edges, and returns their number. The functions below with an edge need it first.
    virtual std::size_t list() = 0;
    [[nodiscard]] virtual double probability(std::size_t outcome) const = 0;
    [[nodiscard]] virtual std::string move_text(std::size_t move) const = 0;
    [[nodiscard]] virtual std::vector<int> throw_values(std::size_t outcome) const = 0;

    // Adds the edge to the path, or removes the last one.
    virtual void enter(std::size_t edge) = 0;
    virtual void leave() = 0;
    // Like `enter`, but without the way back to this node: `leave` goes to the node before it.
    virtual void replace(std::size_t edge) = 0;
    // Back to the root.
    virtual void rewind() = 0;

    // Of an unfinished position; of an end `ply` plies from the root, so that a nearer win counts
    // more where wins are counted in plies.
    [[nodiscard]] virtual double estimate() const = 0;
    [[nodiscard]] virtual double end_value(int ply) const = 0;
    // Seat 0's score of an end, from 0 to 1.
    [[nodiscard]] virtual double score() const = 0;
    // A value of `seat`, from its view, in the game's unit.
    [[nodiscard]] virtual double reported(double value, int seat) const = 0;
    // Plies to the end, if the value is a forced win or loss counted in plies.
    [[nodiscard]] virtual std::optional<int> distance(double value) const = 0;
    // Whether values of ends are exact.
    [[nodiscard]] virtual bool ends_are_exact() const = 0;
    [[nodiscard]] virtual std::string_view unit() const = 0;
};

}  // namespace zeitnot::laboratory
