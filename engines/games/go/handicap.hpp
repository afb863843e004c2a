// The points of a fixed handicap, as GTP version 2 defines them (section 4.1.1): corners, sides,
// centre. GTP has none on 5x5 and at most four on 7x7; here they use the same pattern.
#pragma once

#include "games/go/vertex.hpp"
#include "zeitnot/fixed_list.hpp"

namespace zeitnot::go {

using HandicapPoints = FixedList<Vertex, 9>;

// Lines from the edge: the fourth from 13x13 on, the third on 7x7 and 9x9, the second on 5x5.
constexpr int handicap_line(int size) {
    if (size >= 13) return 3;
    return size >= 7 ? 2 : 1;
}

inline HandicapPoints handicap_points(int size, int stones) {
    const int low = handicap_line(size), high = size - 1 - low, middle = size / 2;
    HandicapPoints points;
    if (stones < 2) return points;
    const Vertex order[] = {{low, low},    {high, high},   {low, high},   {high, low},
                            {low, middle}, {high, middle}, {middle, low}, {middle, high}};
    const bool centre = stones % 2 == 1 && stones >= 5;
    for (int i = 0; i < stones - (centre ? 1 : 0); ++i) {
        if (i < 8) points.push(order[i]);
    }
    if (centre) points.push({middle, middle});
    return points;
}

}  // namespace zeitnot::go
