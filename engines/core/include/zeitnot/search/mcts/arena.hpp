// The memory of a tree: blocks of one size, each with a few children. A node is a chain of blocks,
// so that memory never falls into pieces that are too small.
//
// When no block is free the subtrees visited longest ago go: a hand moves through the blocks as in
// the clock algorithm of paging (Corbató 1968) and frees nodes whose last visit lies behind that of
// most. If nothing can go, a leaf stays a leaf, and the search goes on.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "zeitnot/pages.hpp"
#include "zeitnot/search/mcts/child.hpp"
#include "zeitnot/zobrist.hpp"

namespace zeitnot {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0;
inline constexpr NodeId busy_node = 0xFFFFFFFF;  // a thread is listing its moves

enum class NodeKind : std::uint8_t { free, decision, chance, more };  // `more`: a further block

template <Position P>
struct alignas(64) Block {
    static constexpr std::size_t capacity = 7;
    Key key;                        // of the position
    Counter<std::uint32_t> visits;  // of all children
    Counter<std::uint32_t> last_visit;
    NodeId next;          // block of this node, or of the free list
    NodeId owner;         // the block with the child that leads here; of the root none
    std::uint16_t count;  // children of the node
    std::uint8_t slot;    // of that child
    std::int8_t seat;     // that chooses, or whose throw it is
    NodeKind kind;
    std::uint8_t used;  // children in this block
    std::array<Child<P>, capacity> children;
};

// The children of a node, in order.
template <Position P>
class Children {
   public:
    Children(Pages<Block<P>>& blocks, NodeId node)
        : blocks_(blocks), node_(node), count_(blocks[node].count) {}

    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] Child<P>& operator[](std::size_t index) const {
        NodeId block = node_;
        for (; index >= Block<P>::capacity; index -= Block<P>::capacity)
            block = blocks_[block].next;
        return blocks_[block].children[index];
    }
    // Calls `each(child, index)` for the first `limit` children.
    void for_each(auto&& each, std::size_t limit = ~std::size_t{0}) const {
        const std::size_t count = std::min(count_, limit);
        NodeId block = node_;
        for (std::size_t first = 0; first < count; first += Block<P>::capacity) {
            Block<P>& here = blocks_[block];
            const std::size_t last = std::min(count - first, Block<P>::capacity);
            for (std::size_t i = 0; i < last; ++i) each(here.children[i], first + i);
            block = here.next;
        }
    }

   private:
    Pages<Block<P>>& blocks_;
    NodeId node_;
    std::size_t count_;
};

template <Position P>
class Arena {
   public:
    explicit Arena(std::size_t bytes)
        : blocks_(std::max<std::size_t>(bytes / sizeof(Block<P>), min_blocks)) {}

    [[nodiscard]] Block<P>& operator[](NodeId node) { return blocks_[node]; }
    [[nodiscard]] const Block<P>& operator[](NodeId node) const { return blocks_[node]; }
    [[nodiscard]] Children<P> children(NodeId node) { return {blocks_, node}; }

    // Forgets everything. Block 0 is never used: 0 is `no_node`.
    void clear() {
        fresh_ = 1;
        free_ = no_node;
        free_count_ = 0;
    }

    // Used blocks in a thousand.
    [[nodiscard]] int filled() const {
        return static_cast<int>(1000 * (fresh_ - 1 - free_count_) / (blocks_.size() - 1));
    }

    // A node with `count` children whose statistics are empty, or `no_node` if there is no memory.
    NodeId allocate(std::size_t count) {
        const std::scoped_lock lock(mutex_);
        const std::size_t wanted =
            std::max<std::size_t>(1, (count + Block<P>::capacity - 1) / Block<P>::capacity);
        if (wanted > free_count_ + (blocks_.size() - fresh_)) return no_node;
        const NodeId first = take();
        NodeId last = first;
        for (std::size_t i = 1; i < wanted; ++i) {
            const NodeId block = take();
            blocks_[block].kind = NodeKind::more;
            blocks_[block].used = static_cast<std::uint8_t>(
                std::min(count - i * Block<P>::capacity, Block<P>::capacity));
            blocks_[last].next = block;
            last = block;
        }
        blocks_[last].next = no_node;
        Block<P>& head = blocks_[first];
        head.used = static_cast<std::uint8_t>(std::min(count, Block<P>::capacity));
        head.count = static_cast<std::uint16_t>(count);
        head.owner = no_node;
        head.visits.set(0);
        children(first).for_each([](Child<P>& child, std::size_t) { child.reset(); });
        return first;
    }

    // Frees a part of the nodes, those visited longest ago, but not `root`, unless there is already
    // room for so many children: another thread may just have freed some. No other thread may be in
    // the tree. `now`: the number of the last visit.
    void collect(NodeId root, std::uint32_t now, std::size_t children) {
        const std::size_t needed = children / Block<P>::capacity + 1;
        if (free_count_ + (blocks_.size() - fresh_) >= needed) return;
        const std::size_t wanted =
            std::clamp<std::size_t>(blocks_.size() / 16, needed, max_collected);
        const std::uint32_t old = old_age(now);
        std::size_t freed = free_count_;
        for (std::size_t step = 0; step < blocks_.size() && free_count_ - freed < wanted; ++step) {
            hand_ = hand_ + 1 < fresh_ ? hand_ + 1 : 1;
            Block<P>& block = blocks_[hand_];
            if (block.kind != NodeKind::decision && block.kind != NodeKind::chance) continue;
            if (hand_ != root && now - block.last_visit.get() >= old) free_subtree(hand_);
        }
    }

    // Separates a node from the child that leads to it.
    void detach(NodeId node) {
        Block<P>& block = blocks_[node];
        if (block.owner != no_node) blocks_[block.owner].children[block.slot].node.store(no_node);
        block.owner = no_node;
    }

   private:
    static constexpr std::size_t min_blocks = 1024, max_collected = 8192, samples = 64;

    NodeId take() {
        if (free_ == no_node) return fresh_++;
        const NodeId block = free_;
        free_ = blocks_[block].next;
        --free_count_;
        return block;
    }

    // An age that about an eighth of the nodes have reached.
    std::uint32_t old_age(std::uint32_t now) {
        std::array<std::uint32_t, samples> ages{};
        std::size_t count = 0;
        for (std::size_t i = 0; i < 16 * samples && count < samples; ++i) {
            const auto& block = blocks_[1 + splitmix64(sampling_) % (fresh_ - 1)];
            if (block.kind == NodeKind::decision || block.kind == NodeKind::chance)
                ages[count++] = now - block.last_visit.get();
        }
        if (count == 0) return 0;
        const auto rank = static_cast<std::ptrdiff_t>(count - 1 - count / 8);
        std::nth_element(ages.begin(), ages.begin() + rank,
                         ages.begin() + static_cast<std::ptrdiff_t>(count));
        return ages[static_cast<std::size_t>(rank)];
    }

    // Frees the node and all below it. Its subtree is walked along the free list's links, without a
    // stack: a node's blocks are appended to the list of those to free.
    void free_subtree(NodeId node) {
        detach(node);
        NodeId first = node;
        NodeId last = last_block(node);
        while (first != no_node) {
            const NodeId block = first;
            Block<P>& here = blocks_[block];
            for (std::size_t i = 0; i < here.used; ++i) {
                const NodeId below = here.children[i].node.load(std::memory_order_relaxed);
                if (below == no_node || below == busy_node) continue;
                blocks_[last].next = below;
                last = last_block(below);
            }
            first = block == last ? no_node : here.next;
            here.kind = NodeKind::free;
            here.next = free_;
            free_ = block;
            ++free_count_;
        }
    }

    [[nodiscard]] NodeId last_block(NodeId node) const {
        while (blocks_[node].next != no_node) node = blocks_[node].next;
        return node;
    }

    Pages<Block<P>> blocks_;
    std::mutex mutex_;
    NodeId fresh_ = 1;  // the first block never used
    NodeId free_ = no_node;
    std::size_t free_count_ = 0;
    NodeId hand_ = 1;
    Key sampling_ = 1;
};

}  // namespace zeitnot
