// WebSocket frames as a client writes and reads them (RFC 6455, section 5): text, ping, pong and
// close. Neither side may fragment messages: this code does not, and Zeitnot does not either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace load {

enum class Opcode : unsigned char { text = 1, close = 8, ping = 9, pong = 10 };

struct Frame {
    Opcode opcode;
    std::string_view payload;
    std::size_t size;  // of the whole frame
};

// Appends one masked frame. The mask may be fixed: masks protect proxies, and there are none here.
inline void write_frame(std::string& out, Opcode opcode, std::string_view payload) {
    constexpr unsigned char mask[4] = {0x5a, 0x17, 0xc3, 0x88};
    out.push_back(static_cast<char>(0x80 | static_cast<unsigned char>(opcode)));
    if (payload.size() < 126) {
        out.push_back(static_cast<char>(0x80 | payload.size()));
    } else {
        out.push_back(static_cast<char>(0x80 | 126));
        out.push_back(static_cast<char>(payload.size() >> 8));
        out.push_back(static_cast<char>(payload.size() & 0xff));
    }
    out.append(reinterpret_cast<const char*>(mask), 4);
    for (std::size_t i = 0; i < payload.size(); ++i)
        out.push_back(static_cast<char>(static_cast<unsigned char>(payload[i]) ^ mask[i % 4]));
}

// The frame at the start of `in`, if it is complete.
inline std::optional<Frame> read_frame(std::string_view in) {
    if (in.size() < 2) return std::nullopt;
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(in[at]); };
    std::size_t length = byte(1) & 0x7f, head = 2;
    if (const std::size_t wide = length == 126 ? 2 : length == 127 ? 8 : 0; wide > 0) {
        if (in.size() < 2 + wide) return std::nullopt;
        length = 0;
        for (std::size_t i = 0; i < wide; ++i) length = length << 8 | byte(2 + i);
        head += wide;
    }
    if (in.size() < head + length) return std::nullopt;
    return Frame{static_cast<Opcode>(byte(0) & 0x0f), in.substr(head, length), head + length};
}

}  // namespace load
