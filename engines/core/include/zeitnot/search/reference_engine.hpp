// The reference searches as engines, with the names by which they are chosen.
#pragma once

#include <string_view>

#include "zeitnot/search/maxn.hpp"
#include "zeitnot/search/reference_alphabeta.hpp"
#include "zeitnot/search/strategies.hpp"

namespace zeitnot {

enum class ReferenceMethod { maxn, minimax, alphabeta, expectiminimax, paranoid, strategies };

constexpr std::string_view name_of(ReferenceMethod method) {
    switch (method) {
        case ReferenceMethod::maxn:
            return "maxn";
        case ReferenceMethod::minimax:
            return "minimax";
        case ReferenceMethod::alphabeta:
            return "plain-alphabeta";
        case ReferenceMethod::expectiminimax:
            return "expectiminimax";
        case ReferenceMethod::paranoid:
            return "paranoid";
        case ReferenceMethod::strategies:
            break;
    }
    return "strategies";
}

// Whether one seat gains what the other loses, as minimax needs; it may depend on the position.
template <Position P>
bool is_zero_sum(const P& position) {
    if constexpr (requires { position.zero_sum_here(); }) return position.zero_sum_here();
    return TwoPlayerZeroSum<P>;
}

template <Position P>
bool has_chance(const P& position) {
    if constexpr (requires { position.has_chance(); }) return position.has_chance();
    return Stochastic<P>;
}

template <HasReferenceMethods P>
class ReferenceEngine {
   public:
    const std::string_view name;

    ReferenceEngine(const Options& options, ReferenceMethod method)
        : name(name_of(method)), options_(options), method_(method) {}

    // Why the method cannot search this position; empty if it can.
    [[nodiscard]] std::optional<std::string_view> refusal(const P& position) const {
        using enum ReferenceMethod;
        if (method_ != maxn && !options_.alliance.members.empty())
            return "Only max^n takes an alliance.";
        if (method_ == strategies) return strategies_refusal(position);
        const bool is_minimax = method_ == minimax || method_ == alphabeta;
        if ((is_minimax || method_ == expectiminimax) && !is_zero_sum(position))
            return "Minimax is for two seats of which one gets what the other loses: use maxn.";
        if (is_minimax && has_chance(position))
            return "Minimax does not handle chance: use expectiminimax.";
        return std::nullopt;
    }

    // Searches once to the full depth. If the search is stopped, it has no values: it reports the
    // first legal move with depth 0.
    Report<P> search(const Task<P>& task, const Limits& limits, const StopToken& token,
                     const OnReport<P>& on_report) {
        Control control(limits, token);
        const auto answer = [&](auto& root) {
            const int depth = std::min(limits.depth.value_or(root.max_depth), root.max_depth);
            return deepen(root, control, depth, depth, on_report, true);
        };
        if constexpr (Observable<P>) {
            if (method_ == ReferenceMethod::strategies) {
                StrategiesRoot<P> root(task, options_, control);
                return answer(root);
            }
        }
        ReferenceRoot<P> root(task, options_, control,
                              [&](const SeatValues<P>& values, ReferenceCounts& counts) {
                                  return make_search(task.root.position(), values, counts);
                              });
        return answer(root);
    }

    void clear() {}
    [[nodiscard]] static int filled() { return 0; }

   private:
    std::unique_ptr<ReferenceSearch<P>> make_search(const P& root, const SeatValues<P>& values,
                                                    ReferenceCounts& counts) const {
        using enum ReferenceMethod;
        const int seats = seats_in(root);
        if (method_ == maxn)
            return std::make_unique<MaxN<P>>(values, options_.alliance, root.turn(), seats, counts);
        const bool prunes = method_ == alphabeta || method_ == paranoid;
        return std::make_unique<ReferenceAlphaBeta<P>>(values, prunes, root.turn(), seats, counts);
    }

    static int seats_in(const P& position) {
        if constexpr (CountsSeats<P>) return position.seat_count();
        return 2;
    }

    Options options_;
    ReferenceMethod method_;
};

}  // namespace zeitnot
