// Checks common to chess and xiangqi, on the positions of random games: symmetry under mirroring,
// `gives_check` against played moves, and static exchange evaluation against played recaptures.
//
// A game's `ExchangeRules` give a move's target square, `to(move)`; the order of capturing pieces,
// `rank(position, move)`, lowest first; and whether a capture is compared, `counts(move)`.
#pragma once

#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>

#include "zeitnot/history.hpp"
#include "zeitnot/search/evaluation.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot::checks {

inline int failures = 0;

inline void check(bool is_true, const char* what, const std::string& where) {
    if (is_true) return;
    std::printf("wrong: %s in %s\n", what, where.c_str());
    ++failures;
}

inline std::vector<std::string> sorted(std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    return texts;
}

template <class P, class Moves>
std::vector<std::string> texts_of(const P& position, const Moves& moves) {
    std::vector<std::string> texts;
    for (const auto move : moves) texts.push_back(position.move_text(move));
    return sorted(std::move(texts));
}

template <class P>
std::vector<std::string> texts_of(const P& position) {
    typename P::Moves moves;
    position.generate(moves);
    return texts_of(position, moves);
}

inline char other_case(char c) {
    return static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c >= 'A' && c <= 'Z' ? c + 32 : c);
}

// A FEN's board from the opponent's view: ranks reversed, colours swapped.
inline std::string mirrored_board(std::string_view board) {
    std::string mirrored, rank;
    for (const char c : std::string(board) + '/') {
        if (c != '/') {
            rank += other_case(c);
            continue;
        }
        mirrored = mirrored.empty() ? rank : rank + '/' + mirrored;
        rank.clear();
    }
    return mirrored;
}

// Verifies that mirroring the board and swapping the sides changes neither value nor number of
// moves. `mirrored`: the text of the mirrored position.
template <class P>
void check_symmetry(const P& position, const Evaluation<P>& evaluation,
                    const std::string& mirrored) {
    const auto mirror_image = P::parse(mirrored, {});
    check(static_cast<bool>(mirror_image), "the mirror image", position.text());
    if (!mirror_image) return;
    check(evaluation(position) == evaluation(*mirror_image), "the value of the mirror image",
          position.text());
    check(position.count() == mirror_image->count(), "the moves of the mirror image",
          position.text());
}

// Verifies `gives_check` of each move against `in_check` after it.
template <class P>
void check_checks(const P& position) {
    typename P::Moves moves;
    position.generate(moves);
    for (const auto move : moves) {
        P next = position;
        next.play(move);
        check(position.gives_check(move) == next.in_check(), "a check", position.text());
    }
}

template <class P>
void check_pass(const P& position) {
    if (!position.may_pass()) return;
    P next = position;
    next.pass_turn();
    check(next.turn() != position.turn(), "the turn is passed", position.text());
    const auto again = P::parse(next.text(), {});
    check(again && again->hash() == next.hash(), "the key after passing", position.text());
}

// The slow twin of `see`: plays the recaptures, each with the least valuable piece.
template <class ExchangeRules, class P>
int exchange_by_play(const P& position, int square) {
    typename P::Moves moves;
    position.captures(moves);
    const typename P::Move* lowest = nullptr;
    for (const auto& move : moves) {
        if (ExchangeRules::to(move) != square) continue;
        if (lowest == nullptr ||
            ExchangeRules::rank(position, move) < ExchangeRules::rank(position, *lowest))
            lowest = &move;
    }
    if (lowest == nullptr) return 0;
    P next = position;
    next.play(*lowest);
    return std::max(0,
                    position.capture_gain(*lowest) - exchange_by_play<ExchangeRules>(next, square));
}

struct Tally {
    int compared = 0, same = 0;
};

// Pins and checks make play differ from the static evaluation, so some results differ.
template <class ExchangeRules, class P>
void compare_exchanges(const P& position, Tally& tally) {
    typename P::Moves moves;
    position.captures(moves);
    for (const auto move : moves) {
        if (!ExchangeRules::counts(move)) continue;
        P next = position;
        next.play(move);
        const int played = position.capture_gain(move) -
                           exchange_by_play<ExchangeRules>(next, ExchangeRules::to(move));
        ++tally.compared;
        tally.same += position.see(move) == played;
    }
}

// Verifies that `see_ge`, with its shortcut, agrees with `see` for every move.
template <class P>
void check_losses(const P& position) {
    typename P::Moves moves;
    position.generate(moves);
    for (const auto move : moves) {
        for (const int limit : {0, 100, 400, 900}) {
            check(see_ge(position, move, -limit) == (position.see(move) >= -limit),
                  "a loss by exchange", position.text());
        }
    }
}

struct KnownExchange {
    const char* fen;
    const char* move;
    int expected_see;
};

template <class P>
void check_known_exchanges(std::initializer_list<KnownExchange> known) {
    for (const auto& [fen, text, expected_see] : known) {
        const auto position = P::parse(fen, {});
        check(static_cast<bool>(position), "a known exchange is read", fen);
        if (!position) continue;
        typename P::Moves moves;
        position->generate(moves);
        bool found = false;
        for (const auto move : moves) {
            if (position->move_text(move) != text) continue;
            found = true;
            check(position->see(move) == expected_see, "a known exchange", fen);
        }
        check(found, "a known exchange's move", fen);
    }
}

// Plays a random game; calls `visit` with each position.
template <class P, class Visit>
void play_game(Key& rng, Visit visit) {
    History<P> history;
    while (!history.ending()) {
        const P& position = history.position();
        visit(position);
        typename P::Moves moves;
        position.generate(moves);
        history.play(moves[splitmix64(rng) % moves.size()]);
    }
}

// Prints the results and returns the exit status. At least `min_percent` per cent of the exchanges
// must agree with play.
inline int verdict(const Tally& tally, int min_percent) {
    check(tally.same * 100 >= tally.compared * min_percent, "most exchanges",
          std::to_string(tally.same));
    std::printf("%d of %d exchanges as played\n%d wrong\n", tally.same, tally.compared, failures);
    return failures == 0 ? 0 : 1;
}

}  // namespace zeitnot::checks
