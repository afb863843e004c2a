// Generates the tables of EinStein würfelt nicht!: one file for each pair of classes, each from
// smaller tables.
//
// Generation can be stopped and continued at any time, because existing tables are not generated
// again. The files are bit-identical either way.
#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/ewn/packing.hpp"
#include "games/ewn/sweep.hpp"
#include "zeitnot/exact/table_file.hpp"
#include "zeitnot/exact/table_part.hpp"

namespace zeitnot::ewn {

// The pairs of classes with at most `stones` stones per side, each after those it depends on.
inline std::vector<ClassPair> pairs_up_to(const NumberClasses& classes, int stones) {
    std::vector<ClassPair> pairs;
    for (int second = 0; second < classes.count(); ++second) {
        for (int first = 0; first <= second; ++first) {
            if (classes[second].stones <= stones) pairs.push_back({first, second});
        }
    }
    return pairs;
}

// A table's name: in `ewn-13-256` stones 1 and 3 are to move against stones 2, 5 and 6.
inline std::string name_of(const NumberClasses& classes, ClassPair pair) {
    std::string name = "ewn";
    for (const int number : {pair.first, pair.second}) {
        name += '-';
        for (char face = '1'; face <= '6'; ++face) {
            if (classes[number].numbers >> (face - '1') & 1) name += face;
        }
    }
    return name;
}

inline std::string path_of(const std::string& folder, const std::string& name) {
    return (std::filesystem::path(folder) / (name + ".table")).string();
}

class TablebaseGenerator {
   public:
    using LoadedTable = Parsed<std::shared_ptr<const PairTable>>;

    explicit TablebaseGenerator(std::string folder) : folder_(std::move(folder)) {}

    // The tables for at most `stones` stones per side, each after those it depends on.
    [[nodiscard]] std::vector<TablePart> parts(int stones) const {
        std::vector<TablePart> parts;
        for (const ClassPair pair : pairs_up_to(geometry_.classes(), stones)) {
            const Packing packing(geometry_.placements(pair.first),
                                  geometry_.placements(pair.second));
            parts.push_back({name_of(geometry_.classes(), pair), packing.size()});
        }
        return parts;
    }
    static constexpr int max_size = max_stones, default_size = 3;
    static constexpr std::string_view unit = "stones a side";
    static constexpr std::string_view costs =
        "2 takes 12 MB and a second, 3 takes 9 GB, 6 GB of memory and ten minutes of one processor";
    static constexpr double bytes_per_value = 3.1;  // 3.06 with three stones per side

    // Generates the table of this name, one of `parts(max_size)`.
    template <class Poll>
    std::optional<Error> make(const std::string& name, Poll& poll) {
        for (const ClassPair pair : pairs_up_to(geometry_.classes(), max_size)) {
            if (name_of(geometry_.classes(), pair) == name) return build(pair, poll);
        }
        return Error{"There is no table " + name + "."};
    }

   private:
    // Computes a table and writes its file. Calls `poll()` often, which may throw to stop.
    template <class Poll>
    std::optional<Error> build(ClassPair name, Poll& poll) {
        auto smaller = smaller_of(name, poll);
        if (!smaller) return Error{smaller.error()};
        PairTable pair(geometry_, name);
        Sweep sweep(geometry_, pair, std::move(*smaller));
        for (std::size_t row = 0; row < pair.across().rows(); ++row) {
            poll();
            sweep.fill_first(row);
            sweep.fill_second(row);
        }
        const std::string label = name_of(geometry_.classes(), name);
        const std::size_t width = width_of(geometry_.classes(), name);
        return write_values(path_of(folder_, label), label, rounded_values(pair, width), width);
    }

    static constexpr std::size_t cache_bytes = std::size_t{1} << 30U;  // for smaller tables

    static std::vector<std::uint32_t> rounded_values(const PairTable& pair, std::size_t width) {
        const Packing packing(pair.across(), pair.down());
        std::vector<std::uint32_t> values(packing.size());
        for (std::size_t row = 0; row < pair.across().rows(); ++row) {
            const double* from = pair.row(0, row);
            packing.each_column(
                row, [&](std::size_t y, std::size_t to) { values[to] = rounded(from[y], width); });
        }
        return values;
    }

    // Loads the tables for the loss of each stone.
    template <class Poll>
    Parsed<SmallerTables> smaller_of(ClassPair name, Poll& poll) {
        SmallerTables all;
        for (const int side : {0, 1}) {
            const int loser = side == 0 ? name.first : name.second;
            const int stones = geometry_.classes()[loser].stones;
            for (int stone = 0; stones > 1 && stone < stones; ++stone) {
                const auto [smaller_class, reversed] = geometry_.classes().without(loser, stone);
                const ClassPair smaller_name = side == 0 ? ClassPair{smaller_class, name.second}
                                                         : ClassPair{name.first, smaller_class};
                const bool swapped = smaller_name.first > smaller_name.second;
                const auto found = swapped ? load({smaller_name.second, smaller_name.first}, poll)
                                           : load(smaller_name, poll);
                if (!found) return Error{found.error()};
                all[static_cast<std::size_t>(side)][static_cast<std::size_t>(stone)] = {
                    *found, swapped, reversed};
            }
        }
        return all;
    }

    // Reads a table from its file and computes the values of the second side to move.
    template <class Poll>
    LoadedTable load(ClassPair name, Poll& poll) {
        const auto known = std::find_if(cache_.begin(), cache_.end(),
                                        [&](const auto& pair) { return pair->name() == name; });
        if (known != cache_.end()) {
            std::rotate(known, known + 1, cache_.end());
            return cache_.back();
        }
        auto smaller = smaller_of(name, poll);
        if (!smaller) return Error{smaller.error()};
        const auto pair = std::make_shared<PairTable>(geometry_, name);
        if (auto error = fill(*pair)) return *error;
        Sweep sweep(geometry_, *pair, std::move(*smaller));
        for (std::size_t row = 0; row < pair->across().rows(); ++row) {
            poll();
            sweep.fill_second(row);
        }
        cache(pair);
        return cache_.back();
    }

    std::optional<Error> fill(PairTable& pair) const {
        const Packing packing(pair.across(), pair.down());
        const std::string label = name_of(geometry_.classes(), pair.name());
        const std::string path = path_of(folder_, label);
        const auto file = TableFile<PackedValues>::open(path, label, packing.size());
        if (!file) return Error{file.error()};
        if (!(*file)->is_intact()) return Error{path + " is damaged: its checksum is wrong."};
        for (std::size_t row = 0; row < pair.across().rows(); ++row) {
            double* to = pair.row(0, row);
            packing.each_column(
                row, [&](std::size_t y, std::size_t from) { to[y] = (*file)->value(from); });
        }
        return std::nullopt;
    }

    // Appends to the cache and evicts the least recently used tables.
    void cache(const std::shared_ptr<const PairTable>& pair) {
        cache_.push_back(pair);
        std::size_t bytes = 0;
        for (const auto& cached : cache_) bytes += cached->bytes();
        while (bytes > cache_bytes && cache_.size() > 1) {
            bytes -= cache_.front()->bytes();
            cache_.erase(cache_.begin());
        }
    }

    std::string folder_;
    Geometry geometry_;
    std::vector<std::shared_ptr<const PairTable>> cache_;
};

}  // namespace zeitnot::ewn
