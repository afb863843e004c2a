// Integers as little-endian bytes, and a checksum that detects corruption.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace zeitnot {

using Bytes = std::span<const std::uint8_t>;

class ByteReader {
   public:
    explicit ByteReader(Bytes bytes) : unread_(bytes) {}

    // Whether all bytes were read, and no more than these.
    [[nodiscard]] bool fully_consumed() const { return good_ && unread_.empty(); }

    // The next byte, or 0 after the end.
    std::uint8_t byte() {
        if (unread_.empty()) {
            good_ = false;
            return 0;
        }
        const std::uint8_t next = unread_.front();
        unread_ = unread_.subspan(1);
        return next;
    }

    std::uint16_t word() {
        const unsigned low = byte();
        return static_cast<std::uint16_t>(low | static_cast<unsigned>(byte()) << 8U);
    }

   private:
    Bytes unread_;
    bool good_ = true;
};

// Appends a 16-bit number.
inline void put_word(std::vector<std::uint8_t>& bytes, unsigned word) {
    bytes.push_back(static_cast<std::uint8_t>(word & 0xFF));
    bytes.push_back(static_cast<std::uint8_t>(word >> 8U & 0xFF));
}

// CRC-32 as in zlib and Ethernet (RFC 1952, section 8): detects every burst error of up to 32 bits.
inline std::uint32_t crc32(Bytes bytes) {
    static constexpr auto table = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t i = 0; i < table.size(); ++i) {
            table[i] = i;
            for (int bit = 0; bit < 8; ++bit)
                table[i] = table[i] >> 1U ^ ((table[i] & 1U) != 0 ? 0xEDB8'8320U : 0U);
        }
        return table;
    }();
    std::uint32_t sum = 0xFFFF'FFFF;
    for (const std::uint8_t byte : bytes) sum = table[(sum ^ byte) & 0xFFU] ^ sum >> 8U;
    return ~sum;
}

}  // namespace zeitnot
