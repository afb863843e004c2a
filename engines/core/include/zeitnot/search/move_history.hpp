// Move history: killers, counter moves, and how often quiet moves have caused cutoffs.
//
// A quiet move that refutes one line often refutes similar lines (killers: Akl and
// Newborn 1977; counter moves: Uiterwijk 1992) and does well in the entire tree (history: Schaeffer
// 1989). Moves are identified by a hash of their bytes; a collision only makes the order a little
// worse.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/heuristics.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

// A move as 16 bits for tables: the move itself if it fits, otherwise a hash; 0xFFFF is none.
inline constexpr std::uint16_t no_code = 0xFFFF;

template <class Move>
std::uint16_t code_of(Move move) {
    static_assert(std::has_unique_object_representations_v<Move>);
    constexpr std::uint32_t spread = 0x9E37'79B1U;
    std::array<std::uint32_t, (sizeof(Move) + 3) / 4> words{};
    std::memcpy(words.data(), &move, sizeof(Move));
    std::uint32_t bits = words[0];
    for (std::size_t i = 1; i < words.size(); ++i) bits = bits * spread ^ words[i];
    if constexpr (sizeof(Move) > 2) bits = (bits * spread) >> 16U;
    return static_cast<std::uint16_t>(bits == no_code ? 0 : bits);
}

// One thread's tables, by move code and by the seat that moves.
template <Position P>
class MoveHistory {
   public:
    using Move = typename P::Move;
    using Code = std::uint16_t;
    static constexpr int limit = 1 << 14;

    explicit MoveHistory(Heuristics heuristics) : heuristics_(heuristics) {
        for (auto& pair : killers_) pair = {no_code, no_code};
        for (auto& seat : counters_) seat.fill(no_code);
    }

    // The move's history score, within ±`limit`.
    [[nodiscard]] int history(int turn, Code move, Code previous) const {
        if (!heuristics_.has(Heuristic::history)) return 0;
        const std::size_t at = slot(move);
        return (history_[seat(turn)][at] + follow_[row(previous)][at % follow_slots]) / 2;
    }
    [[nodiscard]] Code killer(int ply, std::size_t which) const {
        return heuristics_.has(Heuristic::killers) ? killers_[static_cast<std::size_t>(ply)][which]
                                                   : no_code;
    }
    [[nodiscard]] Code counter(int turn, Code previous) const {
        return heuristics_.has(Heuristic::counters) ? counters_[seat(turn)][slot(previous)]
                                                    : no_code;
    }

    // Records that `move` refuted the move `previous`; `bonus`: weight by depth.
    void record_cutoff(int turn, Code move, Code previous, int ply, int bonus) {
        auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (killers[0] != move) killers = {move, killers[0]};
        counters_[seat(turn)][slot(previous)] = move;
        add_bonus(turn, move, previous, bonus);
    }

    // Adds to the history of `move`; saturates at ±`limit`.
    void add_bonus(int turn, Code move, Code previous, int bonus) {
        const std::size_t at = slot(move);
        gravitate(history_[seat(turn)][at], bonus);
        gravitate(follow_[row(previous)][at % follow_slots], bonus);
    }

    static int bonus(int depth) { return std::min(32 * depth * depth, 1600); }

    // Killers from another subtree say little about this one.
    void clear_killers(int ply) { killers_[static_cast<std::size_t>(ply)] = {no_code, no_code}; }

   private:
    static constexpr std::size_t slots = 8192, follow_slots = 1024, rows = 1024;

    static std::size_t seat(int turn) { return static_cast<std::size_t>(turn); }
    static std::size_t slot(Code move) { return (move * 0x9E37'79B1U) >> 19U; }
    static std::size_t row(Code previous) { return (previous * 0x9E37'79B1U) >> 22U; }
    // Adds the bonus, the less the closer the score is to ±`limit`.
    static void gravitate(std::int16_t& at, int bonus) {
        at = static_cast<std::int16_t>(at + bonus - at * std::abs(bonus) / limit);
    }

    Heuristics heuristics_;
    std::array<std::array<Code, 2>, max_ply + 2> killers_{};
    std::array<std::array<Code, slots>, 2> counters_{};
    std::array<std::array<std::int16_t, slots>, 2> history_{};
    std::array<std::array<std::int16_t, follow_slots>, rows> follow_{};  // by the previous move
};

}  // namespace zeitnot
