// A set of values of a small enum, whose values count up from 0, and their names.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <type_traits>

namespace zeitnot {

// `size`: how many values the enum has.
template <class E, std::size_t size>
    requires std::is_enum_v<E> && (size <= 32)
class EnumSet {
   public:
    constexpr EnumSet() = default;
    constexpr EnumSet(std::initializer_list<E> values) {
        for (const E value : values) bits_ |= bit(value);
    }
    static constexpr EnumSet all() {
        return EnumSet(static_cast<std::uint32_t>((std::uint64_t{1} << size) - 1));
    }

    [[nodiscard]] constexpr bool has(E value) const { return (bits_ & bit(value)) != 0; }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr EnumSet without(EnumSet others) const {
        return EnumSet(bits_ & ~others.bits_);
    }
    friend constexpr EnumSet operator|(EnumSet a, EnumSet b) { return EnumSet(a.bits_ | b.bits_); }
    friend constexpr EnumSet operator&(EnumSet a, EnumSet b) { return EnumSet(a.bits_ & b.bits_); }
    friend constexpr bool operator==(const EnumSet&, const EnumSet&) = default;

   private:
    constexpr explicit EnumSet(std::uint32_t bits) : bits_(bits) {}
    static constexpr std::uint32_t bit(E value) { return 1U << static_cast<unsigned>(value); }

    std::uint32_t bits_ = 0;
};

// The value with this name; `names` are in the enum's order.
template <class E, std::size_t size>
constexpr std::optional<E> value_named(const std::array<std::string_view, size>& names,
                                       std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<E>(found - names.begin());
}

}  // namespace zeitnot
