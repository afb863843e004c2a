// Random fleets that agree with the answers to the shots at them, each as likely as any other.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "games/battleship/sea.hpp"

namespace zeitnot::battleship {

using Fleet = std::array<Place, ship_count>;

// What the other side knows of a fleet: its misses, its hits on ships that are still afloat, and
// the ships that it has sunk.
struct Answers {
    Cells misses, hits;
    std::array<std::optional<Place>, ship_count> sunk{};
};

// The places of each ship are grouped by the hits that they explain, and all ways are listed in
// which the ships can share the hits; a way counts by the number of fleets in it, as if ships could
// overlap. A fleet is drawn by choosing a way, and a place of its group for each ship; if these
// overlap, both are chosen again. So no fleet is likelier than others.
class Fleets {
   public:
    Fleets(const Answers& answers, bool may_touch) : may_touch_(may_touch) {
        Cells sunk;
        for (std::size_t ship = 0; ship < ship_count; ++ship) {
            if (!answers.sunk[ship]) continue;
            const Cells cells = answers.sunk[ship]->cells(lengths[ship]);
            groups_[ship] = {{{}, {{*answers.sunk[ship], cells}}}};
            sunk |= kept_free(cells, may_touch);
        }
        for (std::size_t ship = 0; ship < ship_count; ++ship) {
            if (answers.sunk[ship]) continue;
            for (const bool is_down : {false, true})
                for (int cell = 0; cell < cell_count; ++cell)
                    add(ship, {static_cast<Cell>(cell), is_down}, answers, sunk);
        }
        share({}, 0, answers.hits, {}, 1);
    }

    // Whether there is no fleet, as far as is known without drawing one.
    [[nodiscard]] bool empty() const { return ways_.empty(); }

    // One attempt: a fleet, or nothing if ships overlap. `random_below(n)`: from 0 to n - 1;
    // `random_unit()`: from 0 to below 1.
    std::optional<Fleet> attempt(auto&& random_below, auto&& random_unit) const {
        const double at = random_unit() * sums_.back();
        const auto chosen = std::upper_bound(sums_.begin(), sums_.end(), at) - sums_.begin();
        const Way& way = ways_[std::min(static_cast<std::size_t>(chosen), ways_.size() - 1)];
        Fleet fleet;
        Cells taken;
        for (std::size_t ship = 0; ship < ship_count; ++ship) {
            const auto& places = groups_[ship][way[ship]].places;
            const Candidate& one =
                places[static_cast<std::size_t>(random_below(static_cast<int>(places.size())))];
            if (one.cells.meets(taken)) return std::nullopt;
            fleet[ship] = one.place;
            taken |= kept_free(one.cells, may_touch_);
        }
        return fleet;
    }

    // A fleet; empty if there is none. After many attempts in vain one is searched for, which may
    // be likelier than others.
    std::optional<Fleet> draw(auto&& random_below, auto&& random_unit) const {
        if (empty()) return std::nullopt;
        for (int i = 0; i < max_attempts; ++i)
            if (const auto fleet = attempt(random_below, random_unit)) return fleet;
        const auto from = static_cast<std::size_t>(random_below(static_cast<int>(ways_.size())));
        for (std::size_t i = 0; i < ways_.size(); ++i) {
            Fleet fleet;
            if (complete(ways_[(from + i) % ways_.size()], 0, {}, fleet)) return fleet;
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
    // The places of a ship that explain just these hits.
    struct Group {
        Cells hits;
        std::vector<Candidate> places;
    };
    using Way = std::array<std::size_t, ship_count>;  // the group of each ship

    void add(std::size_t ship, const Place& place, const Answers& answers, const Cells& sunk) {
        if (!place.fits(lengths[ship])) return;
        const Cells cells = place.cells(lengths[ship]);
        // A ship that is hit everywhere would be sunk.
        if (cells.meets(answers.misses | sunk) || answers.hits.contains(cells)) return;
        const Cells hits = cells & answers.hits;
        auto& groups = groups_[ship];
        auto group = std::ranges::find(groups, hits, &Group::hits);
        if (group == groups.end()) group = groups.insert(group, {hits, {}});
        group->places.push_back({place, cells});
    }

    // Lists the ways in which the ships from this one on can explain the hits that are left.
    // `taken`: where they cannot lie; `weight`: of the groups chosen.
    void share(Way way, std::size_t ship, const Cells& left, const Cells& taken, double weight) {
        if (ship == ship_count) {
            ways_.push_back(way);
            sums_.push_back((sums_.empty() ? 0 : sums_.back()) + weight);
            return;
        }
        for (std::size_t i = 0; i < groups_[ship].size(); ++i) {
            const Group& group = groups_[ship][i];
            const Cells rest = left - group.hits;
            if (group.hits.meets(taken) || rest.size() > max_hits_from(ship + 1)) continue;
            way[ship] = i;
            share(way, ship + 1, rest, taken | kept_free(group.hits, may_touch_),
                  weight * static_cast<double>(group.places.size()));
        }
    }

    // How many hits the ships from this one on can explain without being sunk.
    static int max_hits_from(std::size_t ship) {
        int hits = 0;
        for (; ship < ship_count; ++ship) hits += lengths[ship] - 1;
        return hits;
    }

    bool complete(const Way& way, std::size_t ship, const Cells& taken, Fleet& fleet) const {
        if (ship == ship_count) return true;
        for (const Candidate& one : groups_[ship][way[ship]].places) {
            if (one.cells.meets(taken)) continue;
            fleet[ship] = one.place;
            if (complete(way, ship + 1, taken | kept_free(one.cells, may_touch_), fleet))
                return true;
        }
        return false;
    }

    bool may_touch_;
    std::array<std::vector<Group>, ship_count> groups_;
    std::vector<Way> ways_;
    std::vector<double> sums_;  // of the weights up to each way
};

}  // namespace zeitnot::battleship
