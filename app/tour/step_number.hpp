#pragma once

#include "app/state/app_state.hpp"

#include <string>

namespace orrery {

// A step's number as a speaker types it, with Enter behind it: 1, 2, Enter goes to the twelfth.
class StepNumber {
public:
    // Reads the characters of this ImGui frame, while a tour is given. The plain keys that it takes
    // from whatever else has them; "" without a tour.
    const char* take(AppState& app);

private:
    std::string typed_;
    double typed_at_ = 0;
};

} // namespace orrery
