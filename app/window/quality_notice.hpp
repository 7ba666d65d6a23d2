#pragma once

#include <optional>

namespace orrery {

// When to say that the picture is drawn more coarsely: once it has stayed so for a moment, and not
// again, however its quality goes up and down, before it has been as good as it can be for long.
class QualityNotice {
public:
    // Once a frame, with the governor's level; true: say it now.
    bool is_due(int level, double now);

private:
    bool said_ = false;
    int level_ = 0;
    double since_ = 0; // at that level
};

} // namespace orrery
