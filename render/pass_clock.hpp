#pragma once

#include "render/gl_object.hpp"
#include "render/pass_time.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace orrery {

// Where a picture's time goes, for benchmarks: reading it waits until the picture is there. Costs
// nothing while it is not used.
class PassClock {
public:
    // Of pictures begun from now on.
    void watch(PassDetail detail);

    void begin();
    // What is drawn from here on is that pass. Of one name there may be several.
    void mark(const char* pass);
    void end();

    // The picture's passes in their order; of a whole one. Empty when none was watched.
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

} // namespace orrery
