#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace orrery {

// A value that copies share until one of them wants to overwrite it, which then takes a new one. So
// readers on other threads hold the old value, no thread waits, and a copy costs no time, and
// memory only while it is read. Its owner has to guard it while it is copied (with a lock).
template <class Value>
class Held {
public:
    Held() = default; // empty
    explicit Held(Value value) : block_(new Block{std::move(value)}) {}
    Held(const Held& other) noexcept : block_(other.block_) {
        if (block_ != nullptr) {
            block_->holders.fetch_add(1, std::memory_order_relaxed);
        }
    }
    Held(Held&& other) noexcept { swap(other); }
    Held& operator=(Held other) noexcept {
        swap(other);
        return *this;
    }
    ~Held() {
        if (block_ != nullptr && block_->holders.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            delete block_;
        }
    }

    const Value& operator*() const noexcept {
        static const Value empty;
        return block_ != nullptr ? block_->value : empty;
    }
    const Value* operator->() const noexcept { return &**this; }
    void swap(Held& other) noexcept { std::swap(block_, other.block_); }

    // To be overwritten as a whole: as it was, or empty.
    Value& to_overwrite() {
        // The reads by others happened before the writes that follow.
        if (block_ == nullptr || block_->holders.load(std::memory_order_acquire) != 1) {
            Held next;
            next.block_ = new Block{};
            swap(next);
        }
        return block_->value;
    }

    // As it is now, for as long as the result lives.
    std::shared_ptr<const Value> hold() const {
        const auto held = std::make_shared<const Held>(*this);
        return {held, &**held};
    }

private:
    struct Block {
        Value value;
        std::atomic<int> holders = 1;
    };

    Block* block_ = nullptr;
};

template <class Array>
class HeldArray : public Held<Array> {
public:
    using Held<Array>::Held;

    // An array of `count` entries with unspecified values.
    Array& to_overwrite(std::size_t count) {
        Array& values = Held<Array>::to_overwrite();
        if (values.size() != count) {
            values = Array(count);
        }
        return values;
    }
};

} // namespace orrery
