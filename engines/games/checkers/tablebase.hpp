// The tablebase of checkers: plies to the end with best play, for every position with few pieces.
//
// One file for each material of two sides. Each position has a packed byte: 0 for a draw, otherwise
// the plies plus one. A losing side has an even number of plies left, a winning side an odd number.
// The tables ignore the forty-move rule; see endings.hpp.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/checkers/ending_index.hpp"
#include "zeitnot/exact/state_space.hpp"
#include "zeitnot/exact/table_file.hpp"
#include "zeitnot/exact/table_part.hpp"
#include "zeitnot/search/tablebase.hpp"

namespace zeitnot {
namespace checkers {

inline constexpr int max_table_pieces = 5;

// The materials of two sides with at most `pieces` pieces, the greater side first, each after those
// that captures and crownings lead to.
inline std::vector<Material> materials_up_to(int pieces) {
    std::vector<Material> all;
    for (int count = 2; count <= pieces; ++count) {
        for (int men = 0; men <= count; ++men) {
            for (int own_men = 0; own_men <= men; ++own_men) {
                for (int own_kings = 0; own_kings <= count - men; ++own_kings) {
                    const int own = own_men + own_kings;
                    const Material material{own_men, own_kings, men - own_men,
                                            count - men - own_kings};
                    if (own == 0 || own == count || material < material.turned()) continue;
                    all.push_back(material);
                }
            }
        }
    }
    return all;
}

// In `checkers-KMvK` a king and a man play against a king.
inline std::string name_of(const Material& material) {
    const auto letters = [](int kings, int men) {
        return std::string(index(kings), 'K').append(index(men), 'M');
    };
    std::string name = "checkers-";
    name += letters(material.own_kings, material.own_men);
    name += 'v';
    return name += letters(material.enemy_kings, material.enemy_men);
}

inline std::string path_of(const std::string& folder, const Material& material) {
    return (std::filesystem::path(folder) / (name_of(material) + ".table")).string();
}

class Table {
   public:
    using File = TableFile<PackedDistances>;

    static Parsed<std::shared_ptr<const Table>> open(const std::string& folder,
                                                     const Material& material) {
        const EndingIndex index(material);
        auto file = File::open(path_of(folder, material), name_of(material), index.size());
        if (!file) return Error{file.error()};
        return std::make_shared<const Table>(index, *std::move(file));
    }
    Table(const EndingIndex& index, std::shared_ptr<const File> file)
        : index_(index), file_(std::move(file)) {}

    [[nodiscard]] Verdict verdict(const Checkers& position) const {
        const int code = static_cast<int>((*file_)[*index_.number(position)]);
        if (code == 0) return {};
        return {code % 2 == 0 ? 1 : -1, code - 1};
    }
    [[nodiscard]] const File& file() const { return *file_; }

   private:
    EndingIndex index_;
    std::shared_ptr<const File> file_;
};

// Tables by material, whichever side is first.
class Tables {
   public:
    void add(const Material& material, const std::shared_ptr<const Table>& table) {
        at(material) = table;
        at(material.turned()) = table;
    }
    [[nodiscard]] const Table* find(const Material& material) const {
        return tables_[number(material)].get();
    }

    // Empty without a table. A side without pieces has lost.
    [[nodiscard]] std::optional<Verdict> verdict(const Checkers& position) const {
        const Sides at = position.sides();
        if (std::popcount(at.own | at.enemy) > max_table_pieces) return std::nullopt;
        if (at.own == 0) return Verdict{-1, 0};
        const Table* table = find(Material::of(at));
        return table == nullptr ? std::nullopt : std::optional(table->verdict(position));
    }

   private:
    static constexpr std::size_t radix = max_table_pieces + 1;

    static std::size_t number(const Material& material) {
        const std::size_t own = index(material.own_men) * radix + index(material.own_kings);
        const std::size_t enemy = index(material.enemy_men) * radix + index(material.enemy_kings);
        return own * radix * radix + enemy;
    }
    std::shared_ptr<const Table>& at(const Material& material) { return tables_[number(material)]; }

    std::array<std::shared_ptr<const Table>, radix * radix * radix * radix> tables_;
};

// Generates the tables of one folder.
class TableGenerator {
   public:
    static constexpr int max_size = max_table_pieces, default_size = 4;
    static constexpr std::string_view unit = "pieces on the board";
    static constexpr std::string_view costs =
        "4 takes 4 MB and some seconds, 5 takes 100 MB, 0.6 GB of memory and two minutes";
    static constexpr double bytes_per_value = 0.75;

    explicit TableGenerator(std::string folder) : folder_(std::move(folder)) {}

    [[nodiscard]] std::vector<TablePart> parts(int pieces) const {
        std::vector<TablePart> parts;
        for (const Material& material : materials_up_to(pieces))
            parts.push_back({name_of(material), EndingIndex(material).size()});
        return parts;
    }

    // Generates the table of this name, one of `parts(max_size)`.
    template <class Poll>
    std::optional<Error> make(const std::string& name, Poll& poll) {
        for (const Material& material : materials_up_to(max_size)) {
            if (name_of(material) == name) return build(material, poll);
        }
        return Error{"There is no table " + name + "."};
    }

   private:
    template <class Poll>
    std::optional<Error> build(const Material& material, Poll& poll) {
        if (auto error = load_smaller(material)) return error;
        const EndingIndex index(material);
        const auto outside = [&](const Checkers& position) { return *tables_.verdict(position); };
        const IndexedPositions<Checkers, EndingIndex, decltype(outside)> positions(index, outside);
        const Retrograde verdicts(positions, poll);
        std::vector<std::uint8_t> codes(verdicts.size());
        for (std::size_t number = 0; number < codes.size(); ++number) {
            const auto plies = verdicts[number].distance;
            if (plies.value_or(0) >= 255)
                return Error{name_of(material) + " has wins that are too long for a byte."};
            if (plies) codes[number] = static_cast<std::uint8_t>(*plies + 1);
        }
        return write_distances(path_of(folder_, material), name_of(material), codes);
    }

    // Loads the tables that a capture or a crowning may lead to, and possibly further small ones.
    std::optional<Error> load_smaller(const Material& material) {
        const int men = material.own_men + material.enemy_men;
        for (const Material& other : materials_up_to(material.pieces())) {
            const bool fewer = other.pieces() < material.pieces();
            if (!fewer && other.own_men + other.enemy_men != men - 1) continue;
            if (tables_.find(other) != nullptr || !leads_to(material, other)) continue;
            auto table = Table::open(folder_, other);
            if (!table) return Error{table.error()};
            if (!(*table)->file().is_intact())
                return Error{path_of(folder_, other) + " is damaged: its checksum is wrong."};
            tables_.add(other, *table);
        }
        return std::nullopt;
    }

    // Whether the material `from` can become `to`, in either order of its sides.
    static bool leads_to(const Material& from, const Material& to) {
        const auto fits = [&](const Material& other) {
            return other.own_men <= from.own_men && other.enemy_men <= from.enemy_men &&
                   other.own_men + other.own_kings <= from.own_men + from.own_kings &&
                   other.enemy_men + other.enemy_kings <= from.enemy_men + from.enemy_kings;
        };
        return fits(to) || fits(to.turned());
    }

    std::string folder_;
    Tables tables_;
};

}  // namespace checkers

class CheckersTablebase final : public Tablebase {
   public:
    using Maker = checkers::TableGenerator;

    // Opens the tables in the folder, which may have fewer pieces than the maximum.
    static Parsed<std::shared_ptr<const CheckersTablebase>> open(const std::string& folder) {
        const auto tablebase = std::make_shared<CheckersTablebase>();
        for (const auto& material : checkers::materials_up_to(checkers::max_table_pieces)) {
            std::error_code ignored;
            if (!std::filesystem::exists(checkers::path_of(folder, material), ignored)) continue;
            auto table = checkers::Table::open(folder, material);
            if (!table) return Error{table.error()};
            tablebase->materials_.push_back(material);
            tablebase->tables_.add(material, *std::move(table));
        }
        if (tablebase->materials_.empty())
            return Error{folder + " contains no tables of checkers."};
        return std::shared_ptr<const CheckersTablebase>(tablebase);
    }

    // The verdict for the side to move, ignoring the forty-move rule; empty without a table.
    [[nodiscard]] std::optional<Verdict> verdict(const Checkers& position) const {
        return tables_.verdict(position);
    }

    [[nodiscard]] std::string_view game() const override { return Checkers::name; }
    [[nodiscard]] std::size_t bytes() const override {
        std::size_t sum = 0;
        for (const auto& material : materials_) sum += tables_.find(material)->file().bytes();
        return sum;
    }
    [[nodiscard]] std::optional<std::string> damaged() const override {
        for (const auto& material : materials_) {
            if (!tables_.find(material)->file().is_intact()) return checkers::name_of(material);
        }
        return std::nullopt;
    }

   private:
    std::vector<checkers::Material> materials_;
    checkers::Tables tables_;
};

template <>
struct TablebaseOf<Checkers> {
    using type = CheckersTablebase;
};

}  // namespace zeitnot
