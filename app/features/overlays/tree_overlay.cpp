// The tree on screen, while the view asks for it: that of the algorithm that runs, which it is
// asked for, or where it builds none, one over the newest bodies.
#include "app/features/features.hpp"
#include "app/features/overlays/kept_up.hpp"
#include "app/language/tr.hpp"
#include "app/state/guide_lines.hpp"
#include "render/body_buffer.hpp"
#include "sim/simulation/tree_preview.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace orrery {

namespace {

constexpr std::size_t max_overlay_bodies = 2'000'000; // for whose picture a tree is built

// What an overlay is made of.
struct Source {
    std::uint64_t version = 0, load_serial = 0;
    InspectRequest request;
    std::optional<SeenPart> seen; // that it is of, unless levels are asked for
    Settings settings;
    double softening = 0;
    bool operator==(const Source&) const = default;
};

struct Overlay {
    OverlayStatus status = {};
    double seconds = 0;
};

bool builds_a_tree(const Settings& settings) {
    return find_solver(settings.algorithm).info.inspectable;
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

namespace {

class OverlayMaker {
public:
    using Made = Overlay;

    std::unique_ptr<Overlay> make(const SimulationThread& simulation, const Source& source,
                                  const std::stop_token& stop) {
        const Clock::time_point start = Clock::now();
        std::optional<Inspection> inspection;
        if (!builds_a_tree(source.settings)) {
            inspection =
                preview_.inspect(simulation.read({.position = true, .mass = true}), source.settings,
                                 source.softening, source.request, workers_, stop);
        } else if (const auto reading = simulation.inspect(source.request, stop)) {
            inspection = reading->finish();
        }
        if (!inspection) {
            return nullptr;
        }
        if (source.seen) {
            keep_seen_cells(*inspection, *source.seen);
        }
        auto overlay = std::make_unique<Overlay>();
        overlay->status = {
            .owner = owner_of(source.settings),
            .cells = inspection->cells.size(),
            .boxes = std::make_shared<const std::vector<LineBox>>(line_boxes(*inspection)),
            .found = inspection->found,
            .drawn = inspection->told,
            .interactions = counts_of(*inspection)};
        overlay->seconds = milliseconds_since(start) / 1000;
        return overlay;
    }

private:
    TreePreview preview_;
    Workers workers_{cores_for_overlays(), Workers::Priority::background};
};

class TreeOverlay : public KeptUp<Source, OverlayMaker> {
public:
    TreeOverlay() : KeptUp(0.125, 3, tr_noop("Not enough memory to show the tree.")) {}

    bool lacks(const AppState& app) const override {
        return behind() && app.get<OverlayStatus>().owner.empty();
    }

private:
    std::optional<Source> wish(Frame& frame) override {
        AppState& app = frame.app;
        const TreeView& view = app.view.tree;
        const std::size_t count = frame.bodies->count();
        const Settings& settings = app.status.settings;
        notice_.clear();
        if (count == 0 || !(view.boxes || (view.walk && app.picked_body))) {
            return std::nullopt;
        }
        if (count > max_overlay_bodies && !builds_a_tree(settings)) {
            notice_ = tr("Too many bodies to build a tree for display (limit: two million)");
            return std::nullopt;
        }
        const bool all_levels = view.levels == LevelRange{};
        return Source{app.written.version,
                      app.status.load_serial,
                      {.cells = view.boxes,
                       .levels = view.levels,
                       .body = view.walk ? app.picked_body : std::nullopt},
                      view.boxes && all_levels ? std::optional(seen_part(app.camera))
                                               : std::nullopt,
                      settings,
                      app.status.softening};
    }

    void show(Frame& frame, Made overlay) override {
        frame.app.get<OverlayStatus>() = std::move(overlay->status);
    }

    void give_up(AppState& app) override { app.view.tree = {}; }

    void clear(Frame& frame) override {
        AppState& app = frame.app;
        if (!notice_.empty() && notice_ != app.get<OverlayStatus>().notice) {
            app.announce("octree", notice_);
        }
        app.get<OverlayStatus>() = {.notice = notice_};
    }

    std::string notice_; // why there is none though it is asked for
};

} // namespace

FeatureEntry tree_overlay_feature() {
    return feature<TreeOverlay>();
}

} // namespace orrery
