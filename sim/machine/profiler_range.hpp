#pragma once

namespace orrery {

// Names a stretch of host time on a profiler's timeline (NVTX) in a build with CUDA; nothing
// elsewhere. Costs some nanoseconds when no profiler watches.
class ProfilerRange {
public:
    explicit ProfilerRange(const char* name);
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;
    ~ProfilerRange();
};

} // namespace orrery
