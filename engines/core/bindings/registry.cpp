// The games there are. A new game adds one line here and one translation unit.
#include "any_game.hpp"

namespace zeitnot {

std::vector<GameEntry> all_games() {
    return {tictactoe_entry(), niujiaoqi_entry(), othello_entry(),   chess_entry(),
            xiangqi_entry(),   ewn_entry(),       backgammon_entry()};
}

}  // namespace zeitnot
