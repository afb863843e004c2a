// The plain searches as engines, by the names under which they are chosen.
#pragma once

#include <string_view>

#include "zeitnot/search/maxn.hpp"
#include "zeitnot/search/plain_alphabeta.hpp"
#include "zeitnot/search/strategies.hpp"

namespace zeitnot {

enum class PlainMethod { maxn, minimax, alphabeta, expectiminimax, paranoid, strategies };

constexpr std::string_view name_of(PlainMethod method) {
    switch (method) {
        case PlainMethod::maxn:
            return "maxn";
        case PlainMethod::minimax:
            return "minimax";
        case PlainMethod::alphabeta:
            return "plain-alphabeta";
        case PlainMethod::expectiminimax:
            return "expectiminimax";
        case PlainMethod::paranoid:
            return "paranoid";
        case PlainMethod::strategies:
            break;
    }
    return "strategies";
}

// What one seat gains the other loses in minimax; whether that holds may depend on the position.
template <Position P>
bool is_zero_sum(const P& position) {
    if constexpr (requires { position.zero_sum_here(); }) return position.zero_sum_here();
    return TwoPlayerZeroSum<P>;
}

template <Position P>
bool may_throw(const P& position) {
    if constexpr (requires { position.has_chance(); }) return position.has_chance();
    return Stochastic<P>;
}

template <PlainlySearched P>
class PlainEngine {
   public:
    const std::string_view name;

    PlainEngine(const Options& options, PlainMethod method)
        : name(name_of(method)), options_(options), method_(method) {}

    // Why the method does not fit this position; nothing if it does.
    [[nodiscard]] std::optional<std::string_view> refusal(const P& position) const {
        using enum PlainMethod;
        if (method_ != maxn && !options_.alliance.members.empty())
            return "Only max^n takes an alliance.";
        if (method_ == strategies) return strategies_refusal(position);
        const bool is_minimax = method_ == minimax || method_ == alphabeta;
        if ((is_minimax || method_ == expectiminimax) && !is_zero_sum(position))
            return "Minimax is for two seats of which one gets what the other loses: use maxn.";
        if (is_minimax && may_throw(position))
            return "Minimax does not handle chance: use expectiminimax.";
        return std::nullopt;
    }

    // One search to the full depth. Stopped before its end it has valued nothing: the report is of
    // depth 0, with the first legal move.
    Report<P> search(const Task<P>& task, const Limits& limits, const StopToken& token,
                     const OnReport<P>& on_report) {
        Control control(limits, token);
        const auto answer = [&](auto& root) {
            const int depth = std::min(limits.depth.value_or(root.max_depth), root.max_depth);
            return deepen(root, control, depth, depth, on_report, true);
        };
        if constexpr (Observable<P>) {
            if (method_ == PlainMethod::strategies) {
                StrategiesRoot<P> root(task, options_, control);
                return answer(root);
            }
        }
        PlainRoot<P> root(task, options_, control,
                          [&](const SeatValues<P>& values, PlainCounts& counts) {
                              return make_search(task.root.position(), values, counts);
                          });
        return answer(root);
    }

    void clear() {}
    [[nodiscard]] static int filled() { return 0; }

   private:
    std::unique_ptr<PlainSearch<P>> make_search(const P& root, const SeatValues<P>& values,
                                                PlainCounts& counts) const {
        using enum PlainMethod;
        const int seats = seats_in(root);
        if (method_ == maxn)
            return std::make_unique<MaxN<P>>(values, options_.alliance, root.turn(), seats, counts);
        const bool prunes = method_ == alphabeta || method_ == paranoid;
        return std::make_unique<PlainAlphaBeta<P>>(values, prunes, root.turn(), seats, counts);
    }

    static int seats_in(const P& position) {
        if constexpr (CountsSeats<P>) return position.seat_count();
        return 2;
    }

    Options options_;
    PlainMethod method_;
};

}  // namespace zeitnot
