// The type-erased face of what makes a game's tablebase. No Python here.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "any_game.hpp"
#include "zeitnot/exact/table_part.hpp"
#include "zeitnot/search/tablebase.hpp"

namespace zeitnot {

// Works in one folder.
class AnyTablebaseMaker {
   public:
    AnyTablebaseMaker() = default;
    AnyTablebaseMaker(const AnyTablebaseMaker&) = delete;
    AnyTablebaseMaker& operator=(const AnyTablebaseMaker&) = delete;
    virtual ~AnyTablebaseMaker() = default;

    // The most stones a side that it makes tables for.
    [[nodiscard]] virtual int most() const = 0;
    // For up to so many stones a side, each table after those it is made from.
    [[nodiscard]] virtual std::vector<TablePart> parts(int stones) const = 0;
    [[nodiscard]] virtual std::optional<Error> make(const std::string& name, const Poll& poll) = 0;
};

}  // namespace zeitnot
