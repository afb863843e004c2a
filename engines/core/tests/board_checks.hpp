// What the checks of chess and xiangqi have in common: random games in which each position is held
// against its mirror image, its checks against moves really made, and its exchanges against taking
// back in earnest.
//
// A game says by its `Men` what an exchange is about: `to(move)`, a move's square; `rank(position,
// move)`, by which the least piece takes first; `counts(move)`, whether the capture is compared.
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

inline int wrong = 0;

inline void check(bool holds, const char* what, const std::string& where) {
    if (holds) return;
    std::printf("wrong: %s in %s\n", what, where.c_str());
    ++wrong;
}

inline std::vector<std::string> sorted(std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    return texts;
}

template <class P, class Moves>
std::vector<std::string> texts_of(const Moves& moves) {
    std::vector<std::string> texts;
    for (const auto move : moves) texts.push_back(P::move_text(move));
    return sorted(std::move(texts));
}

template <class P>
std::vector<std::string> texts_of(const P& position) {
    typename P::Moves moves;
    position.generate(moves);
    return texts_of<P>(moves);
}

inline char other_case(char c) {
    return static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c >= 'A' && c <= 'Z' ? c + 32 : c);
}

// A FEN's board seen from the other side: ranks in reverse, pieces of the other colour.
inline std::string turned_board(std::string_view board) {
    std::string turned, rank;
    for (const char c : std::string(board) + '/') {
        if (c != '/') {
            rank += other_case(c);
            continue;
        }
        turned = turned.empty() ? rank : rank + '/' + turned;
        rank.clear();
    }
    return turned;
}

// Turning the board and swapping the sides turns nothing else. `mirrored`: the text of that.
template <class P>
void check_symmetry(const P& position, const Evaluation<P>& evaluation,
                    const std::string& mirrored) {
    const auto other = P::parse(mirrored, {});
    check(static_cast<bool>(other), "the mirror image", position.text());
    if (!other) return;
    check(evaluation(position) == evaluation(*other), "the value of it", position.text());
    check(position.count() == other->count(), "its moves", position.text());
}

// A move gives check if whoever is then to move is in check.
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

// The slow twin of the exchange: taking back with the least piece, really played.
template <class Men, class P>
int exchange_by_play(const P& position, int square) {
    typename P::Moves moves;
    position.captures(moves);
    const typename P::Move* least = nullptr;
    for (const auto& move : moves) {
        if (Men::to(move) != square) continue;
        if (least == nullptr || Men::rank(position, move) < Men::rank(position, *least))
            least = &move;
    }
    if (least == nullptr) return 0;
    P next = position;
    next.play(*least);
    return std::max(0, position.capture_gain(*least) - exchange_by_play<Men>(next, square));
}

struct Tally {
    int compared = 0, same = 0;
};

// Pins and checks make play differ from the estimate, so not all can be the same.
template <class Men, class P>
void compare_exchanges(const P& position, Tally& tally) {
    typename P::Moves moves;
    position.captures(moves);
    for (const auto move : moves) {
        if (!Men::counts(move)) continue;
        P next = position;
        next.play(move);
        const int played = position.capture_gain(move) - exchange_by_play<Men>(next, Men::to(move));
        ++tally.compared;
        tally.same += position.see(move) == played;
    }
}

// The short cut of `see_ge` never changes what the count says, of any move.
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
    int worth;
};

template <class P>
void check_known_exchanges(std::initializer_list<KnownExchange> known) {
    for (const auto& [fen, text, worth] : known) {
        const auto position = P::parse(fen, {});
        check(static_cast<bool>(position), "a known exchange is read", fen);
        if (!position) continue;
        typename P::Moves moves;
        position->generate(moves);
        bool found = false;
        for (const auto move : moves) {
            if (P::move_text(move) != text) continue;
            found = true;
            check(position->see(move) == worth, "a known exchange", fen);
        }
        check(found, "a known exchange's move", fen);
    }
}

// A random game; `look` sees each of its positions.
template <class P, class Look>
void play_game(Key& rng, Look look) {
    History<P> history;
    while (!history.ending()) {
        const P& position = history.position();
        look(position);
        typename P::Moves moves;
        position.generate(moves);
        history.play(moves[splitmix64(rng) % moves.size()]);
    }
}

// Says what came out, and gives the program's result; of a hundred exchanges so many must be as
// played.
inline int verdict(const Tally& tally, int least) {
    check(tally.same * 100 >= tally.compared * least, "most exchanges", std::to_string(tally.same));
    std::printf("%d of %d exchanges as played\n%d wrong\n", tally.same, tally.compared, wrong);
    return wrong == 0 ? 0 : 1;
}

}  // namespace zeitnot::checks
