// Writing a snapshot as GADGET-4 and AREPO read it: one file, with the header that the system's own
// file had (gadget_header_writer.cpp), in whose units the bodies are. They are sorted by the type
// that their component's name says; ids are 64 bits and count from 0 where bodies have none, as
// they do everywhere, so that the order is not lost. Single precision where every number is single,
// else double. Further quantities of a type are as their file had them; a body of the type that has
// none gets not-a-number or 0.
//
// Cost: one pass. Memory: the file, twice.

#include "sim/snapshots/gadget_writer.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshots/gadget_header.hpp"
#include "sim/snapshots/gadget_header_writer.hpp"
#include "sim/snapshots/hdf5_output.hpp"

#include <algorithm>
#include <cstring>
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
            write_numbers("Softenings", system_.catalogue.softenings, header.factors.length,
                          digits);
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

    void write_numbers(const char* name, std::span<const double> numbers, double factor,
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
