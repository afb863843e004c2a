// Base 64 (RFC 4648, without padding) as lines of C++ text, in which learnt weights are committed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace zeitnot {

// Decodes text to bytes; quotation marks and line ends are skipped.
class Base64Reader {
   public:
    explicit Base64Reader(std::string_view text) : text_(text) {}

    // False once another character was found, or none where one was expected.
    [[nodiscard]] bool good() const { return good_; }
    // The text that is left.
    [[nodiscard]] std::size_t left() const { return text_.size(); }

    // The next byte; zeros after the end.
    std::uint8_t byte() {
        for (; held_ < 8; held_ += 6) bits_ = bits_ << 6 | digit(letter());
        held_ -= 8;
        return static_cast<std::uint8_t>(bits_ >> held_);
    }

   private:
    char letter() {
        const auto at = text_.find_first_not_of("\"\r\n");
        if (at == text_.npos) {
            good_ = false;
            return 'A';
        }
        const char c = text_[at];
        text_.remove_prefix(at + 1);
        return c;
    }

    unsigned digit(char c) {
        if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A');
        if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a' + 26);
        if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0' + 52);
        good_ = good_ && (c == '+' || c == '/');
        return c == '+' ? 62 : 63;
    }

    std::string_view text_;
    unsigned bits_ = 0, held_ = 0;
    bool good_ = true;
};

// Lines of C++ text, ready to include; the last group is padded to three bytes with zeros.
inline std::string base64_lines(std::span<const std::uint8_t> bytes) {
    static constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static constexpr std::size_t columns = 96;
    std::string text;
    std::size_t column = 0;
    const auto put = [&](unsigned six) {
        if (column == 0) text += '"';
        text += digits[six & 63U];
        column = (column + 1) % columns;
        if (column == 0) text += "\"\n";
    };
    const auto at = [&bytes](std::size_t i) {
        return i < bytes.size() ? static_cast<unsigned>(bytes[i]) : 0U;
    };
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const unsigned three = at(i) << 16U | at(i + 1) << 8U | at(i + 2);
        for (const unsigned by : {18U, 12U, 6U, 0U}) put(three >> by);
    }
    if (column != 0) text += "\"\n";
    return text;
}

}  // namespace zeitnot
