// Plays in standard notation: `13/7 8/7*`, `bar/20`, `6/off(2)`. Each play has exactly one text.
//
// Steps are taken from the highest point down. A step continues the path of the first checker that
// has reached its point. Points in between are named only if a checker was hit there. Equal paths
// of several checkers are written once, with their number.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "games/backgammon/plays.hpp"

namespace zeitnot::backgammon {

// The points that one checker of a play passes, and whether it hits there.
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

    // Whether both checkers take the same path. A hit on the last point is not compared,
    // because only the first checker can hit there.
    [[nodiscard]] bool has_same_path(const CheckerPath& other) const {
        return points_ == other.points_ &&
               std::equal(hits_.begin(), hits_.end() - 1, other.hits_.begin());
    }

    [[nodiscard]] bool is_before(const CheckerPath& other) const { return points_ > other.points_; }
    [[nodiscard]] bool is_hit_at_end() const { return hits_.back(); }
    void set_hit_at_end() { hits_.back() = true; }

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
    std::vector<int> hit_points;
    for (const Step step : steps) {
        bool hits = board.is_blot(seat, step.to);
        hits = hits && std::find(hit_points.begin(), hit_points.end(), step.to) == hit_points.end();
        if (hits) hit_points.push_back(step.to);
        auto path = std::find_if(paths.begin(), paths.end(), [&](const CheckerPath& known) {
            return known.end() == step.from;
        });
        if (path == paths.end()) path = paths.insert(paths.end(), CheckerPath(step.from));
        path->extend(step.to, hits);
    }
    std::stable_sort(paths.begin(), paths.end(),
                     [](const CheckerPath& a, const CheckerPath& b) { return a.is_before(b); });
    return paths;
}

inline std::string play_text(const Board& board, int seat, Play play) {
    if (play == 0) return "pass";
    const auto paths = paths_of(board, seat, play);
    std::string text;
    for (std::size_t i = 0; i < paths.size();) {
        CheckerPath path = paths[i];
        std::size_t count = 0;
        for (; i < paths.size() && paths[i].has_same_path(path); ++i, ++count) {
            if (paths[i].is_hit_at_end()) path.set_hit_at_end();
        }
        if (!text.empty()) text += ' ';
        text += path.text();
        if (count > 1) text += '(' + std::to_string(count) + ')';
    }
    return text;
}

}  // namespace zeitnot::backgammon
