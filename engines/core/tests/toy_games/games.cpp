#include "blind.hpp"
#include "boxes.hpp"
#include "erased_engine.hpp"
#include "erased_mcts.hpp"
#include "erased_retrograde.hpp"
#include "erased_solver.hpp"
#include "hands.hpp"
#include "liars_dice.hpp"
#include "line_go.hpp"
#include "pig.hpp"
#include "relay.hpp"
#include "twice.hpp"
#include "zeitnot/search/engine.hpp"

namespace zeitnot {

GameEntry pig_entry() { return with_mcts<Pig>(with_method<Pig, Engine<Pig>>(entry_of<Pig>())); }
GameEntry twice_entry() {
    return with_solver<Twice>(
        with_mcts<Twice>(with_method<Twice, Engine<Twice>>(entry_of<Twice>())));
}
GameEntry boxes_entry() {
    return with_solver<Boxes>(with_retrograde<Boxes>(
        with_mcts<Boxes>(with_method<Boxes, Engine<Boxes>>(entry_of<Boxes>()))));
}
GameEntry unplayed_entry() { return entry_of<Unplayed>(); }
GameEntry relay_entry() { return with_mcts<Relay>(entry_of<Relay>()); }
GameEntry hands_entry() { return with_mcts<Hands>(entry_of<Hands>()); }
GameEntry blind_entry() { return with_mcts<Blind>(entry_of<Blind>()); }
GameEntry liars_dice_entry() { return with_mcts<LiarsDice>(entry_of<LiarsDice>()); }
GameEntry line_go_entry() { return with_mcts<LineGo>(entry_of<LineGo>()); }

}  // namespace zeitnot
