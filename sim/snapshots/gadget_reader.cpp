// Reading snapshots of GADGET and its kin: first what every part says of itself, so that nothing is
// allocated for bodies that are not there; then the numbers, block by block, as far as they are
// wanted: of one body in a hundred a hundredth is ever in memory.
//
// A type without positions that has TracerID (AREPO's Monte Carlo tracers) is passed over, and so
// is all that the simulation has no use for: potentials, densities, metals.
//
// Cost: one pass. Memory: the bodies that are kept, and a block.

#include "sim/snapshots/gadget_reader.hpp"

#include "sim/base/error.hpp"
#include "sim/machine/machine.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/file_position.hpp"
#include "sim/snapshots/gadget_parts.hpp"
#include "sim/snapshots/gadget_units.hpp"
#include "sim/snapshots/hdf5_input.hpp"
#include "sim/snapshots/suggested_defaults.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace orrery {
namespace {

constexpr const char* damaged = "the file is damaged";

struct Part {
    std::filesystem::path file;
    GadgetHeader header;
};

// All parts, and what of them is kept where.
struct Plan {
    std::vector<Part> parts;
    std::size_t sample = 1;
    PerGadgetType<std::size_t> kept = {};  // bodies of each type
    PerGadgetType<std::size_t> first = {}; // where they begin
    std::size_t bodies = 0;
    bool with_ids = true;
    bool with_softenings = false;
};

std::string of_type(std::size_t type, const char* dataset) {
    return gadget_group(type) + "/" + dataset;
}

bool is_tracer(const Hdf5Input& input, std::size_t type) {
    return !input.has(of_type(type, "Coordinates")) && input.has(of_type(type, "TracerID"));
}

std::string mass_dataset(const Hdf5Input& input, std::size_t type) {
    for (const char* name : {"Masses", "DynamicalMasses"}) { // the second: SWIFT's black holes
        if (input.has(of_type(type, name))) {
            return of_type(type, name);
        }
    }
    return {};
}

void require_extent(const Hdf5Dataset& dataset, std::uint64_t rows, std::size_t columns) {
    if (dataset.rows() != rows || dataset.columns() != columns) {
        throw bad_input("this has " + std::to_string(dataset.rows()) + " rows of " +
                            std::to_string(dataset.columns()) + ", but the header promises " +
                            std::to_string(rows) + " of " + std::to_string(columns),
                        dataset.where(), damaged);
    }
}

void require_numbers(const Hdf5Dataset& dataset, std::uint64_t rows, std::size_t columns) {
    require_extent(dataset, rows, columns);
    if (dataset.holds_ids()) {
        throw bad_input("these are whole numbers instead of lengths, speeds or masses",
                        dataset.where(), damaged);
    }
}

// That every type has what its bodies need, of the right size.
void check_part(const Hdf5Input& input, GadgetHeader& header, Plan& plan) {
    for (std::size_t type = 0; type < gadget_type_count; ++type) {
        const std::uint64_t count = header.here[type];
        if (count == 0) {
            continue;
        }
        if (!input.has(gadget_group(type))) {
            throw bad_input("the header promises " + std::to_string(count) +
                                " bodies of this type, but their group is missing",
                            input.where(gadget_group(type)), damaged);
        }
        if (is_tracer(input, type)) {
            header.here[type] = header.in_all[type] = 0;
            continue;
        }
        require_numbers(input.dataset(of_type(type, "Coordinates")), count, 3);
        require_numbers(input.dataset(of_type(type, "Velocities")), count, 3);
        if (const std::string masses = mass_dataset(input, type); !masses.empty()) {
            require_numbers(input.dataset(masses), count, 1);
        } else if (header.masses[type] <= 0) {
            throw bad_input("these bodies have no mass, neither here nor in the header's MassTable",
                            input.where(gadget_group(type)), "is the file whole?");
        }
        if (input.has(of_type(type, "ParticleIDs"))) {
            const Hdf5Dataset ids = input.dataset(of_type(type, "ParticleIDs"));
            require_extent(ids, count, 1);
            if (!ids.holds_ids()) {
                throw bad_input("these are not whole numbers", ids.where(), damaged);
            }
        } else {
            plan.with_ids = false;
        }
        if (input.has(of_type(type, "Softenings"))) {
            require_numbers(input.dataset(of_type(type, "Softenings")), count, 1);
            plan.with_softenings = true;
        }
        plan.with_softenings = plan.with_softenings || header.softenings[type].has_value();
    }
}

std::string counted_types(const PerGadgetType<std::uint64_t>& counts) {
    std::string list;
    for (const std::uint64_t count : counts) {
        list += (list.empty() ? "" : ", ") + std::to_string(count);
    }
    return list;
}

// The parts hold together what each of them says of all.
void require_whole(const Plan& plan) {
    const GadgetHeader& first = plan.parts.front().header;
    PerGadgetType<std::uint64_t> sum = {};
    for (const Part& part : plan.parts) {
        if (part.header.files != first.files) {
            throw bad_input("this part belongs to a snapshot of " +
                                std::to_string(part.header.files) + " files, not " +
                                std::to_string(first.files),
                            in_words(part.file), "keep the files of one snapshot together");
        }
        for (std::size_t type = 0; type < gadget_type_count; ++type) {
            sum[type] += part.header.here[type];
        }
    }
    PerGadgetType<std::uint64_t> promised = first.in_all;
    for (const Part& part : plan.parts) { // a type of tracers is known where there are some
        std::ranges::transform(promised, part.header.in_all, promised.begin(),
                               [](auto a, auto b) { return std::min(a, b); });
    }
    if (sum != promised) {
        throw bad_input("the header promises " + counted_types(promised) +
                            " bodies of each type in all, but there are " + counted_types(sum),
                        in_words(plan.parts.front().file), "is the snapshot whole?");
    }
}

void require_memory(const Plan& plan, double bodies) {
    // The bodies in double, and the state that is made from them.
    constexpr double bytes_per_body = 200;
    const double available = static_cast<double>(machine().available_memory);
    const double needed = bodies * bytes_per_body;
    if (available > 0 && needed > available) {
        const double every = std::ceil(needed / available) * static_cast<double>(plan.sample);
        throw bad_input("its " + std::to_string(static_cast<std::uint64_t>(bodies)) +
                            " bodies do not fit in this machine's memory",
                        in_words(plan.parts.front().file),
                        "use one body in " + std::to_string(static_cast<std::uint64_t>(every)) +
                            " with --sample " + std::to_string(static_cast<std::uint64_t>(every)));
    }
}

void lay_out(Plan& plan) {
    double bodies = 0;
    for (std::size_t type = 0; type < gadget_type_count; ++type) {
        std::uint64_t count = 0;
        for (const Part& part : plan.parts) {
            count += part.header.here[type];
        }
        const std::uint64_t kept = count / plan.sample + (count % plan.sample != 0 ? 1 : 0);
        bodies += static_cast<double>(kept);
        plan.first[type] = plan.bodies;
        plan.kept[type] = kept;
        plan.bodies += kept;
    }
    require_memory(plan, bodies);
    if (plan.bodies == 0) {
        throw bad_input("the file has no bodies", in_words(plan.parts.front().file),
                        "use a file with at least one");
    }
}

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

    std::string path(const char* dataset) const { return of_type(type_, dataset); }

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
                     std::size_t type, double factor, std::span<float> to) {
    const std::optional<SofteningClass>& of_all = header.softenings[type];
    std::vector<double> lengths(to.size(),
                                of_all ? softening_length(header, *of_all) * factor : 0.0);
    if (const std::string path = reader.path("Softenings"); input.has(path)) {
        reader.numbers(path, Quantity::softening, factor, lengths.data());
    }
    std::ranges::transform(lengths, to.begin(), [](double length) {
        return static_cast<float>(std::min(length, double{std::numeric_limits<float>::max()}));
    });
}

// Returns how many bodies of the type were kept.
std::size_t read_type(const Hdf5Input& input, const Part& part, const Plan& plan,
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
    reader.vectors(reader.path("Velocities"), scale.velocity, bodies.velocity, first);
    const double mass_factor = scale.mass * static_cast<double>(plan.sample);
    if (const std::string masses = mass_dataset(input, type); !masses.empty()) {
        reader.numbers(masses, Quantity::mass, mass_factor, bodies.mass.data() + first);
    } else {
        std::fill_n(bodies.mass.data() + first, count, part.header.masses[type] * mass_factor);
    }
    if (plan.with_ids) {
        reader.each<std::int64_t>(reader.path("ParticleIDs"), 1,
                                  [&](std::size_t i, const std::int64_t* row) {
                                      system.catalogue.file_ids[first + i] = *row;
                                  });
    }
    if (plan.with_softenings) {
        read_softenings(input, reader, part.header, type, scale.length,
                        std::span(system.catalogue.softenings).subspan(first, count));
    }
    return count;
}

void name_types(const Plan& plan, System& system) {
    const bool swift = plan.parts.front().header.program == GadgetHeader::Program::swift;
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

void suggest(const Plan& plan, const GadgetScale& scale, const std::filesystem::path& file,
             System& system) {
    system.time = scale.time;
    system.units = scale.units;
    system.catalogue.header = plan.parts.front().header;
    system.catalogue.header->system_time = scale.time;
    std::vector<std::int64_t>& ids = system.catalogue.file_ids;
    if (count_from(0, ids) || count_from(1, ids)) {
        ids = {};
    }
    suggest_defaults(system, file);
    // One for all, where it need not be rounded.
    const GadgetHeader& header = plan.parts.front().header;
    const std::vector<float>& softenings = system.catalogue.softenings;
    const auto type = static_cast<std::size_t>(
        std::ranges::find_if(plan.kept, [](std::size_t kept) { return kept > 0; }) -
        plan.kept.begin());
    if (!header.softenings[type]) {
        return;
    }
    const double length = softening_length(header, *header.softenings[type]) * scale.length;
    if (std::ranges::all_of(softenings,
                            [&](float each) { return each == static_cast<float>(length); })) {
        system.softening = length;
    }
}

// `open` gives a part anew.
template <class Open>
System read_parts(Plan& plan, const std::filesystem::path& file, const Open& open) {
    for (Part& part : plan.parts) {
        const Hdf5Input input = open(part);
        part.header = read_gadget_header(input);
        check_part(input, part.header, plan);
    }
    require_whole(plan);
    lay_out(plan);
    System system;
    system.bodies = Bodies<double>(plan.bodies);
    system.catalogue.file_ids.resize(plan.with_ids ? plan.bodies : 0);
    system.catalogue.softenings.resize(plan.with_softenings ? plan.bodies : 0);
    const GadgetScale scale = gadget_scale(plan.parts.front().header);
    PerGadgetType<std::uint64_t> before = {};
    PerGadgetType<std::size_t> next = plan.first;
    for (const Part& part : plan.parts) {
        const Hdf5Input input = open(part);
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

SystemOfFiles read_gadget_files(const FileToOpen& file) {
    const auto open = [](const std::filesystem::path& part) { return Hdf5Input(part); };
    Plan plan;
    plan.sample = std::max<std::size_t>(file.sample, 1);
    SystemOfFiles read;
    read.files = gadget_parts(file.file, read_gadget_header(open(file.file)).files);
    for (const std::filesystem::path& part : read.files) {
        plan.parts.push_back({part, {}});
    }
    read.system = read_parts(plan, file.file, [&](const Part& part) { return open(part.file); });
    return read;
}

System read_gadget(const FileContents& contents) {
    Plan plan;
    plan.parts.push_back({contents.file, {}});
    return read_parts(plan, contents.file, [&](const Part&) { return Hdf5Input(contents); });
}

} // namespace orrery
