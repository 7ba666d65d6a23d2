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
    TreeCut cut = TreeCut::none;
    SeenCube cube = {}; // of a cut
    Settings settings;
    double softening = 0;
    bool operator==(const Source&) const = default;
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

SeenCube seen_cube(const Camera& camera) {
    constexpr double share = 0.56; // of the picture's height: the stage writes above and below
    const CameraPose& pose = camera.pose();
    const glm::dvec3 sight = glm::abs(pose.orientation * glm::dvec3(0, 0, -1));
    const glm::length_t axis = sight.z >= std::max(sight.x, sight.y) ? 2
                               : sight.y >= sight.x                  ? 1
                                                                     : 0;
    return {pose.centre, share * visible_half_height(camera), axis};
}

namespace {

// The sides of a cell's box along an axis.
std::pair<float&, float&> sides_of(Box<float>& box, glm::length_t axis) {
    return axis == 0   ? std::pair<float&, float&>(box.low_x, box.high_x)
           : axis == 1 ? std::pair<float&, float&>(box.low_y, box.high_y)
                       : std::pair<float&, float&>(box.low_z, box.high_z);
}

// `stays` says of a cell whether it does, and may change its box.
template <class Stays>
void keep_cells(Inspection& inspection, const Stays& stays) {
    const auto keep = [&stays](std::vector<InspectedCell>& cells) {
        std::vector<InspectedCell> kept;
        for (InspectedCell cell : cells) {
            if (stays(cell.box)) {
                kept.push_back(cell);
            }
        }
        cells = std::move(kept);
    };
    keep(inspection.cells);
    if (inspection.interactions) {
        InspectedInteractions& found = *inspection.interactions;
        for (auto* list : {&found.locals, &found.multipoles, &found.monopoles, &found.leaves}) {
            keep(*list);
        }
    }
}

} // namespace

void cut_to(Inspection& inspection, const SeenCube& cube) {
    constexpr double sliver = 0.12; // of the cube's half: what ends at its faces
    keep_cells(inspection, [&](Box<float>& box) {
        for (glm::length_t axis = 0; axis < 3; ++axis) {
            const auto [low, high] = sides_of(box, axis);
            const auto from = static_cast<float>(cube.centre[axis] - cube.half);
            const auto to = static_cast<float>(cube.centre[axis] + cube.half);
            const bool crosses = low < from || high > to;
            low = std::max(low, from);
            high = std::min(high, to);
            if (high < low || (crosses && double{high} - double{low} < sliver * cube.half)) {
                return false;
            }
        }
        return true;
    });
}

void cut_by_plane(Inspection& inspection, const SeenCube& cube) {
    constexpr float around = 0.1F;  // of a box: it is around bodies, and ends before its cell
    constexpr double aside = 0.031; // of the cube's half: cells may end at its centre
    auto at = static_cast<float>(cube.centre[cube.axis] + aside * cube.half);
    if (inspection.interactions) {
        const auto [low, high] = sides_of(inspection.interactions->group.box, cube.axis);
        low = high = at = (low + high) / 2;
    }
    keep_cells(inspection, [&](Box<float>& box) {
        const auto [low, high] = sides_of(box, cube.axis);
        const float gap = around * (high - low);
        const bool is_cut = low - gap <= at && at <= high + gap;
        low = high = at;
        return is_cut;
    });
}

namespace {

// Few are left, and those of a plane neither hide each other nor are they dust.
std::vector<LineBox> boxes_of(const Inspection& inspection, TreeCut cut) {
    constexpr float smallest = 2;
    constexpr std::uint8_t strongest = 210;
    std::vector<LineBox> boxes = line_boxes(inspection);
    for (LineBox& box : cut == TreeCut::none ? std::span<LineBox>() : std::span(boxes)) {
        box.smallest = std::min(box.smallest, smallest);
        box.colour[3] = std::max(box.colour[3], strongest);
    }
    return boxes;
}

class OverlayMaker {
public:
    std::optional<OverlayStatus> make(const SimulationThread& simulation, const Source& source,
                                      const std::stop_token& stop) {
        std::optional<Inspection> inspection;
        if (!builds_a_tree(source.settings)) {
            inspection =
                preview_.inspect(simulation.read({.position = true, .mass = true}), source.settings,
                                 source.softening, source.request, workers_, stop);
        } else if (const auto reading = simulation.inspect(source.request, stop)) {
            inspection = reading->finish();
        }
        if (!inspection) {
            return std::nullopt;
        }
        if (source.seen) {
            keep_seen_cells(*inspection, *source.seen);
        }
        const std::optional<InteractionCounts> counts = counts_of(*inspection);
        if (source.cut != TreeCut::none) {
            cut_to(*inspection, source.cube);
        }
        const std::size_t cells = inspection->cells.size();
        if (source.cut == TreeCut::plane) {
            cut_by_plane(*inspection, source.cube);
        }
        return OverlayStatus{
            .owner = builds_a_tree(source.settings)
                         ? tr_format("built by {}", source.settings.algorithm)
                         : tr_format("for display: {} builds none", source.settings.algorithm),
            .cells = cells,
            .boxes =
                std::make_shared<const std::vector<LineBox>>(boxes_of(*inspection, source.cut)),
            .found = inspection->found,
            .drawn = inspection->told,
            .interactions = counts};
    }

private:
    TreePreview preview_;
    Workers workers_{cores_for_overlays(), Workers::Priority::background};
};

class TreeOverlay : public KeptUp<Source, OverlayMaker> {
public:
    TreeOverlay() : KeptUp(0.125, 3, tr_noop("Not enough memory to show the tree.")) {}

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
        if (app.race.under_way && !builds_a_tree(settings)) { // another racer's would not be its
            notice_ =
                tr_format("In a race the octree is that of the first algorithm, and {} has none",
                          settings.algorithm);
            return std::nullopt;
        }
        if (count > max_overlay_bodies && !builds_a_tree(settings)) {
            notice_ = tr("Too many bodies to build a tree for display (limit: two million)");
            return std::nullopt;
        }
        const bool all_levels = view.levels == LevelRange{} && view.cut == TreeCut::none;
        return Source{app.written.version,
                      app.status.load_serial,
                      {.cells = view.boxes,
                       .levels = view.levels,
                       .body = view.walk ? app.picked_body : std::nullopt},
                      view.boxes && all_levels ? std::optional(seen_part(app.camera))
                                               : std::nullopt,
                      view.cut,
                      view.cut == TreeCut::none ? SeenCube() : seen_cube(app.camera),
                      settings,
                      app.status.softening};
    }

    void show(Frame& frame, Made made, double) override {
        frame.app.get<OverlayStatus>() = std::move(*made);
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

extern const FeatureEntry tree_overlay_feature = feature<TreeOverlay>();

} // namespace orrery
