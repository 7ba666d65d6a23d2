#include "app/window/tree_overlay.hpp"
#include "render/body_buffer.hpp"

#include "app/state/overlay_colours.hpp"
#include "sim/solvers/direct/pair_law.hpp"
#include "sim/solvers/tree/tree_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

namespace orrery {

namespace {

constexpr std::size_t max_overlay_bodies =
    2'000'000;                              // whose positions a frame has the time to copy
constexpr double shortest_interval = 0.125; // seconds
constexpr double idle_share = 3;            // rests so much longer than it works

// The tree code whose options are in force: the running algorithm, if it is one.
const SolverInfo& tree_in_force(const std::string& algorithm) {
    const SolverInfo& info = find_solver(algorithm).info;
    const auto has = [&](const char* id) {
        return std::any_of(
            info.options.begin(), info.options.end(),
            [&](const SolverOption& option) { return option.id == std::string(id); });
    };
    return has("criterion") && has("error") && has("theta") && has("order") && has("leaf")
               ? info
               : find_solver("cpu.tree").info;
}

OverlayRequest request_of(const AppState& app) {
    const Settings& settings = app.status.settings;
    const SolverInfo& tree = tree_in_force(settings.algorithm);
    ForceParameters parameters;
    if (const auto options = settings.solver_options.find(tree.id);
        options != settings.solver_options.end()) {
        parameters.options = {tree, options->second};
    }
    OverlayRequest request{.boxes = app.view.tree.boxes,
                           .levels = app.view.tree.levels,
                           .body = app.view.tree.walk ? app.picked_body : std::nullopt,
                           .leaf = tree_leaf(tree, parameters),
                           .criterion = tree_criterion(tree, parameters),
                           .softening = app.status.softening};
    request.criterion.contact = std::sqrt(static_cast<double>(PairLaw<float>::contact_squared()));
    return request;
}

} // namespace

class TreeOverlay::Maker {
public:
    // On the window's thread, while no other runs.
    void copy(std::span<const float> xyzs) { xyzs_.assign(xyzs.begin(), xyzs.end()); }

    Made make(const SimulationThread& simulation, const Source& source,
              const std::stop_token& stop) {
        const Clock::time_point start = Clock::now();
        take_apart();
        if (load_serial_ != source.load_serial) {
            masses_ = converted<float>(simulation.read({.mass = true}).mass);
            load_serial_ = source.load_serial;
        }
        BodiesView<float> bodies;
        bodies.count = x_.size();
        bodies.x = x_.data();
        bodies.y = y_.data();
        bodies.z = z_.data();
        bodies.mass = masses_.data();
        if (masses_.size() != bodies.count) {
            load_serial_ = 0;
            return {};
        }
        Made made{.of_these_bodies = true};
        if (const auto overlay = builder_.build(bodies, source.request, workers_, stop)) {
            made.boxes = line_boxes(*overlay);
            made.status = {.cells = overlay->cells,
                           .found = overlay->found,
                           .drawn = overlay->drawn,
                           .met = overlay->met};
        } else {
            made.status.notice = "A position is not a number";
        }
        made.seconds = milliseconds_since(start) / 1000;
        return made;
    }

private:
    void take_apart() {
        const std::size_t count = xyzs_.size() / 4;
        if (x_.size() != count) {
            for (HostArray<float>* array : {&x_, &y_, &z_}) {
                *array = HostArray<float>(count);
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            x_[i] = xyzs_[4 * i];
            y_[i] = xyzs_[4 * i + 1];
            z_[i] = xyzs_[4 * i + 2];
        }
    }

    std::vector<float> xyzs_;
    HostArray<float> x_, y_, z_, masses_;
    std::uint64_t load_serial_ = 0; // of the masses
    OverlayBuilder builder_;
    // A quarter of the cores: the simulation wants them all.
    Workers workers_{std::max(static_cast<int>(std::thread::hardware_concurrency()) / 4, 1),
                     Workers::Priority::background};
};

TreeOverlay::TreeOverlay() = default;

TreeOverlay::~TreeOverlay() {
    stop_.request_stop();
}

bool TreeOverlay::poll(AppState& app, const BodyBuffer& bodies) {
    const TreeView& view = app.view.tree;
    const bool wanted = view.boxes || (view.walk && app.picked_body);
    const bool changed = take_result(app);
    if (!wanted || bodies.count() == 0 || bodies.count() > max_overlay_bodies) {
        behind_ = false;
        return clear(app, wanted && bodies.count() > max_overlay_bodies
                              ? "Too many bodies for an overlay: it ends at two million"
                              : "") ||
               changed;
    }
    const Source source{app.written.version, app.status.load_serial, request_of(app)};
    behind_ = under_way_.valid() || source != made_of_;
    if (!under_way_.valid() && source != made_of_ && app.now >= next_at_) {
        begin(app, bodies, source);
    }
    return changed;
}

void TreeOverlay::begin(AppState& app, const BodyBuffer& bodies, const Source& wanted) {
    if (!maker_) {
        maker_ = std::make_unique<Maker>();
    }
    maker_->copy(bodies.newest());
    made_of_ = wanted;
    stop_ = std::stop_source();
    under_way_ = std::async(std::launch::async, [maker = maker_.get(), &simulation = app.simulation,
                                                 wanted, stop = stop_.get_token()] {
        lower_thread_priority();
        return maker->make(simulation, wanted, stop);
    });
}

bool TreeOverlay::take_result(AppState& app) {
    if (!under_way_.valid() ||
        under_way_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return false;
    }
    try {
        Made made = under_way_.get();
        if (!made.of_these_bodies) {
            made_of_ = {};
            return false;
        }
        boxes_ = std::move(made.boxes);
        app.overlay = std::move(made.status);
        next_at_ = app.now + std::max(shortest_interval, idle_share * made.seconds);
    } catch (const Error& error) {
        app.view.tree = {};
        app.say(error.what(), true);
    } catch (const std::bad_alloc&) {
        app.view.tree = {};
        app.say("There is not enough memory left to overlay the tree.", true);
    }
    return true;
}

bool TreeOverlay::clear(AppState& app, std::string notice) {
    stop_.request_stop();
    made_of_ = {};
    app.overlay = {.notice = std::move(notice)};
    const bool had_boxes = !boxes_.empty();
    boxes_.clear();
    return had_boxes;
}

} // namespace orrery
