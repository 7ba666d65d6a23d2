// Writing a snapshot as GADGET-4 and AREPO read it: one file, physical and not comoving (a = 1,
// h = 1). Bodies are sorted by the type that their component's name says; ids are 64 bits and count
// from 1 where bodies have none, so that the order is not lost. Single precision where every number
// is single, else double.
//
// Where the names of units are known, their sizes are told in cgs; G is always. Names that are not
// GADGET's own go along as attributes which other programs pass over.
//
// Cost: one pass. Memory: the file, twice.

#include "sim/snapshots/gadget_writer.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/gadget_header.hpp"
#include "sim/snapshots/hdf5_output.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace orrery {
namespace {

using Places = std::vector<std::size_t>;

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

std::array<Places, written_gadget_types> places_by_type(const System& system) {
    std::array<Places, written_gadget_types> places;
    std::size_t done = 0;
    for (const Component& component : system.catalogue.components) {
        Places& of_type = places[type_of(component.name)];
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
    TypeWriter(Hdf5Output& output, const System& system, const Places& places, std::size_t type)
        : output_(output), system_(system), places_(places), type_(type) {}

    void write(Hdf5Output::Digits digits, bool with_masses, bool with_softenings) {
        output_.add_group(gadget_group(type_).c_str());
        const Bodies<double>& bodies = system_.bodies;
        write_vectors("Coordinates", bodies.position, digits);
        write_vectors("Velocities", bodies.velocity, digits);
        if (with_masses) {
            write_numbers("Masses", std::span<const double>(bodies.mass), digits);
        }
        if (with_softenings) {
            write_numbers("Softenings", std::span(system_.catalogue.softenings),
                          Hdf5Output::Digits::single);
        }
        const std::vector<std::int64_t>& known = system_.catalogue.file_ids;
        std::vector<std::int64_t> ids;
        for (const std::size_t place : places_) {
            ids.push_back(known.empty() ? static_cast<std::int64_t>(place) + 1 : known[place]);
        }
        output_.add_ids(path("ParticleIDs").c_str(), ids);
    }

private:
    std::string path(const char* dataset) const { return gadget_group(type_) + "/" + dataset; }

    void write_vectors(const char* name, const VectorArray<double>& vectors,
                       Hdf5Output::Digits digits) {
        std::vector<double> rows;
        rows.reserve(3 * places_.size());
        for (const std::size_t place : places_) {
            rows.insert(rows.end(), {vectors.x[place], vectors.y[place], vectors.z[place]});
        }
        const std::array<hsize_t, 2> extent = {places_.size(), 3};
        output_.add_dataset(path(name).c_str(), extent, rows, digits);
    }

    template <class Number>
    void write_numbers(const char* name, std::span<const Number> numbers,
                       Hdf5Output::Digits digits) {
        std::vector<double> rows;
        rows.reserve(places_.size());
        for (const std::size_t place : places_) {
            rows.push_back(numbers[place]);
        }
        const std::array<hsize_t, 1> extent = {places_.size()};
        output_.add_dataset(path(name).c_str(), extent, rows, digits);
    }

    Hdf5Output& output_;
    const System& system_;
    const Places& places_;
    std::size_t type_;
};

// What all bodies at these places have; 0 where they differ.
template <class Numbers>
double common(const Numbers& numbers, const Places& places) {
    const bool same = !places.empty() && std::ranges::all_of(places, [&](std::size_t place) {
        return numbers[place] == numbers[places.front()];
    });
    return same ? numbers[places.front()] : 0;
}

void write_units(Hdf5Output& output, const Units& units) {
    const UnitSizes sizes = sizes_of(units).value_or(UnitSizes{0.01, 1, 0.001}); // 1 in cgs
    for (const char* group : {"Header", "Parameters"}) {
        output.add_attribute("UnitLength_in_cm", 100 * sizes.length, group);
        output.add_attribute("UnitMass_in_g", 1000 * sizes.mass, group);
        output.add_attribute("UnitVelocity_in_cm_per_s", 100 * sizes.length / sizes.time, group);
        output.add_attribute("HubbleParam", 1.0, group);
        output.add_attribute("Omega0", 0.0, group);
        output.add_attribute("OmegaLambda", 0.0, group);
    }
    output.add_attribute("GravityConstantInternal", units.gravity, "Parameters");
    output.add_flag("ComovingIntegrationOn", 0, "Parameters");
    output.add_attribute("OrreryUnitLength", units.length, "Parameters");
    output.add_attribute("OrreryUnitTime", units.time, "Parameters");
    output.add_attribute("OrreryUnitMass", units.mass, "Parameters");
}

// A class of its own for each type.
void write_softening(Hdf5Output& output, std::size_t type, double length) {
    const std::string number = std::to_string(type);
    output.add_flag(("SofteningClassOfPartType" + number).c_str(), static_cast<std::int32_t>(type),
                    "Parameters");
    output.add_attribute(("SofteningComovingClass" + number).c_str(), length, "Parameters");
    output.add_attribute(("SofteningMaxPhysClass" + number).c_str(), length, "Parameters");
}

bool is_single(const System& system) {
    const auto single = [](const HostArray<double>& numbers) {
        return std::ranges::all_of(std::span<const double>(numbers), [](double number) {
            return std::abs(number) <= double{std::numeric_limits<float>::max()} &&
                   static_cast<double>(static_cast<float>(number)) == number;
        });
    };
    const Bodies<double>& bodies = system.bodies;
    return single(bodies.mass) && single(bodies.position.x) && single(bodies.position.y) &&
           single(bodies.position.z) && single(bodies.velocity.x) && single(bodies.velocity.y) &&
           single(bodies.velocity.z);
}

void write_header(Hdf5Output& output, const System& system, bool single,
                  const std::array<Places, written_gadget_types>& places,
                  std::span<const double> masses) {
    output.add_group("Header");
    output.add_group("Parameters");
    std::array<std::uint32_t, written_gadget_types> low = {};
    constexpr std::array<std::uint32_t, written_gadget_types> high = {};
    std::ranges::transform(places, low.begin(), [](const Places& of_type) {
        return static_cast<std::uint32_t>(of_type.size());
    });
    output.add_counts("NumPart_ThisFile", low, "Header");
    output.add_counts("NumPart_Total", low, "Header");
    output.add_counts("NumPart_Total_HighWord", high, "Header");
    output.add_attribute("MassTable", masses, "Header");
    output.add_attribute("Time", system.time, "Header");
    output.add_attribute("Redshift", 0.0, "Header");
    output.add_attribute("BoxSize", 0.0, "Header");
    output.add_flag("NumFilesPerSnapshot", 1, "Header");
    output.add_flag("Flag_DoublePrecision", single ? 0 : 1, "Header");
    for (const char* flag : {"Flag_Sfr", "Flag_Cooling", "Flag_StellarAge", "Flag_Metals",
                             "Flag_Feedback", "Flag_Entropy_ICs"}) {
        output.add_flag(flag, 0, "Header");
    }
    write_units(output, system.units);
}

} // namespace

void write_gadget(AtomicFile& file, const System& system) {
    if (system.bodies.size() > std::numeric_limits<std::uint32_t>::max()) {
        throw failure("so many bodies do not fit one GADGET file", file.file().string(),
                      "write a session (.orrery) instead");
    }
    const auto places = places_by_type(system);
    const bool single = is_single(system);
    std::array<double, written_gadget_types> masses = {};
    for (std::size_t type = 0; type < places.size(); ++type) {
        masses[type] = common(system.bodies.mass, places[type]);
    }
    Hdf5Output output(file.file());
    write_header(output, system, single, places, masses);
    const std::vector<float>& softenings = system.catalogue.softenings;
    for (std::size_t type = 0; type < places.size(); ++type) {
        if (places[type].empty()) {
            continue;
        }
        const double length =
            softenings.empty() ? system.softening : common(softenings, places[type]);
        const bool own =
            !softenings.empty() && std::ranges::any_of(places[type], [&](std::size_t place) {
                return double{softenings[place]} != length;
            });
        if (!softenings.empty() || length > 0) {
            write_softening(output, type, length);
        }
        TypeWriter(output, system, places[type], type)
            .write(single ? Hdf5Output::Digits::single : Hdf5Output::Digits::all, masses[type] <= 0,
                   own);
    }
    file.write(output.image());
}

} // namespace orrery
