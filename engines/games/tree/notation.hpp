// The notation of game trees written by hand:
//
//   max(min(3,12,8),min(2,4,6))     MAX is seat 0, MIN seat 1; a leaf is MAX's payoff
//   avg(0.9:2,0.1:3)                a chance node: probability and tree
//   A(B(1,0),B(0,1))                seats by letter; with two seats, both get the leaf
//   A(B(C(126,423),…),…)            with three seats, leaf 126 gives 1 to A, 2 to B and 6 to C
//   [p]B(1,0)                       nodes of one seat with the same label are an information set
//
// A tree is parsed once and shared by all its positions.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "zeitnot/outcome.hpp"
#include "zeitnot/parsed.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot::tree {

inline constexpr int max_children = 10, max_plies = 16, max_digits = 6, max_letters = 8;

// The limits of a tree's text, which is untrusted.
struct Limits {
    std::size_t characters = 1000, nodes = 250;
};

enum class Kind { leaf, chance, choice };

struct Node {
    Kind kind = Kind::leaf;
    int seat = 0;          // to move; at leaves and chance nodes, the seat that would be
    std::string path;      // the children chosen from the root, one digit each
    std::string label;     // of the information set
    std::string leaf;      // its text
    PerSeat<int> payoffs;  // what each seat gets at a leaf
    std::vector<std::size_t> next;
    std::vector<int> hundredths;  // the probabilities of `next`
    std::vector<bool> is_hidden;  // by seat: whether the choice made here is hidden from it
};

// `nodes`: the root first, each before its descendants.
struct Tree {
    std::string text;
    int seats = 2;
    bool has_chance = false, has_hidden = false;
    bool is_shared = false;  // two seats that both get the leaf
    std::vector<Node> nodes;
    PerSeat<PayoffRange> payoff_ranges;  // of all leaves, by seat
    Key key = 0;

    // The path to a node as a seat sees it, or a spectator, who sees only what all seats see. At a
    // leaf everything is shown.
    [[nodiscard]] std::string view(std::size_t at, std::optional<int> viewer) const {
        std::string seen = nodes[at].path;
        if (nodes[at].kind == Kind::leaf) return seen;
        std::size_t node = 0;
        for (char& step : seen) {
            const std::size_t child = nodes[node].next[static_cast<std::size_t>(step - '0')];
            if (hides(node, viewer)) step = '?';
            node = child;
        }
        return seen;
    }

    // Whether the viewer sees the whole path to a node.
    [[nodiscard]] bool sees_all(std::size_t at, std::optional<int> viewer) const {
        return view(at, viewer) == nodes[at].path;
    }

    [[nodiscard]] bool hides(std::size_t node, std::optional<int> viewer) const {
        const auto& hidden = nodes[node].is_hidden;
        if (viewer) return hidden[static_cast<std::size_t>(*viewer)];
        return std::find(hidden.begin(), hidden.end(), true) != hidden.end();
    }

    [[nodiscard]] std::optional<std::size_t> find(std::string_view path) const {
        for (std::size_t at = 0; at < nodes.size(); ++at) {
            if (nodes[at].path == path) return at;
        }
        return std::nullopt;
    }
};

}  // namespace zeitnot::tree
