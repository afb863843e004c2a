// The type-erased interface of a game's tablebase generator. Uses no Python.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "any_game.hpp"
#include "zeitnot/exact/table_part.hpp"
#include "zeitnot/search/tablebase.hpp"

namespace zeitnot {

// Generates the tables of one folder.
class AnyTablebaseMaker {
   public:
    AnyTablebaseMaker() = default;
    AnyTablebaseMaker(const AnyTablebaseMaker&) = delete;
    AnyTablebaseMaker& operator=(const AnyTablebaseMaker&) = delete;
    virtual ~AnyTablebaseMaker() = default;

    // The unit of a tablebase's size, such as "stones a side".
    [[nodiscard]] virtual std::string_view unit() const = 0;
    // The costs of tables of some sizes, as text for humans.
    [[nodiscard]] virtual std::string_view costs() const = 0;
    [[nodiscard]] virtual int default_size() const = 0;
    [[nodiscard]] virtual int max_size() const = 0;
    // An upper bound of the size on disk.
    [[nodiscard]] virtual double bytes_per_value() const = 0;
    // The tables up to this size, each after those it depends on.
    [[nodiscard]] virtual std::vector<TablePart> parts(int size) const = 0;
    [[nodiscard]] virtual std::optional<Error> make(const std::string& name, const Poll& poll) = 0;
};

}  // namespace zeitnot
