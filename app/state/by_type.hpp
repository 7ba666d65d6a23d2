#pragma once

#include <algorithm>
#include <any>
#include <memory>
#include <optional>
#include <span>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

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
        all_.emplace_back(std::move(request));
    }
    // The newest of its kind, which makes those before it void.
    template <class Request>
    std::optional<Request> take() {
        Request* const request = newest<Request>();
        auto taken = request != nullptr ? std::optional(std::move(*request)) : std::nullopt;
        drop<Request>();
        return taken;
    }
    // The oldest of its kind; the others wait.
    template <class Request>
    std::optional<Request> take_first() {
        const auto first = std::find_if(all_.begin(), all_.end(), is<Request>);
        if (first == all_.end()) {
            return std::nullopt;
        }
        auto taken = std::optional(std::any_cast<Request>(std::move(*first)));
        all_.erase(first);
        return taken;
    }
    template <class Request>
    void drop() {
        std::erase_if(all_, is<Request>);
    }
    template <class Request>
    bool has() const {
        return std::any_of(all_.begin(), all_.end(), is<Request>);
    }
    // Null: there is none.
    template <class Request>
    const Request* newest() const {
        const auto found = std::find_if(all_.rbegin(), all_.rend(), is<Request>);
        return found == all_.rend() ? nullptr : std::any_cast<Request>(&*found);
    }
    template <class Request>
    Request* newest() {
        return const_cast<Request*>(std::as_const(*this).template newest<Request>());
    }
    // The oldest first.
    std::span<const std::any> all() const { return all_; }

private:
    template <class Request>
    static bool is(const std::any& request) {
        return request.type() == typeid(Request);
    }

    std::vector<std::any> all_;
};

} // namespace orrery
