// A walk down the tree of one game.
#pragma once

#include <utility>

#include "laboratory/values.hpp"
#include "laboratory/walk.hpp"
#include "zeitnot/history.hpp"

namespace zeitnot::laboratory {

// The open games of two seats whose positions have values.
template <class P>
concept Walkable = Position<P> && !Observable<P> && !SamplesThrows<P> &&
                   (TwoPlayerZeroSum<P> || SeatEvaluated<P>) &&
                   (HasTextbookEvaluation<P> || Evaluated<P> || SeatEvaluated<P>);

template <Position P>
struct Edges {
    typename P::Moves moves;
};

template <Stochastic P>
struct Edges<P> {
    typename P::Moves moves;
    std::vector<std::pair<typename P::Throw, double>> outcomes;
};

// The frames of former paths are kept, so that a walk seldom allocates.
template <Walkable P>
class GameWalk final : public Walk {
   public:
    GameWalk(const Values<P>& values, const History<P>& root) : values_(values), frames_(1) {
        frames_[0].state = root;
        frames_[0].kind = is_chance_node(root.position()) ? NodeKind::chance : NodeKind::choice;
    }

    [[nodiscard]] NodeKind kind() const override { return top().kind; }
    [[nodiscard]] int seat() const override { return position().turn(); }

    std::size_t list() override {
        Frame& frame = frames_[length_];
        if (frame.is_listed) return count(frame);
        frame.is_listed = true;
        frame.edges.moves.clear();
        if constexpr (Stochastic<P>) {
            frame.edges.outcomes.clear();
            if (frame.kind == NodeKind::chance) {
                position().chance([&](auto outcome, double probability) {
                    frame.edges.outcomes.emplace_back(outcome, probability);
                });
            }
        }
        if (frame.kind == NodeKind::choice) frame.state.moves(frame.edges.moves);
        return count(frame);
    }

    [[nodiscard]] double probability([[maybe_unused]] std::size_t outcome) const override {
        if constexpr (Stochastic<P>) return top().edges.outcomes[outcome].second;
        return 0;
    }
    [[nodiscard]] std::string move_text(std::size_t move) const override {
        return position().move_text(top().edges.moves[move]);
    }
    [[nodiscard]] std::vector<int> throw_values(
        [[maybe_unused]] std::size_t outcome) const override {
        if constexpr (Stochastic<P>) return position().values(top().edges.outcomes[outcome].first);
        return {};
    }

    void enter(std::size_t edge) override {
        if (frames_.size() == length_ + 1) frames_.emplace_back();
        frames_[length_ + 1].state = top().state;
        follow(frames_[length_ + 1], frames_[length_], edge);
        ++length_;
    }
    void leave() override { --length_; }
    void replace(std::size_t edge) override { follow(frames_[length_], frames_[length_], edge); }
    void rewind() override { length_ = 0; }

    [[nodiscard]] double estimate() const override { return values_.estimate(position()); }
    [[nodiscard]] double end_value(int ply) const override {
        return values_.of_end(position(), *outcome(top().state), ply);
    }
    [[nodiscard]] double score() const override { return outcome(top().state)->scores[0]; }
    [[nodiscard]] double reported(double value, int seat) const override {
        return values_.reported(seat == 0 ? value : 0.0 - value);
    }
    [[nodiscard]] std::optional<int> distance(double value) const override {
        return values_.distance(value);
    }
    [[nodiscard]] bool ends_are_exact() const override { return values_.ends_are_exact(); }
    [[nodiscard]] std::string_view unit() const override { return name_of(P::unit); }

   private:
    struct Frame {
        History<P> state{};
        Edges<P> edges{};
        NodeKind kind = NodeKind::choice;
        bool is_listed = false;
    };

    [[nodiscard]] const Frame& top() const { return frames_[length_]; }
    [[nodiscard]] const P& position() const { return top().state.position(); }

    static std::size_t count(const Frame& frame) {
        if constexpr (Stochastic<P>) {
            if (frame.kind == NodeKind::chance) return frame.edges.outcomes.size();
        }
        return frame.edges.moves.size();
    }

    // Settled positions count as ends: the players only have to agree.
    static std::optional<Outcome> outcome(const History<P>& state) {
        if (const auto end = state.ending()) return end->outcome;
        if constexpr (Settles<P>) return state.position().settled();
        return std::nullopt;
    }

    // Makes `frame` the node after `edge` of `from`, whose state it has.
    static void follow(Frame& frame, const Frame& from, std::size_t edge) {
        bool is_thrown = false;
        if constexpr (Stochastic<P>) {
            is_thrown = from.kind == NodeKind::chance;
            if (is_thrown) frame.state.apply(from.edges.outcomes[edge].first);
        }
        if (!is_thrown) frame.state.play(from.edges.moves[edge]);
        frame.is_listed = false;
        frame.kind = NodeKind::choice;
        if (outcome(frame.state)) {
            frame.kind = NodeKind::end;
        } else if (is_chance_node(frame.state.position())) {
            frame.kind = NodeKind::chance;
        }
    }

    const Values<P>& values_;
    std::vector<Frame> frames_;
    std::size_t length_ = 0;  // edges of the path
};

}  // namespace zeitnot::laboratory
