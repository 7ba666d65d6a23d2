#include "app/window/density_overlay.hpp"

#include "app/state/scene_density.hpp"
#include "sim/simulation/live_density.hpp"
#include "sim/state/body_writer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <thread>

namespace orrery {
namespace {

constexpr double shortest_interval = 0.1; // seconds
constexpr double idle_share = 2;          // rests so much longer than it works
constexpr int least_columns = 256;
constexpr int finest = 2;                                  // 1024 columns
constexpr double quick_seconds = 0.04, slow_seconds = 0.4; // for a finer or a coarser slice

// A plane has fewer bodies about each of its points than there are about a body.
constexpr double slice_widening = 2;

// An automatic colour scale follows the densities so much per result.
constexpr float followed_per_result = 0.3F;

// Of bodies evenly spread over all of them: as good, and nothing beside the sum.
ScalarRange range_of(const std::vector<float>& densities) {
    constexpr std::size_t most = 20'000;
    std::vector<float> some(std::min(most, densities.size()));
    for (std::size_t i = 0; i < some.size(); ++i) {
        some[i] = densities[i * densities.size() / some.size()];
    }
    return percentile_range(some);
}

// Where the slice lies, whichever way the camera is turned.
struct Axes {
    glm::dvec3 right, up;
};

Axes axes_of(SlicePlane plane, const CameraPose& pose) {
    switch (plane) {
    case SlicePlane::xy:
        return {{1, 0, 0}, {0, 1, 0}};
    case SlicePlane::xz:
        return {{1, 0, 0}, {0, 0, 1}};
    case SlicePlane::yz:
        return {{0, 1, 0}, {0, 0, 1}};
    case SlicePlane::camera:
    case SlicePlane::none:
        break;
    }
    return {pose.orientation * glm::dvec3(1, 0, 0), pose.orientation * glm::dvec3(0, 1, 0)};
}

} // namespace

class DensityOverlay::Maker {
public:
    // Null where it was stopped, or where there is nothing yet.
    std::shared_ptr<const SceneDensity> make(const SimulationThread& simulation, const Wish& wish,
                                             const std::stop_token& stop) {
        const Clock::time_point start = Clock::now();
        if (!live_.take_bodies({simulation, wish.load_serial, wish.bodies_serial, wish.device})) {
            return nullptr;
        }
        auto density = std::make_shared<SceneDensity>();
        density->sigma = double{wish.width} * live_.suggested_sigma();
        if (density->sigma <= 0) {
            throw bad_input("no width follows from the distances of these bodies", "density",
                            "show another system");
        }
        if (wish.at_bodies && !sum_at_bodies(wish, stop, *density)) {
            return nullptr;
        }
        if (wish.plane && !sum_on(*wish.plane, wish, stop, *density)) {
            return nullptr;
        }
        density->seconds = milliseconds_since(start) / 1000;
        return density;
    }

    // Nothing is wanted for now.
    void give_memory_back() { live_.give_memory_back(); }

private:
    bool sum_at_bodies(const Wish& wish, const std::stop_token& stop, SceneDensity& density) {
        std::optional<std::vector<float>> found =
            live_.at_bodies(density.sigma, double{wish.error}, stop);
        if (!found) {
            return false;
        }
        density.at_bodies = std::move(*found);
        const ScalarRange range = range_of(density.at_bodies);
        density.low = range.low;
        density.high = range.high;
        return true;
    }

    bool sum_on(const Plane& plane, const Wish& wish, const std::stop_token& stop,
                SceneDensity& density) {
        VectorArray<double> targets(static_cast<std::size_t>(plane.columns) *
                                    static_cast<std::size_t>(plane.rows));
        std::size_t next = 0;
        for (int row = 0; row < plane.rows; ++row) {
            for (int column = 0; column < plane.columns; ++column, ++next) {
                const glm::dvec3 place = plane.centre +
                                         ((2 * column + 1.0) / plane.columns - 1) * plane.right +
                                         ((2 * row + 1.0) / plane.rows - 1) * plane.up;
                targets.x[next] = place.x;
                targets.y[next] = place.y;
                targets.z[next] = place.z;
            }
        }
        std::optional<std::vector<float>> found =
            live_.at_points(targets, slice_widening * density.sigma, double{wish.error}, stop);
        if (!found) {
            return false;
        }
        Slice& slice = density.slice;
        slice = {glm::vec3(plane.centre),
                 glm::vec3(plane.right),
                 glm::vec3(plane.up),
                 plane.columns,
                 plane.rows,
                 std::move(*found),
                 slice_decades};
        density.slice_high = std::max(*std::ranges::max_element(slice.shade), 1e-37F);
        for (float& shade : slice.shade) {
            const float share = std::max(shade / density.slice_high, 1e-10F);
            shade = std::clamp(1 + std::log10(share) / slice_decades, 0.0F, 1.0F);
        }
        return true;
    }

    // A quarter of the cores: the simulation wants them all.
    LiveDensity live_{std::max(static_cast<int>(std::thread::hardware_concurrency()) / 4, 1),
                      Workers::Priority::background};
};

DensityOverlay::DensityOverlay() = default;

DensityOverlay::~DensityOverlay() = default;

// What the camera shows about what it looks at, or as much of a plane along the axes.
std::optional<DensityOverlay::Plane> DensityOverlay::wanted_plane(const AppState& app) const {
    const SlicePlane wanted = app.view.density.slice;
    if (wanted == SlicePlane::none || app.framebuffer.height <= 0) {
        return std::nullopt;
    }
    const CameraPose& pose = app.camera.pose();
    const double half = pose.distance * std::tan(app.camera.field_of_view / 360 * std::numbers::pi);
    const double aspect = static_cast<double>(app.framebuffer.width) / app.framebuffer.height;
    const bool faces = wanted == SlicePlane::camera;
    const ClearArea& open = app.camera.open;
    // Beside panels, what is looked at is not in the middle of the window.
    const double tall = faces ? half * (1 + std::abs(open.centre.y)) / open.share.y : 1.2 * half;
    const double wide = faces ? half * aspect * (1 + std::abs(open.centre.x)) / open.share.y : tall;
    const auto [right, up] = axes_of(wanted, pose);
    const int columns = least_columns << fineness_;
    const int rows = std::max(static_cast<int>(std::lround(columns * tall / wide)), 1);
    return Plane{pose.centre, wide * right, tall * up, columns, rows};
}

void DensityOverlay::prepare_picture(Frame& frame) {
    next_at_ = frame.in_film ? 0 : next_at_;
    take_result(frame.app);
    begin_if_wanted(frame.app, *frame.bodies);
    if (frame.in_film) {
        under_way_.finish();
        take_result(frame.app);
    }
}

void DensityOverlay::begin_if_wanted(AppState& app, const BodyBuffer& bodies) {
    Wish wish{app.written.version,
              app.status.load_serial,
              app.status.bodies_serial,
              app.status.state_device,
              app.view.density.width,
              app.view.density.error,
              app.view.style.colour_by == ColourBy::values,
              wanted_plane(app)};
    if ((!wish.at_bodies && !wish.plane) || bodies.count() == 0 || !app.status.loaded) {
        behind_ = false;
        clear(app);
        return;
    }
    behind_ = under_way_.under_way() || wish != made_of_;
    if (!under_way_.under_way() && wish != made_of_ && app.now >= next_at_) {
        begin(app, wish);
    }
}

void DensityOverlay::begin(const AppState& app, const Wish& wanted) {
    if (!maker_) {
        maker_ = std::make_unique<Maker>();
    }
    fresh_ = wanted.load_serial != made_of_.load_serial || wanted.width != made_of_.width ||
             !made_of_.at_bodies;
    made_of_ = wanted;
    under_way_.start(
        [maker = maker_.get(), &simulation = app.simulation, wanted](const std::stop_token& stop) {
            return maker->make(simulation, wanted, stop);
        },
        Workers::Priority::background);
}

void DensityOverlay::take_result(AppState& app) {
    if (!under_way_.finished()) {
        return;
    }
    try {
        std::shared_ptr<const SceneDensity> made = under_way_.take();
        if (!made) {
            made_of_ = {};
            next_at_ = app.now + shortest_interval;
            return;
        }
        const double seconds = made->seconds;
        fineness_ += seconds < quick_seconds && fineness_ < finest ? 1
                     : seconds > slow_seconds && fineness_ > 0     ? -1
                                                                   : 0;
        app.density = std::move(made);
        next_at_ = app.now + std::max(shortest_interval, idle_share * seconds);
        take_scale(app);
    } catch (const Error& error) {
        app.view.density.slice = SlicePlane::none;
        if (app.view.style.colour_by == ColourBy::values) {
            app.view.style.colour_by = ColourBy::density;
        }
        app.say(error.what(), true);
    } catch (const std::bad_alloc&) {
        app.view.density.slice = SlicePlane::none;
        app.say("Not enough memory for densities.", true);
    }
}

void DensityOverlay::take_scale(AppState& app) const {
    BodyStyle& style = app.view.style;
    if (app.density->at_bodies.empty() || !app.view.automatic_range ||
        style.colour_by != ColourBy::values) {
        return;
    }
    const bool at_once = fresh_ || !app.status.settings.running;
    const float share = at_once ? 1 : followed_per_result;
    style.scalar_low += share * (app.density->low - style.scalar_low);
    style.scalar_high += share * (app.density->high - style.scalar_high);
}

void DensityOverlay::clear(AppState& app) {
    under_way_.cancel();
    made_of_ = {};
    app.density.reset();
    if (maker_ && !under_way_.under_way()) {
        maker_->give_memory_back();
    }
}

} // namespace orrery
