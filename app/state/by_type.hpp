#pragma once

#include <memory>
#include <typeindex>
#include <unordered_map>

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

} // namespace orrery
