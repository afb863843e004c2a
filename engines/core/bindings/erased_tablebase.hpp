// The implementation of the interface in any_tablebase.hpp, for games with tablebases.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "any_tablebase.hpp"

namespace zeitnot {

template <class Maker>
class ErasedTablebaseMaker final : public AnyTablebaseMaker {
   public:
    explicit ErasedTablebaseMaker(const std::string& folder) : maker_(folder) {}

    [[nodiscard]] std::string_view unit() const override { return Maker::unit; }
    [[nodiscard]] std::string_view costs() const override { return Maker::costs; }
    [[nodiscard]] int default_size() const override { return Maker::default_size; }
    [[nodiscard]] int max_size() const override { return Maker::max_size; }
    [[nodiscard]] double bytes_per_value() const override { return Maker::bytes_per_value; }
    [[nodiscard]] std::vector<TablePart> parts(int size) const override {
        return maker_.parts(size);
    }
    [[nodiscard]] std::optional<Error> make(const std::string& name, const Poll& poll) override {
        return maker_.make(name, poll);
    }

   private:
    Maker maker_;
};

// Adds the functions that open and generate the tablebase to a game's entry.
template <class TablebaseType>
GameEntry with_tablebase(GameEntry entry) {
    entry.open_tablebase =
        [](const std::string& folder) -> Parsed<std::shared_ptr<const Tablebase>> {
        auto tablebase = TablebaseType::open(folder);
        if (!tablebase) return Error{tablebase.error()};
        return std::shared_ptr<const Tablebase>(*std::move(tablebase));
    };
    entry.tablebase_maker = [](const std::string& folder) -> std::unique_ptr<AnyTablebaseMaker> {
        return std::make_unique<ErasedTablebaseMaker<typename TablebaseType::Maker>>(folder);
    };
    return entry;
}

}  // namespace zeitnot
