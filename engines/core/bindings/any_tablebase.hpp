// The type-erased interface of a game's tablebase generator. Free of Python.
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

    // What the size of a tablebase counts, as "stones a side"; its usual and its largest size.
    [[nodiscard]] virtual std::string_view unit() const = 0;
    // What tables of some sizes take, for people.
    [[nodiscard]] virtual std::string_view costs() const = 0;
    [[nodiscard]] virtual int usual() const = 0;
    [[nodiscard]] virtual int most() const = 0;
    // On disk, at most.
    [[nodiscard]] virtual double bytes_per_value() const = 0;
    // The tables up to this size, each after those it depends on.
    [[nodiscard]] virtual std::vector<TablePart> parts(int size) const = 0;
    [[nodiscard]] virtual std::optional<Error> make(const std::string& name, const Poll& poll) = 0;
};

}  // namespace zeitnot
