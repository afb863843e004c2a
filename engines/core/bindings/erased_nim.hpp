// The method `nim` as an engine: answers a sum of impartial games at once from its nim-values.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>

#include "any_engine.hpp"
#include "erased.hpp"
#include "zeitnot/exact/nim_values.hpp"
#include "zeitnot/stable_sort.hpp"

namespace zeitnot {

// Reports every move with its value, winning moves first; `nodes` is the number of components with
// known values. Of equal moves the first leaves the other side most moves, so that it can err.
template <ImpartialSum P>
class ErasedNim final : public AnyEngine {
   public:
    static constexpr std::string_view name = "nim";

    [[nodiscard]] std::string_view method() const override { return name; }
    void clear() override { values_ = {}; }
    [[nodiscard]] int filled() const override { return 0; }

    [[nodiscard]] Parsed<TextReport> search(const AnyHistory& root, const Request& request,
                                            const StopToken& /*token*/,
                                            const OnTextReport& on_report) override {
        const History<P>* typed = typed_history<P>(root);
        if (typed == nullptr) return Error{wrong_game_message};
        if (root.ending()) return Error{"The game is over."};
        const auto start = std::chrono::steady_clock::now();
        for (const std::string& text : request.searchmoves) {
            const auto legal = root.legal();
            if (std::find(legal.begin(), legal.end(), text) == legal.end())
                return Error{quoted(text) + " is not a legal move here."};
        }
        TextReport report = answer(typed->position(), request);
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        report.seconds = spent.count();
        if (on_report) on_report(report);
        return report;
    }

    [[nodiscard]] Parsed<double> evaluate(const AnyHistory& history) const override {
        const History<P>* typed = typed_history<P>(history);
        if (typed == nullptr) return Error{wrong_game_message};
        NimValues<P> values;
        return values.of(typed->position()) != 0 ? 1.0 : -1.0;
    }

   private:
    struct Choice {
        TextLine line;
        std::size_t replies;
    };

    TextReport answer(const P& position, const Request& request) {
        typename P::Moves moves;
        position.generate(moves);
        std::vector<Choice> choices;
        for (const auto move : moves) {
            const std::string text = position.move_text(move);
            const auto& allowed = request.searchmoves;
            if (!allowed.empty() &&
                std::find(allowed.begin(), allowed.end(), text) == allowed.end())
                continue;
            choices.push_back(choice(position, move, text));
        }
        stable_sort_short(choices, [](const Choice& a, const Choice& b) {
            return a.line.value != b.line.value ? a.line.value > b.line.value
                                                : a.replies > b.replies;
        });
        TextReport report;
        report.unit = name_of(P::unit);
        report.exact = true;
        report.depth = 1;
        report.nodes = values_.size();
        report.value = choices.front().line.value;
        report.best = choices.front().line.move;
        report.pv = choices.front().line.pv;
        for (Choice& one : choices) {
            if (static_cast<int>(report.lines.size()) == request.lines) break;
            report.lines.push_back(std::move(one.line));
        }
        return report;
    }

    Choice choice(const P& position, typename P::Move move, const std::string& text) {
        P next = position;
        next.play(move);
        typename P::Moves replies;
        next.generate(replies);
        return {{text, values_.of(next) == 0 ? 1.0 : -1.0, {}, {text}}, replies.size()};
    }

    NimValues<P> values_;
};

// Precondition: the history is of this game.
template <ImpartialSum P>
NimComponents nim_components(const AnyHistory& history) {
    NimComponents components;
    NimValues<P> values;
    const P& position = static_cast<const ErasedHistory<P>&>(history).typed().position();
    position.components([&](const typename P::Component& component) {
        components.emplace_back(std::to_string(component), values.of(component));
    });
    return components;
}

// A game whose components are heaps may have a class that computes the values of many heaps faster.
template <class P>
concept HasHeapValues = requires { typename P::HeapValues; };

// Adds this method to a game's entry as the default.
template <ImpartialSum P>
GameEntry with_nim(GameEntry entry) {
    entry.methods.insert(entry.methods.begin(),
                         {ErasedNim<P>::name, [](const Options&) -> std::unique_ptr<AnyEngine> {
                              return std::make_unique<ErasedNim<P>>();
                          }});
    entry.nim_values = &nim_components<P>;
    if constexpr (HasHeapValues<P>)
        entry.heap_values = [](int largest) { return typename P::HeapValues(largest).values(); };
    return entry;
}

}  // namespace zeitnot
