// The choice of a move by a mixed strategy, from the lines of a report.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

namespace zeitnot {

// Chooses a line at random by the lines' probabilities, puts it first and sorts the others by
// probability. If all probabilities are 0, the lines are equally likely. Returns the mean of the
// values. Precondition: there is a line, and all have probabilities.
template <class Line>
double choose_line(std::vector<Line>& lines, auto& random) {
    double sum = 0, mean = 0;
    for (const Line& line : lines) sum += *line.probability;
    std::vector<double> weights;
    for (const Line& line : lines) {
        weights.push_back(sum > 0 ? *line.probability / sum
                                  : 1 / static_cast<double>(lines.size()));
        mean += weights.back() * line.value;
    }
    std::discrete_distribution<std::ptrdiff_t> choice(weights.begin(), weights.end());
    std::swap(lines.front(), lines[static_cast<std::size_t>(choice(random))]);
    std::sort(lines.begin() + 1, lines.end(),
              [](const Line& a, const Line& b) { return *a.probability > *b.probability; });
    return mean;
}

}  // namespace zeitnot
