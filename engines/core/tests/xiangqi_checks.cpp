// Xiangqi beside the textbook's boards, and what a search asks of it beyond the rules.
//
//   xiangqi_checks GAMES    that many random games; prints how many checks went wrong
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "twins/xiangqi_boards.hpp"
#include "zeitnot/eval/xiangqi.hpp"
#include "zeitnot/history.hpp"

namespace {

using namespace zeitnot;

int wrong = 0;

void check(bool holds, const char* what, const std::string& where) {
    if (holds) return;
    std::printf("wrong: %s in %s\n", what, where.c_str());
    ++wrong;
}

std::vector<std::string> texts_of(const Xiangqi::Moves& moves) {
    std::vector<std::string> texts;
    for (const auto move : moves) texts.push_back(Xiangqi::move_text(move));
    std::sort(texts.begin(), texts.end());
    return texts;
}

template <class Board>
std::vector<std::string> texts_on(const std::string& fen) {
    using Twin = twins::XiangqiTwin<Board>;
    std::vector<std::string> texts;
    twins::each_legal(Twin(fen), [&](auto from, auto to, const auto&) {
        texts.push_back(Twin::text(from) + Twin::text(to));
    });
    std::sort(texts.begin(), texts.end());
    return texts;
}

void check_boards(const Xiangqi& position) {
    if (position.early_result()) return;
    const std::string fen = position.text();
    Xiangqi::Moves moves;
    position.generate(moves);
    const auto ours = texts_of(moves);
    check(ours == texts_on<twins::XiangqiArray>(fen), "moves as on the array", fen);
    check(ours == texts_on<twins::XiangqiLine>(fen), "moves as on the line", fen);
    check(ours == texts_on<twins::Xiangqi13x14>(fen), "moves as on 13 by 14", fen);
    check(ours == texts_on<twins::Xiangqi16x16>(fen), "moves as on 16 by 16", fen);
    check(position.count() == ours.size(), "the count of moves", fen);
    check(position.result().has_value() == ours.empty(), "whether there is a move", fen);
}

// `captures` lists exactly the moves that take; a check is one for whoever is then to move.
void check_hooks(const Xiangqi& position) {
    Xiangqi::Moves all, captures, wanted;
    position.generate(all);
    position.captures(captures);
    for (const auto move : all) {
        if (position.is_capture(move)) wanted.push(move);
        Xiangqi next = position;
        next.play(move);
        check(position.gives_check(move) == next.in_check(), "a check", position.text());
    }
    check(texts_of(captures) == texts_of(wanted), "captures", position.text());
    if (!position.may_pass()) return;
    Xiangqi next = position;
    next.pass_turn();
    const auto again = Xiangqi::parse(next.text(), {});
    check(again && again->hash() == next.hash(), "the key after passing", position.text());
}

// Turning the board and swapping the sides turns nothing else.
std::string mirrored(const std::string& fen) {
    const auto fields = words_of(fen);
    std::string board, rank;
    for (const char c : std::string(fields[0]) + '/') {
        if (c == '/') {
            board = board.empty() ? rank : rank + '/' + board;
            rank.clear();
        } else {
            rank += static_cast<char>(c >= 'a' ? c - 32 : c >= 'A' ? c + 32 : c);
        }
    }
    return board + (fields[1] == "w" ? " b - - " : " w - - ") + std::string(fields[4]) + ' ' +
           std::string(fields[5]);
}

void check_symmetry(const Xiangqi& position, const Evaluation<Xiangqi>& evaluation) {
    const auto other = Xiangqi::parse(mirrored(position.text()), {});
    check(static_cast<bool>(other), "the mirror image", position.text());
    if (!other) return;
    check(evaluation(position) == evaluation(*other), "the value of it", position.text());
    check(position.count() == other->count(), "its moves", position.text());
}

// The slow twin of the exchange: taking back with the least piece, really played.
int exchange_by_play(const Xiangqi& position, int square) {
    Xiangqi::Moves moves;
    position.captures(moves);
    const auto value = [&](Xiangqi::Move move) {
        return xiangqi::exchange_values[position.board().type_at(xiangqi::from_of(move))];
    };
    const Xiangqi::Move* least = nullptr;
    for (const auto& move : moves) {
        if (xiangqi::to_of(move) != square) continue;
        if (least == nullptr || value(move) < value(*least)) least = &move;
    }
    if (least == nullptr) return 0;
    Xiangqi next = position;
    next.play(*least);
    return std::max(0, position.capture_gain(*least) - exchange_by_play(next, square));
}

void check_exchanges(const Xiangqi& position, int& compared, int& same) {
    Xiangqi::Moves moves;
    position.captures(moves);
    for (const auto move : moves) {
        Xiangqi next = position;
        next.play(move);
        const int played =
            position.capture_gain(move) - exchange_by_play(next, xiangqi::to_of(move));
        ++compared;
        same += position.exchange(move) == played;
    }
}

struct Known {
    const char* fen;
    const char* move;
    int worth;
};

// Counted by hand: soldier 150, adviser and elephant 200, horse 420, cannon 450, chariot 1000.
void check_known_exchanges() {
    const Known known[] = {
        {"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "b2b9",
         420 - 450},
        {"4k4/9/4r4/9/4p4/9/9/4R4/9/3K5 w - - 0 1", "e2e5", 150 - 1000},
        {"4k4/9/4r4/9/4p4/4R4/9/4R4/9/3K5 w - - 0 1", "e4e5", 150},
        // The cannon behind has lost its screen, and has another.
        {"3k5/9/9/4r4/9/4n4/9/4R4/9/4CK3 w - - 0 1", "e2e4", 420 - 1000},
        {"3k5/9/9/4r4/9/4n4/9/4R4/4A4/4CK3 w - - 0 1", "e2e4", 420},
        // The general may not take what is protected.
        {"3k5/3P5/9/3R5/9/9/9/9/9/4K4 b - - 0 1", "d9d8", 150},
    };
    for (const auto& [fen, text, worth] : known) {
        const auto position = Xiangqi::parse(fen, {});
        check(static_cast<bool>(position), "a known exchange is read", fen);
        if (!position) continue;
        Xiangqi::Moves moves;
        position->generate(moves);
        for (const auto move : moves) {
            if (Xiangqi::move_text(move) == text)
                check(position->exchange(move) == worth, "a known exchange", fen);
        }
    }
}

void play_game(Key& lot, int& compared, int& same) {
    const Evaluation<Xiangqi> evaluation;
    History<Xiangqi> history;
    while (!history.ending()) {
        const Xiangqi& position = history.position();
        check_boards(position);
        check_hooks(position);
        check_symmetry(position, evaluation);
        check_exchanges(position, compared, same);
        Xiangqi::Moves moves;
        position.generate(moves);
        history.play(moves[splitmix64(lot) % moves.size()]);
    }
}

}  // namespace

int main(int count, char** arguments) {
    const int games = count > 1 ? std::atoi(arguments[1]) : 20;
    int compared = 0, same = 0;
    Key lot = 1;
    check_known_exchanges();
    for (int i = 0; i < games; ++i) play_game(lot, compared, same);
    // Where they differ, a piece was pinned or the general could not take.
    check(same * 100 >= compared * 90, "most exchanges", std::to_string(same));
    std::printf("%d of %d exchanges as played\n%d wrong\n", same, compared, wrong);
    return wrong == 0 ? 0 : 1;
}
