#pragma once

#include "app/state/look.hpp"
#include "render/body_light.hpp"
#include "render/colour_maps.hpp"
#include "render/over_picture.hpp"
#include "sim/state/body_writer.hpp"
#include "sim/state/state_reading.hpp"

#include <glm/vec3.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

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

// Why a cell is drawn: for its place in the tree, or for how it pulls on a body's group.
enum class BoxRole : std::uint8_t { cell, local, multipole, monopole, leaf, group };

// The colour map that tells levels apart, the coarsest at its dark end.
const ColourMap& level_colours();

// sRGB, and how strong its lines are.
std::array<std::uint8_t, 4> role_colour(BoxRole role);

// A tree as it is drawn, a body's interactions and its group last. Where they are shown, the tree
// steps back.
std::vector<LineBox> line_boxes(const Inspection& inspection);

// Counts of the cells and bodies that pull on the picked body's group.
struct InteractionCounts {
    bool of_cells = false; // by a fast multipole method: the group is a leaf
    std::size_t locals = 0, multipoles = 0, monopoles = 0, leaves = 0; // cells
    std::size_t in_leaves = 0, in_group = 0;                           // bodies

    // The terms that a body of the group feels: cells, and bodies but itself.
    std::size_t terms() const {
        return locals + multipoles + monopoles + std::max<std::size_t>(in_leaves, 1) - 1;
    }
};

// The status of the octree's overlay, for the panels.
struct OverlayStatus {
    std::string notice = {}; // why there is none
    std::string owner = {};  // whose tree it is
    std::size_t cells = 0;
    std::shared_ptr<const std::vector<LineBox>> boxes = {}; // that are drawn of it
    LevelRange found = {};                                  // levels that the tree has
    LevelRange drawn = {};                                  // those that there was room for
    std::optional<InteractionCounts> interactions = {};
};

// How dense the bodies on screen are, each spread as a Gaussian: mass in a unit of volume.
struct SceneDensity {
    double sigma = 0;             // of the Gaussians, in the system's units
    double seconds = 0;           // that computing it took
    std::vector<float> at_bodies; // in original order; empty: not wanted
    float low = 0, high = 1;      // 2nd and 98th percentile of those
    Slice slice = {};
    float slice_high = 1; // what its brightest shade stands for
};

// Where 2 and 98 in a hundred of the bodies are below: of some that are evenly spread over all, as
// good, and nothing beside the sum.
ScalarRange range_of(const std::vector<float>& densities);

// How many decades of density a slice's colours span.
inline constexpr float slice_decades = 3;

} // namespace orrery
