// The tablebase of EinStein würfelt nicht! for the search: memory-mapped files.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "games/ewn/position.hpp"
#include "games/ewn/table_generator.hpp"
#include "zeitnot/search/tablebase.hpp"

namespace zeitnot {

class EwnTablebase final : public Tablebase {
   public:
    using Maker = ewn::TablebaseGenerator;

    // Opens the tables in the folder, which may have fewer stones than the maximum.
    static Parsed<std::shared_ptr<const EwnTablebase>> open(const std::string& folder) {
        const std::shared_ptr<EwnTablebase> tablebase(new EwnTablebase);
        bool any_table = false;
        for (const ewn::ClassPair name : tablebase->pairs()) {
            const std::string label = ewn::name_of(tablebase->classes(), name);
            const std::string path = ewn::path_of(folder, label);
            std::error_code ignored;
            if (!std::filesystem::exists(path, ignored) || !tablebase->has_smaller(name)) continue;
            auto file = TableFile<PackedValues>::open(path, label, tablebase->packing(name).size());
            if (!file) return Error{file.error()};
            tablebase->table(name) = *std::move(file);
            any_table = true;
        }
        if (!any_table) return Error{folder + " contains no tables of ewn."};
        return std::shared_ptr<const EwnTablebase>(tablebase);
    }

    // The mean result for the side to move before a roll: 1 won, -1 lost.
    [[nodiscard]] std::optional<double> value(const Ewn& position) const {
        if (position.die() != 0 || position.in_setup()) return std::nullopt;
        const auto mover = side(position, position.turn());
        if (!mover) return std::nullopt;
        const auto other = side(position, position.turn() ^ 1);
        if (!other || !has(ordered(mover->number_class, other->number_class))) return std::nullopt;
        return 2 * win(*mover, *other) - 1;
    }

    [[nodiscard]] std::string_view game() const override { return Ewn::name; }
    [[nodiscard]] std::size_t bytes() const override {
        std::size_t sum = 0;
        for (const Table& table : tables_) sum += table ? table->bytes() : 0;
        return sum;
    }
    [[nodiscard]] std::optional<std::string> damaged() const override {
        for (const ewn::ClassPair name : pairs()) {
            if (has(name) && !table(name)->is_intact()) return ewn::name_of(classes(), name);
        }
        return std::nullopt;
    }

   private:
    // A side's stones in the order of its class.
    struct Side {
        int number_class;
        ewn::Placement placement;
    };

    EwnTablebase() : size_(static_cast<std::size_t>(classes().count())), tables_(size_ * size_) {
        for (int across = 1; across <= ewn::max_stones; ++across) {
            for (int down = 1; down <= ewn::max_stones; ++down)
                packings_.emplace_back(geometry_.of(across), geometry_.of(down));
        }
    }

    [[nodiscard]] const ewn::NumberClasses& classes() const { return geometry_.classes(); }
    [[nodiscard]] std::vector<ewn::ClassPair> pairs() const {
        return ewn::pairs_up_to(classes(), ewn::max_stones);
    }
    [[nodiscard]] const ewn::Packing& packing(ewn::ClassPair name) const {
        const int across = classes()[name.first].stones, down = classes()[name.second].stones;
        return packings_[static_cast<std::size_t>((across - 1) * ewn::max_stones + down - 1)];
    }

    using Table = std::shared_ptr<const TableFile<PackedValues>>;
    [[nodiscard]] std::size_t at(ewn::ClassPair name) const {
        return static_cast<std::size_t>(name.first) * size_ + static_cast<std::size_t>(name.second);
    }
    [[nodiscard]] Table& table(ewn::ClassPair name) { return tables_[at(name)]; }
    [[nodiscard]] const Table& table(ewn::ClassPair name) const { return tables_[at(name)]; }
    [[nodiscard]] bool has(ewn::ClassPair name) const { return table(name) != nullptr; }

    static ewn::ClassPair ordered(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

    // Whether the tables that captures lead to are open.
    [[nodiscard]] bool has_smaller(ewn::ClassPair name) const {
        for (const auto& [loser, other] : {name, ewn::ClassPair{name.second, name.first}}) {
            const int stones = classes()[loser].stones;
            for (int stone = 0; stones > 1 && stone < stones; ++stone) {
                if (!has(ordered(classes().without(loser, stone).number, other))) return false;
            }
        }
        return true;
    }

    // Empty if the side has too many stones or none, or has reached its goal.
    [[nodiscard]] std::optional<Side> side(const Ewn& position, int seat) const {
        ewn::Numbers numbers = 0;
        ewn::Placement ascending{};
        std::size_t count = 0;
        for (unsigned stone = 0; stone < 6; ++stone) {
            const int cell = position.cells(seat)[stone];
            if (cell == 0) continue;
            if (count == ascending.size()) return std::nullopt;
            const int own_cell = seat == 0 ? cell - 1 : 25 - cell;
            if (own_cell == ewn::goal) return std::nullopt;
            ascending[count++] = static_cast<std::uint8_t>(own_cell);
            numbers |= static_cast<ewn::Numbers>(1U << stone);
        }
        if (count == 0) return std::nullopt;
        const auto [number, reversed] = classes().of(numbers);
        if (reversed) std::reverse(ascending.begin(), ascending.begin() + static_cast<long>(count));
        return Side{number, ascending};
    }

    // The probability that the side to move wins.
    [[nodiscard]] double win(const Side& mover, const Side& other) const {
        const ewn::ClassPair name{mover.number_class, other.number_class};
        if (name.first > name.second) return win_by_one_ply(mover, other);
        const std::size_t x = geometry_.placements(name.first).number(mover.placement);
        return table(name)->value(packing(name).index(x, other.placement));
    }

    // One ply of search, because the table has only the positions with the opponent to move.
    [[nodiscard]] double win_by_one_ply(const Side& mover, const Side& other) const {
        const ewn::NumberClass& numbers = classes()[mover.number_class];
        std::array<double, ewn::max_stones> best{};
        for (int stone = 0; stone < numbers.stones; ++stone) {
            double& best_value = best[static_cast<std::size_t>(stone)];
            for (int direction = 0; direction < ewn::directions && best_value < 1; ++direction)
                best_value = std::max(best_value, win_after_step(mover, other, stone, direction));
        }
        return ewn::mean_over_rolls(numbers, best);
    }

    // The probability that `mover` wins after this step; 0 if the step is impossible.
    [[nodiscard]] double win_after_step(Side mover, const Side& other, int stone,
                                        int direction) const {
        auto& own_cell = mover.placement[static_cast<std::size_t>(stone)];
        const int cell = ewn::step_target(own_cell, direction);
        if (cell < 0) return 0;
        if (cell == ewn::goal) return 1;
        own_cell = static_cast<std::uint8_t>(cell);
        if (const int own = stone_on(mover, cell, stone); own >= 0)
            return 1 - win(other, without_stone(mover, own));
        const int enemy = stone_on(other, ewn::corner - cell, -1);
        if (enemy < 0) return 1 - win(other, mover);
        if (classes()[other.number_class].stones == 1) return 1;
        return 1 - win(without_stone(other, enemy), mover);
    }

    // The stone on a cell, other than `excluded`; -1 if there is none.
    [[nodiscard]] int stone_on(const Side& side, int cell, int excluded) const {
        for (int i = 0; i < classes()[side.number_class].stones; ++i) {
            if (i != excluded && side.placement[static_cast<std::size_t>(i)] == cell) return i;
        }
        return -1;
    }

    [[nodiscard]] Side without_stone(const Side& side, int lost) const {
        const auto [number, reversed] = classes().without(side.number_class, lost);
        const int stones = classes()[side.number_class].stones;
        return {number, ewn::without(side.placement, stones, lost, reversed)};
    }

    ewn::Geometry geometry_;
    std::size_t size_;
    std::vector<Table> tables_;
    std::vector<ewn::Packing> packings_;
};

template <>
struct TablebaseOf<Ewn> {
    using type = EwnTablebase;
};

}  // namespace zeitnot
