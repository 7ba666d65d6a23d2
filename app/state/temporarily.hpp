#pragma once

#include <utility>

namespace orrery {

// While it lives, what is there has another value.
template <class Value>
class Temporarily {
public:
    Temporarily(Value& there, Value value)
        : there_(there), before_(std::exchange(there, std::move(value))) {}
    Temporarily(const Temporarily&) = delete;
    Temporarily& operator=(const Temporarily&) = delete;
    ~Temporarily() { there_ = std::move(before_); }

private:
    Value& there_;
    Value before_;
};

} // namespace orrery
