// The parts of alpha-beta, each of which can be switched off, to see what it saves.
//
// Without any of them the search is plain negamax. `exact_parts` never change a value; the others
// look deeper at some moves and less deep at others, and count a part of the tree as known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "zeitnot/eval/evaluation.hpp"

namespace zeitnot {

enum class Part : std::uint8_t {
    alphabeta,         // windows at all
    table,             // values from the table, not only its moves' places
    captures,          // captures first, by what they win
    killers,           // then what refuted a neighbour
    counters,          // what refuted the same move elsewhere
    history,           // and what did well anywhere
    aspiration,        // a narrow window at the root
    pvs,               // an empty window after the first move
    quiescence,        // captures to the end below depth 0
    evasions,          // all answers to a check there
    delta,             // no captures there that cannot reach the window
    exchanges,         // none there that lose material
    stillness,         // leave a branch whose value has stood still
    check_extension,   // a check does not count as a ply
    reply_extension,   // nor does the only answer
    singular,          // nor a move far better than all others
    null_move,         // good enough even if the turn is given away
    reductions,        // late moves less deep first
    late_moves,        // at the last plies, the latest not at all
    futility,          // nor quiet ones from far below the window, nor those that lose material
    reverse_futility,  // far above the window is above it
    razoring,          // far below it, captures decide
    internal,          // no move from the table: less deep
    endings,           // the game's own solver near the end
    guard,             // what rests on the path stays out of the table: without it values are wrong
};

inline constexpr std::array<std::string_view, 25> part_names{"alphabeta",
                                                             "table",
                                                             "captures",
                                                             "killers",
                                                             "counters",
                                                             "history",
                                                             "aspiration",
                                                             "pvs",
                                                             "quiescence",
                                                             "evasions",
                                                             "delta",
                                                             "exchanges",
                                                             "stillness",
                                                             "check_extension",
                                                             "reply_extension",
                                                             "singular",
                                                             "null_move",
                                                             "reductions",
                                                             "late_moves",
                                                             "futility",
                                                             "reverse_futility",
                                                             "razoring",
                                                             "internal",
                                                             "endings",
                                                             "guard"};

class Parts {
   public:
    constexpr Parts() = default;
    constexpr Parts(std::initializer_list<Part> parts) {
        for (const Part part : parts) bits_ |= bit(part);
    }
    static constexpr Parts all() {
        Parts parts;
        parts.bits_ = (1U << part_names.size()) - 1;
        return parts;
    }

    [[nodiscard]] constexpr bool has(Part part) const { return (bits_ & bit(part)) != 0; }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr Parts without(Parts others) const {
        return Parts(bits_ & ~others.bits_);
    }
    [[nodiscard]] constexpr Parts with(Parts others) const { return Parts(bits_ | others.bits_); }
    friend constexpr bool operator==(const Parts&, const Parts&) = default;

   private:
    constexpr explicit Parts(std::uint32_t bits) : bits_(bits) {}
    static constexpr std::uint32_t bit(Part part) { return 1U << static_cast<unsigned>(part); }

    std::uint32_t bits_ = 0;
};

inline constexpr Parts exact_parts{Part::alphabeta,  Part::table,    Part::captures,
                                   Part::killers,    Part::counters, Part::history,
                                   Part::aspiration, Part::pvs,      Part::guard};

inline std::optional<Part> part_of(std::string_view name) {
    for (std::size_t i = 0; i < part_names.size(); ++i) {
        if (part_names[i] == name) return static_cast<Part>(i);
    }
    return std::nullopt;
}

// What a game permits: a part needs what it asks of a game, and no game whose values are all known
// is searched by guess. An evaluation may rule out more, as `static constexpr Parts unfit`.
template <Position P>
constexpr Parts permitted_parts() {
    Parts parts = Parts::all();
    if constexpr (!Capturing<P>) {
        parts = parts.without({Part::quiescence, Part::evasions, Part::delta, Part::exchanges});
        parts = parts.without({Part::futility, Part::reverse_futility, Part::razoring});
        parts = parts.without({Part::late_moves, Part::singular});
    }
    if constexpr (!Checking<P>) {
        parts = parts.without({Part::evasions, Part::check_extension, Part::reply_extension});
    }
    if constexpr (!Passing<P>) parts = parts.without({Part::null_move});
    if constexpr (!Repeating<P>) parts = parts.without({Part::guard});
    if constexpr (!requires { typename Evaluation<P>::Endings; }) {
        parts = parts.without({Part::endings});
    }
    if constexpr (std::derived_from<Evaluation<P>, PointsEvaluation>) {
        parts = Parts::all().without(Parts::all().without(exact_parts));
    }
    if constexpr (requires { Evaluation<P>::unfit; }) parts = parts.without(Evaluation<P>::unfit);
    return parts;
}

}  // namespace zeitnot
