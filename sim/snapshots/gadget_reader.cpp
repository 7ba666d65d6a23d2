// GADGET: the HDF5 snapshots of GADGET-2 and -4, AREPO, GIZMO and SWIFT.
//
//   Header       how many bodies of each type, here and in all; masses of whole types; time
//   Parameters   units, cosmology, softenings (newer programs; older ones: Header)
//   PartType0…5  Coordinates and Velocities (N x 3), Masses, ParticleIDs
//
// gadget_header.cpp has the sources, gadget_units.cpp the way to physical numbers.
//
// Reading finds out first what every part says of itself, so that nothing is allocated for bodies
// that are not there (gadget_plan.cpp); then it reads the numbers, block by block, as far as they
// are wanted: of one body in a hundred a hundredth is ever in memory.
//
// Cost: one pass. Memory: the bodies that are kept, and a block.

#include "sim/base/error.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/gadget_header.hpp"
#include "sim/snapshots/gadget_plan.hpp"
#include "sim/snapshots/hdf5_input.hpp"
#include "sim/snapshots/suggested_defaults.hpp"

#include <algorithm>
#include <mutex>
#include <type_traits>

namespace orrery {
namespace {

constexpr const char* damaged = "the file is damaged";

// The rows of the kept bodies in a dataset of one part.
struct Rows {
    std::size_t first, count, stride;
};

// Calls take(body, numbers of its row) for each. Ids without a sign come with all their 64 bits.
template <class Number, class Take>
void each_row(const Hdf5Dataset& dataset, const Rows& rows, const Take& take) {
    using enum BodyColumn::Kind;
    const BodyColumn::Kind kind = std::is_same_v<Number, double> ? float64
                                  : dataset.has_sign()           ? int64
                                                                 : uint64;
    constexpr std::size_t most_at_once = std::size_t{1} << 16;
    std::vector<Number> block(std::min(rows.count, most_at_once) * dataset.columns());
    for (std::size_t begin = 0; begin < rows.count; begin += most_at_once) {
        const std::size_t count = std::min(most_at_once, rows.count - begin);
        dataset.read(rows.first + begin * rows.stride, count, rows.stride, kind,
                     std::as_writable_bytes(std::span(block)));
        for (std::size_t i = 0; i < count; ++i) {
            take(begin + i, block.data() + i * dataset.columns());
        }
    }
}

// Each column into an array of its own.
void read_numbers(const Hdf5Dataset& dataset, const Rows& rows, Quantity quantity, double factor,
                  std::initializer_list<double*> arrays) {
    each_row<double>(dataset, rows, [&](std::size_t i, const double* row) {
        for (double* const array : arrays) {
            const double value = *row++ * factor;
            if (!is_valid(value, quantity)) {
                throw bad_input("row " + std::to_string(rows.first + i * rows.stride) + " " +
                                    what_is_wrong(value),
                                dataset.where(), damaged);
            }
            array[i] = value;
        }
    });
}

void read_vectors(const Hdf5Dataset& dataset, const Rows& rows, double factor,
                  VectorArray<double>& to, std::size_t first) {
    read_numbers(dataset, rows, Quantity::coordinate, factor,
                 {to.x.data() + first, to.y.data() + first, to.z.data() + first});
}

// Returns how many bodies of the type were kept.
std::size_t read_type(const Hdf5Input& input, const GadgetPart& part, const GadgetPlan& plan,
                      const GadgetScale& scale, std::size_t type, std::uint64_t before,
                      std::size_t first, System& system) {
    const std::uint64_t here = part.header.here[type];
    const std::uint64_t skipped = (plan.sample - before % plan.sample) % plan.sample;
    if (skipped >= here) {
        return 0;
    }
    const std::size_t count = (here - skipped - 1) / plan.sample + 1;
    const Rows rows{skipped, count, plan.sample};
    const auto find = [&](const GadgetDataset& dataset) {
        return find_dataset(input, type, dataset, here);
    };
    auto& [position, velocity, mass] = system.bodies;
    read_vectors(*find(gadget_positions), rows, scale.length, position, first);
    if (!plan.without_velocities.contains(gadget_group(type))) {
        read_vectors(*find(gadget_velocities), rows, scale.velocity, velocity, first);
    }
    const double mass_factor = scale.mass * static_cast<double>(plan.sample);
    if (const auto masses = find(gadget_masses)) {
        read_numbers(*masses, rows, Quantity::mass, mass_factor, {mass.data() + first});
    } else {
        std::fill_n(mass.data() + first, count, part.header.masses[type] * mass_factor);
    }
    if (plan.with_ids) {
        each_row<std::int64_t>(*find(gadget_ids), rows, [&](std::size_t i, const auto* row) {
            system.catalogue.file_ids[first + i] = *row;
        });
    }
    if (const auto softenings = find(gadget_softenings)) {
        read_numbers(*softenings, rows, Quantity::softening, scale.length,
                     {system.catalogue.softenings.data() + first});
    } else if (const std::optional<SofteningClass>& of_all = part.header.softenings[type]) {
        std::fill_n(system.catalogue.softenings.data() + first, count,
                    softening_length(part.header, *of_all) * gadget_factors(part.header).length);
    }
    for (BodyColumn& column : system.columns) {
        if (column.first == plan.first[type]) { // all at once: they are kept as they are
            const std::size_t size = column.row_size();
            input.dataset(gadget_path(type, column.name))
                .read(skipped, count, plan.sample, column.kind,
                      std::span(column.bytes).subspan((first - column.first) * size, count * size));
        }
    }
    return count;
}

void name_types(const GadgetPlan& plan, System& system) {
    const bool swift = plan.parts.front().header.swift;
    for (std::size_t type = 0; type < gadget_type_count; ++type) {
        if (plan.kept[type] > 0) {
            std::string name(gadget_type_names[type]);
            if (swift && (type == 2 || type == 3)) {
                name = type == 2 ? "background dark matter" : "sinks";
            }
            system.catalogue.components.push_back({name, plan.first[type], plan.kept[type]});
        }
    }
}

void suggest(const GadgetPlan& plan, const GadgetScale& scale, const std::filesystem::path& file,
             System& system) {
    system.time = scale.time;
    system.units = scale.units;
    Catalogue& catalogue = system.catalogue;
    catalogue.header = plan.parts.front().header;
    catalogue.header->system_time = scale.time;
    for (std::size_t axis = 0; axis < system.box.lengths.size(); ++axis) {
        system.box.lengths[axis] =
            catalogue.header->box_size[axis] * gadget_factors(*catalogue.header).length;
    }
    catalogue.ids_have_no_sign =
        plan.ids_have_no_sign &&
        std::ranges::any_of(catalogue.file_ids, [](std::int64_t id) { return id < 0; });
    catalogue.softening_is_told = plan.with_softenings;
    catalogue.remarks = remarks_on(plan);
    suggest_defaults(system, file);
    make_comoving(system, plan.parts.front().header.expands);
}

System read_parts(GadgetPlan& plan, const std::filesystem::path& file) {
    for (GadgetPart& part : plan.parts) {
        const Hdf5Input input(part.file, part.bytes);
        part.header = read_gadget_header(input);
        check_part(input, part.header, plan);
    }
    lay_out(plan);
    System system;
    system.bodies = Bodies<double>(plan.bodies);
    system.catalogue.file_ids.resize(plan.with_ids ? plan.bodies : 0);
    system.catalogue.softenings.resize(plan.with_softenings ? plan.bodies : 0);
    for (std::size_t type = 0; type < gadget_type_count; ++type) {
        for (BodyColumn& column : plan.columns[type]) {
            column.first = plan.first[type];
            column.bytes.resize(plan.kept[type] * column.row_size());
            system.columns.push_back(std::move(column));
        }
    }
    const GadgetScale scale = gadget_scale(plan.parts.front().header);
    PerGadgetType<std::uint64_t> before = {};
    PerGadgetType<std::size_t> next = plan.first;
    for (const GadgetPart& part : plan.parts) {
        const Hdf5Input input(part.file, part.bytes);
        for (std::size_t type = 0; type < gadget_type_count; ++type) {
            next[type] +=
                read_type(input, part, plan, scale, type, before[type], next[type], system);
            before[type] += part.header.here[type];
        }
    }
    name_types(plan, system);
    suggest(plan, scale, file, system);
    return system;
}

// The library takes one thread at a time.
std::mutex one_at_a_time;

SystemOfFiles read(const FileToOpen& file) {
    const std::lock_guard turn(one_at_a_time);
    GadgetPlan plan;
    plan.sample = std::max<std::size_t>(file.sample, 1);
    SystemOfFiles read;
    read.files =
        gadget_parts(file.file, read_gadget_header(Hdf5Input(file.file, file.bytes)).files);
    for (const std::filesystem::path& part : read.files) {
        plan.parts.push_back(
            {part, part == file.file ? file.bytes : std::span<const std::byte>(), {}});
    }
    read.system = read_parts(plan, file.file);
    return read;
}

void write(AtomicFile& file, const System& system) {
    const std::lock_guard turn(one_at_a_time);
    write_gadget(file, system);
}

} // namespace

extern const SnapshotFormat gadget_format = {
    .id = "gadget",
    .title = "GADGET, AREPO (HDF5)",
    .extension = ".hdf5",
    .recognises = is_hdf5,
    .read = nullptr,
    .write = write,
    .kept_names = std::span(gadget_type_names).first<written_gadget_types>(),
    .read_in_parts = read,
    .keeps_header = true,
    .keeps_column = [](const System&, const BodyColumn&) { return true; }};

} // namespace orrery
