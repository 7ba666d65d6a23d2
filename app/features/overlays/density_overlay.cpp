// The density of the bodies on screen, at each of them and on a slice through the scene, while the
// view asks for it. Summed of bodies that are read beside the frames, so that neither a step nor a
// frame waits for it; of bodies at rest once.
#include "app/features/features.hpp"
#include "app/features/overlays/kept_up.hpp"
#include "app/language/tr.hpp"
#include "app/state/guide_lines.hpp"
#include "render/body_buffer.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/live_density.hpp"
#include "sim/state/body_writer.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace orrery {
namespace {

constexpr int least_columns = 256;
constexpr int finest = 2;                                  // 1024 columns
constexpr double quick_seconds = 0.04, slow_seconds = 0.4; // for a finer or a coarser slice

// A plane has fewer bodies about each of its points than there are about a body.
constexpr double slice_widening = 2;

// An automatic colour scale follows the densities so much per result.
constexpr float followed_per_result = 0.3F;

// A rectangle of targets: its middle, and from there to its edges.
struct Plane {
    glm::dvec3 centre{0}, right{0}, up{0};
    int columns = 0, rows = 0;
    bool operator==(const Plane&) const = default;
};

// What a density is made of.
struct Wish {
    std::uint64_t version = 0, load_serial = 0, bodies_serial = 0;
    std::optional<int> device; // that has them
    float width = 1, error = 0;
    bool at_bodies = false;
    std::optional<Plane> plane;
    bool operator==(const Wish&) const = default;
};

VectorArray<double> points_of(const Plane& plane) {
    VectorArray<double> points(static_cast<std::size_t>(plane.columns) *
                               static_cast<std::size_t>(plane.rows));
    std::size_t next = 0;
    for (int row = 0; row < plane.rows; ++row) {
        for (int column = 0; column < plane.columns; ++column, ++next) {
            const glm::dvec3 place = plane.centre +
                                     ((2 * column + 1.0) / plane.columns - 1) * plane.right +
                                     ((2 * row + 1.0) / plane.rows - 1) * plane.up;
            points.x[next] = place.x;
            points.y[next] = place.y;
            points.z[next] = place.z;
        }
    }
    return points;
}

class DensityMaker {
public:
    std::unique_ptr<SceneDensity> make(const SimulationThread& simulation, const Wish& wish,
                                       const std::stop_token& stop) {
        if (!live_.take_bodies({simulation, wish.load_serial, wish.bodies_serial, wish.device})) {
            return nullptr;
        }
        auto density = std::make_unique<SceneDensity>();
        density->sigma = double{wish.width} * live_.suggested_sigma();
        if (density->sigma <= 0) {
            throw bad_input("no width follows from the distances of these bodies", "density",
                            "show another system");
        }
        const double error = double{wish.error};
        if (wish.at_bodies) {
            auto found = live_.at_bodies(density->sigma, error, stop);
            if (!found) {
                return nullptr;
            }
            density->at_bodies = std::move(*found);
            const ScalarRange range = range_of(density->at_bodies);
            density->low = range.low;
            density->high = range.high;
        }
        if (wish.plane) {
            auto found = live_.at_points(points_of(*wish.plane), slice_widening * density->sigma,
                                         error, stop);
            if (!found) {
                return nullptr;
            }
            show_on(*wish.plane, std::move(*found), *density);
        }
        return density;
    }

private:
    static void show_on(const Plane& plane, std::vector<float> shade, SceneDensity& density) {
        density.slice_high = std::max(*std::ranges::max_element(shade), 1e-37F);
        for (float& each : shade) {
            const float share = std::max(each / density.slice_high, 1e-10F);
            each = std::clamp(1 + std::log10(share) / slice_decades, 0.0F, 1.0F);
        }
        density.slice = {glm::vec3(plane.centre),
                         glm::vec3(plane.right),
                         glm::vec3(plane.up),
                         plane.columns,
                         plane.rows,
                         std::move(shade),
                         slice_decades};
    }

    LiveDensity live_{cores_for_overlays(), Workers::Priority::background};
};

// What the camera shows about what it looks at, or as much of a plane along the axes.
std::optional<Plane> wanted_plane(const AppState& app, int fineness) {
    const SlicePlane wanted = app.view.density.slice;
    if (wanted == SlicePlane::none || app.framebuffer.height <= 0) {
        return std::nullopt;
    }
    const CameraPose& pose = app.camera.pose();
    const double half = visible_half_height(app.camera);
    const double aspect = static_cast<double>(app.framebuffer.width) / app.framebuffer.height;
    const bool faces = wanted == SlicePlane::camera;
    const ClearArea& open = app.camera.open;
    // Beside panels, what is looked at is not in the middle of the window.
    const double tall = faces ? half * (1 + std::abs(open.centre.y)) / open.share.y : 1.2 * half;
    const double wide = faces ? half * aspect * (1 + std::abs(open.centre.x)) / open.share.y : tall;
    const glm::dvec3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
    const glm::dvec3 right = faces ? pose.orientation * x : wanted == SlicePlane::yz ? y : x;
    const glm::dvec3 up = faces ? pose.orientation * y : wanted == SlicePlane::xy ? y : z;
    const int columns = least_columns << fineness;
    const int rows = std::max(static_cast<int>(std::lround(columns * tall / wide)), 1);
    return Plane{pose.centre, wide * right, tall * up, columns, rows};
}

class DensityOverlay : public KeptUp<Wish, DensityMaker> {
public:
    DensityOverlay() : KeptUp(0.1, 2, tr_noop("Not enough memory for densities.")) {}

private:
    std::optional<Wish> wish(Frame& frame) override {
        const AppState& app = frame.app;
        const Wish wish{app.written.version,
                        app.status.load_serial,
                        app.status.bodies_serial,
                        app.status.state_device,
                        app.view.density.width,
                        app.view.density.error,
                        app.view.style.colour_by == ColourBy::values,
                        wanted_plane(app, fineness_)};
        const bool wanted = wish.at_bodies || wish.plane;
        return wanted && frame.bodies->count() > 0 && app.status.loaded ? std::optional(wish)
                                                                        : std::nullopt;
    }

    // The scale of the first result of its kind holds at once.
    void show(Frame& frame, Made made, double seconds) override {
        AppState& app = frame.app;
        fineness_ += seconds < quick_seconds && fineness_ < finest ? 1
                     : seconds > slow_seconds && fineness_ > 0     ? -1
                                                                   : 0;
        made->seconds = seconds;
        app.density = std::move(made);
        const Wish before = std::exchange(shown_, made_of());
        const bool fresh = before.load_serial != shown_.load_serial ||
                           before.width != shown_.width || !before.at_bodies;
        BodyStyle& style = app.view.style;
        if (app.density->at_bodies.empty() || !app.view.automatic_range ||
            style.colour_by != ColourBy::values) {
            return;
        }
        const float share = fresh || !app.status.settings.running ? 1 : followed_per_result;
        style.scalar_low += share * (app.density->low - style.scalar_low);
        style.scalar_high += share * (app.density->high - style.scalar_high);
    }

    void give_up(AppState& app) override {
        if (app.view.style.colour_by == ColourBy::values) {
            app.view.style.colour_by = ColourBy::density;
        }
        app.view.density.slice = SlicePlane::none;
    }

    void clear(Frame& frame) override {
        shown_ = {};
        frame.app.density.reset();
    }

    Wish shown_;       // what app.density was made of
    int fineness_ = 0; // of the slice: how often its least number of columns is doubled
};

} // namespace

extern const FeatureEntry density_overlay_feature = feature<DensityOverlay>();

} // namespace orrery
