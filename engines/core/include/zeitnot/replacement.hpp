// Which entry a full transposition table gives up: the textbook's strategies, to be compared.
//
// docs/measurements/table.md has what each costs in three games. Breuker, Uiterwijk and van den
// Herik, "Replacement schemes for transposition tables", ICCA Journal 17(4), 1994.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace zeitnot {

enum class Replacement : std::uint8_t {
    always,    // one place a position, the newest entry stays
    later,     // one place; what stands farther from the root gives way
    depth,     // one place; what was searched less deep gives way, or is from an earlier search
    bucket,    // four places in one cache line; the worst by depth and age gives way
    two_tier,  // the same, but the last place always takes what the others refuse
    several,   // three tables side by side: always, later, depth
    chained,   // lists of entries; when all are in use the oldest is taken from its list
};

inline constexpr std::array<std::string_view, 7> replacement_names{
    "always", "later", "depth", "bucket", "two_tier", "several", "chained"};

inline std::optional<Replacement> replacement_of(std::string_view name) {
    for (std::size_t i = 0; i < replacement_names.size(); ++i) {
        if (replacement_names[i] == name) return static_cast<Replacement>(i);
    }
    return std::nullopt;
}

// What a strategy asks of an entry. `age`: searches since it was stored.
struct Worth {
    bool empty;
    int depth;
    int ply;  // from the root of its search
    int age;

    // Deep and new is worth most.
    [[nodiscard]] int value() const { return empty ? -1'000'000 : depth - 8 * age; }
    [[nodiscard]] bool gives_way_by_depth(const Worth& other) const {
        return empty || age > 0 || other.depth >= depth;
    }
    [[nodiscard]] bool gives_way_by_ply(const Worth& other) const {
        return empty || age > 0 || other.ply <= ply;
    }
};

}  // namespace zeitnot
