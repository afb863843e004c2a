// The moves of a node that a multi-player search tries, best first.
//
// With six seats of fifty moves each, a full-width search reaches two plies, and most moves are
// bad. So it tries the moves that gain most; killers and history order moves with equal gains.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "zeitnot/search/move_history.hpp"
#include "zeitnot/search/ordering.hpp"
#include "zeitnot/search/seats/evaluation.hpp"

namespace zeitnot {

template <SeatEvaluated P>
class Choices {
   public:
    using Move = typename P::Move;
    using List = RankedMoves<P>;

    explicit Choices(const Evaluation<P>& evaluation) : evaluation_(evaluation) {
        for (auto& pair : killers_) pair = {no_code, no_code};
    }

    // All moves of the root, best first.
    void list_all(const P& position, List& out) const {
        rank(position, no_code, 0, out);
        sort(out);
    }

    // The moves to try at `depth` > 0; at least one.
    void list(const P& position, int depth, int ply, std::uint16_t table_move, List& out) const {
        rank(position, table_move, ply, out);
        sort(out);
        const std::size_t max_moves =
            depth == 1 ? Evaluation<P>::last_moves : evaluation_.breadth(depth);
        std::size_t count = std::min(max_moves, out.size());
        while (count > 1 && out[count - 1].rank < Evaluation<P>::min_gain * gain_weight) --count;
        out.truncate(count);
    }

    // Records that `move` refuted the previous move.
    void record_cutoff(const P& position, Move move, int depth, int ply) {
        const std::uint16_t code = code_of(move);
        auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (killers[0] != code) killers = {code, killers[0]};
        std::int16_t& value = history_[static_cast<std::size_t>(position.turn())][slot(code)];
        const int bonus = std::min(16 * depth * depth, max_history / 4);
        value = static_cast<std::int16_t>(value + bonus - value * bonus / max_history);
    }

   private:
    // A rank is the gain in hundredths of a move, plus less than one move for history.
    static constexpr std::int32_t gain_weight = 16, max_history = 1024, killer_rank = 1200,
                                  table_rank = 1 << 28;
    static constexpr std::size_t slots = 4096;

    static std::size_t slot(std::uint16_t code) { return (code * 0x9E37'79B1U) >> 20U; }

    void rank(const P& position, std::uint16_t table_move, int ply, List& out) const {
        typename P::Moves moves;
        position.generate(moves);
        const auto& killers = killers_[static_cast<std::size_t>(ply)];
        const auto& history = history_[static_cast<std::size_t>(position.turn())];
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const std::uint16_t code = code_of(moves[i]);
            std::int32_t rank = gain_weight * evaluation_.gain(position, moves[i]);
            rank += history[slot(code)];
            if (code == killers[0] || code == killers[1]) rank += killer_rank;
            if (code == table_move) rank = table_rank;
            out.push({moves[i], static_cast<std::uint16_t>(i), rank});
        }
    }

    static void sort(List& moves) {
        std::sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
            return a.rank != b.rank ? a.rank > b.rank : a.index < b.index;
        });
    }

    const Evaluation<P>& evaluation_;
    std::array<std::array<std::uint16_t, 2>, max_ply + 1> killers_{};
    std::array<std::array<std::int16_t, slots>, max_seats> history_{};
};

}  // namespace zeitnot
