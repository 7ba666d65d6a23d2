// Writing a snapshot as GADGET-4 and AREPO read it: one file, with the header that the system's own
// file had, in whose units the bodies are: a copy has the same box, cosmology, units and
// softenings. A system without such a header is written as it is, physical and not comoving (a = 1,
// h = 1). Where the names of units are known, their sizes are told in cgs; G is always. Names that
// are not GADGET's own go along as attributes which other programs pass over.
//
// Bodies are sorted by the type that their component's name says; ids are 64 bits and count from 0
// where bodies have none, as they do everywhere, so that the order is not lost. Single precision
// where every number is single, else double. Further quantities of a type are as their file had
// them; a body of the type that has none gets not-a-number or 0.
//
// A system that expands is written as a comoving run, and marked, so that it goes on as one.
//
// Cost: one pass. Memory: the file, twice; of a system that expands its bodies once more.

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshots/gadget_header.hpp"
#include "sim/snapshots/hdf5_output.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace orrery {
namespace {

template <class T>
using PerWrittenType = std::array<T, written_gadget_types>;

// The bodies of each type, by their places in the system.
using GadgetPlaces = PerWrittenType<std::vector<std::size_t>>;

// The groups Header and Parameters for the bodies that follow.
struct WrittenGadgetHeader {
    SnapshotHeader header;           // as of now
    GadgetFactors factors;           // what numbers are divided by
    bool single = false;             // they are of single precision
    PerWrittenType<double> masses;   // of every body of the type; 0: each has its own
    PerWrittenType<bool> softenings; // each body has its own
};

// The largest relative error of multiplying and dividing again, by a factor and by the scale
// factor.
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();

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

// The number that all bodies at these places have; 0 if they differ.
template <class Numbers>
double common(const Numbers& numbers, std::span<const std::size_t> places) {
    const bool same = !places.empty() && std::ranges::all_of(places, [&](std::size_t place) {
        return numbers[place] == numbers[places.front()];
    });
    return same ? numbers[places.front()] : 0;
}

// The mass of every body of a type, in the file's units: as it stood there, if that still holds.
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

// In cgs: length, mass, speed. The file's own as long as the units are those of the file.
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

// The softening of each type's bodies; none if nothing tells it.
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

// Looks through the system for what holds for all bodies of a type. A type whose bodies had masses
// of their own in the file keeps them.
WrittenGadgetHeader plan_gadget_header(const System& system, const GadgetPlaces& places) {
    WrittenGadgetHeader plan;
    plan.header = header_now(system);
    plan.factors = gadget_factors(plan.header);
    plan.single = true;
    const auto& [position, velocity, mass] = system.bodies;
    const std::vector<double>& softenings = system.catalogue.softenings;
    for (std::size_t type = 0; type < places.size(); ++type) {
        const auto fit_single = [&](const auto& numbers, double factor) {
            return std::ranges::all_of(places[type], [&](std::size_t place) {
                return fits_single(numbers[place], factor);
            });
        };
        const auto vectors_fit = [&](const VectorArray<double>& v, double factor) {
            return fit_single(v.x, factor) && fit_single(v.y, factor) && fit_single(v.z, factor);
        };
        plan.masses[type] = mass_of_all(system, type, places[type], plan.factors.mass);
        plan.softenings[type] =
            !softenings.empty() && std::ranges::any_of(places[type], [&](std::size_t place) {
                return softenings[place] != softenings[places[type].front()];
            });
        plan.single = plan.single && vectors_fit(position, plan.factors.length) &&
                      vectors_fit(velocity, plan.factors.velocity) &&
                      (plan.masses[type] > 0 || fit_single(mass, plan.factors.mass)) &&
                      (!plan.softenings[type] || fit_single(softenings, plan.factors.length));
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

// The type whose name a component's ends with ("first disk"); a halo is dark matter, and so is what
// has another name.
std::size_t type_of(const std::string& component) {
    for (std::size_t type = 0; type < written_gadget_types; ++type) {
        if (component.ends_with(gadget_type_names[type])) {
            return type;
        }
    }
    return 1;
}

GadgetPlaces places_by_type(const System& system) {
    GadgetPlaces places;
    std::size_t done = 0;
    for (const Component& component : system.catalogue.components) {
        std::vector<std::size_t>& of_type = places[type_of(component.name)];
        for (; done < component.first + component.count; ++done) {
            of_type.push_back(done);
        }
    }
    for (; done < system.bodies.size(); ++done) {
        places[1].push_back(done);
    }
    return places;
}

// Writes the bodies of one type.
class TypeWriter {
public:
    TypeWriter(Hdf5Output& output, const System& system, const std::vector<std::size_t>& places,
               std::size_t type)
        : output_(output), system_(system), places_(places), type_(type) {}

    void write(const WrittenGadgetHeader& header) {
        digits_ = header.single ? Hdf5Output::Digits::single : Hdf5Output::Digits::all;
        output_.add_group(gadget_group(type_).c_str());
        const auto& [position, velocity, mass] = system_.bodies;
        write_rows("Coordinates", {position.x, position.y, position.z}, header.factors.length);
        write_rows("Velocities", {velocity.x, velocity.y, velocity.z}, header.factors.velocity);
        if (header.masses[type_] <= 0) {
            write_rows("Masses", {mass}, header.factors.mass);
        }
        if (header.softenings[type_]) {
            write_rows("Softenings", {system_.catalogue.softenings}, header.factors.length);
        }
        const std::vector<std::int64_t>& known = system_.catalogue.file_ids;
        std::vector<std::int64_t> ids;
        ids.reserve(places_.size());
        for (const std::size_t place : places_) {
            ids.push_back(known.empty() ? static_cast<std::int64_t>(place) : known[place]);
        }
        output_.add_ids(path("ParticleIDs").c_str(), ids, system_.catalogue.ids_have_no_sign);
        for (std::size_t i = 0; i < system_.columns.size(); ++i) {
            const BodyColumn& column = system_.columns[i];
            const auto same = std::span(system_.columns).first(i);
            if (std::ranges::none_of(same, [&](const BodyColumn& one) {
                    return one.name == column.name && reaches_here(one);
                })) {
                write_column(column);
            }
        }
    }

private:
    std::string path(const std::string& dataset) const {
        return gadget_group(type_) + "/" + dataset;
    }

    // Whether bodies of this type have it.
    bool reaches_here(const BodyColumn& column) const {
        return std::ranges::any_of(places_, [&](std::size_t place) { return has(column, place); });
    }
    static bool has(const BodyColumn& column, std::size_t place) {
        return place >= column.first && place - column.first < column.rows();
    }

    // With what other components of the type have of the same name, where it is of the same kind.
    void write_column(const BodyColumn& leading) {
        if (!reaches_here(leading)) {
            return;
        }
        const std::size_t size = leading.row_size();
        std::vector<std::byte> rows(places_.size() * size);
        if (leading.kind == BodyColumn::Kind::float32) {
            fill_with(rows, std::numeric_limits<float>::quiet_NaN());
        } else if (leading.kind == BodyColumn::Kind::float64) {
            fill_with(rows, std::numeric_limits<double>::quiet_NaN());
        }
        for (const BodyColumn& column : system_.columns) {
            if (column.name != leading.name || column.kind != leading.kind ||
                column.width != leading.width) {
                continue;
            }
            for (std::size_t i = 0; i < places_.size(); ++i) {
                if (has(column, places_[i])) {
                    std::memcpy(rows.data() + i * size,
                                column.bytes.data() + (places_[i] - column.first) * size, size);
                }
            }
        }
        const std::string name = path(leading.name);
        output_.add_rows(name.c_str(), leading.kind, leading.width, rows);
        for (const auto& [attribute, number] : leading.attributes) {
            output_.add_attribute(attribute.c_str(), number, name.c_str());
        }
    }

    template <class Number>
    static void fill_with(std::vector<std::byte>& rows, Number number) {
        for (std::size_t at = 0; at < rows.size(); at += sizeof number) {
            std::memcpy(rows.data() + at, &number, sizeof number);
        }
    }

    // A row for each body, of what these arrays have for it.
    void write_rows(const char* name, const std::vector<std::span<const double>>& arrays,
                    double factor) {
        std::vector<double> rows;
        rows.reserve(arrays.size() * places_.size());
        for (const std::size_t place : places_) {
            for (const std::span<const double> numbers : arrays) {
                rows.push_back(numbers[place] / factor);
            }
        }
        const std::array<hsize_t, 2> extent = {places_.size(), arrays.size()};
        output_.add_dataset(path(name).c_str(), std::span(extent).first(arrays.size() > 1 ? 2 : 1),
                            rows, digits_);
    }

    Hdf5Output& output_;
    const System& system_;
    const std::vector<std::size_t>& places_;
    std::size_t type_;
    Hdf5Output::Digits digits_ = Hdf5Output::Digits::all;
};

void write_bodies(AtomicFile& file, const System& system, bool expands) {
    if (system.bodies.size() > std::numeric_limits<std::uint32_t>::max()) {
        throw failure("that is too many bodies for one GADGET file", file.file().string(),
                      "write a session (.orrery) instead");
    }
    const GadgetPlaces places = places_by_type(system);
    const WrittenGadgetHeader header = plan_gadget_header(system, places);
    Hdf5Output output(file.file());
    write_gadget_header(output, system, places, header);
    if (expands) {
        output.add_flag("OrreryExpands", 1, "Parameters");
    }
    for (std::size_t type = 0; type < places.size(); ++type) {
        if (!places[type].empty()) {
            TypeWriter(output, system, places[type], type).write(header);
        }
    }
    file.write(output.image());
}

} // namespace

void write_gadget(AtomicFile& file, const System& system) {
    if (system.cosmology) {
        write_bodies(file, physical_bodies(system), true);
    } else {
        write_bodies(file, system, false);
    }
}

} // namespace orrery
