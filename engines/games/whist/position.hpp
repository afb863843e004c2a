// Small whist: each hand gets a few cards of the full deck, and the rest stay unseen. Two seats, or
// four with partners 0 and 2 against 1 and 3. Players must follow suit if they can. The highest
// card of the suit led, or the highest trump, takes the trick, and its seat leads to the next. Each
// trick is one point.
//
// A seat sees its own cards and all played cards. A position may list several equally likely deals,
// including the actual one; every seat knows the list.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "games/whist/dealing.hpp"
#include "zeitnot/concepts.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

struct WhistSettings {
    int cards = 4;
    int seats = 2;
    int trump = 0;  // 0: none; else the suit, from 1
    friend bool operator==(const WhistSettings&, const WhistSettings&) = default;
};

class Whist {
   public:
    static constexpr std::string_view name = "whist";
    static constexpr Unit unit = Unit::tricks;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    using Settings = WhistSettings;
    static constexpr std::array<Setting<Settings>, 3> setting_table{
        {{.name = "cards", .field = &Settings::cards, .numbers = {4, 7, 13}},
         {.name = "seats", .field = &Settings::seats, .numbers = {2, 4}},
         {.name = "trump",
          .field = &Settings::trump,
          .words = {"none", "clubs", "diamonds", "hearts", "spades"}}}};
    static constexpr int seats(const Settings& settings) { return settings.seats; }
    using Move = whist::Card;
    using Moves = FixedList<Move, whist::ranks>;
    // The shuffled deck: the first cards are seat 0's, the next seat 1's, and so on.
    using Throw = std::array<whist::Card, whist::deck>;
    using Cards = whist::Cards;
    using Hands = whist::Hands;

    Whist() : Whist(Settings{}) {}
    explicit Whist(const Settings& settings) : settings_(settings) {}

    [[nodiscard]] int turn() const { return turn_; }
    [[nodiscard]] const Settings& settings() const { return settings_; }
    [[nodiscard]] const Hands& hands() const { return hands_; }
    [[nodiscard]] int trump() const { return settings_.trump - 1; }  // -1: none
    // The tricks that seats 0 and 2 have taken, and 1 and 3.
    [[nodiscard]] const std::array<std::uint8_t, 2>& tricks() const { return tricks_; }
    // The total number of tricks of the hand.
    [[nodiscard]] int all_tricks() const {
        if (!dealt_) return settings_.cards;
        return tricks_[0] + tricks_[1] + whist::count(hands_[at(turn_)]);
    }
    // The cards on the table in the order of play; the seat to move plays the next.
    [[nodiscard]] std::span<const whist::Card> trick() const {
        return {played_.data() + played_count_ - trick_size_, trick_size_};
    }
    [[nodiscard]] int leader() const { return seat_before(turn_, trick_size_); }
    [[nodiscard]] Key hash() const { return base() ^ text_key(text()); }

    void generate(Moves& moves) const {
        for (Cards legal = legal_cards(); legal != 0;) moves.push(whist::pop(legal));
    }
    // The legal moves as a set.
    [[nodiscard]] Cards legal_cards() const {
        const Cards hand = hands_[at(turn_)];
        if (trick_size_ == 0) return hand;
        const Cards follows = hand & whist::suit_cards(whist::suit_of(trick()[0]));
        return follows != 0 ? follows : hand;
    }

    void play(Move card) {
        if (!possible_.empty()) filter_possible_deals(card);
        if (trick_size_ > 0 && whist::suit_of(card) != whist::suit_of(trick()[0]))
            voids_[at(turn_)] |= static_cast<std::uint8_t>(1U << whist::suit_of(trick()[0]));
        hands_[at(turn_)] &= ~whist::set_of(card);
        played_[played_count_++] = card;
        turn_ = static_cast<std::uint8_t>((turn_ + 1) % settings_.seats);
        if (++trick_size_ < settings_.seats) return;
        turn_ = static_cast<std::uint8_t>(seat_after(turn_, winning_index(trick(), trump())));
        ++tricks_[turn_ % 2U];
        trick_size_ = 0;
    }

    // The index of the card that takes a trick.
    static int winning_index(std::span<const whist::Card> cards, int trump) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < cards.size(); ++i)
            if (whist::beats(cards[i], cards[best], trump)) best = i;
        return static_cast<int>(best);
    }

    [[nodiscard]] bool chance_due() const { return !dealt_; }
    [[nodiscard]] static DueThrow due() { return {"shuffle", {whist::deck}}; }
    static void chance(auto&&) {}  // see SamplesThrows
    [[nodiscard]] static Throw draw(auto&& random_below) {
        Throw order = sorted_deck();
        for (int last = whist::deck - 1; last > 0; --last)
            std::swap(order[at(last)], order[at(random_below(last + 1))]);
        return order;
    }
    void apply(const Throw& order) {
        dealt_ = true;
        for (int place = 0; place < settings_.cards * settings_.seats; ++place)
            hands_[at(place / settings_.cards)] |= whist::set_of(order[at(place)]);
    }
    [[nodiscard]] static std::vector<int> values(const Throw& order) {
        return {order.begin(), order.end()};
    }
    [[nodiscard]] static std::optional<Throw> outcome(std::span<const int> values) {
        if (!std::ranges::is_permutation(values, sorted_deck())) return std::nullopt;
        Throw order{};
        std::ranges::copy(values, order.begin());
        return order;
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (!dealt_ || hands_[at(turn_)] != 0) return std::nullopt;
        const int lead = tricks_[0] - tricks_[1];
        auto scores = PerSeat<double>::all(settings_.seats, 0.5);
        auto margins = PerSeat<int>::all(settings_.seats, 0);
        for (int seat = 0; seat < settings_.seats; ++seat) {
            margins[seat] = seat % 2 == 0 ? lead : -lead;
            if (lead != 0) scores[seat] = margins[seat] > 0 ? 1 : 0;
        }
        return Outcome{scores, margins, lead == 0 ? "equal tricks" : "most tricks"};
    }

    // The tricks of each seat's side; see HasPayoffs.
    [[nodiscard]] PerSeat<double> payoffs(const Outcome& /*end*/) const {
        auto tricks = PerSeat<double>::all(settings_.seats, 0);
        for (int seat = 0; seat < settings_.seats; ++seat) tricks[seat] = tricks_[at(seat % 2)];
        return tricks;
    }
    [[nodiscard]] PayoffRange payoff_range(int /*seat*/) const {
        return {0, static_cast<double>(all_tricks())};
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }
    [[nodiscard]] static std::string move_text(Move card) { return whist::name_of(card); }

    // The hand of each seat ("-": none), the cards on the table, the seat to move, the tricks of
    // both sides, and any earlier tricks, each in the order of play.
    [[nodiscard]] std::string text() const;

    // ── hidden information ──

    // Like `text`, with a "?" for each card that a seat, or a spectator (nullopt), does not see.
    [[nodiscard]] std::string view(std::optional<int> seat) const;
    [[nodiscard]] bool sees_value(std::size_t place, std::optional<int> seat) const {
        const auto size = static_cast<std::size_t>(settings_.cards);
        return seat && place / size == at(*seat);
    }
    // The seat's cards, the cards that each seat has played, the suits that it is known to lack,
    // and the trick. Omits the order of earlier tricks, which does not matter.
    [[nodiscard]] std::string information(int seat) const;
    [[nodiscard]] Key information_key(int seat) const;
    // The possible deals that are consistent with what a seat, or a spectator, has seen, if the
    // position lists possible deals.
    [[nodiscard]] std::vector<Hands> possible_deals_for(std::optional<int> seat) const {
        std::vector<Hands> fitting;
        for (const Hands& hands : possible_)
            if (!seat || hands[at(*seat)] == hands_[at(*seat)]) fitting.push_back(hands);
        return fitting;
    }
    // The cards that each seat has played, as far as they are recorded.
    [[nodiscard]] Hands played_by_seats() const;
    // The cards that a seat does not see, for a Dealer.
    [[nodiscard]] whist::Unseen unseen_by(int seat) const;
    // Draws deals that a seat cannot distinguish; see PreparesDeals.
    [[nodiscard]] auto deals(int seat) const;
    // The same position with other hands, which must have the same sizes and unplayed cards.
    [[nodiscard]] Whist with_hands(const Hands& hands) const {
        Whist other = *this;
        other.hands_ = hands;
        return other;
    }

    static Parsed<Whist> parse(std::string_view text, const Settings& settings);
    // A random position consistent with `view`; see the concept Observable.
    static Parsed<Whist> sample(std::string_view view, const Settings& settings,
                                auto&& random_below);

    friend bool operator==(const Whist&, const Whist&) = default;

   private:
    friend class WhistReader;

    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }
    [[nodiscard]] Key base() const { return text_key(name) ^ settings_key<Whist>(settings_); }
    [[nodiscard]] int seat_after(int seat, int steps) const {
        return (seat + steps) % settings_.seats;
    }
    [[nodiscard]] int seat_before(int seat, int steps) const {
        return (seat + settings_.seats - steps) % settings_.seats;
    }
    static constexpr Throw sorted_deck() {
        Throw order{};
        for (int card = 0; card < whist::deck; ++card) order[at(card)] = static_cast<Move>(card);
        return order;
    }

    // Keeps only the possible deals in which the seat to move may play this card.
    void filter_possible_deals(Move card) {
        const auto mover = at(turn_);
        std::erase_if(possible_, [&](Hands& hands) {
            Cards legal = hands[mover];
            if (trick_size_ > 0) {
                const Cards follows = legal & whist::suit_cards(whist::suit_of(trick()[0]));
                if (follows != 0) legal = follows;
            }
            const bool is_legal = (legal & whist::set_of(card)) != 0;
            hands[mover] &= ~whist::set_of(card);
            return !is_legal;
        });
    }

    [[nodiscard]] std::string hand_text(int seat, bool is_visible,
                                        const std::vector<Hands>& possible) const;
    [[nodiscard]] std::string text(const std::array<bool, whist::max_hands>& visible,
                                   const std::vector<Hands>& possible) const;
    [[nodiscard]] std::string table_text() const;
    [[nodiscard]] std::string record_text() const;

    Settings settings_;
    Hands hands_{};
    std::array<std::uint8_t, whist::max_hands> voids_{};  // a bit for each suit shown to be missing
    std::array<std::uint8_t, 2> tricks_{};
    std::uint8_t turn_ = 0;
    bool dealt_ = false;
    std::array<Move, whist::deck> played_{};  // in order, those of the trick on the table the last
    std::uint8_t played_count_ = 0;
    std::uint8_t trick_size_ = 0;
    std::vector<Hands> possible_;  // empty: any deal that fits what was seen
};

// Overload of the general function that does not write the text.
Key information_key(const Whist& position, int seat);

}  // namespace zeitnot

#include "games/whist/text.hpp"
