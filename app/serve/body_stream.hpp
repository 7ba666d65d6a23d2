#pragma once

// Some of the bodies for a page that draws them itself while the camera moves, so that it answers
// at once however long the way to the program is: evenly chosen, in 16 bits a coordinate.

#include "app/job.hpp"
#include "app/serve/viewer_server.hpp"
#include "app/state/app_state.hpp"
#include "sim/bodies.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace orrery {

// To the page: a header as a frame's, of "type":"bodies", and three 16-bit numbers a body, the
// lowest byte first, of which 0 and 65,535 are the ends of the box `low`, `low` + `size`. Bodies
// far from all others, which would make the box coarse, are left out.
std::string bodies_message(std::uint64_t id, const VectorArray<double>& places);

// A state of the window's features, so that it ends before the simulation does.
class BodyStream {
public:
    static constexpr std::size_t most_bodies = 65'536;

    // `asked`: so many bodies, by the page; 0: none. They are read beside the frames, at most
    // twenty times a second.
    void advance(AppState& app, ViewerServer& server, std::size_t asked);

private:
    Job<std::string> reading_;
    std::size_t asked_ = 0;
    double read_at_ = -1; // seconds since the window opened
    std::uint64_t next_id_ = 1;
};

// What the page needs of a frame's camera to move it by itself, and what covers the picture (JSON):
// docs/serve.md. Call when the frame has been drawn.
std::string view_message(const AppState& app);

} // namespace orrery
