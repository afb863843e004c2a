// Samples fleets that are consistent with the answers to shots, uniformly.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "games/battleship/sea.hpp"

namespace zeitnot::battleship {

using Fleet = std::array<Place, ship_count>;

// What the opponent knows about a fleet: its misses, its hits on ships that are still afloat, and
// the ships that it has sunk.
struct Answers {
    Cells misses, hits;
    std::array<std::optional<Place>, ship_count> sunk{};
};

// The places of each ship are grouped by the hits that they explain, and all choices of groups that
// explain all hits are listed. The weight of a choice is its number of fleets, as if ships could
// overlap. A fleet is drawn by drawing a choice, and then a place from each ship's group. If ships
// overlap, everything is drawn again, so all fleets are equally likely.
class Fleets {
   public:
    Fleets(const Answers& answers, bool may_touch) : may_touch_(may_touch) {
        Cells sunk;
        for (std::size_t ship = 0; ship < ship_count; ++ship) {
            if (!answers.sunk[ship]) continue;
            const Cells cells = answers.sunk[ship]->cells(lengths[ship]);
            groups_[ship] = {{{}, {{*answers.sunk[ship], cells}}}};
            sunk |= blocked_cells(cells, may_touch);
        }
        for (std::size_t ship = 0; ship < ship_count; ++ship) {
            if (answers.sunk[ship]) continue;
            for (const bool is_down : {false, true})
                for (int cell = 0; cell < cell_count; ++cell)
                    add(ship, {static_cast<Cell>(cell), is_down}, answers, sunk);
        }
        list_choices({}, 0, answers.hits, {}, 1);
    }

    // Whether no choice of groups explains the hits. If not, ships may still overlap.
    [[nodiscard]] bool empty() const { return choices_.empty(); }

    // One attempt: a fleet, or none if ships overlap. `random_below(n)` returns a number from 0 to
    // n - 1, `random_unit()` one in [0, 1).
    std::optional<Fleet> attempt(auto&& random_below, auto&& random_unit) const {
        const double drawn = random_unit() * sums_.back();
        const auto chosen = std::upper_bound(sums_.begin(), sums_.end(), drawn) - sums_.begin();
        const GroupChoice& choice =
            choices_[std::min(static_cast<std::size_t>(chosen), choices_.size() - 1)];
        Fleet fleet;
        Cells taken;
        for (std::size_t ship = 0; ship < ship_count; ++ship) {
            const auto& places = groups_[ship][choice[ship]].places;
            const Candidate& one =
                places[static_cast<std::size_t>(random_below(static_cast<int>(places.size())))];
            if (one.cells.intersects(taken)) return std::nullopt;
            fleet[ship] = one.place;
            taken |= blocked_cells(one.cells, may_touch_);
        }
        return fleet;
    }

    // Draws a fleet; empty if there is none. After many failed attempts it searches for one, so
    // then the distribution may not be uniform.
    std::optional<Fleet> draw(auto&& random_below, auto&& random_unit) const {
        if (empty()) return std::nullopt;
        for (int i = 0; i < max_attempts; ++i)
            if (const auto fleet = attempt(random_below, random_unit)) return fleet;
        const auto from = static_cast<std::size_t>(random_below(static_cast<int>(choices_.size())));
        for (std::size_t i = 0; i < choices_.size(); ++i) {
            Fleet fleet;
            if (complete(choices_[(from + i) % choices_.size()], 0, {}, fleet)) return fleet;
        }
        return std::nullopt;
    }

   private:
    static constexpr int max_attempts = 10'000;

    // A place for a ship that the answers allow.
    struct Candidate {
        Place place;
        Cells cells;
    };
    // The places of a ship that explain exactly these hits.
    struct Group {
        Cells hits;
        std::vector<Candidate> places;
    };
    using GroupChoice = std::array<std::size_t, ship_count>;  // the group of each ship

    void add(std::size_t ship, const Place& place, const Answers& answers, const Cells& sunk) {
        if (!place.fits(lengths[ship])) return;
        const Cells cells = place.cells(lengths[ship]);
        // A ship with all cells hit would be sunk.
        if (cells.intersects(answers.misses | sunk) || answers.hits.contains(cells)) return;
        const Cells hits = cells & answers.hits;
        auto& groups = groups_[ship];
        auto group = std::ranges::find(groups, hits, &Group::hits);
        if (group == groups.end()) group = groups.insert(group, {hits, {}});
        group->places.push_back({place, cells});
    }

    // Lists the choices of groups, for ships from this one on, that explain the remaining hits.
    // `taken`: cells where they cannot be; `weight`: that of the groups chosen so far.
    void list_choices(GroupChoice choice, std::size_t ship, const Cells& left, const Cells& taken,
                      double weight) {
        if (ship == ship_count) {
            choices_.push_back(choice);
            sums_.push_back((sums_.empty() ? 0 : sums_.back()) + weight);
            return;
        }
        for (std::size_t i = 0; i < groups_[ship].size(); ++i) {
            const Group& group = groups_[ship][i];
            const Cells rest = left - group.hits;
            if (group.hits.intersects(taken) || rest.size() > max_hits_from(ship + 1)) continue;
            choice[ship] = i;
            list_choices(choice, ship + 1, rest, taken | blocked_cells(group.hits, may_touch_),
                         weight * static_cast<double>(group.places.size()));
        }
    }

    // The maximum number of hits that ships from this one on can explain without being sunk.
    static int max_hits_from(std::size_t ship) {
        int hits = 0;
        for (; ship < ship_count; ++ship) hits += lengths[ship] - 1;
        return hits;
    }

    bool complete(const GroupChoice& choice, std::size_t ship, const Cells& taken,
                  Fleet& fleet) const {
        if (ship == ship_count) return true;
        for (const Candidate& one : groups_[ship][choice[ship]].places) {
            if (one.cells.intersects(taken)) continue;
            fleet[ship] = one.place;
            if (complete(choice, ship + 1, taken | blocked_cells(one.cells, may_touch_), fleet))
                return true;
        }
        return false;
    }

    bool may_touch_;
    std::array<std::vector<Group>, ship_count> groups_;
    std::vector<GroupChoice> choices_;
    std::vector<double> sums_;  // cumulative weights
};

}  // namespace zeitnot::battleship
