#include "fuzz_game.hpp"
#include "toy_games/boxes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return zeitnot::fuzz::run<zeitnot::Boxes>(data, size);
}
