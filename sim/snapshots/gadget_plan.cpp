// What a snapshot in one or several files holds, found out before anything is allocated for it.
//
// A type without positions that has TracerID (AREPO's Monte Carlo tracers) is passed over. Every
// other table of numbers with a row for each body of its type is kept as a BodyColumn, where it is
// alike in all files.

#include "sim/snapshots/gadget_plan.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/machine/machine.hpp"
#include "sim/snapshots/file_position.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <optional>
#include <system_error>

namespace orrery {
namespace {

constexpr const char* broken_file = "the file is damaged";

// The second: of SWIFT's black holes.
constexpr std::array<const char*, 3> mass_names = {"Masses", "DynamicalMasses", "Mass"};
constexpr std::array<const char*, 2> id_names = {"ParticleIDs", "ParticleID"};
constexpr std::array<const char*, 3> kept_elsewhere = {"Coordinates", "Velocities", "Softenings"};

template <std::size_t count>
std::string first_there(const Hdf5Input& input, std::size_t type,
                        const std::array<const char*, count>& names) {
    for (const char* name : names) {
        if (input.has(gadget_path(type, name))) {
            return gadget_path(type, name);
        }
    }
    return {};
}

bool is_tracer(const Hdf5Input& input, std::size_t type) {
    return !input.has(gadget_path(type, "Coordinates")) && input.has(gadget_path(type, "TracerID"));
}

void require_extent(const Hdf5Dataset& dataset, std::uint64_t rows, std::size_t columns) {
    if (dataset.rows() != rows || dataset.columns() != columns) {
        throw bad_input("this has " + std::to_string(dataset.rows()) + " rows of " +
                            std::to_string(dataset.columns()) + ", but the header promises " +
                            std::to_string(rows) + " of " + std::to_string(columns),
                        dataset.where(), broken_file);
    }
}

void require_numbers(const Hdf5Dataset& dataset, std::uint64_t rows, std::size_t columns) {
    require_extent(dataset, rows, columns);
    if (dataset.holds_ids()) {
        throw bad_input("these are whole numbers instead of lengths, speeds or masses",
                        dataset.where(), broken_file);
    }
}

void check_ids(const Hdf5Input& input, std::size_t type, std::uint64_t count, GadgetPlan& plan) {
    const std::string path = id_path(input, type);
    if (path.empty()) {
        plan.with_ids = false;
        plan.without_ids.insert(gadget_group(type));
        return;
    }
    const Hdf5Dataset ids = input.dataset(path);
    require_extent(ids, count, 1);
    if (!ids.holds_ids()) {
        throw bad_input("these are not whole numbers", ids.where(), broken_file);
    }
    plan.ids_have_no_sign = plan.ids_have_no_sign || !ids.has_sign();
}

// A dataset of the bodies as a column; none where it is no table with a row for each.
std::optional<BodyColumn> column_of(const Hdf5Input& input, std::size_t type,
                                    const std::string& name, std::uint64_t count) {
    constexpr std::size_t most_numbers = 4096;
    try {
        const Hdf5Dataset dataset = input.dataset(gadget_path(type, name));
        if (dataset.rows() != count || dataset.columns() < 1 || dataset.columns() > most_numbers) {
            return std::nullopt;
        }
        BodyColumn column;
        column.name = name;
        column.kind = dataset.kind();
        column.width = dataset.columns();
        column.attributes = dataset.attributes();
        return column;
    } catch (const Error&) {
        return std::nullopt;
    }
}

void find_columns(const Hdf5Input& input, std::size_t type, std::uint64_t count, GadgetPlan& plan) {
    const auto is_known = [](const std::string& name) {
        const auto among = [&](const auto& names) {
            return std::ranges::find(names, name) != names.end();
        };
        return among(mass_names) || among(id_names) || among(kept_elsewhere);
    };
    for (const std::string& name : input.names_in(gadget_group(type))) {
        if (is_known(name)) {
            continue;
        }
        const std::optional<BodyColumn> found = column_of(input, type, name, count);
        if (!found) {
            plan.passed_over.insert(gadget_path(type, name));
            continue;
        }
        const auto same = std::ranges::find_if(plan.columns, [&](const auto& one) {
            return one.type == type && one.column.name == name;
        });
        if (same == plan.columns.end()) {
            plan.columns.push_back({type, *found, 1});
        } else if (same->column.kind == found->kind && same->column.width == found->width) {
            ++same->parts;
        }
    }
}

std::string counted_types(const PerGadgetType<std::uint64_t>& counts) {
    return joined(counts, [](std::uint64_t count) { return std::to_string(count); });
}

// The parts hold together what each of them says of all.
void require_whole(const GadgetPlan& plan) {
    const GadgetHeader& first = plan.parts.front().header;
    PerGadgetType<std::uint64_t> sum = {};
    for (const GadgetPart& part : plan.parts) {
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
    for (const GadgetPart& part : plan.parts) { // a type of tracers is known where there are some
        std::ranges::transform(promised, part.header.in_all, promised.begin(),
                               [](auto a, auto b) { return std::min(a, b); });
    }
    if (sum != promised) {
        throw bad_input("the header promises " + counted_types(promised) +
                            " bodies of each type in all, but there are " + counted_types(sum),
                        in_words(plan.parts.front().file), "is the snapshot whole?");
    }
}

// Returns how many bytes are left beside the bodies.
double require_memory(const GadgetPlan& plan, double bodies) {
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
    return available > 0 ? available - needed : std::numeric_limits<double>::infinity();
}

// Columns that not every file has which has such bodies, and all where there is no room for them.
void drop_columns(GadgetPlan& plan, double bytes_left) {
    double bytes = 0;
    for (const GadgetPlan::Column& one : plan.columns) {
        bytes += static_cast<double>(plan.kept[one.type] * one.column.row_size());
    }
    const bool no_room = bytes > bytes_left;
    std::erase_if(plan.columns, [&](const GadgetPlan::Column& one) {
        const auto parts = std::ranges::count_if(
            plan.parts, [&](const GadgetPart& part) { return part.header.here[one.type] > 0; });
        const bool gone = no_room || static_cast<std::ptrdiff_t>(one.parts) != parts;
        if (gone) {
            plan.passed_over.insert(gadget_path(one.type, one.column.name));
        }
        return gone;
    });
}

} // namespace

std::vector<std::filesystem::path> gadget_parts(const std::filesystem::path& one,
                                                std::size_t count) {
    if (count <= 1) {
        return {one};
    }
    const std::filesystem::path numbered = one.stem(); // "snap_000.3" of snap_000.3.hdf5
    const std::string number = numbered.extension().string();
    const bool is_number =
        number.size() > 1 && std::all_of(number.begin() + 1, number.end(),
                                         [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!is_number) {
        throw bad_input("this is one of a snapshot's " + std::to_string(count) +
                            " files, but its name has no number",
                        one.string(), "give the files back their names, like snap_000.0.hdf5");
    }
    std::vector<std::filesystem::path> parts;
    for (std::size_t i = 0; i < count; ++i) {
        const std::filesystem::path part =
            one.parent_path() /
            (numbered.stem().string() + "." + std::to_string(i) + one.extension().string());
        std::error_code unreadable;
        if (!std::filesystem::exists(part, unreadable)) {
            throw bad_input("this part of the snapshot is missing: it has " +
                                std::to_string(count) + " files",
                            part.string(), "copy it next to the others");
        }
        parts.push_back(part);
    }
    return parts;
}

std::string gadget_path(std::size_t type, const std::string& dataset) {
    return gadget_group(type) + "/" + dataset;
}

std::string mass_path(const Hdf5Input& input, std::size_t type) {
    return first_there(input, type, mass_names);
}

std::string id_path(const Hdf5Input& input, std::size_t type) {
    return first_there(input, type, id_names);
}

void check_part(const Hdf5Input& input, GadgetHeader& header, GadgetPlan& plan) {
    for (const auto& [group, count] : header.unknown) {
        plan.passed_over.insert(group + " (" + std::to_string(count) + " bodies)");
    }
    for (std::size_t type = 0; type < gadget_type_count; ++type) {
        const std::uint64_t count = header.here[type];
        if (count == 0) {
            continue;
        }
        if (!input.has(gadget_group(type))) {
            throw bad_input("the header promises " + std::to_string(count) +
                                " bodies of this type, but their group is missing",
                            input.where(gadget_group(type)), broken_file);
        }
        if (is_tracer(input, type)) {
            header.here[type] = header.in_all[type] = 0;
            plan.passed_over.insert(gadget_group(type) + " (tracers)");
            continue;
        }
        require_numbers(input.dataset(gadget_path(type, "Coordinates")), count, 3);
        if (const std::string path = gadget_path(type, "Velocities"); input.has(path)) {
            require_numbers(input.dataset(path), count, 3);
        } else {
            plan.without_velocities.insert(gadget_group(type));
        }
        if (const std::string masses = mass_path(input, type); !masses.empty()) {
            require_numbers(input.dataset(masses), count, 1);
        } else if (header.masses[type] <= 0) {
            throw bad_input("these bodies have no mass, neither here nor in the header's MassTable",
                            input.where(gadget_group(type)), "is the file whole?");
        }
        check_ids(input, type, count, plan);
        if (const std::string path = gadget_path(type, "Softenings"); input.has(path)) {
            require_numbers(input.dataset(path), count, 1);
            plan.with_softenings = true;
        }
        plan.with_softenings = plan.with_softenings || header.softenings[type].has_value();
        find_columns(input, type, count, plan);
    }
}

void lay_out(GadgetPlan& plan) {
    require_whole(plan);
    double bodies = 0;
    for (std::size_t type = 0; type < gadget_type_count; ++type) {
        std::uint64_t count = 0;
        for (const GadgetPart& part : plan.parts) {
            count += part.header.here[type];
        }
        const std::uint64_t kept = count / plan.sample + (count % plan.sample != 0 ? 1 : 0);
        bodies += static_cast<double>(kept);
        plan.first[type] = plan.bodies;
        plan.kept[type] = kept;
        plan.bodies += kept;
    }
    drop_columns(plan, require_memory(plan, bodies));
    if (plan.bodies == 0) {
        throw bad_input("the file has no bodies", in_words(plan.parts.front().file),
                        "use a file with at least one");
    }
}

std::vector<std::string> remarks_on(const GadgetPlan& plan) {
    const auto named = [](const std::set<std::string>& names) {
        return listed({names.begin(), names.end()});
    };
    std::vector<std::string> remarks;
    if (!plan.without_velocities.empty()) {
        remarks.push_back("no velocities in " + named(plan.without_velocities) + ": they are 0");
    }
    bool some_have_ids = false;
    for (std::size_t type = 0; type < gadget_type_count; ++type) {
        some_have_ids = some_have_ids ||
                        (plan.kept[type] > 0 && !plan.without_ids.contains(gadget_group(type)));
    }
    if (!plan.without_ids.empty() && some_have_ids) {
        remarks.push_back("no ids in " + named(plan.without_ids) +
                          ": all bodies are numbered from 0");
    }
    if (!plan.passed_over.empty()) {
        remarks.push_back("not kept: " + named(plan.passed_over));
    }
    if (PeriodicBox{plan.parts.front().header.box_size}.is_periodic()) {
        remarks.push_back("its box has open edges here");
    }
    return remarks;
}

} // namespace orrery
