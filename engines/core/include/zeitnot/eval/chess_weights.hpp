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
    71, 106,  320, 299,  331, 318,  450, 574,  982, 996,
    // pawns by square, first rank first, files a to d
    0, 0,  0, 0,  0, 0,  0, 0,
    -3, 8,  9, 14,   0, 5,    0, 17,
    -6, 3,   3, 9,  4, 1,  7, 2,
    -9, 9, -4, 7,  5, -7,   8, -7,
   -7, 13,  0, 23,   6,  2,  19, 11,
   13, 34,  11, 31,  19, 27,  27, 31,
    39, 49,  46, 62,  45, 60,  43, 58,
    0, 0,  0, 0,  0, 0,  0, 0,
    // knights by square, first rank first, files a to d
    -47, -29,  -36, -26,  -24, -15,   -8, -3,
    -27, -19,  -24, -12,  -13, -5, -12, -8,
    -30, -16,   -9, -11, -18, -13,  1, 5,
    -9, -6,  2, -1,  20, 6,  19, 11,
    -6, -10,  5, -2,  15, 6,  27, 13,
    -13, -14,  -4, -8,  8, -5,  21, 7,
    -36, -24,  -25, -15,  -12, -4,  -2,  0,
    -49, -31,  -38, -23,  -25, -15,  -15, -10,
    // bishops by square, first rank first, files a to d
    -18, -9,  -14, -8,  -16, -2,  -9, -1,
    -5, -3,   4, -2, -1, 0, -1, -1,
    -7, -1,  0, -2, 14, 4, -1, 5,
    5, 0,  4, 1,  1, 14,  15, -2,
    7, 3, 12, 4,  2, -1,  10, 8,
    -8,  0, -1, 0,  5, 5,  6, 10,
   -12, -5,  -6, -3,  2, 3,  4, 6,
    -14, -6,  -8, -6,  -4, -5,  0, 1,
    // rooks by square, first rank first, files a to d
    -6, 3,  -4, -2,  1, -2,  2, -3,
   -13, -3,  -7, -4, -5, 3,  4, -5,
   -15, 3,  -8, 1, -5, 0,  1, -9,
   -14, 1,  -4, 2,  2, 7,  5, 1,
   -13, 3,  -2, 5,  1, 9,  5, 0,
    -5, 12,  -2, 9,  6, 9,  9, 7,
   11, 13,  9, 8,  13, 3,  13, 1,
    -7, 10,  -4, 7,  1, 8,  5, 8,
    // queens by square, first rank first, files a to d
    -3, -17,  -6, -13,  -2, -8,   2, -2,
   -10, -12, -10, -8,   3, -2,  2, 3,
     0, -5,  -1, 1,  7, 8, -10, 15,
    -2, 1,  1, 8,  2, 14, -1, 19,
    -4, 2,  1, 8,  1, 13,  5, 23,
     2, -5,  -1, 2,  3, 9,  6, 16,
    -5, -12,   0, -4,   3, 3,  0, 8,
    -4, -19,  -4, -11,  -2, -6,  -1, 0,
    // kings by square, first rank first, files a to d
    22, -29,  18, -27, -7, -25,  -6, -16,
   11, -30,  2, -16,   -5, -12,  -25, -7,
    -39, -21,  -41, -13,  -38, -1,  -42, 6,
    -49, -16,  -49, -8,  -49, 2,  -50, 14,
    -57, -5,  -57, 1,  -57, 16,  -59, 15,
    -64, -13,  -65, -4,  -65, 3,  -64, 13,
    -65, -24,  -65, -13,  -64, -4,  -65, 2,
    -65, -33,  -65, -22,  -65, -14,  -65, -4,
    // a knight by the squares it may go to, from none
    -45, -50,  -30, -34,  -11, -15,  -8,  5,   7, 17,  10, 19,  20, 29,
    32, 34,  28, 30,
    // a bishop, the same
    -41, -45,  -24, -28,  -16, -18,  -3, -5,  1, 4,   7, 18,  16, 26,
    21, 34,  20, 37,  28, 38,  31, 38,  34, 41,  36, 42,  39, 35,
    // a rook
    -35, -52,  -23, -42,  -19, -31,  -11, -22,   -8,  -6,  -5, 0, -8, 18,  2, 25,
    10, 35,  13, 45,  11, 45,  18, 47,  16, 46,  18, 50,  23, 59,
    // a queen
    -25, -50,  -19, -44,  -19, -38,  -10, -32,  -11, -26,  -12, -21, -10, -14,
    -6, -8,  -4, -2, -1, 5,  4, 12,  7, 16,  13, 23,  10, 29,
    12, 36,  14, 39,  13, 41,  17, 44,  17, 45,  20, 47,  21, 48,
    21, 50,  22, 51,  22, 52,  23, 54,  24, 56,  25, 57,  26, 60,
    // two bishops
    22, 61,
    // a pawn behind another of its side
    -7, -17,
    // without a neighbour on the files beside it
     -7,  -6,
    // that no pawn can protect and that cannot safely step ahead
    -9, -22,
    // protected by a pawn or beside one, by rank
    0, 0,  4, 3,  4, 0,  12, 11,  16, 22,  48, 38,  81, 66,  0, 0,
    // that no enemy pawn can stop, by rank
    0, 0,  7, 16,  5, 22,  2, 34,  21, 55,  57, 102,  94, 154,  0, 0,
    // for each step of its own king to the square before it, from the fourth rank on
   -1, -8,
    // the same for the enemy king
   -1, 14,
    // whose next square is free
    9, 12,
    // and not attacked
    3, 15,
    // a rook on a file without pawns; without own pawns
    39, 11,  12, 24,
    // a rook on the seventh rank with pawns or the king there to attack
   14, 23,
    // a knight or bishop protected by a pawn where no enemy pawn can drive it away
    29, 20,  25, 7,
    // an enemy piece attacked by a pawn
    51, 35,
    // a rook or queen attacked by a knight or bishop
    39, 23,
    // a queen attacked by a rook
    47, 25,
    // an attacked enemy man that nothing protects
    14, 35,
    // the foremost shelter: own pawn on a file at the king, by its rank; the first: none
     -9, 1, 10, 7,  14, -2,  10, -2,  1, 1, -4, -2,  -3, -3,  0, 0,
    // enemy pawn on such a file, by rank from the king's side; the first: none
   -6, -9, -1, 12,  -29, -2,    0, 4,  -5, -5,  6, 1, -2, -2,  0, 0,
    // the move
    18, 15,
    // attack on the king: each knight, bishop, rook, queen that reaches its ring
    67, 51, 56, 45,
    // each attack on a square beside it
    44,
    // each such square that only king or queen defend
    84,
    // a safe check by a knight, bishop, rook, queen
    477, 329, 557, 431,
    // without an enemy queen
    -551,
    // whatever happens
    -60,
    // clang-format on
};

}  // namespace zeitnot::chess
