// The piece-square values, mobility and attacks of one seat's pieces in xiangqi.
//
// Mobility counts for chariots, cannons and horses; attacks on the enemy's palace count for all
// pieces that cross the river. Attacks on own pieces count as protection (on such terms see Yen,
// Chen, Yang and Hsu, "Computer Chinese chess", ICGA Journal 27(1), 2004).
#pragma once

#include "games/xiangqi/moves.hpp"
#include "games/xiangqi/weights.hpp"

namespace zeitnot::xiangqi {

// The weights, and the piece-square values for both seats.
struct Values {
    Weights weights;
    // [seat][type][square]: the value of a piece.
    std::array<std::array<std::array<int, numbers>, 8>, 2> piece_square{};

    explicit Values(const Weights& table) : weights(table) {
        for (int y = 0; y < ranks; ++y) {
            for (int x = 0; x < files; ++x) {
                for (unsigned type = adviser; type <= chariot; ++type) {
                    const int value = red_value(type, x, y);
                    piece_square[0][type][at(square(x, y))] = value;
                    piece_square[1][type][at(square(x, ranks - 1 - y))] = value;
                }
            }
        }
    }

    [[nodiscard]] int of(std::size_t group, int i = 0) const { return weights[group + at(i)]; }
    [[nodiscard]] int by_type(std::size_t group, unsigned type) const {
        return weights[group + type];
    }

   private:
    [[nodiscard]] int red_value(unsigned type, int x, int y) const {
        int value = weights[values + type];
        if (type >= soldier) {
            const int file = x <= 4 ? x : files - 1 - x;
            const int index = 5 * (ranks - 1 - y) + file;
            value += weights[square_values + 50 * (type - soldier) + at(index)];
        }
        return value;
    }
};

// The squares of the first file.
inline constexpr std::array<Bits, 1024> file_squares = [] {
    std::array<Bits, 1024> sets{};
    for (unsigned line = 0; line < 1024; ++line) {
        for (int y = 0; y < ranks; ++y) {
            if (line >> y & 1) sets[line] |= bit(square(0, y));
        }
    }
    return sets;
}();

constexpr Bits line_squares(int from, Line rank, Line file) {
    const SquareInfo& info = square_info[at(from)];
    Bits set = file_squares[file];
    set.words[0] <<= info.x;
    set.words[1] <<= info.x;
    set.words[at(from >> 6)] |= std::uint64_t{rank} << ((from & 63) - info.x);
    return set;
}

inline constexpr std::array<Bits, 2> palaces = [] {
    std::array<Bits, 2> palaces{};
    for (int x = 3; x <= 5; ++x) {
        for (int y = 0; y <= 2; ++y) {
            palaces[0] |= bit(square(x, y));
            palaces[1] |= bit(square(x, ranks - 1 - y));
        }
    }
    return palaces;
}();

// The terms of one seat. Attacks include empty squares and both sides' pieces, so they also tell
// which squares are protected.
class EvalInfo {
   public:
    EvalInfo(const Board& board, int seat, const Values& values)
        : board_(board),
          values_(values),
          reach_(reach_all(board, seat)),
          piece_values_(values.piece_square[at(seat)]),
          enemy_palace_(palaces[at(seat ^ 1)]) {
        chariots();
        cannons();
        leapers(horse, board.horses(), [&](int from) {
            const Bits to = reach_.stepping(horse_steps[at(from)]);
            score_ += values_.of(horse_moves, (to & reach_.targets).count());
            return to;
        });
        leapers(soldier, board.soldiers(),
                [&](int from) { return soldier_steps[at(seat)][at(from)]; });
        leapers(elephant, board.elephants(),
                [&](int from) { return reach_.stepping(elephant_steps[at(from)]); });
        leapers(adviser, board.advisers(), [&](int from) { return adviser_steps[at(from)]; });
        attacks_ |= general_steps[at(board.general_of(seat))];
        add_palace_attacks();
    }

    [[nodiscard]] int score() const { return score_; }
    [[nodiscard]] Bits own() const { return reach_.own; }
    [[nodiscard]] Bits attacks() const { return attacks_; }
    [[nodiscard]] Bits attacks_by(Type type) const { return attacks_by_type_[type]; }
    [[nodiscard]] int count(Type type) const { return count_[type]; }

   private:
    void chariots() {
        reach_.chariots([&](int from, Line rank, Line file) {
            score_ += values_.of(chariot_moves, std::popcount(rank) + std::popcount(file));
            const auto [x, y, word, shift] = square_info[at(from)];
            add(chariot, from,
                line_squares(from, along_rank.slide[x][rank_of(reach_.all, from)],
                             along_file.slide[y][file_of(reach_.all_rotated, from)]));
        });
    }

    // A cannon attacks only the pieces behind a screen.
    void cannons() {
        reach_.cannons([&](int from, Line rank, Line file) {
            score_ += values_.of(cannon_moves, std::popcount(rank) + std::popcount(file));
            const auto [x, y, word, shift] = square_info[at(from)];
            add(cannon, from,
                line_squares(from, along_rank.jump[x][rank_of(reach_.all, from)],
                             along_file.jump[y][file_of(reach_.all_rotated, from)]));
        });
    }

    template <class F>
    void leapers(Type type, Bits pieces, F reached) {
        each(pieces & reach_.own, [&](int from) { add(type, from, reached(from)); });
    }

    void add(Type type, int from, Bits attacked) {
        score_ += piece_values_[type][at(from)];
        ++count_[type];
        attacks_by_type_[type] |= attacked;
        attacks_ |= attacked;
    }

    void add_palace_attacks() {
        int kinds = 0;
        for (const Type type : {soldier, horse, cannon, chariot}) {
            const int squares = (attacks_by_type_[type] & enemy_palace_).count();
            score_ += values_.of(palace_attacks, static_cast<int>(type - soldier)) * squares;
            kinds += squares > 0;
        }
        score_ += values_.of(palace_attackers, kinds);
    }

    const Board& board_;
    const Values& values_;
    Reach reach_;
    const std::array<std::array<int, numbers>, 8>& piece_values_;
    Bits enemy_palace_;
    int score_ = 0;
    Bits attacks_;
    std::array<Bits, 8> attacks_by_type_{};
    std::array<int, 8> count_{};
};

}  // namespace zeitnot::xiangqi
