// Static exchange evaluation: the gain of a capture if both sides recapture while it is profitable
// (Reul, "Static exchange evaluation with alpha-beta approach", ICGA 2010).
//
// The least valuable piece captures first, and either side may stop. Cannons use any remaining
// screen; pins and checks are ignored.
#pragma once

#include <algorithm>

#include "games/xiangqi/board.hpp"

namespace zeitnot::xiangqi {

// By type, in hundredths of a soldier; a soldier counts as one that has crossed the river.
inline constexpr std::array<int, 8> exchange_values{0, 10000, 200, 200, 150, 420, 450, 1000};

// The attackers of one square; the exchange removes them one by one.
class Exchange {
   public:
    constexpr Exchange(const Board& board, int square)
        : board_(board),
          to_(square),
          occupied_(board.all()),
          file_(file_of(board.all_rotated(), square)) {}

    constexpr void remove(int square) {
        occupied_ &= ~bit(square);
        const SquareInfo& info = square_info[at(square)];
        if (info.x == square_info[at(to_)].x) file_ &= ~(1U << info.y);
    }

    // The seat's least valuable piece that attacks the square, or nowhere.
    [[nodiscard]] constexpr int least_attacker(int seat) const {
        const Bits own = board_.side(seat) & occupied_;
        const auto i = at(to_);
        if (const Bits pieces = board_.soldiers() & own & soldier_sources[at(seat)][i];
            pieces.any())
            return any_of(pieces);
        if (const Bits pieces = board_.advisers() & own & adviser_steps[i]; pieces.any())
            return any_of(pieces);
        if (const int from = elephant(own); from != nowhere) return from;
        if (const int from = horse(own); from != nowhere) return from;
        if (const int from = line_attacker(board_.cannons() & own, true); from != nowhere)
            return from;
        if (const int from = line_attacker(board_.chariots() & own, false); from != nowhere)
            return from;
        const int general = board_.general_of(seat);
        return general_steps[i].has(general) && own.has(general) ? general : nowhere;
    }

   private:
    // One of these pieces, or nowhere.
    static constexpr int any_of(Bits pieces) {
        int square = nowhere;
        each(pieces, [&](int found) { square = found; });
        return square;
    }

    [[nodiscard]] constexpr int elephant(Bits own) const {
        const BlockableSteps& steps = elephant_steps[at(to_)];
        std::size_t blocked = 0;
        for (std::size_t i = 0; i < 4; ++i)
            blocked |= static_cast<std::size_t>(occupied_.has(steps.blockers[i])) << i;
        return any_of(steps.to[blocked] & board_.elephants() & own);
    }

    [[nodiscard]] constexpr int horse(Bits own) const {
        int found = nowhere;
        each(board_.horses() & own & horse_sources[at(to_)], [&](int from) {
            if (!occupied_.has(horse_leg(from, to_))) found = from;
        });
        return found;
    }

    // A cannon, which needs a screen, or a chariot that attacks the square along a line.
    [[nodiscard]] constexpr int line_attacker(Bits pieces, bool needs_screen) const {
        int found = nowhere;
        const SquareInfo& here = square_info[at(to_)];
        each(pieces & lines[at(to_)], [&](int from) {
            const SquareInfo& there = square_info[at(from)];
            const Line inner = here.y == there.y
                                   ? rank_of(occupied_, to_) & between[here.x][there.x]
                                   : file_ & between[here.y][there.y];
            const bool reaches =
                needs_screen ? inner != 0 && (inner & (inner - 1)) == 0 : inner == 0;
            if (reaches) found = from;
        });
        return found;
    }

    const Board& board_;
    int to_;
    Bits occupied_;
    Line file_;
};

// The gain for the seat that moves, in the unit of exchange_values.
constexpr int see(const Board& board, int seat, int from, int to) {
    std::array<int, 33> gains{};  // for the side whose turn it is at each step
    gains[0] = exchange_values[board.type_at(to)];
    int target_value = exchange_values[board.type_at(from)];
    Exchange exchange(board, to);
    exchange.remove(from);
    std::size_t step = 0;
    for (int side = seat ^ 1;; side ^= 1) {
        const int capturer = exchange.least_attacker(side);
        if (capturer == nowhere) break;
        const unsigned type = board.type_at(capturer);
        exchange.remove(capturer);
        // The general cannot capture a protected piece.
        if (type == general && exchange.least_attacker(side ^ 1) != nowhere) break;
        ++step;
        gains[step] = target_value - gains[step - 1];
        target_value = exchange_values[type];
    }
    for (; step > 0; --step) gains[step - 1] = -std::max(-gains[step - 1], gains[step]);
    return gains[0];
}

}  // namespace zeitnot::xiangqi
