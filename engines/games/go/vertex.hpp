// Points of the board as people write them: `D4`, the column's letter (without I) and the row's
// number from the bottom, as GTP defines vertices.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "zeitnot/words.hpp"

namespace zeitnot::go {

inline constexpr std::string_view column_letters = "ABCDEFGHJKLMNOPQRST";

// A point by its column from the left and its row from the bottom, both from 0.
struct Vertex {
    int column = 0;
    int row = 0;
    friend bool operator==(const Vertex&, const Vertex&) = default;
};

inline std::string vertex_text(Vertex vertex) {
    return column_letters[static_cast<std::size_t>(vertex.column)] + std::to_string(vertex.row + 1);
}

// Accepts only the form that `vertex_text` writes.
inline std::optional<Vertex> read_vertex(std::string_view text, int size) {
    if (text.size() < 2) return std::nullopt;
    const std::size_t column = column_letters.find(text[0]);
    const auto number = parse_number(text.substr(1), size);
    if (column >= static_cast<std::size_t>(size) || !number || *number == 0) return std::nullopt;
    return Vertex{static_cast<int>(column), *number - 1};
}

}  // namespace zeitnot::go
