// The fuzz target of a game: parses texts and plays games that arbitrary bytes determine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "zeitnot/history.hpp"

namespace zeitnot::fuzz {

// Aborts also in builds without assertions.
inline void require(bool is_true, const char* what) {
    if (is_true) return;
    std::fprintf(stderr, "violated: %s\n", what);
    std::abort();
}

// The bytes as a stream of choices; zeros after the end.
class Choices {
   public:
    Choices(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    [[nodiscard]] bool empty() const { return at_ == size_; }
    std::size_t below(std::size_t n) {
        std::size_t number = byte();
        if (n > 256) number = number << 8 | byte();
        return number % n;
    }
    [[nodiscard]] std::string_view unread() const {
        return {reinterpret_cast<const char*>(data_) + at_, size_ - at_};
    }

   private:
    std::uint8_t byte() { return empty() ? std::uint8_t{0} : data_[at_++]; }

    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

template <Position P>
typename P::Settings choose_settings(Choices& choices) {
    typename P::Settings settings;
    for (const auto& setting : P::setting_table) {
        const std::vector<int> values = SettingSpec(setting).choices();
        settings.*setting.field = values[choices.below(values.size())];
    }
    return settings;
}

// Verifies that parsing a position's text gives an equal position with an equal key.
template <Position P>
void check_text(const P& position, const typename P::Settings& settings) {
    const Parsed<P> reparsed = P::parse(position.text(), settings);
    require(static_cast<bool>(reparsed), "a written position is read");
    require(*reparsed == position, "a written position is read as the same");
    require(reparsed->hash() == position.hash(), "the incremental key is the recomputed one");
}

// Verifies that a position sampled from a view has the same view and information state.
template <Position P>
void check_views(const P& position, const typename P::Settings& settings, Choices& choices) {
    if constexpr (Observable<P>) {
        const auto random_below = [&choices](int n) {
            return static_cast<int>(choices.below(static_cast<std::size_t>(n)));
        };
        for (int viewer = -1; viewer < seats_of<P>(settings); ++viewer) {
            const auto seat = viewer < 0 ? std::nullopt : std::optional(viewer);
            const std::string view = position.view(seat);
            const Parsed<P> sampled = P::sample(view, settings, random_below);
            require(static_cast<bool>(sampled), "a view can be sampled");
            require(sampled->view(seat) == view, "a sampled position has the same view");
            const bool deciding = seat && *seat == position.turn();
            require(!deciding || sampled->information(*seat) == position.information(*seat),
                    "a sampled position has the same information state");
        }
    }
}

// Verifies that a seat that leaves gets no more turns, that the text shows it, and that leaving
// twice has no effect.
template <Position P>
void check_withdrawal(const P& position, const typename P::Settings& settings, Choices& choices) {
    if constexpr (PlaysOn<P>) {
        if (position.result()) return;
        const auto seats = static_cast<std::size_t>(seats_of<P>(settings));
        const int seat = static_cast<int>(choices.below(seats));
        P after = position;
        after.withdraw(seat);
        check_text(after, settings);
        require(after.result() || after.turn() != seat, "a seat that has left has no turn");
        require(after == position || after.hash() != position.hash(),
                "the key depends on which seats have left");
        const P left = after;
        if (!left.result()) after.withdraw(seat);
        require(after == left, "leaving twice has no effect");
    }
}

// Verifies the scores: one for each seat, adding up to 1 in a zero-sum game of two seats.
template <Position P>
void check_scores(const P& position, const typename P::Settings& settings) {
    const auto end = position.result();
    if (!end) return;
    const int seats = seats_of<P>(settings);
    require(end->scores.size() == seats && end->margins.size() == seats, "one score for each seat");
    for (const double score : end->scores) require(score >= 0 && score <= 1, "scores are 0 to 1");
    if constexpr (TwoPlayerZeroSum<P>) {
        require(end->scores[0] + end->scores[1] == 1, "the scores add up to one");
        require(end->margins[0] == -end->margins[1], "the margins add up to zero");
    }
}

template <Position P>
typename P::Moves checked_moves(const History<P>& history) {
    const P& position = history.position();
    typename P::Moves moves;
    history.moves(moves);
    bool chance_due = false;
    if constexpr (Stochastic<P>) chance_due = position.chance_due();
    const bool is_over = position.result().has_value();
    require(!(is_over && chance_due), "no throw after the end");
    require(moves.empty() == (is_over || chance_due),
            "there are moves unless the game is over or a throw is due");
    if constexpr (Counting<P>) require(position.count() == moves.size(), "the count of moves");
    std::set<std::string> texts;
    for (const auto move : moves) texts.insert(position.move_text(move));
    require(texts.size() == moves.size(), "moves have different texts");
    return moves;
}

template <Position P>
void play_throw(History<P>& history, Choices& choices) {
    if constexpr (Stochastic<P>) {
        const P position = history.position();
        if constexpr (SamplesThrows<P>) {
            const auto outcome = position.draw([&choices](int n) {
                return static_cast<int>(choices.below(static_cast<std::size_t>(n)));
            });
            require(position.outcome(position.values(outcome)) == outcome,
                    "an outcome's values lead back to it");
            history.apply(outcome);
            return;
        }
        std::vector<typename P::Throw> outcomes;
        double sum = 0;
        position.chance([&](auto outcome, double probability) {
            outcomes.push_back(outcome);
            sum += probability;
        });
        require(sum > 1 - 1e-9 && sum < 1 + 1e-9, "probabilities add up to one");
        const auto outcome = outcomes[choices.below(outcomes.size())];
        require(position.outcome(position.values(outcome)) == outcome,
                "an outcome's values lead back to it");
        history.apply(outcome);
    }
}

// Lets a seat leave now and then; returns whether one did.
template <Position P>
bool maybe_leave(History<P>& history, const typename P::Settings& settings, Choices& choices) {
    if constexpr (PlaysOn<P>) {
        if (choices.below(16) != 0) return false;
        const auto seats = static_cast<std::size_t>(seats_of<P>(settings));
        history.withdraw(static_cast<int>(choices.below(seats)));
        return true;
    }
    return false;
}

// Plays at most `steps` moves and throws that the bytes choose, until the game or the bytes end.
template <Position P>
P play(P start, const typename P::Settings& settings, Choices& choices, std::size_t steps) {
    History<P> history(start);
    for (; steps > 0 && !choices.empty(); --steps) {
        check_text(history.position(), settings);
        check_views(history.position(), settings, choices);
        check_scores(history.position(), settings);
        check_withdrawal(history.position(), settings, choices);
        const auto moves = checked_moves(history);
        if (history.ending()) break;
        if (maybe_leave(history, settings, choices)) continue;
        if (moves.empty()) {
            play_throw(history, choices);
        } else {
            const auto move = moves[choices.below(moves.size())];
            (void)history.position().is_capture(move);
            history.play(move);
        }
    }
    return history.position();
}

// Replaces one to three of a text's characters by other characters of the text.
inline std::string mutated(std::string text, Choices& choices) {
    for (std::size_t left = 1 + choices.below(3); left > 0; --left)
        text[choices.below(text.size())] = text[choices.below(text.size())];
    return text;
}

// Verifies that a text is either rejected with a sentence or gives a playable position.
template <Position P>
void read(std::string_view text, const typename P::Settings& settings, Choices& choices) {
    const Parsed<P> position = P::parse(text, settings);
    if (position) {
        check_text(*position, settings);
        play(*position, settings, choices, 1000);
    } else {
        require(position.error().ends_with('.'), "an error is a sentence");
    }
}

// The first byte selects a game from the start, a text of raw bytes, or a mutated text of a
// position.
template <Position P>
int run(const std::uint8_t* data, std::size_t size) {
    Choices choices(data, size);
    const std::size_t kind = choices.below(3);
    const auto settings = choose_settings<P>(choices);
    if (kind == 0) {
        play(P(settings), settings, choices, 1000);
    } else if (kind == 1) {
        read<P>(choices.unread(), settings, choices);
    } else {
        const P position = play(P(settings), settings, choices, choices.below(64));
        const std::string text = mutated(position.text(), choices);
        read<P>(text, settings, choices);
    }
    return 0;
}

}  // namespace zeitnot::fuzz
