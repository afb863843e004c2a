// All weights of the evaluation of chess, as one flat array for `zeitnot tune`.
//
// Unit: hundredths of a pawn. Weights are pairs, for the middle game and for the ending, except for
// the king danger at the end of the array. docs/why/evaluations.md describes how they were fitted.
#pragma once

#include <array>
#include <cstddef>

namespace zeitnot::chess {

// Where each group of weights begins.
enum Weight : std::size_t {
    piece_weights = 0,
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
    66, 111,  309, 310,  322, 327,  429, 605,  975, 1009,
    // pawns by square, first rank first, files a to d
    0, 0,  0, 0,  0, 0,  0, 0,
    -3, 10, 12, 10,   0, 9,    2, 24,
    -4, 3,   6, 6,  5, 2,  4, 3,
    -9, 13, -5, 12,  3, -14,   8, -11,
   -7, 20, -1, 26,   5, -5,  20, 11,
   13, 34,  11, 37,  17, 25,  20, 30,
    39, 39,  46, 62,  45, 61,  43, 59,
    0, 0,  0, 0,  0, 0,  0, 0,
    // knights by square, first rank first, files a to d
    -45, -28,  -36, -26,  -24, -13,  -10,  1,
    -26, -17,  -21, -10,  -10, -6, -13, -7,
    -27, -15,   -7, -12, -19, -16,  0, 7,
   -11, -5,  3,  1,  11, 7,  17,  7,
   -10, -11,  4, -4,  12, 7,  19, 13,
    -12, -13,   1, -6,  9, -5,  24, 5,
    -37, -25,  -26, -15,  -11, -1,  -1,  1,
    -52, -32,  -38, -22,  -25, -15,  -15, -11,
    // bishops by square, first rank first, files a to d
    -16, -8,  -14, -10,  -14,  2,  -8, -3,
    -5, -3,   3, -2, -5, -1,  0, -1,
   -10,  1, -2, -4, 13, 1,  0, 6,
    9, 0,  5, 1,  0, 18,  13, -4,
    7, 3, 12, 3, -1, -3,   9, 10,
    -9,  1,  1, 0,  4, 6,  6, 13,
   -14, -4,  -7, -2,  2, 5,  4, 7,
    -13, -3,  -9, -7,  -4, -6,  0, 0,
    // rooks by square, first rank first, files a to d
    -9, 2,  -9, -1,  3, -2,  5, -8,
   -17, -2,  -5, -5, -9, 1,  3, -7,
   -17, 5, -12, 0, -8, -2, -5, -13,
   -17, 3,  -5, 4, -1, 10,  5, 2,
   -14, 8,  -4, 7,  0, 13,  7, 2,
    -4, 17,  -1, 12,  9, 12, 13, 9,
    9, 11, 10, 12,  14, 2,  14, 0,
    -6, 13,  -2, 11,  1, 10,  5, 10,
    // queens by square, first rank first, files a to d
     1, -16,  -6, -14,  -6, -10,   4, -7,
    -9, -12, -12, -9,   2, -6, -1, -1,
    -1, -5,   0, 2,  3, 10,  -7, 17,
    -3, 1,  1, 9,  1, 16, -2, 20,
    -6, 2, -1, 9, -3, 14,  5, 25,
     5, -4,  -2, 4,  6, 12,  8, 18,
    -5, -11,   0, -2,   6, 5,  0, 9,
    -5, -20,  -5, -10,  -2, -6,  -1, 0,
    // kings by square, first rank first, files a to d
    21, -28,  22, -24, -11, -26,  -9, -18,
   19, -32, -2, -12,   -6,  -9,  -27, -5,
    -38, -20,  -37,  -9,  -36,  0,  -43, 6,
    -49, -16,  -49, -6,  -49, 1,  -51, 13,
    -56, -3,  -57, 1,  -57, 15,  -61,  6,
    -64, -12,  -65, -4,  -65, 1,  -65,  7,
    -65, -23,  -65, -12,  -64, -3,  -65, 0,
    -65, -33,  -65, -20,  -65, -13,  -65, -5,
    // knight mobility, by the number of squares from 0
    -46, -50,  -30, -35,  -12, -11,  -9, 14,   4, 20,   8, 22,  19, 30,
    31, 37,  29, 21,
    // bishop mobility
    -40, -45,  -22, -25,  -12, -17,  -2, -4,  0, 7,   9, 21,  14, 28,
    17, 37,  17, 39,  25, 41,  29, 39,  32, 35,  35, 41,  38, 28,
    // rook mobility
    -42, -54,  -21, -42,  -16, -28,  -11, -22,   -7,  -4,  -6, 2, -9, 22,  0, 28,
     6, 38,   7, 48,   9, 51,  18, 50,  16, 47,  16, 52,  22, 60,
    // queen mobility
    -25, -50,  -21, -44,  -18, -38,  -11, -33,  -12, -27,  -14, -22,  -9, -14,
    -6, -7,  -3, -2,  0, 7,  2, 12,  5, 16,  12, 24,   9, 30,
    12, 38,  13, 41,  13, 44,  18, 47,  17, 47,  21, 49,  22, 50,
    21, 50,  23, 51,  22, 51,  23, 54,  24, 55,  25, 57,  26, 59,
    // bishop pair
    17, 68,
    // doubled pawn
    -4, -19,
    // isolated pawn
     -7,  -6,
    // backward pawn: no pawn can protect it and it cannot safely advance
    -7, -17,
    // pawn protected by a pawn or beside one, by rank
    0, 0,  4, -1,  5, 1,  12, 13,  16, 28,  42, 42,  81, 67,  0, 0,
    // passed pawn, by rank
    0, 0,  6, 23,  5, 24,  3, 35,  22, 52,  53,  98,  94, 146,  0, 0,
    // passed pawn from the fourth rank on: its own king's distance to the square in front of it
   -2, -9,
    // passed pawn: the enemy king's distance to that square
   -2, 16,
    // passed pawn whose next square is free
   12, 12,
    // passed pawn whose next square is not attacked
    0, 16,
    // a rook on an open file; on a half-open file
    36, 12,   9, 28,
    // a rook on the seventh rank with pawns or the king there to attack
   14, 22,
    // a knight or bishop protected by a pawn where no enemy pawn can drive it away
    25, 22,  28, 9,
    // an enemy piece attacked by a pawn
    50, 30,
    // a rook or queen attacked by a knight or bishop
    40, 21,
    // a queen attacked by a rook
    49, 25,
    // an attacked enemy piece that is not protected
    11, 44,
    // shelter: the nearest own pawn on a file at the king, by rank; first entry: no pawn
    -10, 6, 12, -1,  13, -1,  10, -1,  2, 3, -7, -3,  -2, -3,  0, 0,
    // storm: the nearest enemy pawn on such a file, by rank from the king's side; first entry: no pawn
  -10, -8, -1, 26,  -28, -1,    4, 1,  -2, -8,  5, -3, -4, -7,  0, 0,
    // tempo: the side to move
    18, 15,
    // king danger: each knight, bishop, rook, queen that attacks a square next to the king
    66, 52, 56, 48,
    // each attack on a square next to the king
    40,
    // each such square that only the king or queen defends
    76,
    // a safe check by a knight, bishop, rook, queen
    474, 327, 554, 430,
    // the enemy has no queen
    -552,
    // constant term
    -62,
    // clang-format on
};

}  // namespace zeitnot::chess
