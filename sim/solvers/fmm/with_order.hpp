#pragma once

// From an order known when the program runs to one known when it was compiled.

namespace orrery {

// Expansions are compiled for these orders. More are little use: the next one makes the error
// three times smaller at nearly twice the work. With fewer the error estimate does not hold.
inline constexpr int min_gpu_order = 3;
inline constexpr int max_gpu_order = 6;

// Calls operation.template operator()<order>().
template <class Operation>
void with_order(int order, const Operation& operation) {
    switch (order) {
    case 3:
        return operation.template operator()<3>();
    case 4:
        return operation.template operator()<4>();
    case 5:
        return operation.template operator()<5>();
    default:
        return operation.template operator()<6>();
    }
}

} // namespace orrery
