// Leduc hold'em: six cards, J Q K in two suits; one card each, a round of betting, a public card,
// another round (Southey, Bowling, Larson, Piccione, Burch, Billings and Rayner, "Bayes' bluff:
// opponent modelling in poker", UAI 2005). A pair with the public card wins, otherwise the higher
// card. Played in sessions of `hands` hands, the opening seat alternating; the seat with more chips
// at the end wins.
//
// A seat sees its own card and the public one; at a showdown both cards are shown. A folded hand
// stays hidden until the session is over.
#pragma once

#include "games/leduc/hand.hpp"
#include "zeitnot/concepts.hpp"
#include "zeitnot/hands.hpp"
#include "zeitnot/words.hpp"

namespace zeitnot {

// `bets`: fixed limits or no limit. Without a limit each seat has `stack` chips in each hand.
struct LeducSettings {
    int hands = 10;
    int bets = 0;
    int stack = 10;
};

class Leduc {
   public:
    static constexpr std::string_view name = "leduc";
    static constexpr Unit unit = Unit::chips;
    static constexpr int version = 1;
    static constexpr bool draws = true;
    static constexpr bool small_tree = true;  // at most 65,000 histories
    using Settings = LeducSettings;
    static constexpr std::array setting_table{
        Setting<Settings>{
            .name = "hands", .field = &Settings::hands, .range = {.min = 2, .max = 20, .step = 2}},
        Setting<Settings>{.name = "bets", .field = &Settings::bets, .words = {"limit", "nolimit"}},
        Setting<Settings>{.name = "stack", .field = &Settings::stack, .numbers = {5, 10, 20}},
    };
    using Move = leduc::Action;
    using Moves = leduc::Actions;
    // The cards of a deal, or the public card and `leduc::no_card`.
    using Throw = std::array<leduc::Card, 2>;

    Leduc() : Leduc(Settings{}) {}
    explicit Leduc(const Settings& settings) : settings_(settings) {}

    // The seat that opens the hand acts first in both rounds.
    [[nodiscard]] int turn() const { return (score_.finished + hand_.actor()) % 2; }
    [[nodiscard]] const leduc::Hand& hand() const { return hand_; }
    // The number of finished hands, and the chips that seat 0 has won in them.
    [[nodiscard]] int episode() const { return score_.finished; }
    [[nodiscard]] int gain() const { return score_.chips; }
    [[nodiscard]] Key hash() const {
        return text_key(name) ^ settings_key<Leduc>(settings_) ^ text_key(text());
    }

    void generate(Moves& moves) const { hand_.generate(moves, stakes()); }

    void play(Move move) {
        hand_.play(move, stakes());
        if (hand_.is_over()) finish_hand();
    }

    [[nodiscard]] bool chance_due() const {
        return hand_.is_board_due() || (!hand_.is_dealt() && score_.finished < settings_.hands);
    }
    [[nodiscard]] DueThrow due() const {
        return {"shuffle", {static_cast<int>(hidden_cards().size())}};
    }
    void chance(auto&& each) const {
        const auto cards = hidden_cards();
        const auto count = static_cast<double>(cards.size());
        for (const leduc::Card first : cards) {
            if (hand_.is_dealt()) {
                each(Throw{first, leduc::no_card}, 1 / count);
                continue;
            }
            for (const leduc::Card second : cards)
                if (second != first) each(Throw{first, second}, 1 / (count * (count - 1)));
        }
    }
    void apply(Throw cards) {
        if (!hand_.is_dealt()) return hand_.deal(cards[0], cards[1]);
        hand_.deal_board(cards[0]);
        if (hand_.is_over()) finish_hand();
    }
    // A permutation of the positions of the deck's remaining cards: the dealt cards, seat 0's
    // first, then the others in order.
    [[nodiscard]] std::vector<int> values(Throw cards) const {
        std::vector<int> dealt, others;
        const auto deck = hidden_cards();
        for (const leduc::Card card : cards) {
            if (card != leduc::no_card) dealt.push_back(place_in(deck, card));
        }
        for (int place = 0; place < static_cast<int>(deck.size()); ++place)
            if (std::ranges::find(dealt, place) == dealt.end()) others.push_back(place);
        dealt.insert(dealt.end(), others.begin(), others.end());
        return dealt;
    }
    [[nodiscard]] std::optional<Throw> outcome(std::span<const int> values) const {
        const auto deck = hidden_cards();
        std::vector<int> sorted(values.begin(), values.end());
        std::ranges::sort(sorted);
        if (sorted.size() != deck.size()) return std::nullopt;
        for (std::size_t i = 0; i < sorted.size(); ++i)
            if (sorted[i] != static_cast<int>(i)) return std::nullopt;
        const auto card = [&](std::size_t at) {
            return deck[static_cast<std::size_t>(values[at])];
        };
        return Throw{card(0), hand_.is_dealt() ? leduc::no_card : card(1)};
    }

    [[nodiscard]] std::optional<Outcome> result() const {
        if (score_.finished < settings_.hands) return std::nullopt;
        return score_.outcome();
    }

    [[nodiscard]] static bool is_capture(Move) { return false; }

    // The seats' cards, the public card and the betting; the hand's number from 1, seat 0's chips,
    // and the previous hand.
    [[nodiscard]] std::string text() const { return text({true, true}, {true, true}); }
    [[nodiscard]] std::string move_text(Move move) const;

    // ── hidden information ──

    // Like `text`, with "?" for each card that a seat, or a spectator (nullopt), does not see.
    [[nodiscard]] std::string view(std::optional<int> seat) const {
        const std::array own{seat == 0, seat == 1};
        return text(own, previous_.was_folded() ? own : std::array{true, true});
    }
    // The shuffle for the public card stays hidden, because it reveals the other seat's card.
    [[nodiscard]] bool sees_value(std::size_t place, std::optional<int> seat) const {
        return hand_.is_dealt() && hand_.board() == leduc::no_card && seat &&
               place == static_cast<std::size_t>(*seat);
    }
    // The seat's information state in this hand. Suits do not matter.
    [[nodiscard]] std::string information(int seat) const {
        if (!hand_.is_dealt()) return {};
        std::string known{rank_name(hand_.card(static_cast<std::size_t>(seat)))};
        if (hand_.board() != leduc::no_card) known += rank_name(hand_.board());
        return known.append(hand_.betting());
    }

    static Parsed<Leduc> parse(std::string_view text, const Settings& settings);
    // A random position consistent with `view`; see the concept Observable.
    static Parsed<Leduc> sample(std::string_view view, const Settings& settings,
                                auto&& random_below);

    friend bool operator==(const Leduc& one, const Leduc& other) {
        return one.score_ == other.score_ && one.hand_ == other.hand_ &&
               one.previous_ == other.previous_ &&
               settings_key<Leduc>(one.settings_) == settings_key<Leduc>(other.settings_);
    }

   private:
    using Deck = FixedList<leduc::Card, leduc::card_count>;

    static leduc::Stakes stakes_of(const Settings& settings) {
        return {settings.bets == 0 ? 0 : settings.stack};
    }
    [[nodiscard]] leduc::Stakes stakes() const { return stakes_of(settings_); }
    static char rank_name(leduc::Card card) {
        return leduc::rank_names[static_cast<std::size_t>(leduc::rank_of(card))];
    }

    // The cards that have not been dealt, in order.
    [[nodiscard]] Deck hidden_cards() const {
        Deck cards;
        for (leduc::Card card = 0; card < leduc::card_count; ++card)
            if (card != hand_.card(0) && card != hand_.card(1)) cards.push(card);
        return cards;
    }
    static int place_in(const Deck& deck, leduc::Card card) {
        return static_cast<int>(std::find(deck.begin(), deck.end(), card) - deck.begin());
    }

    void finish_hand() {
        const int opener = score_.finished % 2;
        const int gain = hand_.gain(static_cast<std::size_t>(opener));
        score_.chips += opener == 0 ? gain : -gain;
        ++score_.finished;
        previous_ = hand_;
        hand_ = {};
    }

    static std::string hand_text(const leduc::Hand& hand, const std::array<bool, 2>& visible) {
        if (!hand.is_dealt()) return "-/-/";
        std::string text;
        for (const std::size_t seat : {0U, 1U})
            text += visible[seat] ? leduc::name_of(hand.card(seat)) : "?";
        text += '/';
        text += hand.board() == leduc::no_card ? "-" : leduc::name_of(hand.board());
        return (text += '/').append(hand.betting());
    }
    [[nodiscard]] std::string text(const std::array<bool, 2>& visible_now,
                                   const std::array<bool, 2>& visible_previous) const {
        return hand_text(hand_, visible_now) + ' ' + score_.text() + ' ' +
               hand_text(previous_, visible_previous);
    }

    static std::optional<leduc::Hand> read_hand(std::string_view text, const leduc::Stakes& stakes);
    static bool play_betting(leduc::Hand& hand, std::string_view betting, leduc::Card board,
                             const leduc::Stakes& stakes);
    [[nodiscard]] std::optional<Error> position_error() const;

    Settings settings_;
    HandScore score_;
    leduc::Hand hand_;
    leduc::Hand previous_;
};

inline std::string Leduc::move_text(Move move) const {
    switch (move) {
        case 'f':
            return "fold";
        case 'c':
            return hand_.faces_raise() ? "call" : "check";
        case 'r':
            return "raise";
        case 'h':
            return "half";
        case 'p':
            return "pot";
        default:
            return "allin";
    }
}

// "KsQh/Js/crc-cr": the cards, the public card, and the betting; "-/-/" before the deal.
inline std::optional<leduc::Hand> Leduc::read_hand(std::string_view text,
                                                   const leduc::Stakes& stakes) {
    leduc::Hand hand;
    if (text == "-/-/") return hand;
    const std::size_t board_at = text.find('/') + 1, betting_at = text.find('/', board_at) + 1;
    if (board_at != 5 || betting_at == 0) return std::nullopt;
    const std::string_view board_name = text.substr(board_at, betting_at - board_at - 1);
    const leduc::Card first = leduc::card_named(text.substr(0, 2)),
                      second = leduc::card_named(text.substr(2, 2)),
                      board = leduc::card_named(board_name);
    const bool is_invalid =
        board == leduc::no_card ? board_name != "-" : board == first || board == second;
    if (first == leduc::no_card || second == leduc::no_card || first == second || is_invalid)
        return std::nullopt;
    hand.deal(first, second);
    if (!play_betting(hand, text.substr(betting_at), board, stakes)) return std::nullopt;
    return hand;
}

// Plays the letters of a betting. Returns whether all are legal and match the board.
inline bool Leduc::play_betting(leduc::Hand& hand, std::string_view betting, leduc::Card board,
                                const leduc::Stakes& stakes) {
    for (const char letter : betting) {
        if (letter == '-') {
            if (!hand.is_board_due() || board == leduc::no_card) return false;
            hand.deal_board(board);
            continue;
        }
        leduc::Actions actions;
        hand.generate(actions, stakes);
        if (std::find(actions.begin(), actions.end(), letter) == actions.end()) return false;
        hand.play(letter, stakes);
    }
    return hand.board() == board;
}

// Accepts every reachable position, and also unreachable scores within the bounds of the session.
inline Parsed<Leduc> Leduc::parse(std::string_view text, const Settings& settings) {
    const auto words = split_words(text);
    if (words.size() != 4)
        return Error{"A position is a hand, its number, seat 0's chips and the hand before."};
    const auto stakes = stakes_of(settings);
    const auto hand = read_hand(words[0], stakes), last = read_hand(words[3], stakes);
    if (!hand || !last)
        return Error{"A hand is two cards, the public card or -, and a possible betting."};
    const auto score = parse_hand_score(words[1], words[2], settings.hands, stakes.max_loss());
    if (!score)
        return Error{"The hand's number and the chips are whole numbers that the session allows."};
    Leduc position(settings);
    position.hand_ = *hand;
    position.previous_ = *last;
    position.score_ = *score;
    if (auto error = position.position_error()) return *error;
    return position;
}

inline std::optional<Error> Leduc::position_error() const {
    if (hand_.is_over()) return Error{"The hand is over: the next one is due."};
    if (hand_.is_dealt() && score_.finished == settings_.hands)
        return Error{"The session is over."};
    if (previous_.is_dealt() != (score_.finished > 0) ||
        (previous_.is_dealt() && !previous_.is_over()))
        return Error{"The hand before must be over, and there is none before the first."};
    return std::nullopt;
}

inline Parsed<Leduc> Leduc::sample(std::string_view view, const Settings& settings,
                                   auto&& random_below) {
    std::string text(view);
    // Deals random cards, which the view does not show, for the hidden ones.
    for (std::size_t at = 0; (at = text.find('?', at)) != std::string::npos;) {
        const std::size_t space = text.rfind(' ', at);
        const std::size_t begin = space == std::string::npos ? 0 : space + 1;
        const std::string_view shown =
            std::string_view(text).substr(begin, text.find(' ', begin) - begin);
        std::vector<std::string> hidden;
        for (leduc::Card card = 0; card < leduc::card_count; ++card) {
            if (shown.find(leduc::name_of(card)) == std::string_view::npos)
                hidden.push_back(leduc::name_of(card));
        }
        const int chosen = random_below(static_cast<int>(hidden.size()));
        text.replace(at, 1, hidden[static_cast<std::size_t>(chosen)]);
    }
    return parse(text, settings);
}

}  // namespace zeitnot
