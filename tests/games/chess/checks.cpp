// Checks of chess in random games: moves are compared with two textbook boards (0x88 and plain
// bitboards), and the functions that the search uses with simpler ones.
//
//   chess_checks GAMES    plays GAMES random games; prints the number of failed checks
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "board_checks.hpp"
#include "games/chess/evaluation.hpp"
#include "tests/games/chess/twin_0x88.hpp"
#include "tests/games/chess/twin_plain.hpp"

namespace {

using namespace zeitnot;
using namespace zeitnot::checks;

template <class Board>
std::vector<std::string> texts_on(const std::string& fen) {
    return sorted(twins::legal_texts(Board(fen)));
}

void check_boards(const Chess& position) {
    if (position.early_result()) return;
    const std::string fen = position.text();
    const auto ours = texts_of(position);
    check(ours == texts_on<twins::Chess0x88>(fen), "moves as on 0x88", fen);
    check(ours == texts_on<twins::ChessPlain>(fen), "moves as on plain bitboards", fen);
    check(position.count() == ours.size(), "the count of moves", fen);
    check(chess::has_move(position.state()) == !ours.empty(), "whether there is a move", fen);
}

// Verifies that `captures` lists exactly the captures and the promotions to a queen.
void check_captures(const Chess& position) {
    Chess::Moves all, captures;
    position.generate(all);
    position.captures(captures);
    std::vector<Chess::Move> expected;
    for (const auto move : all) {
        const bool is_queening = chess::is_promotion(move) && chess::promoted(move) == chess::queen;
        const bool is_underpromotion = chess::is_promotion(move) && !is_queening;
        if ((position.is_capture(move) || is_queening) && !is_underpromotion)
            expected.push_back(move);
    }
    std::vector<Chess::Move> found(captures.begin(), captures.end());
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    check(expected == found, "captures", position.text());
}

std::string mirrored(const std::string& fen) {
    const auto fields = split_words(fen);
    std::string rights;
    for (const char c : std::string_view("KQkq")) {
        if (fields[2].find(other_case(c)) != std::string_view::npos) rights += c;
    }
    std::string ep_square(fields[3]);
    if (ep_square != "-") ep_square[1] = static_cast<char>('1' + '8' - ep_square[1]);
    return mirrored_board(fields[0]) + (fields[1] == "w" ? " b " : " w ") +
           (rights.empty() ? "-" : rights) + ' ' + ep_square + ' ' + std::string(fields[4]) + ' ' +
           std::string(fields[5]);
}

struct ExchangeRules {
    static int to(Chess::Move move) { return chess::to_of(move); }
    static int rank(const Chess& position, Chess::Move move) {
        return chess::kind_of(position.state().at[chess::index(chess::from_of(move))]);
    }
    static bool counts(Chess::Move move) { return !chess::is_promotion(move); }
};

// Counted by hand: pawn 100, knight 325, bishop 335, rook 500, queen 975.
void check_exchanges_by_hand() {
    check_known_exchanges<Chess>({
        {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
        {"4k3/8/3p4/4n3/8/8/4R3/4K3 w - - 0 1", "e2e5", 325 - 500},
        {"4k3/4r3/8/4n3/8/8/4R3/4RK2 w - - 0 1", "e2e5", 325},
        {"4k3/8/3p4/4n3/5P2/8/8/4K3 w - - 0 1", "f4e5", 325 - 100},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
        {"3rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 875 - 975},
        {"1k6/8/8/q7/8/2r5/1P6/4K3 w - - 0 1", "b2c3", 500 - 100},
    });
}

// Endings of king and queen, rook or pawn against king: compares the numbers of won positions with
// either side to move, and the longest win, with those that Edwards published for his tablebases
// (1994).
void check_lone_counts() {
    struct Known {
        chess::Kind kind;
        int strong, weak, longest;
    };
    const auto& tables = chess::LoneTables::all();
    for (const auto& [kind, strong, weak, longest] :
         {Known{chess::queen, 144508, 200896, 20}, Known{chess::rook, 175168, 201700, 32},
          Known{chess::pawn, 124960, 97604, 56}}) {
        const chess::LoneTable& table = *tables.table_of(kind);
        std::array<int, 2> won{};
        int max_plies = 0;
        for (int code = 0; code < 2 * 64 * 64 * 64; ++code) {
            const bool strong_to_move = code >> 18 != 0;
            const auto plies =
                table.plies({strong_to_move, code >> 12 & 63, code >> 6 & 63, code & 63});
            if (!plies) continue;
            ++won[strong_to_move ? 0 : 1];
            max_plies = std::max(max_plies, *plies);
        }
        check(won[0] == strong && won[1] == weak, "won endings", std::to_string(won[0]));
        check(max_plies == longest, "the longest win", std::to_string(max_plies));
    }
}

// Verifies that an ending's table value is the best value after its moves.
void check_lone_moves(Key& rng) {
    const auto& tables = chess::LoneTables::all();
    for (int remaining = 5000; remaining > 0; --remaining) {
        std::string board(64, '1');
        board[splitmix64(rng) % 64] = 'K';
        board[splitmix64(rng) % 64] = "QRPqrp"[splitmix64(rng) % 6];
        board[splitmix64(rng) % 64] = 'k';
        for (std::size_t at = 56; at > 0; at -= 8) board.insert(at, 1, '/');
        const auto position =
            Chess::parse(board + (remaining % 2 != 0 ? " w" : " b") + " - - 0 1", {});
        if (!position || position->result()) continue;
        const auto verdict = tables.find(position->state());
        if (!verdict) continue;
        Chess::Moves moves;
        position->generate(moves);
        // 500: more plies than any win takes.
        int best = -1000;
        for (const auto move : moves) {
            Chess next = *position;
            next.play(move);
            const auto after = tables.find(next.state());
            const int value = after ? after->value : 0;
            best = std::max(best, value == 0 ? 0 : -value * (500 - *after->distance - 1));
        }
        const int table_value = verdict->value * (500 - verdict->distance.value_or(0));
        check(table_value == best, "the value of an ending", position->text());
    }
}

}  // namespace

int main(int count, char** arguments) {
    const int games = count > 1 ? std::atoi(arguments[1]) : 20;
    const Evaluation<Chess> evaluation;
    Tally tally;
    Key rng = 1;
    check_exchanges_by_hand();
    check_lone_counts();
    check_lone_moves(rng);
    for (int i = 0; i < games; ++i) {
        play_game<Chess>(rng, [&](const Chess& position) {
            check_boards(position);
            check_captures(position);
            check_checks(position);
            check_pass(position);
            check_losses(position);
            check_symmetry(position, evaluation, mirrored(position.text()));
            compare_exchanges<ExchangeRules>(position, tally);
        });
    }
    // At least 95 % agree; others differ because a piece is pinned or the king may not capture.
    return verdict(tally, 95);
}
