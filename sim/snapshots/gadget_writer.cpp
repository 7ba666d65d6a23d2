// Writing a snapshot as GADGET-4 and AREPO read it: one file, with the header that the system's own
// file had (gadget_header_writer.cpp), in whose units the bodies are. They are sorted by the type
// that their component's name says; ids are 64 bits and count from 1 where bodies have none, so
// that the order is not lost. Single precision where every number is single, else double.
//
// Cost: one pass. Memory: the file, twice.

#include "sim/snapshots/gadget_writer.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshots/gadget_header.hpp"
#include "sim/snapshots/gadget_header_writer.hpp"
#include "sim/snapshots/hdf5_output.hpp"

#include <limits>

namespace orrery {
namespace {

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
        const auto digits = header.single ? Hdf5Output::Digits::single : Hdf5Output::Digits::all;
        output_.add_group(gadget_group(type_).c_str());
        const Bodies<double>& bodies = system_.bodies;
        write_vectors("Coordinates", bodies.position, header.factors.length, digits);
        write_vectors("Velocities", bodies.velocity, header.factors.velocity, digits);
        if (header.masses[type_] <= 0) {
            write_numbers("Masses", std::span<const double>(bodies.mass), header.factors.mass,
                          digits);
        }
        if (header.softenings[type_]) {
            write_numbers("Softenings", std::span(system_.catalogue.softenings),
                          header.factors.length, Hdf5Output::Digits::single);
        }
        const std::vector<std::int64_t>& known = system_.catalogue.file_ids;
        std::vector<std::int64_t> ids;
        ids.reserve(places_.size());
        for (const std::size_t place : places_) {
            ids.push_back(known.empty() ? static_cast<std::int64_t>(place) + 1 : known[place]);
        }
        output_.add_ids(path("ParticleIDs").c_str(), ids);
    }

private:
    std::string path(const char* dataset) const { return gadget_group(type_) + "/" + dataset; }

    void write_vectors(const char* name, const VectorArray<double>& vectors, double factor,
                       Hdf5Output::Digits digits) {
        std::vector<double> rows;
        rows.reserve(3 * places_.size());
        for (const std::size_t place : places_) {
            rows.insert(rows.end(), {vectors.x[place] / factor, vectors.y[place] / factor,
                                     vectors.z[place] / factor});
        }
        const std::array<hsize_t, 2> extent = {places_.size(), 3};
        output_.add_dataset(path(name).c_str(), extent, rows, digits);
    }

    template <class Number>
    void write_numbers(const char* name, std::span<const Number> numbers, double factor,
                       Hdf5Output::Digits digits) {
        std::vector<double> rows;
        rows.reserve(places_.size());
        for (const std::size_t place : places_) {
            rows.push_back(numbers[place] / factor);
        }
        const std::array<hsize_t, 1> extent = {places_.size()};
        output_.add_dataset(path(name).c_str(), extent, rows, digits);
    }

    Hdf5Output& output_;
    const System& system_;
    const std::vector<std::size_t>& places_;
    std::size_t type_;
};

} // namespace

void write_gadget(AtomicFile& file, const System& system) {
    if (system.bodies.size() > std::numeric_limits<std::uint32_t>::max()) {
        throw failure("that is too many bodies for one GADGET file", file.file().string(),
                      "write a session (.orrery) instead");
    }
    const GadgetPlaces places = places_by_type(system);
    const WrittenGadgetHeader header = plan_gadget_header(system, places);
    Hdf5Output output(file.file());
    write_gadget_header(output, system, places, header);
    for (std::size_t type = 0; type < places.size(); ++type) {
        if (!places[type].empty()) {
            TypeWriter(output, system, places[type], type).write(header);
        }
    }
    file.write(output.image());
}

} // namespace orrery
