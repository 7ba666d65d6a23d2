#pragma once

#include "render/gl_object.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace orrery {

// So long a part of a picture took to draw.
struct PassTime {
    std::string name;
    double milliseconds = 0;
};

// How much of a picture is measured. `passes`: each then waits for the one before, so that their
// sum is more than the whole.
enum class PassDetail { nothing, whole, passes };

// A picture's time by passes, for benchmarks: reading it waits until the picture is there. Costs
// nothing while it is not used.
class PassClock {
public:
    // The detail for pictures begun from now on.
    void watch(PassDetail detail);

    void begin();
    // Later drawing counts as that pass. Several passes may have one name.
    void mark(const char* pass);
    void end();

    // The picture's passes in order, or the whole as one; empty if nothing was watched.
    std::vector<PassTime> read();

private:
    struct Mark {
        std::string name;
        GlQuery passed;                            // on a GPU
        std::chrono::steady_clock::time_point now; // where the processor draws
    };
    void set(const char* name);
    static double milliseconds_between(const Mark& first, const Mark& second, bool by_processor);

    PassDetail detail_ = PassDetail::nothing;
    bool by_processor_ = false;
    std::vector<Mark> marks_;
};

// How long the GPU takes for what is between begin and end, learnt some frames later, of one frame
// at a time: it never waits. Where the processor draws, how long that takes: part of it is done
// when it is asked for, where no query counts it, so the rest is waited for.
class FrameTimer {
public:
    FrameTimer();
    void begin();
    void end();
    double milliseconds() const { return milliseconds_; } // of the last one finished

private:
    void collect();

    bool by_processor_;
    std::chrono::steady_clock::time_point begun_;
    GlQuery query_;
    bool running_ = false; // between begin and end
    bool asked_ = false;   // and not known yet
    double milliseconds_ = 0;
};

} // namespace orrery
