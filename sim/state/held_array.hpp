#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace orrery {

// A value with one owner, who changes it, and readers on other threads, who hold on to what it
// was. Nobody waits: where readers hold a value that the owner wants to overwrite, the owner takes
// a new one, and the old one is freed by the last of them. So a copy costs memory, but no time, and
// only while somebody reads. Who may hold it when is the owner's business (a lock's).
template <class Value>
class Held {
    struct Block {
        Value value;
        std::atomic<int> readers = 0;
    };

public:
    Held() = default; // empty
    explicit Held(Value value) : block_(std::make_shared<Block>()) {
        block_->value = std::move(value);
    }

    const Value& operator*() const noexcept {
        static const Value empty;
        return block_ != nullptr ? block_->value : empty;
    }
    const Value* operator->() const noexcept { return &**this; }
    void swap(Held& other) noexcept { block_.swap(other.block_); }

    // To be overwritten as a whole: as it was, or empty.
    Value& to_overwrite() {
        // What the readers have read happened before what is written now.
        if (block_ == nullptr || block_->readers.load(std::memory_order_acquire) != 0) {
            block_ = std::make_shared<Block>();
        }
        return block_->value;
    }

    // As it is now, for as long as the result lives.
    std::shared_ptr<const Value> hold() const {
        if (block_ == nullptr) {
            return std::make_shared<const Value>();
        }
        block_->readers.fetch_add(1, std::memory_order_relaxed);
        return {&block_->value, [block = block_](const Value*) {
                    block->readers.fetch_sub(1, std::memory_order_release);
                }};
    }

private:
    std::shared_ptr<Block> block_;
};

template <class Array>
class HeldArray : public Held<Array> {
public:
    using Held<Array>::Held;

    // Of `count` entries, whose values are anything.
    Array& to_overwrite(std::size_t count) {
        Array& values = Held<Array>::to_overwrite();
        if (values.size() != count) {
            values = Array(count);
        }
        return values;
    }
};

} // namespace orrery
