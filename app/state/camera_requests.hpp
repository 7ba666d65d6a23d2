#pragma once

#include "render/camera.hpp"

// What can be asked of the camera.

namespace orrery {

struct GoHome {};      // to the scene's own viewpoint
struct FrameBodies {}; // to where all bodies are seen
struct BeginAt {       // here, when the next system is loaded
    CameraPose pose;
};
// Where the camera is to fly to, and in how many seconds; 0: it is there at once. One after the
// other.
struct CameraFlight {
    CameraPose pose;
    double seconds = 0;
};

} // namespace orrery
