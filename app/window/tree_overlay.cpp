#include "app/window/tree_overlay.hpp"
#include "render/body_buffer.hpp"

#include "app/hand/hand.hpp"
#include "app/language/tr.hpp"
#include "app/state/overlay_colours.hpp"
#include "sim/simulation/tree_preview.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <thread>

namespace orrery {

namespace {

constexpr std::size_t max_overlay_bodies = 2'000'000; // for whose picture a tree is built
constexpr double shortest_interval = 0.125;           // seconds
constexpr double idle_share = 3;                      // rests so much longer than it works

bool builds_a_tree(const Settings& settings) {
    return find_solver(settings.algorithm).info.inspectable;
}

InspectRequest request_of(const AppState& app) {
    const TreeView& view = app.view.tree;
    return {.cells = view.boxes,
            .levels = view.levels,
            .body = view.walk ? app.picked_body : std::nullopt};
}

std::optional<InteractionCounts> counts_of(const Inspection& inspection) {
    if (!inspection.interactions) {
        return std::nullopt;
    }
    const InspectedInteractions& found = *inspection.interactions;
    InteractionCounts counts{.of_cells = !found.locals.empty(),
                             .locals = found.locals.size(),
                             .multipoles = found.multipoles.size(),
                             .monopoles = found.monopoles.size(),
                             .leaves = found.leaves.size(),
                             .in_group = found.group.bodies};
    for (const InspectedCell& leaf : found.leaves) {
        counts.in_leaves += leaf.bodies;
    }
    return counts;
}

std::string owner_of(const Settings& settings) {
    return builds_a_tree(settings) ? tr_format("built by {}", settings.algorithm)
                                   : tr_format("for display: {} builds none", settings.algorithm);
}

} // namespace

SeenPart seen_part(const Camera& camera) {
    const double height = std::exp2(std::round(std::log2(2 * visible_half_height(camera))));
    const double step = height / 8;
    return {glm::round(camera.pose().centre / step) * step, height};
}

void keep_seen_cells(Inspection& inspection, const SeenPart& seen) {
    constexpr double largest = 1.0 / 3, smallest = 1.0 / 40, farthest = 0.75; // of its height
    const auto is_seen = [&seen](const InspectedCell& cell) {
        const glm::dvec3 low(cell.box.low_x, cell.box.low_y, cell.box.low_z);
        const glm::dvec3 high(cell.box.high_x, cell.box.high_y, cell.box.high_z);
        const glm::dvec3 size = high - low;
        const double side = std::max({size.x, size.y, size.z});
        return side <= largest * seen.height && side >= smallest * seen.height &&
               glm::distance((low + high) / 2.0, seen.centre) <= farthest * seen.height;
    };
    std::erase_if(inspection.cells, [&](const InspectedCell& cell) { return !is_seen(cell); });
    if (!inspection.cells.empty()) { // coarse ones are first
        inspection.told = {inspection.cells.front().level, inspection.cells.back().level};
    }
}

class TreeOverlay::Maker {
public:
    Made make(const SimulationThread& simulation, const Source& source,
              const std::stop_token& stop) {
        const Clock::time_point start = Clock::now();
        std::optional<Inspection> inspection = builds_a_tree(source.settings)
                                                   ? built(simulation, source, stop)
                                                   : previewed(simulation, source, stop);
        if (!inspection) {
            return {};
        }
        if (source.seen) {
            keep_seen_cells(*inspection, *source.seen);
        }
        Made made{.made = true};
        made.boxes = line_boxes(*inspection);
        made.status = {.owner = owner_of(source.settings),
                       .cells = inspection->cells.size(),
                       .found = inspection->found,
                       .drawn = inspection->told,
                       .interactions = counts_of(*inspection)};
        made.seconds = milliseconds_since(start) / 1000;
        return made;
    }

private:
    static std::optional<Inspection> built(const SimulationThread& simulation, const Source& source,
                                           const std::stop_token& stop) {
        const auto reading = simulation.inspect(source.request, stop);
        return reading == nullptr ? std::nullopt : std::optional(reading->finish());
    }

    std::optional<Inspection> previewed(const SimulationThread& simulation, const Source& source,
                                        const std::stop_token& stop) {
        return preview_.inspect(simulation.read({.position = true, .mass = true}), source.settings,
                                source.softening, source.request, workers_, stop);
    }

    TreePreview preview_;
    // A quarter of the cores: the simulation wants them all.
    Workers workers_{std::max(static_cast<int>(std::thread::hardware_concurrency()) / 4, 1),
                     Workers::Priority::background};
};

TreeOverlay::TreeOverlay() = default;

TreeOverlay::~TreeOverlay() = default;

bool TreeOverlay::poll(AppState& app, const BodyBuffer& bodies) {
    const TreeView& view = app.view.tree;
    const bool wanted = view.boxes || (view.walk && app.picked_body);
    const bool changed = take_result(app);
    const Settings& settings = app.status.settings;
    const bool too_many = bodies.count() > max_overlay_bodies && !builds_a_tree(settings);
    if (!wanted || bodies.count() == 0 || too_many) {
        behind_ = false;
        return clear(app,
                     wanted && too_many
                         ? tr("Too many bodies to build a tree for display (limit: two million)")
                         : "") ||
               changed;
    }
    const bool all_levels = view.levels == LevelRange{};
    const Source source{app.written.version,
                        app.status.load_serial,
                        request_of(app),
                        view.boxes && all_levels ? std::optional(seen_part(app.camera))
                                                 : std::nullopt,
                        settings,
                        app.status.softening};
    behind_ = under_way_.under_way() || source != made_of_;
    if (!under_way_.under_way() && source != made_of_ && app.now >= next_at_) {
        begin(app, source);
    }
    return changed;
}

void TreeOverlay::prepare_picture(Frame& frame) {
    next_at_ = frame.in_film ? 0 : next_at_;
    bool changed = poll(frame.app, *frame.bodies);
    if (frame.in_film) {
        under_way_.finish();
        changed = poll(frame.app, *frame.bodies) || changed;
    }
    if (changed) {
        frame.boxes = boxes_;
    }
}

void TreeOverlay::begin(AppState& app, const Source& wanted) {
    if (!maker_) {
        maker_ = std::make_unique<Maker>();
    }
    made_of_ = wanted;
    under_way_.start(
        [maker = maker_.get(), &simulation = app.simulation, wanted](const std::stop_token& stop) {
            return maker->make(simulation, wanted, stop);
        },
        Workers::Priority::background);
}

bool TreeOverlay::take_result(AppState& app) {
    if (!under_way_.finished()) {
        return false;
    }
    try {
        Made made = under_way_.take();
        if (!made.made) {
            made_of_ = {};
            next_at_ = app.now + shortest_interval;
            return false;
        }
        boxes_ = std::move(made.boxes);
        app.get<OverlayStatus>() = std::move(made.status);
        next_at_ = app.now + std::max(shortest_interval, idle_share * made.seconds);
    } catch (const Error& error) {
        app.view.tree = {};
        app.say(error.what(), true);
    } catch (const std::bad_alloc&) {
        app.view.tree = {};
        app.say("Not enough memory to show the tree.", true);
    }
    return true;
}

bool TreeOverlay::clear(AppState& app, std::string notice) {
    under_way_.cancel();
    made_of_ = {};
    if (!notice.empty() && notice != app.get<OverlayStatus>().notice) {
        app.announce("octree", notice);
    }
    app.get<OverlayStatus>() = {.notice = std::move(notice)};
    const bool had_boxes = !boxes_.empty();
    boxes_.clear();
    return had_boxes;
}

} // namespace orrery
