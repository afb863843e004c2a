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

// First ships are found for all hits, in every way; each way counts by the number of ways to lay
// the ships that are left, as if they could overlap. A fleet is drawn by choosing one way, and a
// place for each ship that is left; if these overlap, both are chosen again. So no fleet is
// likelier than others. Where hits can be explained in more than `most_ways` ways, only so many are
// known, found in a random order.
class Fleets {
   public:
    Fleets(const Answers& answers, bool may_touch, std::size_t most_ways, auto&& random_below)
        : answers_(answers), may_touch_(may_touch), most_ways_(most_ways) {
        Way start;
        for (std::size_t ship = 0; ship < ship_count; ++ship) {
            if (answers.sunk[ship]) {
                start.put(ship, *answers.sunk[ship], may_touch);
                continue;
            }
            for (const bool is_down : {false, true})
                for (int cell = 0; cell < cell_count; ++cell)
                    add(ship, {static_cast<Cell>(cell), is_down});
            shuffle(candidates_[ship], random_below);
        }
        shuffle(order_, random_below);
        cover(start);
    }

    // Whether there is a fleet, as far as is known without drawing one.
    [[nodiscard]] bool empty() const { return ways_.empty(); }

    // One attempt: a fleet, or nothing if ships overlap. `random_below(n)`: from 0 to n - 1;
    // `random_unit()`: from 0 to below 1.
    std::optional<Fleet> attempt(auto&& random_below, auto&& random_unit) const {
        const double at = random_unit() * sums_.back();
        const auto chosen = std::upper_bound(sums_.begin(), sums_.end(), at) - sums_.begin();
        const Way& way = ways_[std::min(static_cast<std::size_t>(chosen), ways_.size() - 1)];
        Way drawn = way;
        for (std::size_t ship = 0; ship < ship_count; ++ship) {
            if (way.has(ship)) continue;
            const Candidate* one = nullptr;
            do {
                const auto count = static_cast<int>(candidates_[ship].size());
                one = &candidates_[ship][static_cast<std::size_t>(random_below(count))];
            } while (!is_left(way, *one));
            if (one->cells.meets(drawn.taken)) return std::nullopt;
            drawn.put(ship, one->place, may_touch_);
        }
        return drawn.fleet;
    }

    // A fleet; empty if there is none. After many attempts in vain one is searched for, which may
    // be likelier than others.
    std::optional<Fleet> draw(auto&& random_below, auto&& random_unit) const {
        if (empty()) return std::nullopt;
        for (int i = 0; i < most_attempts; ++i)
            if (const auto fleet = attempt(random_below, random_unit)) return fleet;
        const auto from = static_cast<std::size_t>(random_below(static_cast<int>(ways_.size())));
        for (std::size_t i = 0; i < ways_.size(); ++i)
            if (const auto fleet = complete(ways_[(from + i) % ways_.size()], 0)) return fleet;
        return std::nullopt;
    }

   private:
    static constexpr int most_attempts = 1'000;

    // A place for a ship that the answers allow.
    struct Candidate {
        Place place;
        Cells cells;
    };
    // Places for some of the ships; `taken`: where no other can lie.
    struct Way {
        Fleet fleet{};
        std::array<bool, ship_count> is_put{};
        Cells taken;

        [[nodiscard]] bool has(std::size_t ship) const { return is_put[ship]; }
        void put(std::size_t ship, const Place& place, bool may_touch) {
            fleet[ship] = place;
            is_put[ship] = true;
            taken |= kept_free(place.cells(lengths[ship]), may_touch);
        }
    };

    static void shuffle(auto& list, auto& random_below) {
        for (std::size_t left = list.size(); left > 1; --left)
            std::swap(list[left - 1],
                      list[static_cast<std::size_t>(random_below(static_cast<int>(left)))]);
    }

    void add(std::size_t ship, const Place& place) {
        if (!place.fits(lengths[ship])) return;
        const Cells cells = place.cells(lengths[ship]);
        // A ship that is hit everywhere would be sunk.
        if (cells.meets(answers_.misses) || answers_.hits.contains(cells)) return;
        candidates_[ship].push_back({place, cells});
    }

    void cover(const Way& way) {
        Cells covered;
        for (std::size_t ship = 0; ship < ship_count; ++ship)
            if (way.has(ship)) covered |= way.fleet[ship].cells(lengths[ship]);
        const Cells open = answers_.hits - covered;
        if (open.empty()) return finish(way);
        const int hit = open.first();
        for (const std::size_t ship : order_) {
            if (way.has(ship)) continue;
            for (const Candidate& one : candidates_[ship]) {
                if (ways_.size() == most_ways_) return;
                if (!one.cells.has(hit) || one.cells.meets(way.taken)) continue;
                Way next = way;
                next.put(ship, one.place, may_touch_);
                cover(next);
            }
        }
    }

    // Whether a ship that no hit needs can lie there.
    [[nodiscard]] bool is_left(const Way& way, const Candidate& one) const {
        return !one.cells.meets(way.taken) && !one.cells.meets(answers_.hits);
    }

    void finish(const Way& way) {
        double weight = 1;
        for (std::size_t ship = 0; ship < ship_count; ++ship) {
            if (way.has(ship)) continue;
            weight *= static_cast<double>(std::ranges::count_if(
                candidates_[ship], [&](const Candidate& one) { return is_left(way, one); }));
        }
        if (weight == 0) return;
        ways_.push_back(way);
        sums_.push_back((sums_.empty() ? 0 : sums_.back()) + weight);
    }

    std::optional<Fleet> complete(const Way& way, std::size_t ship) const {
        if (ship == ship_count) return way.fleet;
        if (way.has(ship)) return complete(way, ship + 1);
        for (const Candidate& one : candidates_[ship]) {
            if (!is_left(way, one)) continue;
            Way next = way;
            next.put(ship, one.place, may_touch_);
            if (const auto fleet = complete(next, ship + 1)) return fleet;
        }
        return std::nullopt;
    }

    Answers answers_;
    bool may_touch_;
    std::size_t most_ways_;
    std::array<std::size_t, ship_count> order_{0, 1, 2, 3, 4};
    std::array<std::vector<Candidate>, ship_count> candidates_;
    std::vector<Way> ways_;
    std::vector<double> sums_;  // of the weights up to each way
};

}  // namespace zeitnot::battleship
