#pragma once

// From a number known when the program runs to one known when it was compiled.

namespace orrery {

// Calls operation.template operator()<n>() for an n from `first` to `last`.
template <int first, int last, class Operation>
constexpr void with_number(int n, const Operation& operation) {
    if constexpr (first == last) {
        operation.template operator()<last>();
    } else if (n == first) {
        operation.template operator()<first>();
    } else {
        with_number<first + 1, last>(n, operation);
    }
}

} // namespace orrery
