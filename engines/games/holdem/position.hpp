// Limit Texas hold'em for two seats: two cards each, a round of betting, three cards on the board,
// a round, a fourth card, a round, a fifth, a round; the best five of seven cards win (the game
// that Bowling, Burch, Johanson and Tammelin solved, "Heads-up limit hold'em poker is solved",
// Science 347, 2015). Blinds 1 and 2, bets 2, 2, 4 and 4, at most four a round. Played in sessions
// of `hands` hands, the deal alternating; the seat with more chips at the end wins.
//
// A seat sees its own cards and the board; at a showdown both hands are shown. A folded hand stays
// hidden until the session is over. Cards are dealt only when they may be seen, so no event or
// record contains a card of a later round.
#pragma once

#include "games/holdem/hand.hpp"
#include "zeitnot/concepts.hpp"
#include "zeitnot/hands.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

struct HoldemSettings {
    int hands = 20;
};

class Holdem {
   public:
    static constexpr std::string_view name = "holdem";
    static constexpr Unit unit = Unit::chips;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = HoldemSettings;
    static constexpr std::array setting_table{Setting<Settings>{
        .name = "hands", .field = &Settings::hands, .range = {.min = 2, .max = 40, .step = 2}}};
    using Move = holdem::Action;
    using Moves = holdem::Actions;
    using Throw = holdem::Deal;

    Holdem() : Holdem(Settings{}) {}
    explicit Holdem(const Settings& settings) : hands_(settings.hands) {}

    [[nodiscard]] int turn() const { return (score_.finished + hand_.betting().actor()) % 2; }
    // The seat that deals this hand; seat 0 deals the first.
    [[nodiscard]] int dealer() const { return score_.finished % 2; }
    [[nodiscard]] const holdem::Hand& hand() const { return hand_; }
    // The number of finished hands, and the chips that seat 0 has won in them.
    [[nodiscard]] int episode() const { return score_.finished; }
    [[nodiscard]] int gain() const { return score_.chips; }
    [[nodiscard]] Key hash() const {
        return text_key(name) ^ settings_key<Holdem>({hands_}) ^ text_key(text());
    }

    void generate(Moves& moves) const {
        if (!hand_.is_deal_due()) hand_.betting().generate(moves);
    }

    void play(Move move) {
        hand_.play(move);
        if (!hand_.is_over()) return;
        score_.chips += hand_.gain(dealer());
        previous_ = hand_;
        hand_ = {};
        ++score_.finished;
    }

    [[nodiscard]] bool chance_due() const {
        return hand_.is_deal_due() && score_.finished < hands_;
    }
    [[nodiscard]] DueThrow due() const { return {"shuffle", {std::popcount(hand_.deck())}}; }
    // Lists only deals of one card, because there are too many others.
    void chance(auto&& each) const {
        if (hand_.due_cards() != 1) return;
        const holdem::Cards deck = hand_.deck();
        for (holdem::Cards cards = deck; cards != 0; cards &= cards - 1)
            each(Throw{cards & -cards}, 1.0 / std::popcount(deck));
    }
    // Draws random cards. `random_below(n)` returns a number from 0 to n - 1.
    [[nodiscard]] Throw draw(auto&& random_below) const {
        holdem::Cards deck = hand_.deck();
        Throw drawn{};
        for (int i = 0; i < hand_.due_cards(); ++i) {
            const holdem::Cards card = card_at(deck, random_below(std::popcount(deck)));
            deck ^= card;
            drawn[receiver(i)] |= card;
        }
        return drawn;
    }
    void apply(const Throw& cards) { hand_.deal(cards); }
    // A permutation of the positions of the deck's remaining cards, counted from the lowest card:
    // the dealt cards, seat 0's first, then the others.
    [[nodiscard]] std::vector<int> values(const Throw& cards) const {
        std::array<std::vector<int>, 3> places;
        int place = 0;
        for (holdem::Cards deck = hand_.deck(); deck != 0; deck &= deck - 1) {
            const holdem::Cards card = deck & -deck;
            places[(cards[0] & card) != 0 ? 0 : (cards[1] & card) != 0 ? 1 : 2].push_back(place++);
        }
        std::vector<int> all;
        for (const auto& some : places) all.insert(all.end(), some.begin(), some.end());
        return all;
    }
    [[nodiscard]] std::optional<Throw> outcome(std::span<const int> values) const {
        const holdem::Cards deck = hand_.deck();
        std::uint64_t places = 0;
        for (const int value : values) {
            if (value < 0 || value >= std::popcount(deck)) return std::nullopt;
            places |= std::uint64_t{1} << value;
        }
        const auto size = static_cast<std::size_t>(std::popcount(deck));
        if (values.size() != size || std::popcount(places) != std::popcount(deck))
            return std::nullopt;
        Throw cards{};
        for (int i = 0; i < hand_.due_cards(); ++i)
            cards[receiver(i)] |= card_at(deck, values[static_cast<std::size_t>(i)]);
        return cards;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (score_.finished < hands_) return std::nullopt;
        return score_.outcome();
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }

    // The hand (see holdem::Hand::text), its number from 1, seat 0's chips, and the previous hand.
    [[nodiscard]] std::string text() const { return text({true, true}, {true, true}); }

    [[nodiscard]] std::string move_text(Move move) const {
        if (move == 'f') return "fold";
        if (move == 'c') return hand_.betting().faces_bet() ? "call" : "check";
        return hand_.betting().bets() > 0 ? "raise" : "bet";
    }

    // ── hidden information ──

    // Like `text`, with "?" for what a seat, or a spectator (nullopt), does not see.
    [[nodiscard]] std::string view(std::optional<int> seat) const {
        const std::array own{seat == 0, seat == 1};
        return text(own, previous_.betting().was_folded() ? own : std::array{true, true});
    }
    // A seat sees its own cards. The shuffles for the board stay hidden, because positions in the
    // deck reveal which cards are no longer in it.
    [[nodiscard]] bool sees_value(std::size_t place, std::optional<int> seat) const {
        return hand_.is_dealt() && hand_.board() == 0 && seat &&
               place / holdem::own_cards == static_cast<std::size_t>(*seat);
    }
    // The seat's information state in this hand.
    [[nodiscard]] std::string information(int seat) const {
        return holdem::names_of(hand_.own(static_cast<std::size_t>(seat))) + '/' +
               hand_.board_text() + '/' + std::string(hand_.betting().text());
    }

    static Parsed<Holdem> parse(std::string_view text, const Settings& settings);
    // A random position consistent with `view`; see the concept Observable.
    static Parsed<Holdem> sample(std::string_view view, const Settings& settings,
                                 auto&& random_below);

    friend bool operator==(const Holdem&, const Holdem&) = default;

   private:
    static holdem::Cards card_at(holdem::Cards deck, int place) {
        for (; place > 0; --place) deck &= deck - 1;
        return deck & -deck;
    }
    // The receiver of the card with this number in a deal: a seat, or the board after both seats
    // have their cards.
    [[nodiscard]] std::size_t receiver(int number) const {
        return !hand_.is_dealt() && number >= holdem::own_cards ? 1 : 0;
    }

    [[nodiscard]] std::string text(const std::array<bool, 2>& visible_now,
                                   const std::array<bool, 2>& visible_previous) const {
        return hand_.text(visible_now) + ' ' + score_.text() + ' ' +
               previous_.text(visible_previous);
    }
    [[nodiscard]] std::optional<Error> position_error() const;

    int hands_;
    HandScore score_;
    holdem::Hand hand_;
    holdem::Hand previous_;
};

// Accepts every reachable position, and also unreachable scores within the bounds of the session.
inline Parsed<Holdem> Holdem::parse(std::string_view text, const Settings& settings) {
    const auto words = split_words(text);
    if (words.size() != 4)
        return Error{"A position is a hand, its number, seat 0's chips and the hand before."};
    const auto hand = holdem::Hand::read(words[0]), last = holdem::Hand::read(words[3]);
    if (!hand || !last)
        return Error{"A hand is the seats' cards, the board or -, and a possible betting."};
    const auto score = parse_hand_score(words[1], words[2], settings.hands, holdem::max_loss);
    if (!score)
        return Error{"The hand's number and the chips are whole numbers that the session allows."};
    Holdem position(settings);
    position.hand_ = *hand;
    position.previous_ = *last;
    position.score_ = *score;
    if (auto error = position.position_error()) return *error;
    return position;
}

inline std::optional<Error> Holdem::position_error() const {
    if (hand_.is_over()) return Error{"The hand is over: the next one is due."};
    if (hand_.is_dealt() && score_.finished == hands_) return Error{"The session is over."};
    if ((previous_.own(0) != 0) != (score_.finished > 0) ||
        (score_.finished > 0 && !previous_.is_over()))
        return Error{"The hand before must be over, and there is none before the first."};
    return std::nullopt;
}

// Replaces the hidden cards by random ones that the view does not show.
inline Parsed<Holdem> Holdem::sample(std::string_view view, const Settings& settings,
                                     auto&& random_below) {
    std::string text;
    for (const std::string_view word : split_words(view)) {
        const std::string_view shown = word.substr(0, word.rfind('/'));
        holdem::Cards deck = holdem::full_deck;
        for (std::size_t at = 0; at + 1 < shown.size(); at += shown[at] == '/' ? 1 : 2)
            deck &= ~holdem::cards_named(shown.substr(at, 2)).value_or(0);
        std::string dealt(word);
        for (std::size_t at = 0; (at = dealt.find("????")) != std::string::npos;) {
            holdem::Cards cards = 0;
            for (int i = 0; i < holdem::own_cards; ++i) {
                cards |= card_at(deck & ~cards, random_below(std::popcount(deck & ~cards)));
            }
            deck &= ~cards;
            dealt.replace(at, 4, holdem::names_of(cards));
        }
        text += text.empty() ? dealt : ' ' + dealt;
    }
    return parse(text, settings);
}

}  // namespace zeitnot
