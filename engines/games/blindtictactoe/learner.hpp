// Learns a strategy. Can be interrupted and restored from bytes.
#pragma once

#include <algorithm>
#include <cstring>
#include <span>

#include "games/blindtictactoe/regret.hpp"
#include "games/blindtictactoe/strategy.hpp"
#include "zeitnot/weights_file.hpp"

namespace zeitnot::blindtictactoe {

class Learner {
   public:
    explicit Learner(Memory memory)
        : tree_(std::make_unique<PublicTree>(memory)), regrets_(*tree_), memory_(memory) {}

    void iterate(std::uint64_t count) {
        for (std::uint64_t i = 0; i < count; ++i) regrets_.iterate();
    }
    [[nodiscard]] std::uint64_t iterations() const { return regrets_.iterations(); }
    [[nodiscard]] const PublicTree& tree() const { return *tree_; }

    // The strategy to store: the average strategy without rare choices. In information sets that it
    // never reaches, where averages mean little, it always makes the currently likeliest choice.
    [[nodiscard]] std::vector<float> strategy() const {
        std::vector<float> shares = regrets_.average();
        for (const auto& set : tree_->sets()) drop_rare(shares_of(shares, set));
        const std::vector<bool> reached = sets_reached(shares);
        for (const auto& set : tree_->sets())
            if (!reached[set.first]) choose_likeliest(set, shares_of(shares, set));
        return shares;
    }

    // The file of weights; empty unless seats remember the order of refusals.
    [[nodiscard]] std::vector<std::uint8_t> packed() const {
        if (memory_ != Memory::order) return {};
        return write_weights_file(BlindTicTacToe::name, Strategy(strategy()).packed());
    }

    [[nodiscard]] std::vector<std::uint8_t> state() const {
        const auto numbers = regrets_.state();
        std::vector<std::uint8_t> bytes(numbers.size() * sizeof(double));
        std::memcpy(bytes.data(), numbers.data(), bytes.size());
        return bytes;
    }
    // Returns false if the bytes are not a state of a learner with this memory.
    bool restore(Bytes bytes) {
        std::vector<double> numbers(bytes.size() / sizeof(double));
        if (bytes.size() % sizeof(double) != 0) return false;
        std::memcpy(numbers.data(), bytes.data(), bytes.size());
        return regrets_.restore(numbers);
    }

   private:
    static constexpr float min_probability = 0.01F;

    static std::span<float> shares_of(std::vector<float>& shares,
                                      const PublicTree::InformationSet& set) {
        return std::span(shares).subspan(set.first, set.choices);
    }
    static void drop_rare(std::span<float> shares) {
        float sum = 0;
        for (float& share : shares) {
            if (share < min_probability) share = 0;
            sum += share;
        }
        for (float& share : shares) share /= sum;
    }
    void choose_likeliest(const PublicTree::InformationSet& set, std::span<float> shares) const {
        const auto current = regrets_.current().subspan(set.first, set.choices);
        std::ranges::fill(shares, 0.0F);
        shares[static_cast<std::size_t>(std::ranges::max_element(current) - current.begin())] = 1;
    }

    // For the first choice of each set: whether its seat's own choices can lead there, with any
    // choices of the other.
    [[nodiscard]] std::vector<bool> sets_reached(const std::vector<float>& shares) const {
        std::vector<bool> sets(tree_->choices());
        for (const int seat : {0, 1}) {
            std::vector<bool> joints(tree_->joints().size());
            joints[0] = true;
            for (const auto& node : tree_->nodes())
                for (std::uint32_t j = node.first_joint; j < node.first_joint + node.joints; ++j)
                    if (joints[j])
                        reach_from(tree_->joints()[j], node.mover == seat, shares, joints, sets);
        }
        return sets;
    }
    void reach_from(const PublicTree::Joint& joint, bool is_own, const std::vector<float>& shares,
                    std::vector<bool>& joints, std::vector<bool>& sets) const {
        if (is_own) sets[joint.first_choice] = true;
        for (std::uint32_t e = joint.first_edge; e < joint.first_edge + joint.edges; ++e) {
            const auto& edge = tree_->edges()[e];
            const bool is_made = !is_own || shares[joint.first_choice + edge.choice] > 0;
            if (edge.next != PublicTree::Edge::none && is_made) joints[edge.next] = true;
        }
    }

    std::unique_ptr<PublicTree>
        tree_;  // on the heap so that its address is stable when this is moved
    RegretMinimiser regrets_;
    Memory memory_;
};

}  // namespace zeitnot::blindtictactoe
