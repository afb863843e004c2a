// A file of learnt weights (game_file.hpp). The game defines the format of the body: see
// games/*/weights.hpp.
#pragma once

#include "zeitnot/game_file.hpp"

namespace zeitnot {

inline constexpr GameFileKind weights_kind{{'Z', 'N', 'W', 'E', 'I', 'G', 'H', 'T'},
                                           1,
                                           "These are no weights.",
                                           "These are weights",
                                           "These weights are damaged."};

inline std::vector<std::uint8_t> write_weights_file(std::string_view game, Bytes packed) {
    return write_game_file(weights_kind, game, packed);
}

inline Parsed<GameFile> read_weights_file(Bytes file) { return read_game_file(weights_kind, file); }

}  // namespace zeitnot
