// The groups Header and Parameters of a GADGET file. What the system's own file said of its run is
// said again, as it stood there: a copy has the same box, cosmology, units and softenings. A system
// without such a header is written as it is, physical and not comoving (a = 1, h = 1).
//
// Where the names of units are known, their sizes are told in cgs; G is always. Names that are not
// GADGET's own go along as attributes which other programs pass over.

#include "sim/snapshots/gadget_header_writer.hpp"

#include "sim/snapshots/hdf5_output.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace orrery {
namespace {

// What multiplying and dividing again may do to a number.
constexpr double rounding = 2 * std::numeric_limits<double>::epsilon();

bool is_near(double number, double wanted) {
    return std::abs(number - wanted) <= rounding * std::abs(wanted);
}

// Whether a number over a factor is one that single precision holds.
bool fits_single(double number, double factor) {
    const double written = number / factor;
    if (std::abs(written) > double{std::numeric_limits<float>::max()}) {
        return false;
    }
    const double rounded = static_cast<float>(written);
    return factor == 1 ? rounded == written : is_near(written, rounded);
}

bool fit_single(const HostArray<double>& numbers, double factor) {
    return std::ranges::all_of(std::span<const double>(numbers),
                               [=](double number) { return fits_single(number, factor); });
}

bool fit_single(const VectorArray<double>& vectors, double factor) {
    return fit_single(vectors.x, factor) && fit_single(vectors.y, factor) &&
           fit_single(vectors.z, factor);
}

// What all bodies at these places have; 0 where they differ.
template <class Numbers>
double common(const Numbers& numbers, std::span<const std::size_t> places) {
    const bool same = !places.empty() && std::ranges::all_of(places, [&](std::size_t place) {
        return numbers[place] == numbers[places.front()];
    });
    return same ? numbers[places.front()] : 0;
}

// Of all bodies of a type, in the file's units: as it stood there, where that is still so.
double mass_of_all(const System& system, std::size_t type, std::span<const std::size_t> places,
                   double factor) {
    const std::optional<SnapshotHeader>& header = system.catalogue.header;
    const double mass = common(system.bodies.mass, places) / factor;
    if (!header) {
        return mass;
    }
    const double told = header->masses[type];
    return places.empty() || (told > 0 && is_near(mass, told)) ? told : told > 0 ? mass : 0;
}

void write_box(Hdf5Output& output, const std::array<double, 3>& box) {
    for (const char* group : {"Header", "Parameters"}) {
        if (box[0] == box[1] && box[1] == box[2]) {
            output.add_attribute("BoxSize", box[0], group);
        } else {
            output.add_attribute("BoxSize", std::span<const double>(box), group);
        }
    }
}

// In cgs: length, mass, speed. Those of the file as long as the units are those of the file.
std::array<double, 3> unit_sizes(const SnapshotHeader& header, const Units& units) {
    const auto& [length, mass, speed] = header.unit_sizes;
    if (length > 0 && mass > 0 && speed > 0) {
        const Units told = units_of({length / 100, length / speed, mass / 1000});
        if (told.length == units.length && told.time == units.time && told.mass == units.mass) {
            return header.unit_sizes;
        }
    }
    const UnitSizes sizes = sizes_of(units).value_or(UnitSizes{0.01, 1, 0.001}); // 1 in cgs
    return {100 * sizes.length, 1000 * sizes.mass, 100 * sizes.length / sizes.time};
}

void write_units(Hdf5Output& output, const SnapshotHeader& header, const Units& units) {
    const auto [length, mass, speed] = unit_sizes(header, units);
    for (const char* group : {"Header", "Parameters"}) {
        output.add_attribute("UnitLength_in_cm", length, group);
        output.add_attribute("UnitMass_in_g", mass, group);
        output.add_attribute("UnitVelocity_in_cm_per_s", speed, group);
        output.add_attribute("HubbleParam", header.hubble, group);
        output.add_attribute("Omega0", header.omega_matter, group);
        output.add_attribute("OmegaLambda", header.omega_lambda, group);
    }
    // By GIZMO's names as well, where readers look for those; see gadget_header.cpp.
    output.add_attribute("UnitLength_In_CGS", length / header.little_h(), "Header");
    output.add_attribute("UnitMass_In_CGS", mass / header.little_h(), "Header");
    output.add_attribute("UnitVelocity_In_CGS", speed, "Header");
    output.add_attribute("Omega_Matter", header.omega_matter, "Header");
    output.add_attribute("Omega_Lambda", header.omega_lambda, "Header");
    output.add_attribute("GravityConstantInternal", units.gravity, "Parameters");
    output.add_flag("ComovingIntegrationOn", header.comoving ? 1 : 0, "Parameters");
    output.add_attribute("OrreryUnitLength", units.length, "Parameters");
    output.add_attribute("OrreryUnitTime", units.time, "Parameters");
    output.add_attribute("OrreryUnitMass", units.mass, "Parameters");
}

using PhysicalLengths = PerWrittenType<std::optional<double>>;

// What the bodies of each type are softened with; none where nothing says.
PhysicalLengths softening_lengths(const System& system, const GadgetPlaces& places) {
    const std::vector<double>& softenings = system.catalogue.softenings;
    PhysicalLengths lengths;
    for (std::size_t type = 0; type < lengths.size(); ++type) {
        if (!places[type].empty() && (!softenings.empty() || system.softening > 0)) {
            lengths[type] =
                softenings.empty() ? system.softening : common(softenings, places[type]);
        }
    }
    return lengths;
}

// Whether the file's classes still say how its bodies are softened.
bool holds(const WrittenGadgetHeader& plan, const PhysicalLengths& lengths) {
    for (std::size_t type = 0; type < lengths.size(); ++type) {
        const std::optional<SofteningClass>& told = plan.header.softenings[type];
        const double length = told ? softening_length(plan.header, *told) * plan.factors.length : 0;
        if (lengths[type] && !is_near(length, *lengths[type])) {
            return false;
        }
    }
    return true;
}

void write_softenings(Hdf5Output& output, const System& system, const GadgetPlaces& places,
                      const WrittenGadgetHeader& plan) {
    const PhysicalLengths lengths = softening_lengths(system, places);
    const bool as_told = holds(plan, lengths);
    std::set<std::int32_t> written;
    for (std::size_t type = 0; type < lengths.size(); ++type) {
        std::optional<SofteningClass> softening;
        if (as_told) {
            softening = plan.header.softenings[type];
        } else if (lengths[type]) { // a class of its own for each type
            const double length = *lengths[type] / plan.factors.length;
            softening = {static_cast<std::int32_t>(type), length,
                         length * plan.header.scale_factor};
        }
        if (!softening) {
            continue;
        }
        const std::string index = std::to_string(softening->index);
        output.add_flag(("SofteningClassOfPartType" + std::to_string(type)).c_str(),
                        softening->index, "Parameters");
        if (written.insert(softening->index).second) {
            output.add_attribute(("SofteningComovingClass" + index).c_str(), softening->comoving,
                                 "Parameters");
            output.add_attribute(("SofteningMaxPhysClass" + index).c_str(),
                                 softening->most_physical, "Parameters");
        }
    }
}

} // namespace

WrittenGadgetHeader plan_gadget_header(const System& system, const GadgetPlaces& places) {
    WrittenGadgetHeader plan;
    plan.header = header_now(system);
    plan.factors = gadget_factors(plan.header);
    const Bodies<double>& bodies = system.bodies;
    plan.single = fit_single(bodies.position, plan.factors.length) &&
                  fit_single(bodies.velocity, plan.factors.velocity);
    const std::vector<double>& softenings = system.catalogue.softenings;
    for (std::size_t type = 0; type < places.size(); ++type) {
        plan.masses[type] = mass_of_all(system, type, places[type], plan.factors.mass);
        plan.single = plan.single && (plan.masses[type] > 0 ||
                                      std::ranges::all_of(places[type], [&](std::size_t place) {
                                          return fits_single(bodies.mass[place], plan.factors.mass);
                                      }));
        plan.softenings[type] =
            !softenings.empty() && std::ranges::any_of(places[type], [&](std::size_t place) {
                return softenings[place] != softenings[places[type].front()];
            });
        plan.single =
            plan.single &&
            (!plan.softenings[type] || std::ranges::all_of(places[type], [&](std::size_t place) {
                return fits_single(softenings[place], plan.factors.length);
            }));
    }
    return plan;
}

void write_gadget_header(Hdf5Output& output, const System& system, const GadgetPlaces& places,
                         const WrittenGadgetHeader& plan) {
    const SnapshotHeader& header = plan.header;
    output.add_group("Header");
    output.add_group("Parameters");
    PerWrittenType<std::uint32_t> low = {};
    constexpr PerWrittenType<std::uint32_t> high = {};
    std::ranges::transform(places, low.begin(), [](const std::vector<std::size_t>& of_type) {
        return static_cast<std::uint32_t>(of_type.size());
    });
    output.add_counts("NumPart_ThisFile", low, "Header");
    output.add_counts("NumPart_Total", low, "Header");
    output.add_counts("NumPart_Total_HighWord", high, "Header");
    output.add_attribute("MassTable", std::span<const double>(plan.masses), "Header");
    output.add_attribute("Time", header.time, "Header");
    output.add_attribute("Redshift", header.redshift, "Header");
    write_box(output, header.box_size);
    output.add_flag("NumFilesPerSnapshot", 1, "Header");
    output.add_flag("Flag_DoublePrecision", plan.single ? 0 : 1, "Header");
    for (std::size_t i = 0; i < snapshot_flags.size(); ++i) {
        output.add_flag(snapshot_flags[i], header.flags[i], "Header");
    }
    write_units(output, header, system.units);
    write_softenings(output, system, places, plan);
}

} // namespace orrery
