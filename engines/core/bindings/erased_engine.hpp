// The implementation of the interfaces in any_engine.hpp, as templates over the game.
#pragma once

#include <algorithm>
#include <type_traits>

#include "any_engine.hpp"
#include "erased.hpp"
#include "zeitnot/search/learnt.hpp"
#include "zeitnot/search/task.hpp"

namespace zeitnot {

// The game's settings in the options. Precondition: they are valid.
template <Position P>
typename P::Settings settings_from(const Options& options) {
    return *read_settings<P>(std::any_cast<const SettingMap&>(options.settings));
}

// Makes the task of a search, or returns the error in the request.
template <Position P>
Parsed<Task<P>> task_of(const History<P>& root, const Request& request) {
    Task<P> task{root, request.lines, {}, request.seat};
    typename P::Moves moves;
    if (!request.searchmoves.empty()) root.moves(moves);
    for (const std::string& text : request.searchmoves) {
        const auto same = [&](auto move) { return root.position().move_text(move) == text; };
        const auto found = std::find_if(moves.begin(), moves.end(), same);
        if (found == moves.end()) return Error{quoted(text) + " is not a legal move here."};
        task.searchmoves.push_back(*found);
    }
    return task;
}

// A callback that forwards reports as text; null if there is no `on_report`.
template <Position P>
OnReport<P> forward_as_text(const P& root, const OnTextReport& on_report) {
    if (!on_report) return nullptr;
    return [&](const Report<P>& report) { on_report(text_of(root, report)); };
}

// `E`: the engine of one method, such as Engine or Mcts. It is constructed from the options and
// `more`, from the options and the settings, or from the settings.
template <Position P, class E>
class ErasedEngine final : public AnyEngine {
   public:
    explicit ErasedEngine(const Options& options, const auto&... more)
        : engine_(make(options, more...)) {}

    [[nodiscard]] std::string_view method() const override { return engine_.name; }
    void clear() override { engine_.clear(); }
    [[nodiscard]] int filled() const override { return engine_.filled(); }

    [[nodiscard]] Parsed<TextReport> search(const AnyHistory& root, const Request& request,
                                            const StopToken& token,
                                            const OnTextReport& on_report) override {
        const History<P>* typed = typed_history<P>(root);
        if (typed == nullptr) return Error{wrong_game_message};
        if (root.ending()) return Error{"The game is over."};
        if (auto reason = refusal(typed->position())) return Error{*std::move(reason)};
        const auto task = task_of(*typed, request);
        if (!task) return Error{task.error()};
        const P& position = typed->position();
        return text_of(position, engine_.search(*task, request.limits, token,
                                                forward_as_text(position, on_report)));
    }

    [[nodiscard]] Parsed<double> evaluate(const AnyHistory& history) const override {
        const History<P>* typed = typed_history<P>(history);
        if (typed == nullptr) return Error{wrong_game_message};
        if (auto reason = refusal(typed->position())) return Error{*std::move(reason)};
        if constexpr (requires { engine_.evaluate(typed->position()); })
            return engine_.evaluate(typed->position());
        return Error{"A position of this game has no value without a search."};
    }

    [[nodiscard]] std::vector<std::string> known_moves(const AnyHistory& history) const override {
        std::vector<std::string> texts;
        if constexpr (requires(const P& position) { engine_.known_moves(position); }) {
            const History<P>* typed = typed_history<P>(history);
            if (typed == nullptr) return texts;
            for (const auto move : engine_.known_moves(typed->position()))
                texts.push_back(typed->position().move_text(move));
        }
        return texts;
    }

   private:
    [[nodiscard]] std::optional<std::string> refusal(const P& position) const {
        if constexpr (requires { engine_.refusal(position); }) {
            if (const auto reason = engine_.refusal(position)) return std::string(*reason);
        }
        return std::nullopt;
    }

    static E make(const Options& options, const auto&... more) {
        if constexpr (std::is_constructible_v<E, const Options&, decltype(more)...>) {
            return E(options, more...);
        } else if constexpr (std::is_constructible_v<E, const Options&, typename P::Settings>) {
            return E(options, settings_from<P>(options));
        } else {
            return E(settings_from<P>(options));
        }
    }

    E engine_;
};

// The method of engine `E`, which is made from an engine's options and `more`.
template <Position P, class E, auto... more>
MethodEntry method_entry(std::string_view name, bool any_seat = false) {
    return {name,
            [](const Options& options) -> std::unique_ptr<AnyEngine> {
                return std::make_unique<ErasedEngine<P, E>>(options, more...);
            },
            any_seat};
}

// The game's entry with one more method.
template <Position P, class E>
GameEntry with_method(GameEntry entry) {
    entry.methods.push_back(method_entry<P, E>(E::name));
    return entry;
}

// The error if the options' evaluation is unknown or lacks weights.
template <Position P>
std::optional<Error> evaluation_error(const Options& options) {
    const std::string game(P::name);
    if (!options.evaluation.empty()) {
        bool known = false;
        if constexpr (requires { Evaluation<P>::kinds; }) {
            const auto& kinds = Evaluation<P>::kinds;
            known = std::find(kinds.begin(), kinds.end(), options.evaluation) != kinds.end();
        }
        if (!known) return Error{game + " has no evaluation " + quoted(options.evaluation) + "."};
    }
    if constexpr (Learnt<P>) {
        if (learnt_weights<P>(options) == nullptr)
            return Error{game + " needs its learnt weights."};
        if constexpr (requires { Evaluation<P>::lacks_weights(options); }) {
            if (Evaluation<P>::lacks_weights(options))
                return Error{"These weights of " + game + " have nothing for the evaluation " +
                             quoted(options.evaluation) + "."};
        }
    }
    return std::nullopt;
}

}  // namespace zeitnot
