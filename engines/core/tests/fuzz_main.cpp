// Runs a fuzz target on random bytes with a fixed seed, where no libFuzzer is at hand, or on files.
//
//   fuzz_GAME ROUNDS     that many random inputs
//   fuzz_GAME FILE …     the contents of each file, as libFuzzer does
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "zeitnot/zobrist.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes random_input(std::uint64_t& state) {
    Bytes bytes(zeitnot::splitmix64(state) % 200);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(zeitnot::splitmix64(state));
    return bytes;
}

void run(const Bytes& bytes) { LLVMFuzzerTestOneInput(bytes.data(), bytes.size()); }

}  // namespace

int main(int count, char** arguments) {
    if (count == 2 && std::strspn(arguments[1], "0123456789") == std::strlen(arguments[1])) {
        std::uint64_t state = 1;
        for (long left = std::atol(arguments[1]); left > 0; --left) run(random_input(state));
        return 0;
    }
    for (int i = 1; i < count; ++i) {
        std::ifstream file(arguments[i], std::ios::binary);
        run(Bytes(std::istreambuf_iterator<char>(file), {}));
    }
    return count > 1 ? 0 : 2;
}
