#include "fuzz_game.hpp"
#include "toy_games/liars_dice.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return zeitnot::fuzz::run<zeitnot::LiarsDice>(data, size);
}
