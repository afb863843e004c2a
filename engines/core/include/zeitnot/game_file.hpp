// A file that belongs to one game: a header of 32 bytes, all numbers little-endian, then the body.
//
//    0  eight letters: the kind of file
//    8  the version of the kind's format, 32 bits
//   12  CRC-32 of all following bytes
//   16  the game's name, padded with zeros
//   32  the body
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

// A kind of file, with its error messages.
struct GameFileKind {
    std::array<char, 8> magic;
    std::uint32_t version;
    const char* wrong_kind;     // "This is no strategy."
    const char* wrong_version;  // "This is a strategy", to which the versions are added
    const char* damaged;        // "This strategy is damaged."
};

// The contents of such a file. `body` refers to the file's bytes.
struct GameFile {
    std::string game;
    Bytes body;
};

namespace detail {

struct GameFileHeader {
    std::array<char, 8> magic{};
    std::uint32_t version = 0;
    std::uint32_t checksum = 0;
    std::array<char, 16> game{};
};
static_assert(sizeof(GameFileHeader) == 32);

}  // namespace detail

inline std::vector<std::uint8_t> write_game_file(const GameFileKind& kind, std::string_view game,
                                                 Bytes body) {
    detail::GameFileHeader header{kind.magic, kind.version};
    game.copy(header.game.data(), header.game.size());
    std::vector<std::uint8_t> file(sizeof header + body.size());
    std::copy(body.begin(), body.end(), file.begin() + sizeof header);
    std::memcpy(file.data(), &header, sizeof header);
    header.checksum = crc32(Bytes(file).subspan(offsetof(detail::GameFileHeader, game)));
    std::memcpy(file.data(), &header, sizeof header);
    return file;
}

inline Parsed<GameFile> read_game_file(const GameFileKind& kind, Bytes file) {
    detail::GameFileHeader header;
    if (file.size() < sizeof header) return Error{kind.wrong_kind};
    std::memcpy(&header, file.data(), sizeof header);
    if (header.magic != kind.magic) return Error{kind.wrong_kind};
    if (header.version != kind.version) {
        return Error{std::string(kind.wrong_version) + " of version " +
                     std::to_string(header.version) + ", and this program reads version " +
                     std::to_string(kind.version) + "."};
    }
    if (crc32(file.subspan(offsetof(detail::GameFileHeader, game))) != header.checksum)
        return Error{kind.damaged};
    const auto end = std::find(header.game.begin(), header.game.end(), '\0');
    return GameFile{{header.game.begin(), end}, file.subspan(sizeof header)};
}

}  // namespace zeitnot
