// Lists or counts the legal moves of xiangqi.
//
// Few moves have to be verified: the board's Danger has the squares that must not be left or
// entered (pins, a horse's leg, a cannon's screens). Only moves that it affects, the general's
// moves and, in check, possible answers are verified one by one.
#pragma once

#include "games/xiangqi/board.hpp"
#include "zeitnot/fixed_list.hpp"

namespace zeitnot::xiangqi {

using Move = std::uint16_t;  // 128 · from + to, as numbers of squares

constexpr Move move_of(int from, int to) { return static_cast<Move>(from << 7 | to); }
constexpr int from_of(Move move) { return move >> 7; }
constexpr int to_of(Move move) { return move & 127; }

// The maximum of two chariots, cannons, horses, advisers and elephants, a general and five
// soldiers: 2 · (17 + 17 + 8 + 4 + 4) + 4 + 15.
using Moves = FixedList<Move, 119>;

// The moves of one seat's pieces, except the general, to squares in `targets`. Each function calls
// back with the targets of one piece at a time.
struct Reach {
    const Board& board;
    int seat;
    Bits own, all, all_rotated, targets, targets_rotated;

    constexpr Reach(const Board& board, int seat, Bits targets, Bits targets_rotated)
        : board(board),
          seat(seat),
          own(board.side(seat)),
          all(board.all()),
          all_rotated(board.all_rotated()),
          targets(targets),
          targets_rotated(targets_rotated) {}

    // line(from, along its rank, along its file)
    template <class F>
    constexpr void chariots(F line) const {
        each(board.chariots() & own, [&](int from) {
            const auto [x, y, word, shift] = square_info[at(from)];
            line(from, along_rank.slide[x][rank_of(all, from)] & rank_of(targets, from),
                 along_file.slide[y][file_of(all_rotated, from)] & file_of(targets_rotated, from));
        });
    }

    template <class F>
    constexpr void cannons(F line) const {
        each(board.cannons() & own, [&](int from) {
            const auto [x, y, word, shift] = square_info[at(from)];
            const Line rank = rank_of(all, from), file = file_of(all_rotated, from);
            const Line on_rank = (along_rank.slide[x][rank] & ~rank) | along_rank.jump[x][rank];
            const Line on_file = (along_file.slide[y][file] & ~file) | along_file.jump[y][file];
            line(from, on_rank & rank_of(targets, from), on_file & file_of(targets_rotated, from));
        });
    }

    // leap(from, targets)
    template <class F>
    constexpr void leapers(F leap) const {
        each(board.horses() & own,
             [&](int from) { leap(from, stepping(horse_steps[at(from)]) & targets); });
        each(board.soldiers() & own,
             [&](int from) { leap(from, soldier_steps[at(seat)][at(from)] & targets); });
        each(board.elephants() & own,
             [&](int from) { leap(from, stepping(elephant_steps[at(from)]) & targets); });
        each(board.advisers() & own,
             [&](int from) { leap(from, adviser_steps[at(from)] & targets); });
    }

    [[nodiscard]] constexpr Bits stepping(const BlockableSteps& steps) const {
        std::size_t blocked = 0;
        for (std::size_t i = 0; i < 4; ++i)
            blocked |= static_cast<std::size_t>(all.has(steps.blockers[i])) << i;
        return steps.to[blocked];
    }
};

constexpr Reach reach_all(const Board& board, int seat) {
    return {board, seat, ~board.side(seat), ~board.rotated(seat)};
}

constexpr Reach reach_captures(const Board& board, int seat) {
    return {board, seat, board.side(seat ^ 1), board.rotated(seat ^ 1)};
}

// Calls take(from, to) for each pseudo-legal move of a piece other than the general.
template <class F>
constexpr void each_move(const Reach& reach, F take) {
    const auto line = [&](int from, Line rank, Line file) {
        const SquareInfo info = square_info[at(from)];
        for (; rank != 0; rank &= rank - 1) take(from, from - info.x + std::countr_zero(rank));
        for (; file != 0; file &= file - 1) take(from, square(info.x, std::countr_zero(file)));
    };
    reach.chariots(line);
    reach.cannons(line);
    reach.leapers([&](int from, Bits targets) { each(targets, [&](int to) { take(from, to); }); });
}

template <class F>
constexpr void each_general_move(const Reach& reach, F take) {
    const int from = reach.board.general_of(reach.seat);
    each(general_steps[at(from)] & reach.targets, [&](int to) {
        if (reach.board.safe_after(reach.seat, from, to)) take(from, to);
    });
}

// Appends the legal moves.
inline void list(const Reach& reach, Moves& moves) {
    const Danger danger = reach.board.danger(reach.seat);
    const auto push = [&](int from, int to) { moves.push(move_of(from, to)); };
    if (danger.any()) {
        each_move(reach, [&](int from, int to) {
            if (danger.forbids(from, to)) return;
            if (!danger.needs_verification(from) || reach.board.safe_after(reach.seat, from, to))
                push(from, to);
        });
    } else {
        each_move(reach, push);
    }
    each_general_move(reach, push);
}

// The number of legal moves.
inline std::size_t count(const Board& board, int seat) {
    const Reach reach = reach_all(board, seat);
    if (board.danger(seat).any()) {
        Moves moves;
        list(reach, moves);
        return moves.size();
    }
    int moves = 0;
    const auto line = [&](int, Line rank, Line file) {
        moves += std::popcount(rank) + std::popcount(file);
    };
    reach.chariots(line);
    reach.cannons(line);
    reach.leapers([&](int, Bits targets) { moves += std::popcount(targets.folded()); });
    each_general_move(reach, [&](int, int) { ++moves; });
    return static_cast<std::size_t>(moves);
}

// Whether there is a legal move.
inline bool has_move(const Board& board, int seat) {
    if (board.danger(seat).any()) return count(board, seat) != 0;
    const Reach reach = reach_all(board, seat);
    bool any = false;
    reach.chariots([&](int, Line rank, Line file) { any |= (rank | file) != 0; });
    if (any) return true;
    reach.leapers([&](int, Bits targets) { any |= targets.any(); });
    return any || count(board, seat) != 0;
}

}  // namespace zeitnot::xiangqi
