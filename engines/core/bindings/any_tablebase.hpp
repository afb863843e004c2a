// The type-erased interface of a game's tablebase generator. Free of Python.
#pragma once

#include <memory>
#include <optional>
#include <string>
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

    // The largest number of stones a side.
    [[nodiscard]] virtual int most() const = 0;
    // The tables for at most `stones` stones a side, each after those it depends on.
    [[nodiscard]] virtual std::vector<TablePart> parts(int stones) const = 0;
    [[nodiscard]] virtual std::optional<Error> make(const std::string& name, const Poll& poll) = 0;
};

}  // namespace zeitnot
