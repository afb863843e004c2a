// The squares of a xiangqi board as numbers, and sets of them as 90 bits in two words.
//
// Each word holds five ranks of nine squares, so that no rank is split between words: square
// 64 · (rank / 5) + 9 · (rank % 5) + file. Numbers 45 to 63 are unused. A
// second, rotated pair of words holds five files of ten squares each, so that the occupancy of a
// rank or a file is one shift away ("rotated bitboards": Hyatt, ICCA Journal 22, 1999).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace zeitnot::xiangqi {

inline constexpr int files = 9, ranks = 10;
inline constexpr std::size_t numbers = 109;  // of arrays by square: one more than the last square
inline constexpr int nowhere = 63;

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr int square(int x, int y) { return 64 * (y / 5) + 9 * (y % 5) + x; }

constexpr bool on_board(int x, int y) { return x >= 0 && x < files && y >= 0 && y < ranks; }

// A square's coordinates, and the position of its file in the rotated words.
struct SquareInfo {
    std::uint8_t x, y, file_word, file_shift;
};

inline constexpr std::array<SquareInfo, numbers> square_info = [] {
    std::array<SquareInfo, numbers> square_info{};
    for (int y = 0; y < ranks; ++y) {
        for (int x = 0; x < files; ++x) {
            square_info[at(square(x, y))] = {
                static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y),
                static_cast<std::uint8_t>(x / 5), static_cast<std::uint8_t>(10 * (x % 5))};
        }
    }
    return square_info;
}();

// A set of squares, in the normal or the rotated layout.
struct Bits {
    std::array<std::uint64_t, 2> words{};

    friend constexpr Bits operator&(Bits a, Bits b) {
        return {{a.words[0] & b.words[0], a.words[1] & b.words[1]}};
    }
    friend constexpr Bits operator|(Bits a, Bits b) {
        return {{a.words[0] | b.words[0], a.words[1] | b.words[1]}};
    }
    friend constexpr Bits operator^(Bits a, Bits b) {
        return {{a.words[0] ^ b.words[0], a.words[1] ^ b.words[1]}};
    }
    friend constexpr Bits operator~(Bits a) { return {{~a.words[0], ~a.words[1]}}; }
    constexpr Bits& operator&=(Bits b) { return *this = *this & b; }
    constexpr Bits& operator|=(Bits b) { return *this = *this | b; }
    constexpr Bits& operator^=(Bits b) { return *this = *this ^ b; }
    friend constexpr bool operator==(const Bits&, const Bits&) = default;

    [[nodiscard]] constexpr bool any() const { return (words[0] | words[1]) != 0; }
    [[nodiscard]] constexpr bool has(int square) const {
        return words[at(square >> 6)] >> (square & 63) & 1;
    }
    // Both words combined. Requires a set within five adjacent ranks, whose bits do not overlap.
    [[nodiscard]] constexpr std::uint64_t folded() const { return words[0] | words[1]; }
    [[nodiscard]] constexpr int count() const {
        return std::popcount(words[0]) + std::popcount(words[1]);
    }
};

constexpr Bits bit(int square) {
    Bits bits;
    bits.words[at(square >> 6)] = std::uint64_t{1} << (square & 63);
    return bits;
}

constexpr Bits rotated_bit(int square) {
    const SquareInfo& info = square_info[at(square)];
    Bits bits;
    bits.words[info.file_word] = std::uint64_t{1} << (info.file_shift + info.y);
    return bits;
}

// Calls f(square) for each square of the set, in ascending order.
template <class F>
constexpr void each(Bits bits, F f) {
    for (std::uint64_t left = bits.words[0]; left != 0; left &= left - 1) f(std::countr_zero(left));
    for (std::uint64_t left = bits.words[1]; left != 0; left &= left - 1)
        f(64 + std::countr_zero(left));
}

// One rank or file: bit x or y.
using Line = unsigned;

constexpr Line rank_of(Bits bits, int square) {
    const SquareInfo& info = square_info[at(square)];
    return static_cast<Line>(bits.words[at(square >> 6)] >> ((square & 63) - info.x)) & 0x1FF;
}

constexpr Line file_of(Bits rotated, int square) {
    const SquareInfo& info = square_info[at(square)];
    return static_cast<Line>(rotated.words[info.file_word] >> info.file_shift) & 0x3FF;
}

}  // namespace zeitnot::xiangqi
