#include "app/panels/option_range.hpp"

#include "app/numbers.hpp"

namespace orrery {

NumberRange option_range(const SolverOption& option) {
    constexpr double wide = 100;
    const bool logarithmic = option.minimum > 0 && option.maximum >= wide * option.minimum;
    return {.low = option.minimum,
            .high = option.maximum,
            .logarithmic = logarithmic,
            .whole = option.whole,
            .usual = option.default_value,
            .show = logarithmic ? briefly : nullptr};
}

} // namespace orrery
