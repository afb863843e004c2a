// A large zeroed array on huge pages, where the system has them. It may be initialised in part: the
// rest takes address space, but no memory yet.
//
// A transposition table is read at random, and with pages of 4 KB nearly every access also misses
// the TLB; pages of 2 MB make searches up to twenty per cent faster.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace zeitnot {

// `T` must need no destructor. Throws std::bad_alloc.
template <class T>
class Pages {
   public:
    explicit Pages(std::size_t count) : Pages(count, count) {}
    // Room for `count` items, of which the first `initialised` can be used.
    Pages(std::size_t count, std::size_t initialised) : count_(count) {
        if (count == 0) return;
        const std::size_t page = count * sizeof(T) < huge_page_bytes ? alignof(T) : huge_page_bytes;
        const std::size_t bytes = (count * sizeof(T) + page - 1) / page * page;
        void* memory = std::aligned_alloc(page, bytes);
        if (memory == nullptr) throw std::bad_alloc();
#ifdef __linux__
        if (page == huge_page_bytes)
            madvise(memory, bytes, MADV_HUGEPAGE);  // only advice: may fail
#endif
        items_.reset(static_cast<T*>(memory));
        initialise_to(initialised);
    }

    // Zeroes more items, so that the first `initialised` can be used; at most `capacity()`.
    void initialise_to(std::size_t initialised) {
        if (initialised <= initialised_) return;
        std::uninitialized_value_construct_n(items_.get() + initialised_,
                                             initialised - initialised_);
        initialised_ = initialised;
    }

    [[nodiscard]] std::size_t capacity() const { return count_; }
    // The items that can be used.
    [[nodiscard]] std::size_t size() const { return initialised_; }
    [[nodiscard]] T& operator[](std::size_t i) { return items_.get()[i]; }
    [[nodiscard]] const T& operator[](std::size_t i) const { return items_.get()[i]; }

   private:
    static constexpr std::size_t huge_page_bytes = std::size_t{1} << 21U;
    struct Free {
        void operator()(T* memory) const { std::free(memory); }
    };

    std::size_t count_;
    std::size_t initialised_ = 0;
    std::unique_ptr<T, Free> items_;
};

}  // namespace zeitnot
