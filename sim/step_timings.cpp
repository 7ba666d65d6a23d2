#include "sim/step_timings.hpp"

#include <cstring>

namespace orrery {

void StepTimings::add(const char* phase, double milliseconds) {
    for (Phase& known : phases) {
        if (std::strcmp(known.name, phase) == 0) {
            known.milliseconds += milliseconds;
            return;
        }
    }
    phases.push_back({phase, milliseconds});
}

void StepTimings::clear() {
    phases.clear();
    device_spans.clear();
    total_milliseconds = 0;
    interactions = 0;
}

PhaseTimer::~PhaseTimer() {
    timings_.add(phase_, milliseconds_since(start_));
}

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

} // namespace orrery
