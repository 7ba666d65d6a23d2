// The contents of a snapshot in one or several files, found out before allocating for them.
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
#include <utility>

namespace orrery {
namespace {

constexpr const char* broken_file = "the file is damaged";

bool is_tracer(const Hdf5Input& input, std::size_t type) {
    return !input.has(gadget_path(type, "Coordinates")) && input.has(gadget_path(type, "TracerID"));
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

bool is_known(const std::string& name) {
    return std::ranges::any_of(std::array{gadget_positions, gadget_velocities, gadget_masses,
                                          gadget_softenings, gadget_ids},
                               [&](const GadgetDataset& dataset) {
                                   return std::ranges::any_of(dataset.names, [&](const char* one) {
                                       return one != nullptr && name == one;
                                   });
                               });
}

// Finds the columns of a part; those that are not alike in all parts are passed over.
void find_columns(const Hdf5Input& input, std::size_t type, std::uint64_t count, GadgetPlan& plan) {
    std::vector<BodyColumn> found;
    for (const std::string& name : input.names_in(gadget_group(type))) {
        if (auto column = is_known(name) ? std::nullopt : column_of(input, type, name, count)) {
            found.push_back(std::move(*column));
        } else if (!is_known(name)) {
            plan.passed_over.insert(gadget_path(type, name));
        }
    }
    std::vector<BodyColumn>& kept = plan.columns[type];
    if (!std::exchange(plan.looked_at[type], true)) {
        kept = std::move(found);
        return;
    }
    const auto drop_all_but = [&](const std::vector<BodyColumn>& others,
                                  std::vector<BodyColumn>& columns) {
        std::erase_if(columns, [&](const BodyColumn& one) {
            const bool alike = std::ranges::any_of(others, [&](const BodyColumn& other) {
                return other.name == one.name && other.kind == one.kind && other.width == one.width;
            });
            if (!alike) {
                plan.passed_over.insert(gadget_path(type, one.name));
            }
            return !alike;
        });
    };
    drop_all_but(found, kept);
    drop_all_but(kept, found); // for their names
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

// All of a type, where there is no room for them.
void drop_columns(GadgetPlan& plan, double bytes_left) {
    for (std::size_t type = 0; type < gadget_type_count; ++type) {
        double bytes = 0;
        for (const BodyColumn& column : plan.columns[type]) {
            bytes += static_cast<double>(plan.kept[type] * column.row_size());
        }
        if (bytes <= bytes_left) {
            bytes_left -= bytes;
            continue;
        }
        for (const BodyColumn& column : std::exchange(plan.columns[type], {})) {
            plan.passed_over.insert(gadget_path(type, column.name));
        }
    }
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

std::optional<Hdf5Dataset> find_dataset(const Hdf5Input& input, std::size_t type,
                                        const GadgetDataset& dataset, std::uint64_t bodies) {
    for (const char* const name : dataset.names) {
        if (name == nullptr || !input.has(gadget_path(type, name))) {
            continue;
        }
        Hdf5Dataset found = input.dataset(gadget_path(type, name));
        if (found.rows() != bodies || found.columns() != dataset.columns) {
            throw bad_input("this has " + std::to_string(found.rows()) + " rows of " +
                                std::to_string(found.columns()) + ", but the header promises " +
                                std::to_string(bodies) + " of " + std::to_string(dataset.columns),
                            found.where(), broken_file);
        }
        if (found.holds_ids() != dataset.whole) {
            throw bad_input(dataset.whole
                                ? "these are not whole numbers"
                                : "these are whole numbers instead of lengths, speeds or masses",
                            found.where(), broken_file);
        }
        return found;
    }
    return std::nullopt;
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
        if (!find_dataset(input, type, gadget_positions, count)) {
            input.dataset(gadget_path(type, gadget_positions.names.front())); // throws
        }
        if (!find_dataset(input, type, gadget_velocities, count)) {
            plan.without_velocities.insert(gadget_group(type));
        }
        if (!find_dataset(input, type, gadget_masses, count) && header.masses[type] <= 0) {
            throw bad_input("these bodies have no mass, neither here nor in the header's MassTable",
                            input.where(gadget_group(type)), "is the file whole?");
        }
        if (const auto ids = find_dataset(input, type, gadget_ids, count)) {
            plan.ids_have_no_sign = plan.ids_have_no_sign || !ids->has_sign();
        } else {
            plan.with_ids = false;
            plan.without_ids.insert(gadget_group(type));
        }
        plan.with_softenings = plan.with_softenings || header.softenings[type] ||
                               find_dataset(input, type, gadget_softenings, count);
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
    return remarks;
}

} // namespace orrery
