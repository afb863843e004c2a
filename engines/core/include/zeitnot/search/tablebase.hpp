// A game's tablebase: files of exact endgame values, which the search probes before it evaluates or
// searches deeper.
//
// A game with a tablebase specialises `TablebaseOf` with the class that opens a folder of tables.
// In a game of chance, `value(position)` is the mean result of a position in the tablebase for the
// side to move, from -1 (lost) to 1 (won), and counts as proved. Other games probe the tablebase in
// their `Endings`.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace zeitnot {

// Opened once and shared by engines and threads.
class Tablebase {
   public:
    Tablebase() = default;
    Tablebase(const Tablebase&) = delete;
    Tablebase& operator=(const Tablebase&) = delete;
    virtual ~Tablebase() = default;

    [[nodiscard]] virtual std::string_view game() const = 0;
    [[nodiscard]] virtual std::size_t bytes() const = 0;
    // Reads all tables; returns the name of one whose checksum is wrong.
    [[nodiscard]] virtual std::optional<std::string> damaged() const = 0;
};

struct NoTablebase : Tablebase {};

template <class P>
struct TablebaseOf {
    using type = NoTablebase;
};

template <class T, class P>
concept TablebaseFor = requires(const T& tablebase, const P& position) {
    { tablebase.value(position) } -> std::same_as<std::optional<double>>;
};

template <class P>
concept HasTablebase = !std::same_as<typename TablebaseOf<P>::type, NoTablebase>;

}  // namespace zeitnot
