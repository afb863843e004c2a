// Whist's positions as text: `6h6d9c8c Tc5c2s4h - 0 0:0`. See docs/reference/games.md.
#pragma once

#include "games/whist/reader.hpp"

namespace zeitnot {

// The hand in each of the possible deals, if they differ. A single possible deal is written twice
// to say that every seat knows it.
inline std::string Whist::hand_text(int seat, bool is_visible,
                                    const std::vector<Hands>& possible) const {
    const Cards own = hands_[at(seat)];
    if (own == 0) return "-";
    if (possible.empty()) {
        return is_visible ? whist::names_of(own)
                          : std::string(static_cast<std::size_t>(whist::count(own)), '?');
    }
    const auto first = possible.front()[at(seat)];
    const bool differs =
        std::ranges::any_of(possible, [&](const Hands& hands) { return hands[at(seat)] != first; });
    if (possible.size() > 1 && !differs) return whist::names_of(first);
    std::string text;
    for (const Hands& hands : possible) {
        if (!text.empty()) text += '|';
        text += whist::names_of(hands[at(seat)]);
    }
    return possible.size() > 1 ? text : text + '|' + text;
}

inline std::string Whist::table_text() const {
    std::string text;
    for (const Move card : trick()) text += whist::name_of(card);
    return text.empty() ? "-" : text;
}

// The earlier tricks, oldest first.
inline std::string Whist::record_text() const {
    std::string text;
    const int count = played_count_ - trick_size_;
    for (int i = 0; i < count; ++i) {
        if (i > 0 && i % settings_.seats == 0) text += '/';
        text += whist::name_of(played_[at(i)]);
    }
    return text;
}

inline std::string Whist::text(const std::array<bool, whist::max_hands>& visible,
                               const std::vector<Hands>& possible) const {
    std::string text;
    for (int seat = 0; seat < settings_.seats; ++seat)
        text += hand_text(seat, visible[at(seat)], possible) + ' ';
    text += table_text() + ' ' + std::to_string(turn_) + ' ' + std::to_string(tricks_[0]) + ':' +
            std::to_string(tricks_[1]);
    const std::string record = record_text();
    return record.empty() ? text : text + ' ' + record;
}

inline std::string Whist::text() const {
    std::vector<Hands> possible = possible_;
    const auto actual = std::ranges::find(possible, hands_);
    if (actual != possible.end()) std::rotate(possible.begin(), actual, actual + 1);
    return text({true, true, true, true}, possible);
}

inline std::string Whist::view(std::optional<int> seat) const {
    return text({seat == 0, seat == 1, seat == 2, seat == 3}, possible_deals_for(seat));
}

inline std::string Whist::information(int seat) const {
    std::string text = whist::names_of(hands_[at(seat)]) + ' ' + table_text() + ' ' +
                       std::to_string(turn_) + ' ' + std::to_string(tricks_[0]) + ':' +
                       std::to_string(tricks_[1]);
    const auto played = played_by_seats();
    for (int other = 0; other < settings_.seats; ++other)
        text += ' ' + whist::names_of(played[at(other)]) + '-' + std::to_string(voids_[at(other)]);
    for (const Hands& hands : possible_deals_for(seat))
        for (int other = 0; other < settings_.seats; ++other)
            text += (other == 0 ? '|' : ' ') + whist::names_of(hands[at(other)]);
    return text;
}

inline Key information_key(const Whist& position, int seat) {
    return position.information_key(seat);
}

// A key of the same facts as `information`.
inline Key Whist::information_key(int seat) const {
    if (!possible_.empty()) return text_key(information(seat));
    Key state = hands_[at(seat)];
    const auto add = [&state](std::uint64_t word) { state = splitmix64(state) ^ word; };
    const Hands played = played_by_seats();
    for (int other = 0; other < settings_.seats; ++other)
        add(played[at(other)] << 4U | voids_[at(other)]);
    for (const Move card : trick()) add(card + 1U);
    add(std::uint64_t{turn_} << 16U | std::uint64_t{tricks_[0]} << 8U | tricks_[1]);
    return splitmix64(state);
}

inline Whist::Hands Whist::played_by_seats() const {
    Hands played{};
    int seat = leader();
    for (int i = played_count_ - trick_size_; i < played_count_; ++i, seat = seat_after(seat, 1))
        played[at(seat)] |= whist::set_of(played_[at(i)]);
    int next_leader = leader();
    for (int first = played_count_ - trick_size_ - settings_.seats; first >= 0;
         first -= settings_.seats) {
        const std::span cards(played_.data() + first, at(settings_.seats));
        next_leader = seat_before(next_leader, winning_index(cards, trump()));
        for (int i = 0; i < settings_.seats; ++i)
            played[at(seat_after(next_leader, i))] |= whist::set_of(cards[at(i)]);
    }
    return played;
}

inline whist::Unseen Whist::unseen_by(int seat) const {
    whist::Unseen unseen;
    unseen.pool = whist::full_deck & ~hands_[at(seat)];
    for (std::size_t i = 0; i < played_count_; ++i) unseen.pool &= ~whist::set_of(played_[i]);
    unseen.known[at(seat)] = hands_[at(seat)];
    unseen.voids = voids_;
    for (int other = 0; other < settings_.seats; ++other)
        if (other != seat) unseen.missing[at(other)] = whist::count(hands_[at(other)]);
    return unseen;
}

inline auto Whist::deals(int seat) const {
    return [base = *this, possible = possible_deals_for(seat),
            dealer = whist::Dealer(unseen_by(seat))](auto&& random_below) mutable {
        const auto deals = static_cast<int>(possible.size());
        return base.with_hands(deals > 0 ? possible[at(random_below(deals))]
                                         : dealer.deal(random_below));
    };
}

inline Parsed<Whist> Whist::parse(std::string_view text, const Settings& settings) {
    auto read = WhistReader(text, settings).read();
    if (!read) return Error{read.error()};
    if (read->has_hidden()) return Error{"A card is hidden: give it as rank and suit."};
    return read->position;
}

inline Parsed<Whist> Whist::sample(std::string_view view, const Settings& settings,
                                   auto&& random_below) {
    auto read = WhistReader(view, settings).read();
    if (!read) return Error{read.error()};
    const Whist& position = read->position;
    const auto deals = static_cast<int>(position.possible_.size());
    if (deals > 0) return position.with_hands(position.possible_[at(random_below(deals))]);
    whist::Dealer dealer(read->unseen);
    if (!dealer.is_possible()) return Error{"No deal fits what has been played."};
    return position.with_hands(dealer.deal(random_below));
}

}  // namespace zeitnot
