// The game tree of blind tic-tac-toe for strategies: a tree of public information (which tries were
// refused), with the possible private states of the seats at each node. A seat forgets only the
// order of its own tries. So the tree has 2,660 nodes with 226,282 information sets; with perfect
// recall there are 177 million (22 million up to symmetry).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "games/blindtictactoe/private_state.hpp"

namespace zeitnot::blindtictactoe {

// Both seats' private states.
struct JointState {
    std::array<PrivateState, 2> seats;

    // The seats' sets packed into one number.
    [[nodiscard]] std::uint64_t key() const {
        return seats[0].marks | seats[0].found << 9 |
               static_cast<std::uint64_t>(seats[1].marks | seats[1].found << 9) << 18;
    }
    static JointState of(std::uint64_t key) {
        const auto part = [key](int at) { return static_cast<Cells>(key >> at & all_cells); };
        return {{{{part(0), part(9)}, {part(18), part(27)}}}};
    }
    // The smallest key under all symmetries.
    [[nodiscard]] std::uint64_t canonical_key() const {
        std::uint64_t smallest = key();
        for (std::size_t g = 1; g < symmetry_count; ++g) {
            JointState other = *this;
            for (PrivateState& seat : other.seats)
                seat = {images()[g][seat.marks], images()[g][seat.found]};
            smallest = std::min(smallest, other.key());
        }
        return smallest;
    }
};

// Seat 0's gain if a try of `mover` ends the game; otherwise empty.
constexpr std::optional<int> gain_after(Cells marks, Cells other, int mover) {
    if (has_line(marks)) return mover == 0 ? 1 : -1;
    if ((marks | other) == all_cells) return 0;
    return std::nullopt;
}

// What a seat remembers besides its knowledge of the board: after which tries the other was
// refused, how often, or nothing.
enum class Memory : std::uint8_t { order, count, nothing };

class PublicTree {
   public:
    // A try of one cell of a choice; `share` is its probability within the choice. If there is no
    // `next`, it ends the game with `gain` for seat 0.
    struct Edge {
        static constexpr std::uint32_t none = ~std::uint32_t{0};

        std::uint32_t next = none;  // a joint state
        float share = 0;
        std::int8_t gain = 0;
        std::uint8_t choice = 0;
    };
    // A joint state of a node, with one edge for each cell that the mover can try.
    struct Joint {
        std::uint32_t first_choice = 0;  // the number of the mover's first choice
        std::uint32_t first_edge = 0;
        std::uint16_t edges = 0;
        std::uint8_t choices = 0;
    };
    // The situations that a seat cannot distinguish. Its `choices` are numbered from `first`.
    struct InformationSet {
        std::uint32_t first = 0;
        std::uint8_t choices = 0;
        std::uint8_t seat = 0;
    };
    // `children`: after a mark, and after a refusal; none if the game is always over.
    struct Node {
        static constexpr int none = -1;

        int mover = 0;
        std::array<int, 2> children{none, none};
        std::uint32_t first_joint = 0, joints = 0;
        // By the class of the mover's state: the number of its first choice, or `none`.
        std::vector<std::int32_t> first_choice{};
    };

    explicit PublicTree(Memory memory) : memory_(memory) { add({{0, 0}}, 0, {}, {}); }

    // The tree of the stored strategies.
    static const PublicTree& for_stored_strategies() {
        static const PublicTree tree(Memory::order);
        return tree;
    }

    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
    [[nodiscard]] const std::vector<Joint>& joints() const { return joints_; }
    [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
    [[nodiscard]] const std::vector<InformationSet>& sets() const { return sets_; }
    // The number of choices of all information sets.
    [[nodiscard]] std::uint32_t choices() const { return choices_; }

   private:
    using Keys = std::map<std::uint64_t, std::uint32_t>;  // joint states to their numbers
    using EdgeTargets =
        std::vector<std::pair<std::uint32_t, std::uint64_t>>;  // edges to joint states

    // Adds a node with these joint states, and its subtree. `before`: the edges that lead to them.
    int add(Keys keys, int mover, std::array<int, 2> refusals, const EdgeTargets& before) {
        const int number = static_cast<int>(nodes_.size());
        nodes_.push_back(
            {.mover = mover,
             .first_joint = static_cast<std::uint32_t>(joints_.size()),
             .joints = static_cast<std::uint32_t>(keys.size()),
             .first_choice = std::vector<std::int32_t>(StateClasses::all().size(), Node::none)});
        for (auto& [key, joint] : keys) {
            joint = static_cast<std::uint32_t>(joints_.size());
            joints_.emplace_back();
        }
        for (const auto& [edge, key] : before) edges_[edge].next = keys.at(key);
        std::array<Keys, 2> next;
        std::array<EdgeTargets, 2> edge_targets;
        const int memory_key = memory_ == Memory::order ? number
                               : memory_ == Memory::count
                                   ? refusals[static_cast<std::size_t>(mover ^ 1)]
                                   : 0;
        for (const auto& [key, joint] : keys)
            expand(number, memory_key, key, joint, next, edge_targets);
        for (const std::size_t refused : {0U, 1U}) {
            if (next[refused].empty()) continue;
            auto after = refusals;
            if (refused == 1) ++after[static_cast<std::size_t>(mover)];
            const int child = add(std::move(next[refused]), refused == 1 ? mover : mover ^ 1, after,
                                  edge_targets[refused]);
            nodes_[static_cast<std::size_t>(number)].children[refused] = child;
        }
        return number;
    }

    void expand(int number, int memory_key, std::uint64_t key, std::uint32_t joint,
                std::array<Keys, 2>& next, std::array<EdgeTargets, 2>& edge_targets) {
        Node& node = nodes_[static_cast<std::size_t>(number)];
        const JointState state = JointState::of(key);
        const auto own = static_cast<std::size_t>(node.mover);
        const PrivateState mover = state.seats[own];
        const Cells other = state.seats[own ^ 1].marks;
        const auto [class_number, symmetry] = StateClasses::all().member_of(mover);
        const StateClass& known = StateClasses::all()[static_cast<std::size_t>(class_number)];
        std::int32_t& first = node.first_choice[static_cast<std::size_t>(class_number)];
        if (first == Node::none)
            first = number_set(node.mover, memory_key, class_number, known.choices);
        joints_[joint] = {static_cast<std::uint32_t>(first),
                          static_cast<std::uint32_t>(edges_.size()), 0, known.choices};
        for (std::size_t cell = 0; cell < cell_count; ++cell) {
            const auto bit = static_cast<Cells>(1U << cell);
            if (mover.known() & bit) continue;
            const std::uint8_t choice = known.choice_of[symmetries()[symmetry][cell]];
            Edge edge{.share = 1.0F / static_cast<float>(known.sizes[choice]), .choice = choice};
            const bool is_refused = (other & bit) != 0;
            JointState after = state;
            (is_refused ? after.seats[own].found : after.seats[own].marks) |= bit;
            const auto gain =
                is_refused ? std::nullopt : gain_after(after.seats[own].marks, other, node.mover);
            if (gain) {
                edge.gain = static_cast<std::int8_t>(*gain);
            } else {
                const std::uint64_t smallest = after.canonical_key();
                next[is_refused].try_emplace(smallest, 0);
                edge_targets[is_refused].emplace_back(static_cast<std::uint32_t>(edges_.size()),
                                                      smallest);
            }
            edges_.push_back(edge);
            ++joints_[joint].edges;
        }
    }

    // The first choice of an information set, which is numbered if it is new.
    std::int32_t number_set(int mover, int memory_key, int class_number, std::uint8_t choices) {
        const auto [known, is_new] = numbers_.try_emplace({mover, memory_key, class_number},
                                                          static_cast<std::int32_t>(choices_));
        if (is_new) {
            sets_.push_back({choices_, choices, static_cast<std::uint8_t>(mover)});
            choices_ += choices;
        }
        return known->second;
    }

    Memory memory_;
    std::vector<Node> nodes_;
    std::vector<Joint> joints_;
    std::vector<Edge> edges_;
    std::vector<InformationSet> sets_;
    std::map<std::array<int, 3>, std::int32_t> numbers_;
    std::uint32_t choices_ = 0;
};

}  // namespace zeitnot::blindtictactoe
