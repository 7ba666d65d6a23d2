#include "sim/machine/profiler_range.hpp"

#include <nvtx3/nvToolsExt.h>

namespace orrery {

ProfilerRange::ProfilerRange(const char* name) {
    nvtxRangePushA(name);
}

ProfilerRange::~ProfilerRange() {
    nvtxRangePop();
}

} // namespace orrery
