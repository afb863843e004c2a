// A card game for three seats, for tests: six cards are dealt, one to each seat, one face up and
// two face down. Each seat in turn says `bid` or `fold`; the highest card of a bidding seat wins.
#pragma once

#include <algorithm>
#include <string>

#include "zeitnot/concepts.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

class Hands {
   public:
    static constexpr std::string_view name = "hands";
    static constexpr Unit unit = Unit::points;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = NoSettings;
    static constexpr std::array<Setting<Settings>, 0> setting_table{};
    using Move = char;  // 'b' or 'f', as in the text
    using Moves = FixedList<Move, 2>;
    static constexpr int seat_count = 3, cards = 6;
    // The card at each place: the seats', then the open one, then the hidden ones.
    using Throw = std::array<std::uint8_t, cards>;

    Hands() = default;
    explicit Hands(const Settings&) {}
    static constexpr int seats(const Settings&) { return seat_count; }

    [[nodiscard]] int turn() const { return static_cast<int>(actions_.size()) % seat_count; }
    void generate(Moves& moves) const {
        if (!dealt_ || result()) return;
        moves.push('b');
        moves.push('f');
    }
    void play(Move move) { actions_ += move; }

    [[nodiscard]] bool chance_due() const { return !dealt_; }
    [[nodiscard]] static DueThrow due() { return {"shuffle", {cards}}; }
    static void chance(auto&& each) {
        Throw order{0, 1, 2, 3, 4, 5};
        do each(order, 1.0 / 720);
        while (std::ranges::next_permutation(order).found);
    }
    void apply(const Throw& order) {
        order_ = order;
        dealt_ = true;
    }
    [[nodiscard]] static std::vector<int> values(const Throw& order) {
        return {order.begin(), order.end()};
    }
    [[nodiscard]] static std::optional<Throw> outcome(std::span<const int> values) {
        Throw sorted{0, 1, 2, 3, 4, 5};
        if (!std::ranges::is_permutation(values, sorted)) return std::nullopt;
        Throw order{};
        std::ranges::copy(values, order.begin());
        return order;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (actions_.size() < seat_count) return std::nullopt;
        int best = -1;
        for (int seat = 0; seat < seat_count; ++seat) best = std::max(best, bid(seat));
        auto scores = PerSeat<double>::all(seat_count, best < 0 ? 1.0 / seat_count : 0);
        auto margins = PerSeat<int>::all(seat_count, best < 0 ? 0 : -1);
        for (int seat = 0; seat < seat_count; ++seat) {
            if (best < 0 || bid(seat) != best) continue;
            scores[seat] = 1;
            margins[seat] = seat_count - 1;
        }
        return Outcome{scores, margins, best < 0 ? "all folded" : "highest card"};
    }

    [[nodiscard]] Key hash() const { return text_key(name) ^ text_key(text()); }
    [[nodiscard]] static bool is_capture(Move) { return false; }
    [[nodiscard]] static std::string move_text(Move move) { return move == 'b' ? "bid" : "fold"; }

    // The cards in order, "-" before the deal, a slash and the actions: "314025/bf".
    [[nodiscard]] std::string text() const {
        return text([](std::size_t) { return true; });
    }
    [[nodiscard]] std::string view(std::optional<int> seat) const {
        return text([seat](std::size_t place) { return sees_value(place, seat); });
    }
    [[nodiscard]] static bool sees_value(std::size_t place, std::optional<int> seat) {
        return place == seat_count || (seat && place == static_cast<std::size_t>(*seat));
    }
    [[nodiscard]] std::string information(int seat) const { return view(seat); }

    static Parsed<Hands> parse(std::string_view text, const Settings&) {
        const auto slash = text.find('/');
        if (slash == text.npos) return Error{"A position is the cards, a slash and what was said."};
        Hands hands;
        hands.actions_ = text.substr(slash + 1);
        const bool words = hands.actions_.find_first_not_of("bf") == std::string::npos;
        if (!words || hands.actions_.size() > seat_count) return Error{"b and f, at most three."};
        std::vector<int> order;
        for (const char c : text.substr(0, slash)) order.push_back(c - '0');
        if (const auto deal = outcome(order)) hands.apply(*deal);
        if (hands.dealt_ || (text.starts_with('-') && slash == 1 && hands.actions_.empty()))
            return hands;
        return Error{"Cards are 0 to 5, each once, or '-' before the deal."};
    }
    // Deals the hidden cards at random.
    static Parsed<Hands> sample(std::string_view view, const Settings& settings,
                                auto&& random_below) {
        std::string text(view), undealt = "012345";
        for (const char c : text) std::erase(undealt, c);
        for (char& c : text) {
            if (c != '?' || undealt.empty()) continue;
            const auto at =
                static_cast<std::size_t>(random_below(static_cast<int>(undealt.size())));
            c = undealt[at];
            undealt.erase(at, 1);
        }
        return parse(text, settings);
    }

    friend bool operator==(const Hands&, const Hands&) = default;

   private:
    // The seat's card if it bid, else -1.
    [[nodiscard]] int bid(int seat) const {
        const auto at = static_cast<std::size_t>(seat);
        return actions_[at] == 'b' ? order_[at] : -1;
    }
    [[nodiscard]] std::string text(auto&& sees) const {
        std::string text = dealt_ ? "" : "-";
        for (std::size_t place = 0; dealt_ && place < cards; ++place)
            text += sees(place) ? static_cast<char>('0' + order_[place]) : '?';
        return text + '/' + actions_;
    }

    bool dealt_ = false;
    Throw order_{};
    std::string actions_;
};

}  // namespace zeitnot
