#pragma once

#include "app/state/look.hpp"
#include "render/body_light.hpp"
#include "render/over_picture.hpp"
#include "sim/state/state_reading.hpp"

#include <glm/vec3.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// A grid of round numbers in the plane z = 0 under what the camera looks at.
struct GuideGrid {
    double spacing = 1;
    double x = 0, y = 0; // of its middle, a multiple of the spacing
    int lines = 8;       // to each side of the middle
    bool operator==(const GuideGrid&) const = default;
};
GuideGrid grid_for(const CameraPose& pose);

// The largest of 1, 2, 5, 10 … that is no larger.
double round_length(double length);

// Lines that help to see: velocities as arrows, the path ahead of a body, grid and axes.
class GuideLines {
public:
    // What to read of the simulation for the arrows of `look`; of no bodies: nothing.
    ReadRequest wanted(const Look& look, std::size_t count) const;
    void add(BodyValues values, const ReadRequest& request);
    void set_path(std::vector<glm::dvec3> path);
    const std::vector<glm::dvec3>& path() const { return path_; }
    std::size_t arrows() const { return arrows_.size(); }
    // Changes whenever other lines are to be drawn.
    std::uint64_t version() const { return version_; }

    // Behind those that are there. The longest arrows take `arrow_length`.
    void append(std::vector<LinePoint>& lines, const Look& look,
                const std::vector<BodyLight>& lights, const GuideGrid& grid,
                const CameraPose& pose) const;

private:
    struct Arrow {
        std::size_t body = 0;
        glm::dvec3 place{0, 0, 0}, velocity{0, 0, 0};
    };

    void append_arrows(std::vector<LinePoint>& lines, const std::vector<BodyLight>& lights,
                       const CameraPose& pose) const;

    std::vector<Arrow> arrows_;
    double usual_speed_ = 0; // that only one in twenty of them exceed
    std::vector<glm::dvec3> path_;
    std::uint64_t version_ = 0;
};

// Stars far around `centre`, some nearer than others, so that they shift as the camera moves. The
// same ones for a seed; each is a line of no length. `brightness`: 0 … 1.
std::vector<LinePoint> star_points(const glm::dvec3& centre, double size, float brightness,
                                   std::uint64_t seed);

} // namespace orrery
