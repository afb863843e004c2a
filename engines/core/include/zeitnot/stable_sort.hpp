// Sorts short lists, of moves or lines, where speed does not matter.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace zeitnot {

// Stable insertion sort. std::stable_sort takes the compiler far longer for each type, because it
// contains a merge sort with a buffer and one without.
template <class T>
void stable_sort_short(std::vector<T>& list, auto&& is_before) {
    for (std::size_t i = 1; i < list.size(); ++i) {
        T inserted = std::move(list[i]);
        std::size_t at = i;
        for (; at > 0 && is_before(inserted, list[at - 1]); --at)
            list[at] = std::move(list[at - 1]);
        list[at] = std::move(inserted);
    }
}

}  // namespace zeitnot
