// Everything that the evaluation of chess weighs, as one flat table of numbers for `zeitnot tune`.
//
// Unit: hundredths of a pawn. Weights come in pairs, for the middle game and for the ending, but
// for the dangers to the king at the end of the table. docs/why/evaluations.md says how they came
// about.
#pragma once

#include <array>
#include <cstddef>

namespace zeitnot::chess {

// Where each group of weights begins.
enum Weight : std::size_t {
    man_weights = 0,
    pawn_squares = 10,
    knight_squares = 74,
    bishop_squares = 138,
    rook_squares = 202,
    queen_squares = 266,
    king_squares = 330,
    knight_moves = 394,
    bishop_moves = 412,
    rook_moves = 440,
    queen_moves = 470,
    bishop_pair = 526,
    doubled_pawn = 528,
    isolated_pawn = 530,
    backward_pawn = 532,
    joined_pawn = 534,
    passed_pawn = 550,
    passed_own_king = 566,
    passed_enemy_king = 568,
    passed_free = 570,
    passed_safe = 572,
    open_rook = 574,
    seventh_rook = 578,
    outpost = 580,
    pawn_threat = 584,
    minor_threat = 586,
    rook_threat = 588,
    hanging = 590,
    shelter = 592,
    storm = 608,
    tempo = 624,
    danger_attackers = 626,
    danger_squares = 630,
    danger_weak = 631,
    danger_checks = 632,
    danger_calm = 636,
    danger_start = 637,
    weight_count = 638,
};

using Weights = std::array<int, weight_count>;

inline constexpr Weights default_weights{
    // clang-format off
    // a pawn, knight, bishop, rook, queen
    82, 100,  325, 290,  345, 310,  460, 530,  980, 970,
    // pawns by square, first rank first, files a to d
    0, 0,  0, 0,  0, 0,  0, 0,
    -6, 8,  2, 8,  -4, 8,  -12, 8,
    -6, 2,  -2, 2,  2, 2,  6, 2,
    -6, 2,  0, 2,  8, 2,  18, 2,
    0, 12,  6, 12,  12, 12,  22, 12,
    8, 30,  14, 30,  22, 30,  30, 30,
    40, 60,  45, 60,  45, 60,  45, 60,
    0, 0,  0, 0,  0, 0,  0, 0,
    // knights by square, first rank first, files a to d
    -48, -30,  -37, -23,  -26, -16,  -15, -9,
    -37, -23,  -26, -16,  -15, -9,  -4, -2,
    -26, -16,  -15, -9,  -4, -2,  7, 5,
    -5, -9,  6, -2,  17, 5,  28, 12,
    -5, -9,  6, -2,  17, 5,  28, 12,
    -16, -16,  -5, -9,  6, -2,  17, 5,
    -37, -23,  -26, -16,  -15, -9,  -4, -2,
    -48, -30,  -37, -23,  -26, -16,  -15, -9,
    // bishops by square, first rank first, files a to d
    -18, -9,  -14, -6,  -10, -3,  -6, 0,
    -8, -6,  -4, -3,  0, 0,  4, 3,
    -4, -3,  0, 0,  4, 3,  8, 6,
    0, 0,  4, 3,  8, 6,  12, 9,
    0, 0,  4, 3,  8, 6,  12, 9,
    -4, -3,  0, 0,  4, 3,  8, 6,
    -8, -6,  -4, -3,  0, 0,  4, 3,
    -12, -9,  -8, -6,  -4, -3,  0, 0,
    // rooks by square, first rank first, files a to d
    -8, 0,  -4, 0,  0, 0,  4, 0,
    -8, 0,  -4, 0,  0, 0,  4, 0,
    -8, 0,  -4, 0,  0, 0,  4, 0,
    -8, 0,  -4, 0,  0, 0,  4, 0,
    -8, 0,  -4, 0,  0, 0,  4, 0,
    -8, 5,  -4, 5,  0, 5,  4, 5,
    4, 5,  8, 5,  12, 5,  16, 5,
    -8, 5,  -4, 5,  0, 5,  4, 5,
    // queens by square, first rank first, files a to d
    -4, -18,  -3, -12,  -2, -6,  -1, 0,
    -3, -12,  -2, -6,  -1, 0,  0, 6,
    -2, -6,  -1, 0,  0, 6,  1, 12,
    -1, 0,  0, 6,  1, 12,  2, 18,
    -1, 0,  0, 6,  1, 12,  2, 18,
    -2, -6,  -1, 0,  0, 6,  1, 12,
    -3, -12,  -2, -6,  -1, 0,  0, 6,
    -4, -18,  -3, -12,  -2, -6,  -1, 0,
    // kings by square, first rank first, files a to d
    15, -40,  28, -31,  6, -22,  -6, -13,
    5, -31,  5, -22,  -12, -13,  -25, -4,
    -41, -22,  -41, -13,  -41, -4,  -41, 5,
    -49, -13,  -49, -4,  -49, 5,  -49, 14,
    -57, -5,  -57, 4,  -57, 13,  -57, 22,
    -65, -14,  -65, -5,  -65, 4,  -65, 13,
    -65, -23,  -65, -14,  -65, -5,  -65, 4,
    -65, -32,  -65, -23,  -65, -14,  -65, -5,
    // a knight by the squares it may go to, from none
    -45, -50,  -31, -34,  -17, -18,  -3, -2,  11, 14,  16, 20,  21, 26,
    26, 32,  31, 38,
    // a bishop, the same
    -35, -45,  -26, -33,  -17, -21,  -8, -9,  1, 3,  10, 15,  19, 27,
    22, 30,  25, 33,  28, 36,  31, 39,  34, 42,  37, 45,  40, 48,
    // a rook
    -30, -50,  -25, -40,  -20, -30,  -15, -20,  -10, -10,  -5, 0,  0, 10,  5, 20,
    10, 30,  12, 34,  14, 38,  16, 42,  18, 46,  20, 50,  22, 54,
    // a queen
    -25, -50,  -22, -44,  -19, -38,  -16, -32,  -13, -26,  -10, -20,  -7, -14,
    -4, -8,  -1, -2,  2, 4,  5, 10,  8, 16,  11, 22,  12, 28,
    13, 34,  14, 36,  15, 38,  16, 40,  17, 42,  18, 44,  19, 46,
    20, 48,  21, 50,  22, 52,  23, 54,  24, 56,  25, 58,  26, 60,
    // two bishops
    28, 50,
    // a pawn behind another of its side
    -8, -18,
    // without a neighbour on the files beside it
    -10, -12,
    // that no pawn can protect and that cannot safely step ahead
    -9, -10,
    // protected by a pawn or beside one, by rank
    0, 0,  4, 3,  7, 5,  10, 8,  22, 17,  45, 36,  80, 64,  0, 0,
    // that no enemy pawn can stop, by rank
    0, 0,  0, 8,  0, 15,  2, 32,  22, 60,  55, 105,  95, 165,  0, 0,
    // for each step of its own king to the square before it, from the fourth rank on
    0, -5,
    // the same for the enemy king
    0, 10,
    // whose next square is free
    3, 12,
    // and not attacked
    3, 15,
    // a rook on a file without pawns; without own pawns
    35, 10,  15, 12,
    // a rook on the seventh rank with pawns or the king there to attack
    8, 20,
    // a knight or bishop protected by a pawn where no enemy pawn can drive it away
    28, 15,  18, 6,
    // an enemy piece attacked by a pawn
    50, 40,
    // a rook or queen attacked by a knight or bishop
    35, 25,
    // a queen attacked by a rook
    45, 25,
    // an attacked enemy man that nothing protects
    12, 18,
    // the foremost shelter: own pawn on a file at the king, by its rank; the first: none
    -22, 0,  0, 0,  24, 0,  16, 0,  6, 0,  0, 0,  -4, 0,  0, 0,
    // enemy pawn on such a file, by rank from the king's side; the first: none
    4, 0,  0, 0,  -24, 0,  -14, 0,  -4, 0,  0, 0,  0, 0,  0, 0,
    // the move
    20, 15,
    // attack on the king: each knight, bishop, rook, queen that reaches its ring
    70, 50, 55, 40,
    // each attack on a square beside it
    45,
    // each such square that only king or queen defend
    90,
    // a safe check by a knight, bishop, rook, queen
    480, 330, 560, 430,
    // without an enemy queen
    -550,
    // whatever happens
    -60,
    // clang-format on
};

}  // namespace zeitnot::chess
