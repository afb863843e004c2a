// Runs a fuzz target on random bytes with a fixed seed, if libFuzzer is not available, or on files.
//
//   fuzz_GAME ROUNDS                   that many random inputs
//   fuzz_GAME for SECONDS SEED FILE    random inputs for so long; writes a failing one to FILE
//   fuzz_GAME FILE …                   the contents of each file, as libFuzzer does
#include <chrono>
#include <csignal>
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

bool is_number(const char* text) {
    return *text != '\0' && std::strspn(text, "0123456789") == std::strlen(text);
}

// The current input, which `write_failing_input` writes on an abort. Sanitizers abort only with
// abort_on_error=1.
Bytes current_input;
const char* output_path = nullptr;

extern "C" void write_failing_input(int) {
    if (std::FILE* file = std::fopen(output_path, "wb")) {
        std::fwrite(current_input.data(), 1, current_input.size(), file);
        std::fclose(file);
    }
}

int run_for(long seconds, std::uint64_t state, const char* file) {
    output_path = file;
    std::signal(SIGABRT, write_failing_input);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    long rounds = 0;
    for (; std::chrono::steady_clock::now() < end; ++rounds) {
        current_input = random_input(state);
        run(current_input);
    }
    std::printf("%ld inputs\n", rounds);
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    if (count == 5 && std::strcmp(arguments[1], "for") == 0 && is_number(arguments[3]))
        return run_for(std::atol(arguments[2]), std::strtoull(arguments[3], nullptr, 10),
                       arguments[4]);
    if (count == 2 && is_number(arguments[1])) {
        std::uint64_t state = 1;
        for (long rounds_left = std::atol(arguments[1]); rounds_left > 0; --rounds_left)
            run(random_input(state));
        return 0;
    }
    for (int i = 1; i < count; ++i) {
        std::ifstream file(arguments[i], std::ios::binary);
        run(Bytes(std::istreambuf_iterator<char>(file), {}));
    }
    return count > 1 ? 0 : 2;
}
