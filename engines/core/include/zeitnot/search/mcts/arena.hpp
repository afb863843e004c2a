// The memory of a tree: blocks of one size, each with a few children. A node is a chain of blocks,
// so that memory does not fragment.
//
// When no block is free, the least recently visited subtrees are evicted: a hand sweeps the blocks
// as in the clock algorithm of paging (Corbató 1968) and frees nodes that were last visited before
// most others. If nothing can be evicted, a leaf stays a leaf, and the search continues.
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

enum class NodeKind : std::uint8_t { free, decision, chance, continuation };

template <Position P>
struct alignas(64) Block {
    static constexpr std::size_t capacity = 7;
    Key key;                        // of the position
    Counter<std::uint32_t> visits;  // of all children
    Counter<std::uint32_t> last_visit;
    NodeId next;          // the next block of this node or of the free list
    NodeId owner;         // the block with the child that leads here; none for the root
    std::uint16_t count;  // children of the node
    std::uint8_t slot;    // the index of that child in `owner`
    std::int8_t seat;     // the seat to move or to throw
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

    // Frees all blocks. Block 0 is never used, because 0 is `no_node`.
    void clear() {
        first_unused_ = 1;
        free_ = no_node;
        free_count_ = 0;
    }

    // The permille of used blocks.
    [[nodiscard]] int filled() const {
        return static_cast<int>(1000 * (first_unused_ - 1 - free_count_) / (blocks_.size() - 1));
    }

    // A node with `count` children whose statistics are empty, or `no_node` if there is no memory.
    NodeId allocate(std::size_t count) {
        const std::scoped_lock lock(mutex_);
        const std::size_t needed =
            std::max<std::size_t>(1, (count + Block<P>::capacity - 1) / Block<P>::capacity);
        if (needed > free_count_ + (blocks_.size() - first_unused_)) return no_node;
        const NodeId first = take_block();
        NodeId last = first;
        for (std::size_t i = 1; i < needed; ++i) {
            const NodeId block = take_block();
            blocks_[block].kind = NodeKind::continuation;
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

    // Frees some of the nodes that were visited longest ago, but never `root`. Does nothing if
    // there is already room for `children`, because another thread may just have freed some.
    // No other thread may use the tree. `now`: the number of the last visit.
    void collect(NodeId root, std::uint32_t now, std::size_t children) {
        const std::size_t needed = children / Block<P>::capacity + 1;
        if (free_count_ + (blocks_.size() - first_unused_) >= needed) return;
        const std::size_t target =
            std::clamp<std::size_t>(blocks_.size() / 16, needed, max_collected);
        const std::uint32_t min_age = age_limit(now);
        std::size_t free_before = free_count_;
        for (std::size_t step = 0; step < blocks_.size() && free_count_ - free_before < target;
             ++step) {
            hand_ = hand_ + 1 < first_unused_ ? hand_ + 1 : 1;
            Block<P>& block = blocks_[hand_];
            if (block.kind != NodeKind::decision && block.kind != NodeKind::chance) continue;
            if (hand_ != root && now - block.last_visit.get() >= min_age) free_subtree(hand_);
        }
    }

    // Unlinks a node from the child that leads to it.
    void detach(NodeId node) {
        Block<P>& block = blocks_[node];
        if (block.owner != no_node) blocks_[block.owner].children[block.slot].node.store(no_node);
        block.owner = no_node;
    }

   private:
    static constexpr std::size_t min_blocks = 1024, max_collected = 8192, samples = 64;

    NodeId take_block() {
        if (free_ == no_node) return first_unused_++;
        const NodeId block = free_;
        free_ = blocks_[block].next;
        --free_count_;
        return block;
    }

    // The age that about an eighth of the nodes have reached, estimated from a sample.
    std::uint32_t age_limit(std::uint32_t now) {
        std::array<std::uint32_t, samples> ages{};
        std::size_t count = 0;
        for (std::size_t i = 0; i < 16 * samples && count < samples; ++i) {
            const auto& block = blocks_[1 + splitmix64(sampling_) % (first_unused_ - 1)];
            if (block.kind == NodeKind::decision || block.kind == NodeKind::chance)
                ages[count++] = now - block.last_visit.get();
        }
        if (count == 0) return 0;
        const auto rank = static_cast<std::ptrdiff_t>(count - 1 - count / 8);
        std::nth_element(ages.begin(), ages.begin() + rank,
                         ages.begin() + static_cast<std::ptrdiff_t>(count));
        return ages[static_cast<std::size_t>(rank)];
    }

    // Frees the node and its subtree. It needs no stack: the blocks still to be freed form a list,
    // to which the blocks of each child are appended.
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
    NodeId first_unused_ = 1;
    NodeId free_ = no_node;
    std::size_t free_count_ = 0;
    NodeId hand_ = 1;
    Key sampling_ = 1;
};

}  // namespace zeitnot
