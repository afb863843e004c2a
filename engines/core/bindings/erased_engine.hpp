// The implementation of the interfaces in any_engine.hpp, as templates over the game.
#pragma once

#include <algorithm>

#include "any_engine.hpp"
#include "erased.hpp"
#include "zeitnot/search/engine.hpp"
#include "zeitnot/search/learnt.hpp"

namespace zeitnot {

// `E`: the engine of one method, as Engine or Mcts.
template <Position P, class E = Engine<P>>
class ErasedEngine final : public AnyEngine {
   public:
    explicit ErasedEngine(const Options& options) : engine_(options) {}

    [[nodiscard]] std::string_view method() const override { return E::name; }
    void clear() override { engine_.clear(); }
    [[nodiscard]] int filled() const override { return engine_.filled(); }

    [[nodiscard]] Parsed<TextReport> search(const AnyHistory& root, const Request& request,
                                            const StopToken& token,
                                            const OnTextReport& on_report) override {
        const auto* typed = of_this_game(root);
        if (typed == nullptr) return Error{other_game};
        if (root.ending()) return Error{"The game is over."};
        if constexpr (requires { engine_.refusal(typed->typed().position()); }) {
            if (const auto refusal = engine_.refusal(typed->typed().position()))
                return Error{std::string(*refusal)};
        }
        Task<P> task{typed->typed(), request.lines, {}, request.seat};
        for (const std::string& text : request.only) {
            const auto move = legal_move(task.root, text);
            if (!move) return Error{quoted(text) + " is not a legal move here."};
            task.only.push_back(*move);
        }
        const P& position = task.root.position();
        OnReport<P> report_text;
        if (on_report) {
            report_text = [&](const Report<P>& report) { on_report(text_of(position, report)); };
        }
        return text_of(position, engine_.search(task, request.limits, token, report_text));
    }

    [[nodiscard]] Parsed<double> evaluate(const AnyHistory& history) const override {
        const auto* typed = of_this_game(history);
        if (typed == nullptr) return Error{other_game};
        const P& position = typed->typed().position();
        if constexpr (requires { engine_.evaluate(position); }) {
            return engine_.evaluate(position);
        } else {
            return Error{"A position of this game has no value without a search."};
        }
    }

    [[nodiscard]] std::vector<std::string> known_moves(const AnyHistory& history) const override {
        std::vector<std::string> texts;
        if constexpr (requires(const P& position) { engine_.known_moves(position); }) {
            const auto* typed = of_this_game(history);
            if (typed == nullptr) return texts;
            const P& position = typed->typed().position();
            for (const auto move : engine_.known_moves(position))
                texts.push_back(position.move_text(move));
        }
        return texts;
    }

   private:
    static constexpr const char* other_game = "The engine is for another game.";

    static const ErasedHistory<P>* of_this_game(const AnyHistory& history) {
        return dynamic_cast<const ErasedHistory<P>*>(&history);
    }

    static std::optional<typename P::Move> legal_move(const History<P>& root,
                                                      std::string_view text) {
        typename P::Moves moves;
        root.moves(moves);
        for (const auto move : moves) {
            if (root.position().move_text(move) == text) return move;
        }
        return std::nullopt;
    }

    E engine_;
};

// The error in the options' evaluation, if it is unknown or lacks weights.
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

// The game's entry with alpha-beta, or expectiminimax if there are throws.
template <Position P>
GameEntry with_engine(GameEntry entry) {
    entry.methods.push_back({MethodOf<P>::name, [](const Options& options) {
                                 return std::unique_ptr<AnyEngine>(
                                     std::make_unique<ErasedEngine<P>>(options));
                             }});
    entry.options_error = &evaluation_error<P>;
    return entry;
}

}  // namespace zeitnot
