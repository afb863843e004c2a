// Random positions that look the same to a seat, for searches of games with hidden information.
#pragma once

#include <optional>
#include <string>

#include "zeitnot/concepts.hpp"
#include "zeitnot/search/mcts/random.hpp"

namespace zeitnot {

// `deals(seat)` prepares the sampling once for many samples. It returns an object that is called
// with the last argument of `sample` and returns a position, or empty if it finds none.
template <class P>
concept PreparesDeals = Observable<P> && requires(const P& p, int seat) {
    {
        p.deals(seat)([](int) { return 0; })
    } -> std::convertible_to<std::optional<P>>;
};

// Samples from all positions consistent with a seat's view of `root`.
template <Observable P>
class Deals {
   public:
    Deals(const P& root, const typename P::Settings& settings, int seat)
        : settings_(settings), view_(root.view(seat)) {}

    // Empty if the game finds no such position.
    std::optional<P> operator()(Random& random) {
        auto sampled = P::sample(view_, settings_, [&random](int n) {
            return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
        });
        if (!sampled) return std::nullopt;
        return *std::move(sampled);
    }

   private:
    typename P::Settings settings_;
    std::string view_;
};

template <PreparesDeals P>
class Deals<P> {
   public:
    Deals(const P& root, const typename P::Settings&, int seat) : deals_(root.deals(seat)) {}

    std::optional<P> operator()(Random& random) {
        return deals_([&random](int n) {
            return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
        });
    }

   private:
    decltype(std::declval<const P&>().deals(0)) deals_;
};

}  // namespace zeitnot
