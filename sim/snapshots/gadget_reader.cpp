// Reading snapshots of GADGET and its kin: first what every part says of itself, so that nothing is
// allocated for bodies that are not there (gadget_plan.cpp); then the numbers, block by block, as
// far as they are wanted: of one body in a hundred a hundredth is ever in memory.
//
// Cost: one pass. Memory: the bodies that are kept, and a block.

#include "sim/base/error.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/gadget_plan.hpp"
#include "sim/snapshots/gadget_units.hpp"
#include "sim/snapshots/hdf5_input.hpp"
#include "sim/snapshots/suggested_defaults.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr const char* damaged = "the file is damaged";

// The numbers of the kept bodies of one type in one part.
class TypeReader {
public:
    TypeReader(const Hdf5Input& input, std::size_t type, std::size_t skipped, std::size_t count,
               std::size_t stride)
        : input_(input), type_(type), skipped_(skipped), count_(count), stride_(stride) {}

    // Calls take(body, values of its row) for each.
    template <class Number, class Take>
    void each(const std::string& path, std::size_t columns, const Take& take) const {
        const Hdf5Dataset dataset = input_.dataset(path);
        std::vector<Number> block(std::min(count_, block_rows) * columns);
        for (std::size_t begin = 0; begin < count_; begin += block_rows) {
            const std::size_t rows = std::min(block_rows, count_ - begin);
            dataset.read(skipped_ + begin * stride_, rows, stride_, std::span(block));
            for (std::size_t i = 0; i < rows; ++i) {
                take(begin + i, block.data() + i * columns);
            }
        }
    }

    void numbers(const std::string& path, Quantity quantity, double factor, double* to) const {
        each<double>(path, 1, [&](std::size_t i, const double* row) {
            to[i] = checked(*row * factor, quantity, path, i);
        });
    }

    void vectors(const std::string& path, double factor, VectorArray<double>& to,
                 std::size_t first) const {
        each<double>(path, 3, [&](std::size_t i, const double* row) {
            to.x[first + i] = checked(row[0] * factor, Quantity::coordinate, path, i);
            to.y[first + i] = checked(row[1] * factor, Quantity::coordinate, path, i);
            to.z[first + i] = checked(row[2] * factor, Quantity::coordinate, path, i);
        });
    }

    // All rows at once: they are kept as they are.
    void rows(const std::string& path, BodyColumn::Kind kind, std::span<std::byte> to) const {
        input_.dataset(path).read(skipped_, count_, stride_, kind, to);
    }

    std::string path(const char* dataset) const { return gadget_path(type_, dataset); }

private:
    static constexpr std::size_t block_rows = std::size_t{1} << 16;

    double checked(double value, Quantity quantity, const std::string& path, std::size_t i) const {
        if (!is_valid(value, quantity)) {
            throw bad_input("row " + std::to_string(skipped_ + i * stride_) + " " +
                                what_is_wrong(value),
                            input_.where(path), damaged);
        }
        return value;
    }

    const Hdf5Input& input_;
    std::size_t type_, skipped_, count_, stride_;
};

void read_softenings(const Hdf5Input& input, const TypeReader& reader, const GadgetHeader& header,
                     std::size_t type, double factor, std::span<double> to) {
    if (const std::string path = reader.path("Softenings"); input.has(path)) {
        reader.numbers(path, Quantity::softening, factor, to.data());
    } else if (const std::optional<SofteningClass>& of_all = header.softenings[type]) {
        std::ranges::fill(to, softening_length(header, *of_all) * gadget_factors(header).length);
    }
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
    const TypeReader reader(input, type, skipped, count, plan.sample);
    Bodies<double>& bodies = system.bodies;
    reader.vectors(reader.path("Coordinates"), scale.length, bodies.position, first);
    if (!plan.without_velocities.contains(gadget_group(type))) {
        reader.vectors(reader.path("Velocities"), scale.velocity, bodies.velocity, first);
    }
    const double mass_factor = scale.mass * static_cast<double>(plan.sample);
    if (const std::string masses = mass_path(input, type); !masses.empty()) {
        reader.numbers(masses, Quantity::mass, mass_factor, bodies.mass.data() + first);
    } else {
        std::fill_n(bodies.mass.data() + first, count, part.header.masses[type] * mass_factor);
    }
    if (plan.with_ids) {
        reader.each<std::int64_t>(id_path(input, type), 1,
                                  [&](std::size_t i, const std::int64_t* row) {
                                      system.catalogue.file_ids[first + i] = *row;
                                  });
    }
    if (plan.with_softenings) {
        read_softenings(input, reader, part.header, type, scale.length,
                        std::span(system.catalogue.softenings).subspan(first, count));
    }
    for (std::size_t i = 0; i < plan.columns.size(); ++i) {
        if (plan.columns[i].type == type) {
            BodyColumn& column = system.columns[i];
            const std::size_t size = column.row_size();
            reader.rows(
                gadget_path(type, column.name), column.kind,
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
    for (const GadgetPlan::Column& planned : plan.columns) {
        BodyColumn& column = system.columns.emplace_back(planned.column);
        column.first = plan.first[planned.type];
        column.bytes.resize(plan.kept[planned.type] * column.row_size());
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

} // namespace

SystemOfFiles read_gadget(const FileToOpen& file) {
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

} // namespace orrery
