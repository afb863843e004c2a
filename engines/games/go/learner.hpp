// The learner of `zeitnot train go`, with its three stages.
#pragma once

#include <cstring>
#include <string_view>
#include <vector>

#include "games/go/policy.hpp"
#include "games/go/value_fit.hpp"
#include "games/go/weights.hpp"
#include "zeitnot/weights_file.hpp"

namespace zeitnot::go {

class Learner {
   public:
    // Policies that play.
    enum class Player { imitation, improved, patterns };

    // Learns from each game once; with rate 0 it only measures.
    Likelihood imitate(const std::vector<RecordedGame>& games, float rate) {
        Likelihood likelihood;
        for (const RecordedGame& game : games) imitation_.imitate(game, rate, likelihood);
        return likelihood;
    }

    // Begins the second stage from the weights of the first.
    void begin_improvement() {
        improved_.steps() = {};
        improved_.steps().weights = imitation_.weights();
        pool_.assign(1, imitation_.weights());
    }

    [[nodiscard]] bool has_begun_improvement() const { return !pool_.empty(); }

    // Plays the games with these numbers against earlier versions, then adds the current version to
    // them. Returns the mean score.
    double improve(std::uint64_t first, std::uint64_t count, int size, float rate) {
        Improvement games(improved_, pool_);
        double sum = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            sum += games.play(first + i, size);
            if ((i + 1) % batch == 0 || i + 1 == count) improved_.ascend(rate);
        }
        if (pool_.size() == max_pool_size) pool_.erase(pool_.begin() + 1);
        pool_.push_back(improved_.weights());
        return sum / static_cast<double>(count);
    }

    // Learns from one position of each game with these numbers; with rate 0 it only measures.
    // `size` 0: mixed sizes.
    ValueErrors learn_value(std::uint64_t first, std::uint64_t count, int size, float rate) {
        ValueErrors errors;
        for (std::uint64_t number = first; number < first + count; ++number) {
            const int board_size = size > 0 ? size : mixed_size(number);
            value_.learn(value_sample(improved_.weights(), board_size, number), rate, errors);
        }
        return errors;
    }

    // The first player's score in each pair of games with both colours.
    [[nodiscard]] std::vector<double> trial(Player first, Player second, int size,
                                            std::uint64_t pairs) const {
        const auto against = [&](auto& player) {
            if (second == Player::patterns) {
                PatternPolicy patterns;
                return go::trial(player, patterns, size, pairs, trial_seed);
            }
            SoftmaxPlayer other_player(weights_of(second));
            return go::trial(player, other_player, size, pairs, trial_seed);
        };
        if (first == Player::patterns) {
            PatternPolicy patterns;
            return against(patterns);
        }
        SoftmaxPlayer player(weights_of(first));
        return against(player);
    }

    // A weights file with the policy of this stage.
    [[nodiscard]] std::vector<std::uint8_t> packed(Player policy) const {
        return write_weights_file("go", go::packed({weights_of(policy), value_.weights()}));
    }

    // The states of all stages, then the earlier versions.
    [[nodiscard]] std::vector<std::uint8_t> state() const {
        std::vector<std::uint8_t> bytes;
        put(bytes, imitation_.steps());
        put(bytes, improved_.steps());
        put(bytes, value_.steps());
        for (const MoveWeights& version : pool_) put(bytes, version);
        return bytes;
    }
    // Restores the result of `state`. Returns whether the bytes were valid.
    bool restore(Bytes bytes) {
        const std::size_t fixed_size = 2 * sizeof(PolicyFit::Steps) + sizeof(ValueFit::Steps);
        if (bytes.size() < fixed_size || (bytes.size() - fixed_size) % sizeof(MoveWeights) != 0)
            return false;
        const std::size_t versions = (bytes.size() - fixed_size) / sizeof(MoveWeights);
        if (versions > max_pool_size) return false;
        take(bytes, imitation_.steps());
        take(bytes, improved_.steps());
        take(bytes, value_.steps());
        pool_.resize(versions);
        for (MoveWeights& version : pool_) take(bytes, version);
        return true;
    }

   private:
    static constexpr std::uint64_t batch = 64, trial_seed = 0x7472'6961'6C00'0000;
    static constexpr std::size_t max_pool_size = 64;

    // Three out of four games are on 9×9.
    static int mixed_size(std::uint64_t number) {
        constexpr std::array<int, 20> sizes{9, 9, 9, 9, 5, 9, 9, 9, 9,  13,
                                            9, 9, 9, 9, 7, 9, 9, 9, 19, 13};
        return sizes[number % sizes.size()];
    }

    [[nodiscard]] const MoveWeights& weights_of(Player player) const {
        return player == Player::imitation ? imitation_.weights() : improved_.weights();
    }

    template <class T>
    static void put(std::vector<std::uint8_t>& bytes, const T& part) {
        const auto* first = reinterpret_cast<const std::uint8_t*>(&part);
        bytes.insert(bytes.end(), first, first + sizeof part);
    }
    template <class T>
    static void take(Bytes& bytes, T& part) {
        std::memcpy(&part, bytes.data(), sizeof part);
        bytes = bytes.subspan(sizeof part);
    }

    PolicyFit imitation_, improved_;
    std::vector<MoveWeights> pool_;  // earlier versions of `improved_`
    ValueFit value_;
};

}  // namespace zeitnot::go
