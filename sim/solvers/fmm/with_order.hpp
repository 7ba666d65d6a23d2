#pragma once

// From an order known when the program runs to one known when it was compiled.

#include "sim/tree/sliced_expansion.hpp"

namespace orrery {

// Up to here operators are compiled for each order, and a thread has whole expansions in its
// registers. Beyond, one program does all orders: see gpu_sliced_expansions.cuh.
inline constexpr int max_unrolled_order = 6;

constexpr bool is_sliced(int order) {
    return order > max_unrolled_order;
}

// Calls operation.template operator()<order>(), for orders up to max_unrolled_order.
template <class Operation>
void with_order(int order, const Operation& operation) {
    with_number<min_order, max_unrolled_order>(order, operation);
}

// The same for all orders; beyond that one `any_order`.
template <class Operation>
void with_any_order(int order, const Operation& operation) {
    if (is_sliced(order)) {
        return operation.template operator()<any_order>();
    }
    with_order(order, operation);
}

} // namespace orrery
