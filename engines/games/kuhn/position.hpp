// Kuhn poker: three cards J Q K, one each, ante 1; check or bet 1; fold or call (Kuhn, "A
// simplified two-person poker", Contributions to the Theory of Games 1, 1950). Played in sessions
// of `hands` hands, the opening seat alternating; the seat with more chips at the end wins.
//
// A seat sees its own card; at a showdown both cards are shown. A folded hand stays hidden until
// the session is over.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "zeitnot/concepts.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

struct KuhnSettings {
    int hands = 10;
};

namespace kuhn {

using Card = std::uint8_t;  // J 0, Q 1, K 2
inline constexpr std::string_view card_names = "JQK";
inline constexpr int deal_count = 6;
inline constexpr std::array<std::array<int, 3>, deal_count> deals{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

// One hand: the seats' cards, and the betting actions: c check or call, b bet, f fold.
struct Hand {
    std::array<Card, 2> cards{};
    std::array<char, 3> actions{};
    std::uint8_t count = 0;  // number of `actions`
    bool dealt = false;

    [[nodiscard]] std::string_view bets() const { return {actions.data(), count}; }
    [[nodiscard]] bool faces_bet() const { return count > 0 && actions[count - 1U] == 'b'; }
    [[nodiscard]] bool is_over() const { return count > 1 && actions[count - 1U] != 'b'; }
    [[nodiscard]] bool was_folded() const { return count > 0 && actions[count - 1U] == 'f'; }
    friend bool operator==(const Hand&, const Hand&) = default;
};

// Whether these are legal actions at the start of a hand.
constexpr bool are_legal_actions(std::string_view bets) {
    for (const std::string_view complete : {"cc", "bc", "bf", "cbc", "cbf"}) {
        if (complete.starts_with(bets)) return true;
    }
    return false;
}

}  // namespace kuhn

class Kuhn {
   public:
    static constexpr std::string_view name = "kuhn";
    static constexpr Unit unit = Unit::chips;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    static constexpr bool small_tree = true;  // 5 betting sequences for each of 6 deals
    using Settings = KuhnSettings;
    static constexpr std::array setting_table{Setting<Settings>{
        .name = "hands", .field = &Settings::hands, .range = {.min = 2, .max = 20, .step = 2}}};
    using Move = char;  // as in Hand::actions
    using Moves = FixedList<Move, 2>;
    using Throw = std::uint8_t;  // a deal's number

    Kuhn() : Kuhn(Settings{}) {}
    explicit Kuhn(const Settings& settings) : hands_(settings.hands) {}

    // The seat that opens the hand acts first.
    [[nodiscard]] int turn() const { return (hands_over_ + hand_.count) % 2; }
    [[nodiscard]] const kuhn::Hand& hand() const { return hand_; }
    // The number of finished hands, and the chips that seat 0 has won in them.
    [[nodiscard]] int episode() const { return hands_over_; }
    [[nodiscard]] int gain() const { return chips_; }
    [[nodiscard]] Key hash() const { return base() ^ text_key(text()); }

    void generate(Moves& moves) const {
        if (!hand_.dealt || result()) return;
        moves.push(hand_.faces_bet() ? 'f' : 'c');
        moves.push(hand_.faces_bet() ? 'c' : 'b');
    }

    void play(Move move) {
        hand_.actions[hand_.count++] = move;
        if (!hand_.is_over()) return;
        chips_ += hand_gain();
        previous_hand_ = hand_;
        hand_ = {};
        ++hands_over_;
    }

    [[nodiscard]] bool chance_due() const { return !hand_.dealt && hands_over_ < hands_; }
    [[nodiscard]] DueThrow due() const { return {"shuffle", {3}}; }
    void chance(auto&& each) const {
        for (Throw deal = 0; deal < kuhn::deal_count; ++deal) each(deal, 1.0 / kuhn::deal_count);
    }
    void apply(Throw deal) {
        for (std::size_t seat = 0; seat < 2; ++seat)
            hand_.cards[seat] = static_cast<kuhn::Card>(kuhn::deals[deal][seat]);
        hand_.dealt = true;
    }
    // The seats' cards, and the undealt one.
    [[nodiscard]] static std::vector<int> values(Throw deal) {
        return {kuhn::deals[deal].begin(), kuhn::deals[deal].end()};
    }
    [[nodiscard]] static std::optional<Throw> outcome(std::span<const int> values) {
        for (Throw deal = 0; deal < kuhn::deal_count; ++deal) {
            if (std::ranges::equal(values, kuhn::deals[deal])) return deal;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (hands_over_ < hands_) return std::nullopt;
        const double score = chips_ > 0 ? 1.0 : chips_ < 0 ? 0.0 : 0.5;
        return Outcome{score, chips_, chips_ == 0 ? "equal chips" : "most chips"};
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }

    // Cards, actions, the hand's number from 1, seat 0's chips, and the previous hand: its cards
    // and actions. Before the deal, and before the first hand, cards are "--".
    [[nodiscard]] std::string text() const { return text({true, true}, {true, true}); }

    [[nodiscard]] std::string move_text(Move move) const {
        if (move == 'b') return "bet";
        if (move == 'f') return "fold";
        return hand_.faces_bet() ? "call" : "check";
    }

    // ── hidden information ──

    // Like `text`, with "?" for what a seat, or a spectator (nullopt), does not see.
    [[nodiscard]] std::string view(std::optional<int> seat) const {
        const std::array own{seat == 0, seat == 1};
        const bool shown = !previous_hand_.was_folded();
        return text(own, shown ? std::array{true, true} : own);
    }
    [[nodiscard]] static bool sees_value(std::size_t place, std::optional<int> seat) {
        return seat && place == static_cast<std::size_t>(*seat);
    }
    // The seat's information state in this hand.
    [[nodiscard]] std::string information(int seat) const {
        return kuhn::card_names[hand_.cards[index(seat)]] + std::string(hand_.bets());
    }

    static Parsed<Kuhn> parse(std::string_view text, const Settings& settings);
    // A random position consistent with `view`; see the concept Observable.
    static Parsed<Kuhn> sample(std::string_view view, const Settings& settings,
                               auto&& random_below);

    friend bool operator==(const Kuhn&, const Kuhn&) = default;

   private:
    static constexpr std::size_t index(int seat) { return static_cast<std::size_t>(seat); }
    [[nodiscard]] Key base() const { return text_key(name) ^ settings_key<Kuhn>({hands_}); }

    // Seat 0's gain in the finished hand, in chips.
    [[nodiscard]] int hand_gain() const {
        const int last_to_act = (hands_over_ + hand_.count - 1) % 2;
        if (hand_.was_folded()) return last_to_act == 0 ? -1 : 1;
        const int stake = hand_.bets().find('b') == std::string_view::npos ? 1 : 2;
        return hand_.cards[0] > hand_.cards[1] ? stake : -stake;
    }

    static std::string cards_text(const kuhn::Hand& hand, const std::array<bool, 2>& visible) {
        std::string cards;
        for (const std::size_t seat : {0U, 1U}) {
            if (!hand.dealt) cards += '-';
            if (hand.dealt) cards += visible[seat] ? kuhn::card_names[hand.cards[seat]] : '?';
        }
        return cards + '/' + std::string(hand.bets());
    }
    [[nodiscard]] std::string text(const std::array<bool, 2>& visible_now,
                                   const std::array<bool, 2>& visible_previous) const {
        return cards_text(hand_, visible_now) + ' ' + std::to_string(hands_over_ + 1) + ' ' +
               std::to_string(chips_) + ' ' + cards_text(previous_hand_, visible_previous);
    }

    static std::optional<kuhn::Hand> read_hand(std::string_view text);
    [[nodiscard]] std::optional<Error> position_error() const;

    int hands_;
    int hands_over_ = 0;  // finished hands
    int chips_ = 0;       // seat 0's
    kuhn::Hand hand_;
    kuhn::Hand previous_hand_;
};

// "QJ/cb": two cards and the actions; "--/" before the deal.
inline std::optional<kuhn::Hand> Kuhn::read_hand(std::string_view text) {
    kuhn::Hand hand;
    if (text == "--/") return hand;
    if (text.size() < 3 || text.size() > 6 || text[2] != '/') return std::nullopt;
    for (const std::size_t seat : {0U, 1U}) {
        const auto card = kuhn::card_names.find(text[seat]);
        if (card == std::string_view::npos) return std::nullopt;
        hand.cards[seat] = static_cast<kuhn::Card>(card);
    }
    if (hand.cards[0] == hand.cards[1] || !kuhn::are_legal_actions(text.substr(3)))
        return std::nullopt;
    for (const char action : text.substr(3)) hand.actions[hand.count++] = action;
    hand.dealt = true;
    return hand;
}

// Accepts every reachable position, and also unreachable scores within the bounds of the session.
inline Parsed<Kuhn> Kuhn::parse(std::string_view text, const Settings& settings) {
    const auto words = split_words(text);
    if (words.size() != 4)
        return Error{"A position is a hand, its number, seat 0's chips and the hand before."};
    const auto hand = read_hand(words[0]), last = read_hand(words[3]);
    if (!hand || !last) return Error{"A hand is two of J, Q and K, a slash, and c, b and f."};
    const bool is_negative = words[2].starts_with('-');
    const auto number = parse_number(words[1], settings.hands + 1);
    const auto chips = parse_number(words[2].substr(is_negative ? 1 : 0), 2 * settings.hands);
    if (!number || *number == 0 || !chips || (is_negative && *chips == 0))
        return Error{"The hand's number and the chips are whole numbers that the session allows."};
    Kuhn position(settings);
    position.hand_ = *hand;
    position.previous_hand_ = *last;
    position.hands_over_ = *number - 1;
    position.chips_ = is_negative ? -*chips : *chips;
    if (auto error = position.position_error()) return *error;
    return position;
}

inline std::optional<Error> Kuhn::position_error() const {
    if (hand_.is_over()) return Error{"The hand is over: the next one is due."};
    if (hand_.dealt && hands_over_ == hands_) return Error{"The session is over."};
    if (previous_hand_.dealt != (hands_over_ > 0) ||
        (previous_hand_.dealt && !previous_hand_.is_over()))
        return Error{"The hand before must be over, and there is none before the first."};
    if (chips_ > 2 * hands_over_ || chips_ < -2 * hands_over_)
        return Error{"So many chips cannot have been won in so few hands."};
    return std::nullopt;
}

inline Parsed<Kuhn> Kuhn::sample(std::string_view view, const Settings& settings,
                                 auto&& random_below) {
    std::string text(view);
    // Deals random cards, which the view does not show, for the hidden ones.
    for (std::size_t at = 0; (at = text.find('?', at)) != std::string::npos;) {
        const std::size_t first = at > 0 && text[at - 1] != ' ' ? at - 1 : at;
        std::string undealt;
        for (const char card : kuhn::card_names) {
            if (std::string_view(text).substr(first, 2).find(card) == std::string_view::npos)
                undealt += card;
        }
        text[at] =
            undealt[static_cast<std::size_t>(random_below(static_cast<int>(undealt.size())))];
    }
    return parse(text, settings);
}

}  // namespace zeitnot
