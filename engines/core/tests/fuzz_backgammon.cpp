#include "fuzz_game.hpp"
#include "zeitnot/games/backgammon.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return zeitnot::fuzz::run<zeitnot::Backgammon>(data, size);
}
