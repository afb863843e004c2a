// The result of parsing a text: the value, or an error message of one sentence. The core returns
// such errors; only the bindings throw them.
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
    Parsed(T value) : value_or_error_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
    Parsed(Error error)
        : value_or_error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)
    [[nodiscard]] explicit operator bool() const { return value_or_error_.index() == 0; }
    [[nodiscard]] const T& operator*() const { return std::get<0>(value_or_error_); }
    [[nodiscard]] T& operator*() { return std::get<0>(value_or_error_); }
    [[nodiscard]] const T* operator->() const { return &std::get<0>(value_or_error_); }
    [[nodiscard]] const std::string& error() const { return std::get<1>(value_or_error_).message; }

   private:
    std::variant<T, Error> value_or_error_;
};

}  // namespace zeitnot
