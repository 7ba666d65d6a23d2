#include "app/plot/plot.hpp"

#include "app/language/tr.hpp"
#include "sim/structure/closed_forms.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

namespace orrery {
namespace {

// Bodies that a plot is of: a run of them, in original order.
struct Run {
    std::size_t first = 0, count = 0;
};

Run run_of(const Catalogue& catalogue, const std::string& component, std::size_t bodies) {
    for (const Component& each : catalogue.components) {
        if (each.name == component && each.first + each.count <= bodies) {
            return {each.first, each.count};
        }
    }
    return {0, bodies};
}

std::size_t bins_for(std::size_t bodies) {
    const double root = 1.5 * std::sqrt(static_cast<double>(bodies));
    return std::clamp(static_cast<std::size_t>(root), std::size_t{12}, std::size_t{120});
}

std::string name_of_centre(const Centre& centre, const Catalogue& catalogue) {
    if (!centre.body) {
        return tr_noop("the densest core");
    }
    for (const Label& label : catalogue.labels) {
        if (label.body == *centre.body) {
            return label.text;
        }
    }
    return tr_noop("the heaviest body");
}

// What a measurement knows of its bodies.
struct ReadBodies {
    const Bodies<double>& bodies;
    const PlotRequest& request;
    Run run;
    Centre centre;
    Workers& workers;
    // Of all bodies; made where they are needed first.
    std::optional<RadialRange> range = {};
    std::optional<RadialShells> all = {};

    ReferenceScene reference() const { return {request.source, request.gravity, centre.mass}; }
    RadialShells shells(const Run& of) {
        if (!range) {
            range = radial_range(bodies, centre, workers);
        }
        return radial_shells(bodies, of.first, of.count, centre, *range, workers);
    }
    const RadialShells& all_shells() {
        return all ? *all : all.emplace(shells({0, bodies.size()}));
    }
    std::vector<float> values(BodyQuantity quantity, const Run& of) {
        static const RadialShells none;
        return quantity_of(quantity, bodies, of.first, of.count, centre,
                           quantity == BodyQuantity::energy ? all_shells() : none, request.gravity,
                           workers);
    }
};

// A byte for each body.
std::shared_ptr<const std::vector<std::uint8_t>> chosen_of(ReadBodies& scene) {
    const std::optional<PlotBrush>& brush = scene.request.view.brush;
    if (!brush) {
        return nullptr;
    }
    const auto& held = scene.request.held;
    if (held != nullptr && held->size() == scene.bodies.size()) {
        return held;
    }
    std::vector<std::uint8_t> marks(scene.bodies.size());
    const auto begin = marks.begin() + static_cast<std::ptrdiff_t>(scene.run.first);
    const std::span<std::uint8_t> here(begin, scene.run.count);
    std::fill(here.begin(), here.end(), std::uint8_t{1});
    keep_marked_between(scene.values(brush->quantity, scene.run), brush->range, here,
                        scene.workers);
    if (brush->other) {
        keep_marked_between(scene.values(*brush->other, scene.run), brush->other_range, here,
                            scene.workers);
    }
    return std::make_shared<const std::vector<std::uint8_t>>(std::move(marks));
}

// Of the chosen bodies alone.
std::vector<float> chosen_values(const std::vector<float>& values, const Run& run,
                                 const std::vector<std::uint8_t>& marks) {
    std::vector<float> chosen;
    for (std::size_t k = 0; k < run.count; ++k) {
        if (marks[run.first + k] != 0) {
            chosen.push_back(values[k]);
        }
    }
    return chosen;
}

// Jupiter's resonances, where he stirs the bodies.
std::vector<PlotTick> resonances(ReadBodies& scene) {
    std::vector<PlotTick> marks;
    for (const Label& label : scene.request.catalogue->labels) {
        if (label.text != "Jupiter" || !scene.centre.body || label.body >= scene.bodies.size()) {
            continue;
        }
        const double jupiter =
            static_cast<double>(scene.values(BodyQuantity::semi_major_axis, {label.body, 1})[0]);
        if (!std::isfinite(jupiter)) {
            continue;
        }
        for (const Resonance& resonance : kirkwood_resonances) {
            marks.push_back({resonance.semi_major_axis(jupiter),
                             std::to_string(resonance.p) + ":" + std::to_string(resonance.q)});
        }
    }
    return marks;
}

// The measurement before, if it is of the same kind and of the same bodies; else null.
const PlotReading* alike_before(const PlotRequest& request) {
    const PlotReading* const before = request.before.get();
    return before != nullptr && before->load == request.load &&
                   before->view.kind == request.view.kind &&
                   before->view.component == request.view.component
               ? before
               : nullptr;
}

void read_histogram(ReadBodies& scene, PlotReading& reading) {
    const PlotView& view = scene.request.view;
    const QuantityInfo& info = quantity_info(view.quantity);
    if (info.of_ellipse && !scene.centre.body) {
        reading.problem = tr_noop("No body here is heavy enough for the others to orbit it");
        return;
    }
    const std::vector<float> values = scene.values(view.quantity, scene.run);
    const PlotReading* const before = alike_before(scene.request);
    const bool kept = before != nullptr && before->view.quantity == view.quantity;
    const PlotAxis axis = fitting_axis(values, view.logarithmic && info.positive,
                                       kept ? &before->histogram.axis : nullptr);
    const std::size_t bins = bins_for(scene.run.count);
    reading.histogram = histogram(values, axis, bins, scene.workers);
    if (reading.chosen_bodies != nullptr) {
        reading.chosen = histogram(chosen_values(values, scene.run, *reading.chosen_bodies), axis,
                                   bins, scene.workers);
    }
    if (view.quantity == BodyQuantity::semi_major_axis) {
        reading.marks = resonances(scene);
    }
}

void read_phase(ReadBodies& scene, PlotReading& reading) {
    constexpr std::size_t columns = 96, rows = 64;
    const PlotView& view = scene.request.view;
    const BrushedQuantities of = brushed_quantities(view);
    const std::vector<float> across = scene.values(*of.across, scene.run);
    const std::vector<float> up = scene.values(*of.up, scene.run);
    const PlotReading* const before = alike_before(scene.request);
    const bool logarithmic = view.logarithmic && quantity_info(*of.across).positive;
    const PhaseMap shape{
        .x = fitting_axis(across, logarithmic, before != nullptr ? &before->phase.x : nullptr),
        .y = fitting_axis(up, false, before != nullptr ? &before->phase.y : nullptr),
        .columns = scene.run.count < 4096 ? columns / 2 : columns,
        .rows = scene.run.count < 4096 ? rows / 2 : rows};
    reading.phase = phase_map(across, up, shape, scene.workers);
}

template <class Of>
PlotLine line_of(std::string name, const std::vector<RadialPoint>& points, const Of& of) {
    PlotLine line{.name = std::move(name)};
    for (const RadialPoint& point : points) {
        line.x.push_back(point.radius);
        line.y.push_back(std::invoke(of, point));
    }
    return line;
}

// Components that are more than a body or two; one alone is no part of anything.
std::vector<const Component*> parts_of(const ReadBodies& scene) {
    constexpr std::size_t most = 6;
    std::vector<const Component*> parts;
    for (const Component& component : scene.request.catalogue->components) {
        if (component.count >= 50 && component.first + component.count <= scene.bodies.size()) {
            parts.push_back(&component);
        }
    }
    return parts.size() < 2 || parts.size() > most ? std::vector<const Component*>() : parts;
}

void read_density(ReadBodies& scene, PlotReading& reading) {
    const auto add = [&](const std::string& name, const Run& run) {
        reading.lines.push_back(
            line_of(name, radial_profile(scene.shells(run)), &RadialPoint::density));
    };
    const std::vector<const Component*> parts =
        scene.request.view.component.empty() ? parts_of(scene) : std::vector<const Component*>();
    for (const Component* const part : parts) {
        add(part->name, {part->first, part->count});
    }
    if (parts.empty()) {
        add(tr_noop("measured"), scene.run);
    }
    double low = 0;
    double high = 0;
    for (const PlotLine& line : reading.lines) {
        if (!line.x.empty()) {
            low = low > 0 ? std::min(low, line.x.front()) : line.x.front();
            high = std::max(high, line.x.back());
        }
    }
    if (high > low) {
        add_density_reference(reading.lines, scene.reference(), scene.request.view.component, low,
                              high);
    }
}

void read_rotation(ReadBodies& scene, PlotReading& reading) {
    const std::vector<RadialPoint> all = radial_profile(scene.all_shells());
    const std::vector<RadialPoint> own = radial_profile(scene.shells(scene.run));
    if (all.size() < 2 || own.empty()) {
        return;
    }
    // No further than the bodies whose rotation is shown.
    std::vector<RadialPoint> near;
    std::copy_if(all.begin(), all.end(), std::back_inserter(near),
                 [&](const RadialPoint& point) { return point.radius <= 1.3 * own.back().radius; });
    const double gravity = scene.request.gravity;
    reading.lines.push_back(
        line_of(tr_noop("circular orbits, √(G M(r)/r)"), near, [gravity](const RadialPoint& point) {
            return std::sqrt(gravity * point.within / point.radius);
        }));
    reading.lines.push_back(line_of(tr_noop("mean rotation"), own, &RadialPoint::streaming));
    const std::string& component = scene.request.view.component;
    reading.lines.back().of = component.empty() ? tr_noop("the bodies") : component;
    add_rotation_reference(reading.lines, scene.reference(), near.front().radius,
                           near.back().radius);
}

void read_lagrange(ReadBodies& scene, PlotReading& reading) {
    const RadialShells shells = scene.shells(scene.run);
    LagrangeRadii radii;
    for (std::size_t k = 0; k < radii.radii.size(); ++k) {
        radii.radii[k] = shells.radius_of_share(lagrange_shares[k]);
    }
    reading.lagrange = radii;
}

} // namespace

PlotReading read_plot(const Bodies<double>& bodies, const PlotRequest& request, Workers& workers,
                      const std::stop_token& stop) {
    PlotReading reading{.view = request.view, .load = request.load, .time = request.time};
    if (request.show && request.view.kind == PlotKind::power) {
        read_power(bodies, request, workers, stop, reading);
        return reading;
    }
    if (request.show && request.view.kind == PlotKind::haloes) {
        read_mass_function(bodies, request, workers, stop, reading);
        return reading;
    }
    ReadBodies scene{.bodies = bodies,
                     .request = request,
                     .run = run_of(*request.catalogue, request.view.component, bodies.size()),
                     .centre = find_centre(bodies),
                     .workers = workers};
    reading.mass = scene.centre.mass;
    reading.about = name_of_centre(scene.centre, *request.catalogue);
    if (bodies.size() == 0) {
        return reading;
    }
    reading.chosen_bodies = chosen_of(scene);
    if (reading.chosen_bodies != nullptr) {
        reading.of_chosen =
            marked(std::span(*reading.chosen_bodies).subspan(scene.run.first, scene.run.count),
                   std::span<const double>(bodies.mass).subspan(scene.run.first, scene.run.count));
    }
    if (!request.show) {
        return reading;
    }
    switch (request.view.kind) {
    case PlotKind::histogram:
        read_histogram(scene, reading);
        break;
    case PlotKind::density:
        read_density(scene, reading);
        break;
    case PlotKind::rotation:
        read_rotation(scene, reading);
        break;
    case PlotKind::lagrange:
        read_lagrange(scene, reading);
        break;
    case PlotKind::phase:
    case PlotKind::phase_x:
        read_phase(scene, reading);
        break;
    case PlotKind::power:
    case PlotKind::haloes:
        break;
    }
    return reading;
}

void add_radii(std::vector<LagrangeRadii>& all, const LagrangeRadii& radii) {
    constexpr std::size_t most_radii = 2000;
    const auto place = std::ranges::lower_bound(all, radii.time, {}, &LagrangeRadii::time);
    if (place != all.end() && place->time == radii.time) {
        *place = radii;
        return;
    }
    all.insert(place, radii);
    if (all.size() > most_radii) {
        std::size_t kept = 0;
        for (std::size_t k = 0; k < all.size(); k += 2) {
            all[kept++] = all[k];
        }
        all.resize(kept);
    }
}

} // namespace orrery
