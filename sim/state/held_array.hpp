#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace orrery {

// An array with one owner, who changes it, and readers on other threads, who hold on to what it
// was. Nobody waits: where readers hold an array that the owner wants to overwrite, the owner takes
// a new one, and the old one is freed by the last of them. So a copy costs memory, but no time, and
// only while somebody reads. Who may hold it when is the owner's business (a lock's).
template <class Array>
class HeldArray {
    struct Block {
        Array values;
        std::atomic<int> readers = 0;
    };

public:
    HeldArray() = default; // empty
    explicit HeldArray(Array values) : block_(std::make_shared<Block>()) {
        block_->values = std::move(values);
    }

    const Array& operator*() const noexcept {
        static const Array empty;
        return block_ != nullptr ? block_->values : empty;
    }
    const Array* operator->() const noexcept { return &**this; }
    void swap(HeldArray& other) noexcept { block_.swap(other.block_); }

    // To be overwritten as a whole: of `count` entries, whose values are anything.
    Array& to_overwrite(std::size_t count) {
        // What the readers have read happened before what is written now.
        if (block_ == nullptr || block_->readers.load(std::memory_order_acquire) != 0) {
            block_ = std::make_shared<Block>();
        }
        if (block_->values.size() != count) {
            block_->values = Array(count);
        }
        return block_->values;
    }

    // As it is now, for as long as the result lives.
    std::shared_ptr<const Array> hold() const {
        if (block_ == nullptr) {
            return std::make_shared<const Array>();
        }
        block_->readers.fetch_add(1, std::memory_order_relaxed);
        return {&block_->values, [block = block_](const Array*) {
                    block->readers.fetch_sub(1, std::memory_order_release);
                }};
    }

private:
    std::shared_ptr<Block> block_;
};

} // namespace orrery
