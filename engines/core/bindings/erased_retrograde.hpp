// The method `retrograde` as an engine, for every game that can be solved completely.
#pragma once

#include "erased_engine.hpp"
#include "zeitnot/exact/retrograde_engine.hpp"

namespace zeitnot {

template <Solvable P>
Parsed<Solution> solve_game(const AnyGame& game, std::size_t max_mb) {
    const auto settings = read_settings<P>(game.settings());
    const auto positions = positions_of<P>(*settings, max_mb);
    if (!positions) return Error{positions.error()};
    const auto solved = std::make_shared<const SolvedGame<P>>(*positions);
    Solution solution;
    solution.start = *solved->find(P(*settings));
    solution.positions = solved->size();
    solution.reachable = ReachablePositions<P>({P(*settings)}).size();
    solved->each([&solution](const P& position, const Verdict& verdict) {
        if (verdict.value == 0) {
            ++solution.drawn;
            return;
        }
        const int winner = verdict.value > 0 ? position.turn() : position.turn() ^ 1;
        ++solution.won[static_cast<std::size_t>(winner)];
        solution.longest = std::max(solution.longest, *verdict.distance);
    });
    solution.find = [solved](const AnyHistory& history) -> std::optional<Verdict> {
        const History<P>* typed = typed_history<P>(history);
        if (typed == nullptr) return std::nullopt;
        return solved->find(typed->position());
    };
    return solution;
}

// Adds this method to a game's entry as the default.
template <Solvable P>
GameEntry with_retrograde(GameEntry entry) {
    using E = RetrogradeEngine<P>;
    MethodEntry method = method_entry<P, E>(E::name);
    method.refusal = [](const Options& options) {
        const auto settings = settings_from<P>(options);
        return E(options, settings).refusal(P(settings));
    };
    entry.methods.insert(entry.methods.begin(), method);
    entry.solve = &solve_game<P>;
    return entry;
}

}  // namespace zeitnot
