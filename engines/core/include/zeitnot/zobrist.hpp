// Keys for hashing positions (Zobrist 1970): one random number per feature, xor of those present.
//
// The numbers come from splitmix64 (Steele, Lea and Flood 2014) with a fixed seed per game, at
// compile time: books store keys, so a key must be the same in every build and on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace zeitnot {

using Key = std::uint64_t;

// The next number of the stream whose state is `state`.
constexpr Key splitmix64(Key& state) {
    state += 0x9E3779B97F4A7C15;
    Key z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

template <std::size_t N>
constexpr std::array<Key, N> zobrist_keys(Key seed) {
    std::array<Key, N> keys{};
    for (Key& key : keys) key = splitmix64(seed);
    return keys;
}

// The key of a text such as "size=6": FNV-1a, then one step of splitmix64 to spread the bits.
constexpr Key text_key(std::string_view text) {
    Key hash = 0xCBF29CE484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    return splitmix64(hash);
}

}  // namespace zeitnot
