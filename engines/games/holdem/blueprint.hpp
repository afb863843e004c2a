// The blueprint: a strategy for the full game that was learnt for the abstract game; how it is
// packed into a file and played.
//
// The file's bytes, after the header of weights files:
//
//    the numbers of buckets at the flop, the turn and the river, 16 bits each
//    the cluster of each of the 169 classes of hands (features.hpp)
//    the centres at the turn, 32 bytes each, and at the river, 8 bytes each
//    the bucket of each canonical flop and hand, in the order of FlopIndex
//    for each decision in the order of the betting tree, for each bucket of its round, the
//    probabilities of fold and raise in 255ths, if they are allowed; the rest is call
#pragma once

#include <memory>
#include <optional>

#include "games/holdem/abstraction.hpp"
#include "games/holdem/tables.hpp"
#include "zeitnot/bytes.hpp"

namespace zeitnot::holdem {

// The probabilities of fold, call and raise.
using ActionProbabilities = std::array<float, action_count>;

// Smaller probabilities are not played, because most are remains of the first iterations
// (Ganzfried, Sandholm and Waugh, "Strategy purification and thresholding", AAMAS 2012).
inline constexpr float min_probability = 0.02F;

class Blueprint {
   public:
    Blueprint(Abstraction cards, std::vector<std::uint8_t> shares)
        : abstraction(std::move(cards)),
          shares_(std::move(shares)),
          offsets_(offsets_for(abstraction)) {}

    const Abstraction abstraction;

    // The offset of each decision's shares in the file, and the total size.
    [[nodiscard]] static std::vector<std::size_t> offsets_for(const Abstraction& abstraction) {
        const BettingTree& tree = betting_tree();
        std::vector<std::size_t> offsets{0};
        for (std::size_t node = 0; node < tree.size(); ++node) {
            const bool decides = tree[node].kind == BettingNode::Kind::decision;
            const std::size_t row = decides ? tree[node].choices() - 1 : 0;
            offsets.push_back(offsets.back() + row * abstraction.buckets(tree[node].round));
        }
        return offsets;
    }

    [[nodiscard]] ActionProbabilities probabilities(std::size_t node_number, Bucket bucket) const {
        const BettingNode& node = betting_tree()[node_number];
        const std::uint8_t* share =
            &shares_[offsets_[node_number] + (node.choices() - 1) * std::size_t{bucket}];
        const int fold = node.allows(0) ? *share++ : 0, raise = node.allows(2) ? *share : 0;
        const auto probability = [](int of_255) { return static_cast<float>(of_255) / 255; };
        return {probability(fold), probability(255 - fold - raise), probability(raise)};
    }

    // Whether the shares of each row add up to at most 255.
    [[nodiscard]] bool are_valid_shares() const {
        const BettingTree& tree = betting_tree();
        for (std::size_t node = 0; node < tree.size(); ++node) {
            if (tree[node].kind != BettingNode::Kind::decision || tree[node].choices() < 3)
                continue;
            for (std::size_t at = offsets_[node]; at < offsets_[node + 1]; at += 2)
                if (shares_[at] + shares_[at + 1] > 255) return false;
        }
        return true;
    }

   private:
    std::vector<std::uint8_t> shares_;  // the probabilities of the file, in 255ths
    std::vector<std::size_t> offsets_;
};

// The average strategy in a bucket; always call if the bucket was never reached.
inline ActionProbabilities average_strategy(const Tables& tables, std::size_t node_number,
                                            std::size_t bucket) {
    const BettingNode& node = betting_tree()[node_number];
    const float* sum = &tables.sums[tables.offset(node_number) + bucket * node.choices()];
    ActionProbabilities strategy{};
    for (std::size_t a = 0; a < action_count; ++a)
        if (node.allows(a)) strategy[a] = *sum++;
    const float total = strategy[0] + strategy[1] + strategy[2];
    if (!(total > 0)) return {0, 1, 0};
    float remaining = 0;
    for (float& each : strategy) {
        each = each < min_probability * total ? 0 : each;
        remaining += each;
    }
    for (float& each : strategy) each /= remaining;
    return strategy;
}

inline void put_shares(std::vector<std::uint8_t>& bytes, const BettingNode& node,
                       const ActionProbabilities& strategy) {
    const auto fold = static_cast<unsigned>(255 * strategy[0] + 0.5F);
    const auto raise = static_cast<unsigned>(255 * strategy[2] + 0.5F);
    if (node.allows(0)) bytes.push_back(static_cast<std::uint8_t>(fold));
    if (node.allows(2)) bytes.push_back(static_cast<std::uint8_t>(std::min(raise, 255 - fold)));
}

inline std::vector<std::uint8_t> packed_abstraction(const Abstraction& abstraction) {
    std::vector<std::uint8_t> bytes;
    for (const std::size_t round : {1U, 2U, 3U})
        put_word(bytes, static_cast<unsigned>(abstraction.buckets(round)));
    const auto put = [&](const auto& part) { bytes.insert(bytes.end(), part.begin(), part.end()); };
    put(abstraction.clusters);
    for (const Distribution& centre : abstraction.turns) put(centre);
    for (const Strengths& centre : abstraction.rivers) put(centre);
    put(abstraction.flop_buckets);
    return bytes;
}

inline std::vector<std::uint8_t> packed_blueprint(const Abstraction& abstraction,
                                                  const Tables& tables) {
    std::vector<std::uint8_t> bytes = packed_abstraction(abstraction);
    const BettingTree& tree = betting_tree();
    for (std::size_t node = 0; node < tree.size(); ++node) {
        if (tree[node].kind != BettingNode::Kind::decision) continue;
        for (std::size_t bucket = 0; bucket < abstraction.buckets(tree[node].round); ++bucket)
            put_shares(bytes, tree[node], average_strategy(tables, node, bucket));
    }
    return bytes;
}

// Reads an abstraction; none if the bytes are invalid.
inline std::optional<Abstraction> read_abstraction(ByteReader& reader) {
    Abstraction cards;
    const std::array<std::size_t, 3> counts{reader.word(), reader.word(), reader.word()};
    for (const std::size_t count : counts)
        if (count < 1 || count > max_buckets) return std::nullopt;
    cards.flop_count = counts[0];
    cards.turns.resize(counts[1]);
    cards.rivers.resize(counts[2]);
    cards.flop_buckets.resize(flop_index().size());
    const auto read = [&](auto& part) {
        for (std::uint8_t& byte : part) byte = reader.byte();
    };
    read(cards.clusters);
    for (Distribution& centre : cards.turns) read(centre);
    for (Strengths& centre : cards.rivers) read(centre);
    read(cards.flop_buckets);
    const auto is_bucket = [&](Bucket bucket) { return bucket < cards.flop_count; };
    const auto is_cluster = [](std::uint8_t each) { return each < Strengths{}.size(); };
    if (!std::ranges::all_of(cards.flop_buckets, is_bucket) ||
        !std::ranges::all_of(cards.clusters, is_cluster))
        return std::nullopt;
    return cards;
}

// Returns null if the bytes are not an abstraction.
inline std::shared_ptr<const Abstraction> unpacked_abstraction(Bytes bytes) {
    ByteReader reader(bytes);
    auto cards = read_abstraction(reader);
    if (!cards || !reader.fully_consumed()) return nullptr;
    return std::make_shared<const Abstraction>(std::move(*cards));
}

// Returns null if the bytes are not a blueprint.
inline std::shared_ptr<const Blueprint> unpacked_blueprint(Bytes bytes) {
    ByteReader reader(bytes);
    auto cards = read_abstraction(reader);
    if (!cards) return nullptr;
    std::vector<std::uint8_t> shares(Blueprint::offsets_for(*cards).back());
    for (std::uint8_t& each : shares) each = reader.byte();
    auto blueprint = std::make_shared<const Blueprint>(std::move(*cards), std::move(shares));
    return reader.fully_consumed() && blueprint->are_valid_shares() ? blueprint : nullptr;
}

}  // namespace zeitnot::holdem
