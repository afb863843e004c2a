// What reading a text brings: the value, or one sentence for people. Errors at the border are
// values; nothing below the bindings throws.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace zeitnot {

struct Error {
    std::string message;
};

template <class T>
class [[nodiscard]] Parsed {
   public:
    Parsed(T value) : either_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
    Parsed(Error error) : either_(std::move(error)) {}  // NOLINT(google-explicit-constructor)
    [[nodiscard]] explicit operator bool() const { return either_.index() == 0; }
    [[nodiscard]] const T& operator*() const { return std::get<0>(either_); }
    [[nodiscard]] T& operator*() { return std::get<0>(either_); }
    [[nodiscard]] const T* operator->() const { return &std::get<0>(either_); }
    [[nodiscard]] const std::string& error() const { return std::get<1>(either_).message; }

   private:
    std::variant<T, Error> either_;
};

}  // namespace zeitnot
