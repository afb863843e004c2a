// A stored strategy of both seats: the probability of each choice of the public tree, in order,
// without keys.
//
// Packed: for each information set with several choices, one byte with the choice that is always
// made (0 to 8), or `mixed` followed by one byte per choice, in 255ths that add up to 255.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "games/blindtictactoe/public_tree.hpp"
#include "zeitnot/bytes.hpp"

namespace zeitnot::blindtictactoe {

class Strategy {
   public:
    // `probabilities`: of each choice of `PublicTree::for_stored_strategies()`.
    explicit Strategy(std::vector<float> probabilities)
        : probabilities_(std::move(probabilities)) {}

    // Returns null if the bytes are not a strategy.
    static std::shared_ptr<const Strategy> unpack(Bytes packed) {
        const PublicTree& tree = PublicTree::for_stored_strategies();
        std::vector<float> probabilities(tree.choices());
        for (const auto& set : tree.sets()) {
            const std::span<float> part(probabilities.data() + set.first, set.choices);
            if (!unpack(packed, part)) return nullptr;
        }
        if (!packed.empty()) return nullptr;
        return std::make_shared<const Strategy>(std::move(probabilities));
    }

    [[nodiscard]] std::vector<std::uint8_t> packed() const {
        std::vector<std::uint8_t> bytes;
        for (const auto& set : PublicTree::for_stored_strategies().sets())
            pack(std::span<const float>(probabilities_).subspan(set.first, set.choices), bytes);
        return bytes;
    }

    [[nodiscard]] std::span<const float> probabilities() const { return probabilities_; }

    // The probability with which the seat to move tries each cell; 0 for cells that it knows to be
    // taken.
    [[nodiscard]] std::array<double, cell_count> of(const BlindTicTacToe& position) const {
        std::array<double, cell_count> shares{};
        const PublicTree& tree = PublicTree::for_stored_strategies();
        const auto& node = tree.nodes()[static_cast<std::size_t>(node_of(position))];
        const int seat = position.turn();
        const PrivateState state{position.marks(seat), position.found(seat)};
        const auto [number, symmetry] = StateClasses::all().member_of(state);
        const StateClass& known = StateClasses::all()[static_cast<std::size_t>(number)];
        const auto first =
            static_cast<std::size_t>(node.first_choice[static_cast<std::size_t>(number)]);
        for (std::size_t cell = 0; cell < cell_count; ++cell) {
            if (state.known() >> cell & 1) continue;
            const std::uint8_t choice = known.choice_of[symmetries()[symmetry][cell]];
            shares[cell] = probabilities_[first + choice] / known.sizes[choice];
        }
        return shares;
    }

   private:
    static constexpr std::uint8_t mixed = 255;
    static constexpr float denominator = 255;

    static int node_of(const BlindTicTacToe& position) {
        int node = 0;
        for (const Try& one : position.tries())
            node = PublicTree::for_stored_strategies()
                       .nodes()[static_cast<std::size_t>(node)]
                       .children[one.is_refused ? 1 : 0];
        return node;
    }

    static void pack(std::span<const float> shares, std::vector<std::uint8_t>& bytes) {
        if (shares.size() == 1) return;
        std::vector<std::uint8_t> parts;
        int left = static_cast<int>(denominator);
        for (const float share : shares) {
            parts.push_back(static_cast<std::uint8_t>(std::lround(denominator * share)));
            left -= parts.back();
        }
        // Adds the rounding error to the likeliest choice.
        const auto likeliest = std::ranges::max_element(parts);
        *likeliest = static_cast<std::uint8_t>(*likeliest + left);
        if (*likeliest == mixed) {
            bytes.push_back(static_cast<std::uint8_t>(likeliest - parts.begin()));
            return;
        }
        bytes.push_back(mixed);
        bytes.insert(bytes.end(), parts.begin(), parts.end());
    }

    // Reads and removes the shares of one set from `packed`; false if they are invalid.
    static bool unpack(Bytes& packed, std::span<float> shares) {
        if (shares.size() == 1) {
            shares[0] = 1;
            return true;
        }
        if (packed.empty()) return false;
        const std::uint8_t kind = packed[0];
        packed = packed.subspan(1);
        if (kind != mixed) {
            if (kind >= shares.size()) return false;
            shares[kind] = 1;
            return true;
        }
        if (packed.size() < shares.size()) return false;
        int sum = 0;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            sum += packed[i];
            shares[i] = static_cast<float>(packed[i]) / denominator;
        }
        packed = packed.subspan(shares.size());
        return sum == static_cast<int>(denominator);
    }

    std::vector<float> probabilities_;
};

}  // namespace zeitnot::blindtictactoe
