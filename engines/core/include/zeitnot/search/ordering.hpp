// Move ordering: the table's move, captures, killers, then by history.
//
// Alpha-beta visits the fewest nodes when the best move comes first (Knuth and Moore, "An analysis
// of alpha-beta pruning", 1975). Killers: Akl and Newborn 1977. History: Schaeffer, "The history
// heuristic and alpha-beta search enhancements in practice", 1989. Only expectiminimax
// uses this file; its table stores a move's index in the generator's list. Alpha-beta uses
// picker.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/score.hpp"

namespace zeitnot {

inline constexpr std::uint16_t no_move = 0xFFFF;

// A move with its index in the generator's order, which the table stores.
template <class Move>
struct Ranked {
    Move move;
    std::uint16_t index;
    std::int32_t rank;
};

template <Position P>
using RankedMoves = FixedList<Ranked<typename P::Move>, P::Moves::capacity>;

// Swaps the best of [from, end) to `from`: cheaper than sorting, because a cutoff may follow at
// once.
template <class List>
void swap_best_to(List& moves, std::size_t from) {
    std::size_t best = from;
    for (std::size_t i = from + 1; i < moves.size(); ++i) {
        if (moves[i].rank > moves[best].rank) best = i;
    }
    std::swap(moves[from], moves[best]);
}

// One thread's tables of the moves that caused cutoffs.
template <Position P>
class Ordering {
   public:
    using Move = typename P::Move;

    template <class Evaluation>
    void rank(const P& position, const Evaluation& evaluation, std::uint16_t table_move, int depth,
              int ply, RankedMoves<P>& out) const {
        typename P::Moves moves;
        position.generate(moves);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const auto index = static_cast<std::uint16_t>(i);
            std::int32_t rank =
                index == table_move ? table_rank : move_rank(position, moves[i], ply);
            if constexpr (requires { evaluation.order_bonus(position, moves[i], depth); }) {
                rank += evaluation.order_bonus(position, moves[i], depth);
            }
            out.push({moves[i], index, rank});
        }
    }

    void record_cutoff(const P& position, Move move, int depth, int ply) {
        if (position.is_capture(move)) return;
        auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (killers[0] != move) {
            killers[1] = killers[0];
            killers[0] = move;
        }
        std::int32_t& value = history_[seat(position)][slot(move)];
        const std::int32_t bonus = std::min(depth * depth, 400);
        value += bonus - value * bonus / history_limit;  // saturates at the limit
    }

   private:
    static constexpr std::int32_t table_rank = 1 << 30, capture_rank = 1 << 28;
    static constexpr std::int32_t killer_rank = 1 << 14, history_limit = 1 << 13;
    static constexpr std::size_t slots = 4096;

    static std::size_t seat(const P& position) { return static_cast<std::size_t>(position.turn()); }

    static std::size_t slot(Move move) {
        static_assert(std::has_unique_object_representations_v<Move>);
        std::array<unsigned char, sizeof(Move)> bytes;
        std::memcpy(bytes.data(), &move, sizeof(Move));
        std::uint32_t hash = 2166136261U;  // FNV-1a
        for (const unsigned char byte : bytes) hash = (hash ^ byte) * 16777619U;
        return (hash ^ hash >> 15U) % slots;
    }

    std::int32_t move_rank(const P& position, Move move, int ply) const {
        if (position.is_capture(move)) return capture_rank;
        const auto& killers = killers_[static_cast<std::size_t>(ply)];
        const std::int32_t killer = killers[0] == move   ? killer_rank + 1
                                    : killers[1] == move ? killer_rank
                                                         : 0;
        return killer + history_[seat(position)][slot(move)];
    }

    std::array<std::array<std::optional<Move>, 2>, max_ply> killers_{};
    std::array<std::array<std::int32_t, slots>, 2> history_{};
};

}  // namespace zeitnot
