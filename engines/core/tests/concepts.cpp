// Tests which types satisfy the concepts. The test is to compile this file.
#include "zeitnot/concepts.hpp"

#include "games/backgammon/position.hpp"
#include "games/checkers/position.hpp"
#include "games/chess/position.hpp"
#include "games/ewn/position.hpp"
#include "games/ewn/tablebase.hpp"
#include "games/gomoku/position.hpp"
#include "games/kuhn/position.hpp"
#include "games/niujiaoqi/position.hpp"
#include "games/othello/position.hpp"
#include "games/tictactoe/position.hpp"
#include "games/xiangqi/position.hpp"
#include "toy_games/blind.hpp"
#include "toy_games/hands.hpp"
#include "toy_games/line_go.hpp"
#include "toy_games/relay.hpp"
#include "zeitnot/equilibrium/small_tree.hpp"
#include "zeitnot/history.hpp"

namespace zeitnot {
namespace {

static_assert(Position<TicTacToe> && Position<Niujiaoqi> && Position<Othello> && Position<Ewn>);
static_assert(Deterministic<TicTacToe> && Deterministic<Niujiaoqi> && Deterministic<Othello>);
static_assert(Stochastic<Ewn> && !Deterministic<Ewn>);
static_assert(!Stochastic<TicTacToe> && !Stochastic<Niujiaoqi> && !Stochastic<Othello>);
static_assert(TablebaseFor<TablebaseOf<Ewn>::type, Ewn>);
static_assert(!TablebaseFor<TablebaseOf<TicTacToe>::type, TicTacToe>);
static_assert(Repeating<Niujiaoqi>);
static_assert(!Repeating<TicTacToe> && !Repeating<Othello> && !Repeating<Ewn>);
static_assert(Counting<Othello> && !Counting<Niujiaoqi>);
static_assert(Deterministic<Chess> && Repeating<Chess> && Counting<Chess> && Capturing<Chess>);
static_assert(Checking<Chess> && EndsWithoutMoves<Chess> && MoveLimited<Chess> && Passing<Chess>);
static_assert(!JudgingRepetition<Chess>);

// Extensions, quiescence search and pruning depend on separate concepts: check, another threat to
// win immediately, and mandatory captures.
static_assert(Checking<Xiangqi> && Checking<Chess> && !Threatening<Chess>);
static_assert(Threatening<Gomoku> && !Checking<Gomoku> && SeesThreats<Gomoku>);
static_assert(ForcesCaptures<Checkers> && Capturing<Checkers> && !SeesThreats<Checkers>);
static_assert(!ForcesCaptures<Chess> && !ForcesCaptures<Xiangqi> && !ForcesCaptures<Gomoku>);
static_assert(!SeesThreats<Othello> && !SeesThreats<Niujiaoqi> && !SeesThreats<Backgammon>);
static_assert(!Capturing<Othello> && !Capturing<Niujiaoqi> && !Capturing<Backgammon>);
static_assert(!Position<int> && !Stochastic<int> && !Deterministic<int>);

// `ValidGame` is a complete game; each of the others violates one requirement.
template <class Self>
struct ValidBase : TicTacToe {
    using TicTacToe::TicTacToe;
    static Parsed<Self> parse(std::string_view, const NoSettings&) { return Self(); }
};
struct ValidGame : ValidBase<ValidGame> {
    using ValidBase::ValidBase;
};
struct WithoutText : ValidBase<WithoutText> {
    using ValidBase::ValidBase;
    std::string text() const = delete;
};
struct WithNarrowHash : ValidBase<WithNarrowHash> {
    using ValidBase::ValidBase;
    [[nodiscard]] std::uint32_t hash() const { return 0; }
};
struct WithMandatoryResult : ValidBase<WithMandatoryResult> {
    using ValidBase::ValidBase;
    [[nodiscard]] Outcome result() const { return {0.5, 0, ""}; }
};
struct WithoutCopies : ValidBase<WithoutCopies> {
    using ValidBase::ValidBase;
    WithoutCopies() = default;
    WithoutCopies(const WithoutCopies&) = delete;
};
struct WithUncheckedParse : ValidBase<WithUncheckedParse> {
    using ValidBase::ValidBase;
    static WithUncheckedParse parse(std::string_view, const NoSettings&) { return {}; }
};
static_assert(Position<ValidGame> && TwoPlayerZeroSum<ValidGame>);
static_assert(!Position<WithoutText>);
static_assert(!Position<WithNarrowHash>);
static_assert(!Position<WithMandatoryResult>);
static_assert(!Position<WithoutCopies>);
static_assert(!Position<WithUncheckedParse>);

// Numbers of seats, superko and hidden information.
static_assert(TwoPlayerZeroSum<TicTacToe> && TwoPlayerZeroSum<Kuhn> && seats_of<Kuhn>({}) == 2);
static_assert(CountsSeats<Relay> && !TwoSeats<Relay> && seats_of<Relay>({.seats = 5}) == 5);
static_assert(PlaysOn<Relay> && !PlaysOn<Hands> && !PlaysOn<Kuhn>);
static_assert(CountsSeats<Hands> && Observable<Hands> && !HidesMoves<Hands>);
static_assert(Observable<Blind> && HidesMoves<Blind> && TwoSeats<Blind>);
static_assert(SmallTree<Kuhn> && !SmallTree<Blind> && !SmallTree<TicTacToe>);
static_assert(Superko<LineGo> && !Repeating<LineGo> && !Superko<Niujiaoqi>);
struct Cooperative : ValidBase<Cooperative> {
    using ValidBase::ValidBase;
    static constexpr bool zero_sum = false;
};
static_assert(TwoSeats<Cooperative> && !TwoPlayerZeroSum<Cooperative>);

// A history is a regular value, and stores earlier positions only where they can recur.
static_assert(std::regular<History<TicTacToe>> && std::regular<History<Niujiaoqi>>);
static_assert(sizeof(History<Othello>) == sizeof(Othello) + sizeof(Key));

// Positions are small and trivially copyable.
static_assert(std::is_trivially_copyable_v<TicTacToe> && std::is_trivially_copyable_v<Niujiaoqi>);
static_assert(std::is_trivially_copyable_v<Othello> && std::is_trivially_copyable_v<Ewn>);
static_assert(sizeof(Othello) <= 40 && sizeof(Ewn) <= 40);
static_assert(std::is_trivially_copyable_v<Chess> && sizeof(Chess) <= 160);

static_assert(Position<Xiangqi> && Deterministic<Xiangqi> && Counting<Xiangqi>);
static_assert(JudgingRepetition<Xiangqi> && EndsWithoutMoves<Xiangqi> && MoveLimited<Xiangqi>);
static_assert(std::is_trivially_copyable_v<Xiangqi> && sizeof(Xiangqi) <= 128);

// If only one side has always given check, it loses; if both or neither have, it is a draw.
static_assert(Xiangqi::repeated({true, true}).scores[0] == 0.5);
static_assert(Xiangqi::repeated({false, false}).scores[0] == 0.5);
static_assert(Xiangqi::repeated({true, false}).scores[0] == 0.0);
static_assert(Xiangqi::repeated({false, true}).scores[0] == 1.0);

// The published first numbers of splitmix64 for the seed 1234567.
static_assert([] {
    Key state = 1234567;
    return splitmix64(state) == 6457827717110365317U && splitmix64(state) == 3203168211198807973U;
}());

static_assert(othello::mobility(0, ~othello::Board{0}, othello::squares_of(8)) == 0);
static_assert(othello::squares_of(8) == ~othello::Board{0});
static_assert(parse_number("25", 25) == 25 && !parse_number("26", 25) && !parse_number("05", 25));
static_assert(!parse_number("", 9) && !parse_number("-1", 9) && !parse_number("100", 99));

}  // namespace
}  // namespace zeitnot
