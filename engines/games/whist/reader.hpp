// Reads a position, or a view of one, and checks it.
#pragma once

#include "games/whist/position.hpp"

namespace zeitnot {

class WhistReader {
   public:
    using Card = whist::Card;
    using Cards = whist::Cards;
    using Hands = whist::Hands;

    // `position` has only the visible cards.
    struct Read {
        Whist position;
        whist::Unseen unseen;
        [[nodiscard]] bool has_hidden() const {
            return unseen.missing != decltype(unseen.missing){};
        }
    };

    WhistReader(std::string_view text, const WhistSettings& settings)
        : seats_(settings.seats), words_(split_words(text)), read_{Whist(settings), {}} {}

    Parsed<Read> read() {
        const auto count = words_.size() - at(seats_);
        if (words_.size() < at(seats_) || (count != 3 && count != 4))
            return Error{"A position is each seat's hand, the trick, the seat, the tricks won."};
        const bool readable =
            read_seat() && read_tricks() && read_table() && read_record() && read_hands();
        if (!readable || !check_sizes() || !check_cards()) return Error{error_};
        return std::move(read_);
    }

   private:
    static constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }
    [[nodiscard]] std::string_view word(int after_hands) const {
        return words_[at(seats_ + after_hands)];
    }
    Whist& position() { return read_.position; }
    bool fail(const char* sentence) {
        error_ = sentence;
        return false;
    }

    bool read_seat() {
        const auto seat = parse_number(word(1), seats_ - 1);
        if (!seat) return fail("The seat to move is a number from 0.");
        position().turn_ = static_cast<std::uint8_t>(*seat);
        return true;
    }

    bool read_tricks() {
        const auto colon = word(2).find(':');
        for (const int side : {0, 1}) {
            const auto text = side == 0 ? word(2).substr(0, colon)
                                        : word(2).substr(std::min(colon, word(2).size() - 1) + 1);
            const auto tricks = parse_number(text, position().settings_.cards);
            if (colon == std::string_view::npos || !tricks)
                return fail("The tricks won are two numbers, such as 2:1.");
            position().tricks_[at(side)] = static_cast<std::uint8_t>(*tricks);
        }
        return true;
    }

    // Each card has two characters.
    static std::optional<std::vector<Card>> cards_of(std::string_view text) {
        std::vector<Card> cards;
        for (std::size_t i = 0; i < text.size(); i += 2) {
            const auto card = whist::card_named(text.substr(i, 2));
            if (!card) return std::nullopt;
            cards.push_back(*card);
        }
        return cards;
    }

    bool read_table() {
        const auto cards = word(0) == "-" ? std::vector<Card>{} : cards_of(word(0));
        if (!cards || cards->size() >= at(seats_) || word(0).empty())
            return fail("The trick is the cards on the table, such as 6h4h, or -.");
        table_ = *cards;
        position().trick_size_ = static_cast<std::uint8_t>(table_.size());
        return true;
    }

    bool read_record() {
        std::vector<std::vector<Card>> tricks;
        if (words_.size() == at(seats_ + 4)) {
            std::string_view text = word(3);
            for (std::size_t slash = 0; slash != std::string_view::npos;) {
                slash = text.find('/');
                const auto cards = cards_of(text.substr(0, slash));
                if (!cards || cards->size() != at(seats_))
                    return fail("Earlier tricks have a card of each seat, such as 6h4h/9cTc.");
                tricks.push_back(*cards);
                if (slash != std::string_view::npos) text = text.substr(slash + 1);
            }
        }
        if (tricks.size() > at(position().tricks_[0] + position().tricks_[1]))
            return fail("There are more earlier tricks than have been won.");
        return replay(tricks);
    }

    // Replays the earlier tricks. The winner of a trick led the next one, so the leaders follow
    // from the last trick backwards.
    bool replay(const std::vector<std::vector<Card>>& tricks) {
        std::vector<int> leaders(tricks.size() + 1, position().leader());
        std::array<int, 2> won{};
        for (std::size_t i = tricks.size(); i > 0; --i) {
            const int index = Whist::winning_index(tricks[i - 1], position().trump());
            ++won[at(leaders[i] % 2)];
            leaders[i - 1] = position().seat_before(leaders[i], index);
        }
        if (won[0] > position().tricks_[0] || won[1] > position().tricks_[1])
            return fail("The earlier tricks do not agree with the tricks won.");
        for (std::size_t i = 0; i < tricks.size(); ++i)
            if (!play_cards(tricks[i], leaders[i])) return false;
        return play_cards(table_, leaders.back());
    }

    bool play_cards(const std::vector<Card>& cards, int leader) {
        for (std::size_t i = 0; i < cards.size(); ++i) {
            const auto seat = at(position().seat_after(leader, static_cast<int>(i)));
            const int suit = whist::suit_of(cards[i]), led = whist::suit_of(cards[0]);
            if ((seen_cards_ & whist::set_of(cards[i])) != 0) return fail(twice);
            if ((position().voids_[seat] >> suit & 1) != 0) return fail(revoked);
            if (suit != led) position().voids_[seat] |= static_cast<std::uint8_t>(1U << led);
            seen_cards_ |= whist::set_of(cards[i]);
            position().played_[position().played_count_++] = cards[i];
        }
        return true;
    }

    struct Hand {
        Cards cards = 0;
        int hidden = 0;
    };
    static std::optional<Hand> hand_of(std::string_view text) {
        Hand hand;
        for (std::size_t i = 0; i < text.size();) {
            if (text[i] == '?') {
                ++hand.hidden;
                ++i;
                continue;
            }
            const auto card = whist::card_named(text.substr(i, 2));
            if (!card || (hand.cards & whist::set_of(*card)) != 0) return std::nullopt;
            hand.cards |= whist::set_of(*card);
            i += 2;
        }
        if (whist::count(hand.cards) + hand.hidden > whist::ranks || text.empty())
            return std::nullopt;
        return hand;
    }

    static std::vector<std::string_view> alternatives_of(std::string_view text) {
        std::vector<std::string_view> parts;
        for (std::size_t bar = 0; bar != std::string_view::npos;) {
            bar = text.find('|');
            parts.push_back(text.substr(0, bar));
            if (bar != std::string_view::npos) text = text.substr(bar + 1);
        }
        return parts;
    }

    bool read_hands() {
        std::size_t deals = 1;
        for (int seat = 0; seat < seats_; ++seat)
            deals = std::max(deals, alternatives_of(words_[at(seat)]).size());
        std::vector<Hands> possible(deals);
        bool has_hidden = false;
        for (int seat = 0; seat < seats_; ++seat) {
            const auto parts = alternatives_of(words_[at(seat)]);
            if (parts.size() != 1 && parts.size() != deals)
                return fail("Each hand is one, or has one for each possible deal.");
            for (std::size_t deal = 0; deal < deals; ++deal) {
                const auto part = parts.size() == 1 ? parts[0] : parts[deal];
                const auto hand = part == "-" ? Hand{} : hand_of(part);
                if (!hand) return fail("A hand is different cards, as 6h6d9c8c, or -.");
                possible[deal][at(seat)] = hand->cards;
                read_.unseen.missing[at(seat)] = hand->hidden;
                has_hidden |= hand->hidden > 0;
            }
        }
        position().hands_ = possible[0];
        if (deals == 1) return true;
        if (has_hidden) return fail("Possible deals have no hidden cards.");
        return set_possible_deals(std::move(possible));
    }

    // Sorts the deals so that the order does not reveal the actual one.
    bool set_possible_deals(std::vector<Hands> possible) {
        std::ranges::sort(possible);
        const auto repeated = std::ranges::unique(possible);
        possible.erase(repeated.begin(), repeated.end());
        position().possible_ = std::move(possible);
        return true;
    }

    [[nodiscard]] int size_of(int seat, const Hands& hands) const {
        return whist::count(hands[at(seat)]) + read_.unseen.missing[at(seat)];
    }

    // Checks that all hands have equally many cards, counting those on the table.
    bool check_sizes() {
        const Whist& position = read_.position;
        const int left = size_of(position.turn_, position.hands_);
        const int won = position.tricks_[0] + position.tricks_[1];
        const bool is_start = left == 0 && won == 0;
        if (is_start && (position.turn_ != 0 || position.trick_size_ > 0))
            return fail("Before the deal seat 0 is to lead.");
        if (left == 0 && position.trick_size_ > 0) return fail(unequal);
        if (left + won > position.settings_.cards) return fail("So many cards are not dealt.");
        const auto& possible = position.possible_;
        const auto fits = [&](const Hands& hands) { return are_equal(hands, left); };
        if (!fits(position.hands_) || !std::ranges::all_of(possible, fits)) return fail(unequal);
        this->position().dealt_ = !is_start;
        return true;
    }
    [[nodiscard]] bool are_equal(const Hands& hands, int left) const {
        const Whist& position = read_.position;
        for (int i = 0; i < seats_; ++i) {
            const int seat = position.seat_after(position.leader(), i);
            if (size_of(seat, hands) != left - (i < position.trick_size_ ? 1 : 0)) return false;
        }
        return true;
    }

    // Checks that no card occurs twice and no hand has a suit that it has shown to lack.
    bool check_cards() {
        if (!check_deal(position().hands_)) return false;
        for (const Hands& hands : position().possible_)
            if (!check_deal(hands)) return false;
        read_.unseen.known = position().hands_;
        read_.unseen.voids = position().voids_;
        read_.unseen.pool = whist::full_deck & ~seen_cards_;
        for (const Cards hand : position().hands_) read_.unseen.pool &= ~hand;
        return true;
    }
    bool check_deal(const Hands& hands) {
        Cards seen = seen_cards_;
        for (int seat = 0; seat < seats_; ++seat) {
            const Cards hand = hands[at(seat)];
            if ((seen & hand) != 0) return fail(twice);
            seen |= hand;
            for (int suit = 0; suit < whist::suits; ++suit) {
                const bool is_void = (position().voids_[at(seat)] >> suit & 1) != 0;
                if (is_void && (hand & whist::suit_cards(suit)) != 0) return fail(revoked);
            }
        }
        return true;
    }

    static constexpr const char* twice = "A card occurs twice.";
    static constexpr const char* revoked = "A seat has a suit that it did not follow before.";
    static constexpr const char* unequal = "The hands are not equal, but for the cards played.";

    int seats_;
    std::vector<std::string_view> words_;
    Read read_;
    std::vector<Card> table_;
    Cards seen_cards_ = 0;
    const char* error_ = "";
};

}  // namespace zeitnot
