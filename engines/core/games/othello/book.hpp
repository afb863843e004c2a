// Othello's pattern book: the most frequent edges and corners of the self-play games, and the mean
// margin of those games for the side to move.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "games/othello/games.hpp"
#include "games/othello/patterns.hpp"

namespace zeitnot::othello {

struct BookRow {
    int shape;            // index into `shapes`: 0 an edge, 1 and 2 corners
    std::string squares;  // X own, O enemy, '-' empty, in the order of the shape
    std::size_t count = 0;
    double margin = 0;  // mean, in discs
};

inline std::string pattern_text(std::size_t shape, std::uint32_t number) {
    std::string text;
    for (std::size_t i = 0; i < shapes[shape].squares; ++i, number /= 3) text += "-XO"[number % 3];
    return text;
}

// Every edge and corner with a disc that occurs at least `min_count` times, the most frequent
// first; mirrored and rotated ones count as one.
inline std::vector<BookRow> play_book(std::span<const TrainingSample> samples,
                                      std::size_t min_count) {
    std::vector<std::uint32_t> canonical(first_weight[book_shapes]);
    for_each_pair([&canonical](std::uint32_t i, std::uint32_t mirror) {
        if (mirror < canonical.size()) canonical[i] = canonical[mirror] = i;
    });
    std::vector<BookRow> rows(canonical.size());
    for (const TrainingSample& sample : samples) {
        Features features;
        find_features(sample.own, sample.enemy, 0, 0, features);
        for (const auto feature : features) {
            if (feature >= canonical.size()) continue;
            ++rows[canonical[feature]].count;
            rows[canonical[feature]].margin += static_cast<double>(sample.margin);
        }
    }
    std::vector<BookRow> book;
    for (std::size_t shape = 0; shape < book_shapes; ++shape) {
        for (std::uint32_t i = first_weight[shape] + 1; i < first_weight[shape + 1]; ++i) {
            if (rows[i].count < std::max<std::size_t>(min_count, 1)) continue;
            book.push_back({static_cast<int>(shape), pattern_text(shape, i - first_weight[shape]),
                            rows[i].count, rows[i].margin / static_cast<double>(rows[i].count)});
        }
    }
    std::stable_sort(book.begin(), book.end(),
                     [](const BookRow& a, const BookRow& b) { return a.count > b.count; });
    return book;
}

}  // namespace zeitnot::othello
