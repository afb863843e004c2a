// A list of at most N values without allocation.
//
// The moves of a node live on the stack: a search makes millions of such lists a second, and no
// position has more than its game's bound (chess: 218).
#pragma once

#include <array>
#include <cstddef>

namespace zeitnot {

// Owned by the caller and filled by the callee. Only the first size() items are initialised, which
// is why the constructor is spelled out: value-initialisation would clear the entire array.
template <class T, std::size_t N>
class FixedList {
   public:
    static constexpr std::size_t capacity = N;

    constexpr FixedList() {}  // NOLINT(modernize-use-equals-default)
    constexpr void push(T value) { items_[size_++] = value; }
    // Returns whether there was room for the value.
    constexpr bool push_if_room(T value) {
        if (full()) return false;
        push(value);
        return true;
    }
    constexpr void clear() { size_ = 0; }
    constexpr void truncate(std::size_t size) { size_ = size < size_ ? size : size_; }
    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] constexpr bool full() const { return size_ == N; }
    [[nodiscard]] constexpr T* begin() { return items_.data(); }
    [[nodiscard]] constexpr T* end() { return items_.data() + size_; }
    [[nodiscard]] constexpr const T* begin() const { return items_.data(); }
    [[nodiscard]] constexpr const T* end() const { return items_.data() + size_; }
    [[nodiscard]] constexpr T& operator[](std::size_t i) { return items_[i]; }
    [[nodiscard]] constexpr const T& operator[](std::size_t i) const { return items_[i]; }

   private:
    std::array<T, N> items_;
    std::size_t size_ = 0;
};

}  // namespace zeitnot
