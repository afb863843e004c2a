// The implementation of the interfaces in any_game.hpp, as templates over the game.
#pragma once

#include <algorithm>
#include <random>

#include "any_game.hpp"
#include "setting_text.hpp"
#include "zeitnot/perft.hpp"

namespace zeitnot {

template <Position P>
class ErasedHistory final : public AnyHistory {
   public:
    explicit ErasedHistory(History<P> history) : history_(std::move(history)) {}

    // The typed history, for searches, which are compiled for one game.
    [[nodiscard]] const History<P>& typed() const { return history_; }

    [[nodiscard]] int turn() const override { return position().turn(); }
    [[nodiscard]] std::optional<Ending> ending() const override { return history_.ending(); }
    [[nodiscard]] std::string text() const override { return position().text(); }
    [[nodiscard]] Key key() const override { return position().hash(); }
    [[nodiscard]] int ply() const override { return history_.ply(); }
    [[nodiscard]] int occurrences() const override { return history_.occurrences(); }

    [[nodiscard]] std::optional<DueThrow> due() const override {
        if constexpr (Stochastic<P>) {
            if (position().chance_due()) return position().due();
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<int> thrower() const override {
        const auto due = this->due();
        if (!due) return std::nullopt;
        if constexpr (NamesThrower<P>) return position().thrower();
        return due->kind == "dice" ? std::optional(turn()) : std::nullopt;
    }

    [[nodiscard]] bool can_win(int seat) const override {
        if constexpr (requires { position().can_win(seat); }) return position().can_win(seat);
        return true;
    }

    [[nodiscard]] std::string view(std::optional<int> seat) const override {
        if constexpr (Observable<P>) return position().view(seat);
        return text();
    }

    [[nodiscard]] bool sees_move(int mover, std::optional<int> seat) const override {
        if constexpr (HidesMoves<P>) return position().sees_move(mover, seat);
        return true;
    }

    [[nodiscard]] std::optional<std::string> information(int seat) const override {
        if constexpr (Observable<P>) {
            if (!due() && !ending()) return position().information(seat);
        }
        return std::nullopt;
    }

    [[nodiscard]] std::vector<int> throw_seen(std::span<const int> values,
                                              std::optional<int> seat) const override {
        std::vector<int> seen(values.begin(), values.end());
        if constexpr (Observable<P>) {
            for (std::size_t place = 0; place < seen.size(); ++place)
                if (!position().sees_value(place, seat)) seen[place] = -1;
        }
        return seen;
    }

    [[nodiscard]] std::optional<Outcome> settled() const override {
        if constexpr (Settles<P>) return position().settled();
        return std::nullopt;
    }

    [[nodiscard]] std::optional<UnchargedTurn<std::string>> uncharged() const override {
        if constexpr (HasUnchargedTurns<P>) {
            if (const auto turn = position().uncharged())
                return UnchargedTurn<std::string>{turn->limit_ms,
                                                  position().move_text(turn->default_move)};
        }
        return std::nullopt;
    }

    [[nodiscard]] bool in_check() const override {
        if constexpr (Checking<P>) return position().in_check();
        return false;
    }

    [[nodiscard]] std::vector<std::string> legal() const override {
        std::vector<std::string> texts;
        for (const auto move : moves()) texts.push_back(position().move_text(move));
        return texts;
    }

    [[nodiscard]] Parsed<std::string> spelling(std::string_view text) const override {
        if constexpr (ReadsSpellings<P>) {
            const auto move = find(text);
            if (!move) return Error{move.error()};
            return position().move_text(*move);
        }
        return std::string(text);
    }

    [[nodiscard]] Parsed<AnyHistoryPtr> play(std::string_view text) const override {
        const auto move = find(text);
        if (!move) return Error{move.error()};
        History<P> after = history_;
        after.play(*move);
        return wrap(std::move(after));
    }

    [[nodiscard]] Parsed<AnyHistoryPtr> chance(std::span<const int> values) const override {
        if constexpr (Stochastic<P>) {
            if (!due()) return Error{"No throw is due."};
            const auto outcome = position().outcome(values);
            if (!outcome) return Error{"These values are impossible for the due throw."};
            History<P> after = history_;
            after.apply(*outcome);
            return wrap(std::move(after));
        }
        return Error{"No throw is due."};
    }

    [[nodiscard]] Parsed<AnyHistoryPtr> withdraw([[maybe_unused]] int seat) const override {
        if (ending()) return Error{"The game is over."};
        if constexpr (PlaysOn<P>) {
            History<P> after = history_;
            after.withdraw(seat);
            return wrap(std::move(after));
        }
        return Error{"This game ends when a seat leaves."};
    }

    [[nodiscard]] std::vector<std::pair<std::vector<int>, double>> outcomes() const override {
        std::vector<std::pair<std::vector<int>, double>> all;
        if constexpr (Stochastic<P>) {
            if (!due()) return all;
            position().chance([&](auto outcome, double probability) {
                all.emplace_back(position().values(outcome), probability);
            });
        }
        return all;
    }

    [[nodiscard]] std::uint64_t perft(int depth, const Poll& poll) const override {
        return zeitnot::perft(history_, depth, poll);
    }

    [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> divide(
        int depth, const Poll& poll) const override {
        std::vector<std::pair<std::string, std::uint64_t>> rows;
        if (depth <= 0 || ending()) return rows;
        if constexpr (Stochastic<P>) {
            if (due()) {
                position().chance([&](auto outcome, double) {
                    History<P> after = history_;
                    after.apply(outcome);
                    rows.emplace_back(joined(position().values(outcome)),
                                      zeitnot::perft(after, depth, poll));
                });
                return rows;
            }
        }
        for (const auto move : moves()) {
            History<P> after = history_;
            after.play(move);
            rows.emplace_back(position().move_text(move), zeitnot::perft(after, depth - 1, poll));
        }
        return rows;
    }

    [[nodiscard]] bool equals(const AnyHistory& other) const override {
        const auto* same = dynamic_cast<const ErasedHistory*>(&other);
        return same != nullptr && same->history_ == history_;
    }

    [[nodiscard]] static AnyHistoryPtr wrap(History<P> history) {
        return std::make_shared<const ErasedHistory>(std::move(history));
    }

   private:
    [[nodiscard]] const P& position() const { return history_.position(); }

    // The legal moves; none after the end, including by repetition.
    [[nodiscard]] typename P::Moves moves() const {
        typename P::Moves moves;
        if (!ending()) history_.moves(moves);
        return moves;
    }

    // The legal move that a text means.
    [[nodiscard]] Parsed<typename P::Move> find(std::string_view text) const {
        if (ending()) return Error{"The game is over."};
        if (due()) return Error{"A throw is due before the next move."};
        const typename P::Moves legal = moves();
        for (const auto move : legal)
            if (position().move_text(move) == text) return move;
        if constexpr (ReadsSpellings<P>) {
            for (const auto move : legal)
                if (position().is_also(move, text)) return move;
        }
        return Error{quoted(std::string(text)) + " is not a legal move here."};
    }

    static std::string joined(const std::vector<int>& values) {
        std::string text;
        for (const int value : values) {
            if (!text.empty()) text += ' ';
            text += std::to_string(value);
        }
        return text;
    }

    History<P> history_;
};

inline constexpr const char* wrong_game_message = "The engine is for another game.";

// The typed history; null if it is of another game.
template <Position P>
const History<P>* typed_history(const AnyHistory& history) {
    const auto* erased = dynamic_cast<const ErasedHistory<P>*>(&history);
    return erased == nullptr ? nullptr : &erased->typed();
}

template <Position P>
class ErasedGame final : public AnyGame {
   public:
    explicit ErasedGame(typename P::Settings settings) : settings_(settings) {}

    [[nodiscard]] std::string_view name() const override { return P::name; }
    [[nodiscard]] int version() const override { return P::version; }
    [[nodiscard]] bool draws() const override { return P::draws; }
    [[nodiscard]] std::string_view unit() const override { return name_of(P::unit); }
    [[nodiscard]] int seats() const override { return seats_of<P>(settings_); }
    [[nodiscard]] bool zero_sum() const override { return TwoPlayerZeroSum<P>; }
    [[nodiscard]] bool throws() const override { return Stochastic<P>; }
    [[nodiscard]] bool hides() const override { return Observable<P>; }
    [[nodiscard]] bool plays_on() const override { return PlaysOn<P> && seats() > 2; }
    [[nodiscard]] Key settings_key() const override { return zeitnot::settings_key<P>(settings_); }
    [[nodiscard]] SettingMap settings() const override { return setting_map<P>(settings_); }
    [[nodiscard]] AnyHistoryPtr start() const override {
        return ErasedHistory<P>::wrap(History<P>(P(settings_)));
    }
    [[nodiscard]] std::optional<DueThrow> start_throw() const override {
        if constexpr (DrawsStart<P>) return P::start_throw(settings_);
        return std::nullopt;
    }
    [[nodiscard]] Parsed<AnyHistoryPtr> drawn_start(
        [[maybe_unused]] std::span<const int> values) const override {
        if constexpr (DrawsStart<P>) {
            if (!start_throw()) return Error{"The start is not drawn."};
            if (const auto start = P::drawn_start(settings_, values))
                return ErasedHistory<P>::wrap(History<P>(*start));
            return Error{"These values are impossible for the throw of the start."};
        }
        return Error{"The start is not drawn."};
    }
    [[nodiscard]] Parsed<AnyHistoryPtr> parse(std::string_view text) const override {
        Parsed<P> position = P::parse(text, settings_);
        return wrapped(position);
    }
    [[nodiscard]] Parsed<AnyHistoryPtr> sample(std::string_view view,
                                               std::uint64_t seed) const override {
        if constexpr (Observable<P>) {
            std::mt19937_64 random(seed);
            return wrapped(P::sample(view, settings_, [&random](int n) {
                return std::uniform_int_distribution<int>(0, n - 1)(random);
            }));
        }
        return parse(view);
    }

   private:
    static Parsed<AnyHistoryPtr> wrapped(const Parsed<P>& position) {
        if (!position) return Error{position.error()};
        return ErasedHistory<P>::wrap(History<P>(*position));
    }

    typename P::Settings settings_;
};

template <Position P>
GameEntry entry_of() {
    return {
        P::name,
        &setting_infos<P>,
        [](const SettingMap& values) -> Parsed<AnyGamePtr> {
            const auto settings = read_settings<P>(values);
            if (!settings) return Error{settings.error()};
            return AnyGamePtr(std::make_shared<const ErasedGame<P>>(*settings));
        },
    };
}

}  // namespace zeitnot
