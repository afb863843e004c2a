// The one implementation of the interface in any_tables.hpp, for every game with tablebases.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "any_tables.hpp"

namespace zeitnot {

template <class Maker>
class ErasedTableMaker final : public AnyTableMaker {
   public:
    explicit ErasedTableMaker(const std::string& folder) : maker_(folder) {}

    [[nodiscard]] int most() const override { return Maker::most; }
    [[nodiscard]] std::vector<TablePart> parts(int stones) const override {
        return maker_.parts(stones);
    }
    [[nodiscard]] std::optional<Error> make(const std::string& name, const Poll& poll) override {
        return maker_.make(name, poll);
    }

   private:
    Maker maker_;
};

// The game's entry with what opens and makes its tables.
template <class Tables>
GameEntry with_tables(GameEntry entry) {
    entry.open_tables = [](const std::string& folder) -> Parsed<std::shared_ptr<const EndTables>> {
        auto tables = Tables::open(folder);
        if (!tables) return Error{tables.error()};
        return std::shared_ptr<const EndTables>(*std::move(tables));
    };
    entry.table_maker = [](const std::string& folder) -> std::unique_ptr<AnyTableMaker> {
        return std::make_unique<ErasedTableMaker<typename Tables::Maker>>(folder);
    };
    return entry;
}

}  // namespace zeitnot
