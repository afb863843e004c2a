// A file with a strategy for one game with its settings, all numbers little-endian:
//
//    0  ZNSTRATG
//    8  the version of this format, 32 bits
//   12  CRC-32 of all that follows
//   16  the game's name, filled up with zeros
//   32  the key of the game's tree (GameTree::key), 64 bits
//   40  the settings as `name=value` words, then how the strategy was made: each 16 bits of length
//       and the text
//       the number of probabilities, 32 bits, then each as a float of 32 bits, in the tree's order
//
// The core does not open files; it gets their bytes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "zeitnot/bytes.hpp"
#include "zeitnot/equilibrium/game_tree.hpp"
#include "zeitnot/parsed.hpp"

namespace zeitnot {

static_assert(std::endian::native == std::endian::little, "The header is copied, not converted.");

struct StrategyHeader {
    static constexpr std::array<char, 8> expected_magic{'Z', 'N', 'S', 'T', 'R', 'A', 'T', 'G'};
    static constexpr std::uint32_t current_version = 1;

    std::array<char, 8> magic = expected_magic;
    std::uint32_t version = current_version;
    std::uint32_t checksum = 0;
    std::array<char, 16> game{};
    Key tree = 0;
};
static_assert(sizeof(StrategyHeader) == 40);

struct StrategyFile {
    std::string game;
    std::string settings;  // `name=value` words
    std::string origin;    // how it was made, for people
    Key tree = 0;
    std::vector<float> probabilities;
};

namespace detail {

inline void put_text(std::vector<std::uint8_t>& bytes, std::string_view text) {
    text = text.substr(0, 0xFFFF);
    put_word(bytes, static_cast<unsigned>(text.size()));
    bytes.insert(bytes.end(), text.begin(), text.end());
}

inline void put_number(std::vector<std::uint8_t>& bytes, std::uint32_t number) {
    put_word(bytes, number & 0xFFFFU);
    put_word(bytes, number >> 16U);
}

inline std::string text_from(ByteReader& reader) {
    std::string text(reader.word(), ' ');
    for (char& c : text) c = static_cast<char>(reader.byte());
    return text;
}

inline std::uint32_t number_from(ByteReader& reader) {
    const std::uint32_t low = reader.word();
    return low | static_cast<std::uint32_t>(reader.word()) << 16U;
}

}  // namespace detail

inline std::vector<std::uint8_t> write_strategy_file(const StrategyFile& file) {
    StrategyHeader header;
    file.game.copy(header.game.data(), header.game.size());
    header.tree = file.tree;
    std::vector<std::uint8_t> bytes(sizeof header);
    detail::put_text(bytes, file.settings);
    detail::put_text(bytes, file.origin);
    detail::put_number(bytes, static_cast<std::uint32_t>(file.probabilities.size()));
    for (const float probability : file.probabilities)
        detail::put_number(bytes, std::bit_cast<std::uint32_t>(probability));
    std::memcpy(bytes.data(), &header, sizeof header);
    header.checksum = crc32(Bytes(bytes).subspan(offsetof(StrategyHeader, game)));
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

inline Parsed<StrategyFile> read_strategy_file(Bytes bytes) {
    StrategyHeader header;
    if (bytes.size() < sizeof header) return Error{"This is no strategy."};
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != StrategyHeader::expected_magic) return Error{"This is no strategy."};
    if (header.version != StrategyHeader::current_version) {
        return Error{"This is a strategy of version " + std::to_string(header.version) +
                     ", and this program reads version " +
                     std::to_string(StrategyHeader::current_version) + "."};
    }
    const Error damaged{"This strategy is damaged."};
    if (crc32(bytes.subspan(offsetof(StrategyHeader, game))) != header.checksum) return damaged;
    StrategyFile file;
    file.game.assign(header.game.begin(), std::find(header.game.begin(), header.game.end(), '\0'));
    file.tree = header.tree;
    ByteReader reader(bytes.subspan(sizeof header));
    file.settings = detail::text_from(reader);
    file.origin = detail::text_from(reader);
    const std::uint32_t count = detail::number_from(reader);
    if (count > bytes.size() / sizeof(float)) return damaged;
    for (std::uint32_t i = 0; i < count; ++i)
        file.probabilities.push_back(std::bit_cast<float>(detail::number_from(reader)));
    if (!reader.fully_consumed()) return damaged;
    return file;
}

// The file's strategy for this tree, or why it is none.
inline Parsed<Strategy> strategy_for(const GameTree& tree, const StrategyFile& file) {
    if (file.tree != tree.key() || file.probabilities.size() != tree.actions.size())
        return Error{"This strategy is for other settings or another version of the game."};
    Strategy strategy(file.probabilities.begin(), file.probabilities.end());
    for (const InformationSet& set : tree.sets) {
        double sum = 0;
        bool valid = true;
        for (Index i = 0; i < set.count; ++i) {
            const double probability = strategy[set.first + i];
            valid = valid && probability >= 0 && probability <= 1;
            sum += probability;
        }
        if (!valid || std::abs(sum - 1) > 1e-4) return Error{"This strategy is damaged."};
        for (Index i = 0; i < set.count; ++i) strategy[set.first + i] /= sum;
    }
    return strategy;
}

}  // namespace zeitnot
