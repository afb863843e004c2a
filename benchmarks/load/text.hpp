// Just enough JSON to play: the server writes compact objects whose first key is `type`.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace load {

// Whether this is a message of the given type.
inline bool is(std::string_view message, std::string_view type) {
    constexpr std::string_view head = "{\"type\":\"";
    return message.starts_with(head) && message.substr(head.size()).starts_with(type) &&
           message.substr(head.size() + type.size()).starts_with('"');
}

// What follows `"key":`, up to the end of the message; empty if the key is not there.
inline std::string_view after(std::string_view message, std::string_view key) {
    const std::string quoted = '"' + std::string(key) + "\":";
    const auto at = message.find(quoted);
    return at == std::string_view::npos ? std::string_view{} : message.substr(at + quoted.size());
}

inline std::int64_t number(std::string_view message, std::string_view key,
                           std::int64_t missing = -1) {
    const auto text = after(message, key);
    std::int64_t value = missing;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// A string value without escapes, such as an id or a move.
inline std::string_view word(std::string_view message, std::string_view key) {
    const auto text = after(message, key);
    if (!text.starts_with('"')) return {};
    return text.substr(1, text.find('"', 1) - 1);
}

// The n-th string (modulo their number) of an array of such strings.
inline std::string_view pick(std::string_view message, std::string_view key, std::uint64_t n) {
    const auto text = after(message, key);
    const auto list = text.substr(0, text.find(']'));
    std::uint64_t count = 0;
    for (const char c : list) count += c == '"';
    std::size_t at = 0;
    for (std::uint64_t skip = count < 2 ? 0 : n % (count / 2) * 2 + 1; skip > 0; --skip)
        at = list.find('"', at) + 1;
    return list.substr(at, list.find('"', at) - at);
}

}  // namespace load
