#pragma once

#include <string>

namespace orrery {

// So long a part of a picture took to draw.
struct PassTime {
    std::string name;
    double milliseconds = 0;
};

// What is measured of a picture. `passes`: each then waits for the one before, so that their sum is
// more than the whole.
enum class PassDetail { nothing, whole, passes };

} // namespace orrery
