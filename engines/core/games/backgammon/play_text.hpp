// Plays as people write them: `13/7 8/7*`, `bar/20`, `6/off(2)`, each in one form only.
//
// The steps are taken from the highest point down; a step goes on with the first checker that has
// come to its point, and the point between is named only if something was hit there. The same path
// of several checkers is written once, with their number.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "games/backgammon/plays.hpp"

namespace zeitnot::backgammon {

// The points that one checker of a play goes over, and whether it hits there.
class CheckerPath {
   public:
    explicit CheckerPath(int from) : points_{from}, hits_{false} {}

    [[nodiscard]] int start() const { return points_.front(); }
    [[nodiscard]] int end() const { return points_.back(); }

    void extend(int to, bool hits) {
        if (points_.size() > 1 && !hits_.back()) {
            points_.back() = to;
            hits_.back() = hits;
        } else {
            points_.push_back(to);
            hits_.push_back(hits);
        }
    }

    // With another checker, only the first of whom can hit at the end.
    [[nodiscard]] bool same_path(const CheckerPath& other) const {
        return points_ == other.points_ &&
               std::equal(hits_.begin(), hits_.end() - 1, other.hits_.begin());
    }

    [[nodiscard]] bool before(const CheckerPath& other) const { return points_ > other.points_; }
    [[nodiscard]] bool hits_last() const { return hits_.back(); }
    void hit_last() { hits_.back() = true; }

    [[nodiscard]] std::string text() const {
        std::string text;
        for (std::size_t i = 0; i < points_.size(); ++i) {
            if (i > 0) text += '/';
            text += name(points_[i]);
            if (hits_[i]) text += '*';
        }
        return text;
    }

   private:
    static std::string name(int point) {
        if (point == bar) return "bar";
        return point == off ? "off" : std::to_string(point);
    }

    std::vector<int> points_;
    std::vector<bool> hits_;
};

inline std::vector<CheckerPath> paths_of(const Board& board, int seat, Play play) {
    auto steps = steps_of(play);
    std::stable_sort(steps.begin(), steps.end(), [](Step a, Step b) { return a.from > b.from; });
    std::vector<CheckerPath> paths;
    std::vector<int> hit;
    for (const Step step : steps) {
        bool hits = board.blot(seat, step.to);
        hits = hits && std::find(hit.begin(), hit.end(), step.to) == hit.end();
        if (hits) hit.push_back(step.to);
        auto path = std::find_if(paths.begin(), paths.end(), [&](const CheckerPath& known) {
            return known.end() == step.from;
        });
        if (path == paths.end()) path = paths.insert(paths.end(), CheckerPath(step.from));
        path->extend(step.to, hits);
    }
    std::stable_sort(paths.begin(), paths.end(),
                     [](const CheckerPath& a, const CheckerPath& b) { return a.before(b); });
    return paths;
}

inline std::string play_text(const Board& board, int seat, Play play) {
    if (play == 0) return "pass";
    const auto paths = paths_of(board, seat, play);
    std::string text;
    for (std::size_t i = 0; i < paths.size();) {
        CheckerPath path = paths[i];
        std::size_t count = 0;
        for (; i < paths.size() && paths[i].same_path(path); ++i, ++count) {
            if (paths[i].hits_last()) path.hit_last();
        }
        if (!text.empty()) text += ' ';
        text += path.text();
        if (count > 1) text += '(' + std::to_string(count) + ')';
    }
    return text;
}

}  // namespace zeitnot::backgammon
