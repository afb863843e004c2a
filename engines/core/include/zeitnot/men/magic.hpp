// The attacks of rooks and bishops on an occupied board: one multiplication and one table lookup.
//
// The occupied squares on a slider's lines, multiplied by a magic number and shifted right, are an
// index into the table of its attacks ("magic" bitboards: Kannan, "Magic move-bitboard generation
// in computer chess", 2007). The numbers come from sparse random trials with splitmix64; the table,
// 840 kB, is filled ray by ray when the program starts.
#pragma once

#include "zeitnot/men/bits.hpp"

namespace zeitnot::chess {

// One square's part of the table. `mask`: the squares whose occupation matters, which excludes the
// edge squares.
struct Magic {
    Board mask;
    Board number;
    std::uint32_t offset;
    std::uint32_t shift;

    [[nodiscard]] std::size_t slot(Board occupied) const {
        return offset + static_cast<std::size_t>((occupied & mask) * number >> shift);
    }
};

inline constexpr std::array<Board, 64> rook_numbers{
    0x01800088E0114000, 0x0440004820001000, 0x0C80081000802000, 0x8880080010000480,
    0x1200085060048200, 0x018004000E000180, 0x2400024100841008, 0x808000450001A280,
    0x0212800022C00080, 0x0002004100220082, 0x8082801000822002, 0x1002002040081200,
    0x0820800400080081, 0x0801000204010008, 0x0094801100020080, 0x2012800080004500,
    0x0090908000400029, 0x0480220042008100, 0x0008420010842204, 0x0020808010000800,
    0x0604008008000680, 0x0082008080040002, 0x0A01808001000200, 0x1C00060000830264,
    0x1085400480008020, 0x1020100040004020, 0x8450200500110440, 0x00C8100100200902,
    0x0000080080800400, 0x0002000200041009, 0x80A0028400100841, 0x0004088200006C01,
    0x0480082010400040, 0x0040080020201000, 0x0408104101002000, 0x4018001000800880,
    0x1484040080800800, 0x0100800200800400, 0x8002002182004408, 0x1120004102000084,
    0xC840044080248008, 0x0010002000414000, 0x0410008020008010, 0x4008020100101000,
    0x8001014800110024, 0xA002000400028080, 0x0432080201040010, 0x8800010080420004,
    0x4100800510204300, 0x8080812542090200, 0x010A820012244200, 0x0000800800100080,
    0x9312011020040A00, 0x2044000480020080, 0x0100820108100400, 0x2088210400508200,
    0x0005412180083101, 0x0020290084104001, 0x0000811088C02202, 0x0443002110000489,
    0x2042001120040802, 0x0021000802040001, 0x0008100082410804, 0x010000610284004E,
};
inline constexpr std::array<Board, 64> bishop_numbers{
    0x0208010404040224, 0x00314102008A0000, 0xC1B001020A340A00, 0x0004410021A40020,
    0x8012021080400804, 0x2103100884020002, 0x2186081404450041, 0x0109804800A42000,
    0x041028421C040412, 0x000418261ACA0200, 0x15801088A0810000, 0x0109AC4101A204C2,
    0xA8300404200A0000, 0x0080511042100000, 0x10008C008C112800, 0x8001410400C3850A,
    0x8010000690020804, 0x0408009022008405, 0x0008024043850011, 0x8404200804210148,
    0x0002000412020000, 0x0802000101008222, 0x20010A4200902400, 0x0422000044540404,
    0x1108048488101040, 0x0050240808886091, 0x1408020011120208, 0x0058080010820002,
    0x02A1001103004004, 0x8090020841008E00, 0x200400A0004A1000, 0x0000420144808400,
    0x004823080810A010, 0x0044042200210200, 0x000B040100021806, 0x00A2004041040101,
    0xA190010410020200, 0x08020401C1080808, 0x0A040102020C0090, 0x8401041100088843,
    0x130804100A004421, 0x00D2180208000240, 0x8162001402020400, 0x00200C2214000806,
    0x0120080100440404, 0x000925010A002502, 0x008A0C03040C0600, 0x0401024096008101,
    0x9902090402420488, 0x9004210402202000, 0x0834020082210000, 0x0100090642022500,
    0x50C0001002020804, 0x03424A9049020000, 0x2005083004008402, 0x008802008401080C,
    0x0000820041444000, 0x4470024108280201, 0x004084804C040400, 0x0040800100460801,
    0x0040240008830400, 0x2020000888100420, 0x4A402820A5860200, 0x0084011004010041,
};

class SliderTable {
   public:
    SliderTable() {
        std::uint32_t offset = 0;
        for (int square = 0; square < 64; ++square) {
            offset = fill(rooks_[index(square)], square, rook_steps, rook_numbers, offset);
            offset = fill(bishops_[index(square)], square, bishop_steps, bishop_numbers, offset);
        }
    }

    [[nodiscard]] Board rook(int square, Board occupied) const {
        return attacks_[rooks_[index(square)].slot(occupied)];
    }
    [[nodiscard]] Board bishop(int square, Board occupied) const {
        return attacks_[bishops_[index(square)].slot(occupied)];
    }

   private:
    static constexpr std::size_t entries = 102400 + 5248;  // of rooks and of bishops

    // The squares on the lines from `square`, except the last of each line.
    static Board relevant(int square, const std::array<Direction, 4>& steps) {
        Board mask = 0;
        for (const Direction step : steps) {
            const Board line = ray(square, step, 0);
            each(line, [&](int at) {
                if (on_board(at % 8 + step.x, at / 8 + step.y)) mask |= bit(at);
            });
        }
        return mask;
    }

    std::uint32_t fill(Magic& magic, int square, const std::array<Direction, 4>& steps,
                       const std::array<Board, 64>& numbers, std::uint32_t offset) {
        const Board mask = relevant(square, steps);
        const auto bits = static_cast<std::uint32_t>(size(mask));
        magic = {mask, numbers[index(square)], offset, 64 - bits};
        Board occupied = 0;
        do {  // every subset of the mask (Carry-Rippler)
            attacks_[magic.slot(occupied)] = rays(square, steps, occupied);
            occupied = (occupied - mask) & mask;
        } while (occupied != 0);
        return offset + (std::uint32_t{1} << bits);
    }

    std::array<Magic, 64> rooks_{}, bishops_{};
    std::array<Board, entries> attacks_{};
};

inline const SliderTable sliders;

inline Board rook_attacks(int square, Board occupied) { return sliders.rook(square, occupied); }
inline Board bishop_attacks(int square, Board occupied) { return sliders.bishop(square, occupied); }

// The attacks on an empty board.
inline constexpr std::array<Board, 64> rook_lines = [] {
    std::array<Board, 64> all{};
    for (int square = 0; square < 64; ++square) all[index(square)] = rays(square, rook_steps, 0);
    return all;
}();
inline constexpr std::array<Board, 64> bishop_lines = [] {
    std::array<Board, 64> all{};
    for (int square = 0; square < 64; ++square) all[index(square)] = rays(square, bishop_steps, 0);
    return all;
}();

}  // namespace zeitnot::chess
