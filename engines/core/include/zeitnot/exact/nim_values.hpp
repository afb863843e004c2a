// Nim-values: the theory of sums of impartial games.
//
// A side that cannot move loses, and both sides have the same moves. If a game is a sum of
// components and each move changes one of them, its value is the exclusive or of their values. The
// value of a component is the smallest number that is not the value of one of its options (mex).
// The side to move wins if and only if the value is not 0, by any move to a position of value 0
// (Sprague 1935; Grundy 1939; Berlekamp, Conway and Guy, Winning Ways, chapter 4).
#pragma once

#include <concepts>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "zeitnot/concepts.hpp"

namespace zeitnot {

// `components(f)` calls f with each component of the position. `each_option(component, f)` calls f
// for each move in a component, with the components that the move leaves of it, as a span.
template <class P>
concept ImpartialSum =
    Deterministic<P> && TwoPlayerZeroSum<P> && std::totally_ordered<typename P::Component> &&
    requires(const P& p, typename P::Component component) {
        p.components([](typename P::Component) {});
        P::each_option(component, [](std::span<const typename P::Component>) {});
    };

// The smallest number from 0 that is not among `values`.
inline int mex(const std::vector<int>& values) {
    std::vector<bool> seen(values.size() + 1);
    for (const int value : values) {
        if (static_cast<std::size_t>(value) < seen.size())
            seen[static_cast<std::size_t>(value)] = true;
    }
    int smallest = 0;
    while (seen[static_cast<std::size_t>(smallest)]) ++smallest;
    return smallest;
}

// Values of components, each computed once. The recursion is as deep as a component can be split.
template <ImpartialSum P>
class NimValues {
   public:
    using Component = typename P::Component;

    int of(const Component& component) {
        if (const auto found = known_.find(component); found != known_.end()) return found->second;
        std::vector<int> options;
        P::each_option(component, [&](std::span<const Component> left) {
            int value = 0;
            for (const Component& one : left) value ^= of(one);
            options.push_back(value);
        });
        return known_[component] = mex(options);
    }

    int of(const P& position) {
        int value = 0;
        position.components([&](const Component& component) { value ^= of(component); });
        return value;
    }

    // Components whose value is known.
    [[nodiscard]] std::size_t size() const { return known_.size(); }

   private:
    std::unordered_map<Component, int> known_;
};

}  // namespace zeitnot
