// Where a game of chance has tables of exact endings on the disk: the search looks them up before
// it estimates or looks further.
//
// A game with tables specialises `TablesOf` with what opens a folder of them. `value(position)` is
// the mean result for the side to move, 1 won and -1 lost, of positions that they hold, which
// counts as proved.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace zeitnot {

// Opened once and shared by engines and threads.
class EndTables {
   public:
    EndTables() = default;
    EndTables(const EndTables&) = delete;
    EndTables& operator=(const EndTables&) = delete;
    virtual ~EndTables() = default;

    [[nodiscard]] virtual std::string_view game() const = 0;
    [[nodiscard]] virtual std::size_t bytes() const = 0;
    // Reads all of them: the name of one whose values are not those that were written.
    [[nodiscard]] virtual std::optional<std::string> damaged() const = 0;
};

struct NoTables : EndTables {};

template <class P>
struct TablesOf {
    using type = NoTables;
};

template <class T, class P>
concept TablesFor = requires(const T& tables, const P& position) {
    { tables.value(position) } -> std::same_as<std::optional<double>>;
};

}  // namespace zeitnot
