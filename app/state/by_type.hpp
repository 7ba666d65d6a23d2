#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <typeindex>
#include <unordered_map>
#include <utility>

namespace orrery {

// A value of each type, made when it is first asked for: who has it knows none of the types.
class ByType {
public:
    template <class Value>
    Value& get() const {
        std::shared_ptr<void>& value = values_[typeid(Value)];
        if (!value) {
            value = std::make_shared<Value>();
        }
        return *static_cast<Value*>(value.get());
    }

private:
    mutable std::unordered_map<std::type_index, std::shared_ptr<void>> values_;
};

// What actions and panels ask of others, each request a type of its own: who does such things takes
// it when its turn comes. Nothing else needs to know what there is to be asked for.
class Requests {
public:
    template <class Request>
    void add(Request request) {
        all<Request>().push_back(std::move(request));
        ++asked_;
    }
    // The newest of its kind, which makes those before it void.
    template <class Request>
    std::optional<Request> take() {
        const std::deque<Request> taken = std::exchange(all<Request>(), {});
        return taken.empty() ? std::nullopt : std::optional(taken.back());
    }
    // The oldest of its kind; the others wait.
    template <class Request>
    std::optional<Request> take_first() {
        if (!has<Request>()) {
            return std::nullopt;
        }
        auto taken = std::optional(std::move(all<Request>().front()));
        all<Request>().pop_front();
        return taken;
    }
    template <class Request>
    void drop() {
        all<Request>().clear();
    }
    template <class Request>
    bool has() const {
        return !all<Request>().empty();
    }
    // Null: there is none.
    template <class Request>
    Request* newest() const {
        return has<Request>() ? &all<Request>().back() : nullptr;
    }
    // So many, of all kinds, since the beginning.
    std::size_t asked() const { return asked_; }

private:
    template <class Request>
    std::deque<Request>& all() const {
        return by_type_.get<std::deque<Request>>();
    }

    ByType by_type_; // the oldest first
    std::size_t asked_ = 0;
};

} // namespace orrery
