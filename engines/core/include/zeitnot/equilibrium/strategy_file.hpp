// A file with a strategy for one game with its settings (game_file.hpp). Its body, with all numbers
// little-endian:
//
//    0  the key of the game's tree (GameTree::key), 64 bits
//    8  the settings as `name=value` words, then how the strategy was made: each 16 bits of length
//       and the text
//       the number of probabilities, 32 bits, then each as a float of 32 bits, in the tree's order
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "zeitnot/equilibrium/game_tree.hpp"
#include "zeitnot/game_file.hpp"

namespace zeitnot {

inline constexpr GameFileKind strategy_kind{{'Z', 'N', 'S', 'T', 'R', 'A', 'T', 'G'},
                                            1,
                                            "This is no strategy.",
                                            "This is a strategy",
                                            "This strategy is damaged."};

struct StrategyFile {
    std::string game;
    std::string settings;  // `name=value` words
    std::string origin;    // how it was made, for humans
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

inline std::string read_text(ByteReader& reader) {
    std::string text(reader.word(), ' ');
    for (char& c : text) c = static_cast<char>(reader.byte());
    return text;
}

inline std::uint32_t read_number(ByteReader& reader) {
    const std::uint32_t low = reader.word();
    return low | static_cast<std::uint32_t>(reader.word()) << 16U;
}

}  // namespace detail

inline std::vector<std::uint8_t> write_strategy_file(const StrategyFile& file) {
    std::vector<std::uint8_t> body;
    detail::put_number(body, static_cast<std::uint32_t>(file.tree));
    detail::put_number(body, static_cast<std::uint32_t>(file.tree >> 32U));
    detail::put_text(body, file.settings);
    detail::put_text(body, file.origin);
    detail::put_number(body, static_cast<std::uint32_t>(file.probabilities.size()));
    for (const float probability : file.probabilities)
        detail::put_number(body, std::bit_cast<std::uint32_t>(probability));
    return write_game_file(strategy_kind, file.game, body);
}

inline Parsed<StrategyFile> read_strategy_file(Bytes bytes) {
    const auto read = read_game_file(strategy_kind, bytes);
    if (!read) return Error{read.error()};
    ByteReader reader(read->body);
    StrategyFile file;
    file.game = read->game;
    file.tree = detail::read_number(reader);
    file.tree |= static_cast<Key>(detail::read_number(reader)) << 32U;
    file.settings = detail::read_text(reader);
    file.origin = detail::read_text(reader);
    const Error damaged{strategy_kind.damaged};
    const std::uint32_t count = detail::read_number(reader);
    if (count > bytes.size() / sizeof(float)) return damaged;
    for (std::uint32_t i = 0; i < count; ++i)
        file.probabilities.push_back(std::bit_cast<float>(detail::read_number(reader)));
    if (!reader.fully_consumed()) return damaged;
    return file;
}

// The file's strategy for this tree, or the reason why it is not valid.
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
        if (!valid || std::abs(sum - 1) > 1e-4) return Error{strategy_kind.damaged};
        for (Index i = 0; i < set.count; ++i) strategy[set.first + i] /= sum;
    }
    return strategy;
}

}  // namespace zeitnot
