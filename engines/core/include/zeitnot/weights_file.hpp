// A file of learnt weights: a header of 32 bytes, then the weights as their game packs them.
//
//    0  ZNWEIGHT
//    8  the version of this format, 32 bits, little-endian
//   12  CRC-32 of all that follows
//   16  the game's name, filled up with zeros
//   32  the weights; games/*/weights.hpp describes their format
//
// The core does not open files; it gets their bytes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "zeitnot/bytes.hpp"
#include "zeitnot/parsed.hpp"

namespace zeitnot {

static_assert(std::endian::native == std::endian::little, "The header is copied, not converted.");

struct WeightsHeader {
    static constexpr std::array<char, 8> expected_magic{'Z', 'N', 'W', 'E', 'I', 'G', 'H', 'T'};
    static constexpr std::uint32_t current_version = 1;

    std::array<char, 8> magic = expected_magic;
    std::uint32_t version = current_version;
    std::uint32_t checksum = 0;
    std::array<char, 16> game{};
};
static_assert(sizeof(WeightsHeader) == 32);

// The contents of a weights file. `packed` refers to the file's bytes.
struct WeightsFile {
    std::string game;
    Bytes packed;
};

// The bytes of a weights file.
inline std::vector<std::uint8_t> write_weights_file(std::string_view game, Bytes packed) {
    WeightsHeader header;
    game.copy(header.game.data(), header.game.size());
    std::vector<std::uint8_t> file(sizeof header + packed.size());
    std::memcpy(file.data(), &header, sizeof header);
    std::copy(packed.begin(), packed.end(), file.begin() + sizeof header);
    header.checksum = crc32(Bytes(file).subspan(offsetof(WeightsHeader, game)));
    std::memcpy(file.data(), &header, sizeof header);
    return file;
}

inline Parsed<WeightsFile> read_weights_file(Bytes file) {
    WeightsHeader header;
    if (file.size() < sizeof header) return Error{"These are no weights."};
    std::memcpy(&header, file.data(), sizeof header);
    if (header.magic != WeightsHeader::expected_magic) return Error{"These are no weights."};
    if (header.version != WeightsHeader::current_version) {
        return Error{"These are weights of version " + std::to_string(header.version) +
                     ", and this program reads version " +
                     std::to_string(WeightsHeader::current_version) + "."};
    }
    if (crc32(file.subspan(offsetof(WeightsHeader, game))) != header.checksum)
        return Error{"These weights are damaged."};
    const auto end = std::find(header.game.begin(), header.game.end(), '\0');
    return WeightsFile{{header.game.begin(), end}, file.subspan(sizeof header)};
}

}  // namespace zeitnot
