// What this build has, and what of it can be used here: as JSON (docs/json.md) and for people.

#include "app/commands/listing.hpp"

#include "app/commands/command.hpp"
#include "app/commands/forces.hpp"
#include "app/numbers.hpp"
#include "app/record/video_file.hpp"
#include "app/wrapped_text.hpp"
#include "render/colour_maps.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/integrator.hpp"
#include "sim/machine/devices.hpp"
#include "sim/machine/machine.hpp"
#include "sim/scene.hpp"
#include "sim/sharing.hpp"
#include "sim/snapshot.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

// What row(entry) makes of each.
template <class Entries, class Row>
Json rows_of(const Entries& entries, const Row& row) {
    Json rows = Json::array();
    for (const auto& entry : entries) {
        rows.push_back(row(entry));
    }
    return rows;
}

std::string bytes_text(std::size_t bytes) {
    return with_prefix(static_cast<double>(bytes), "B");
}

Json sharing_json() {
    return rows_of(sharing_modes(), [](const SharingMode& mode) {
        return list_row(
            {{"id", mode.id}, {"title", mode.title}, {"idea", mode.idea}, {"source", mode.source}},
            sharing_unavailable(mode.sharing));
    });
}

Json integrators_json() {
    return rows_of(integrators(), [](const Integrator& integrator) {
        return list_row({{"id", integrator.id},
                         {"title", integrator.title},
                         {"idea", integrator.idea},
                         {"source", integrator.source},
                         {"order", integrator.order},
                         {"evaluations", integrator.evaluations},
                         {"symplectic", integrator.symplectic},
                         {"time_reversible", integrator.time_reversible},
                         {"needs_jerk", integrator.needs_jerk}});
    });
}

std::string integrators_text(std::size_t width) {
    Table table({"INTEGRATOR", ">ORDER", ">FORCES A STEP", "IDEA"});
    for (const Integrator& integrator : integrators()) {
        std::string idea = integrator.idea;
        if (integrator.symplectic || integrator.time_reversible) {
            idea += fmt::format("\n· {}{}{}", integrator.symplectic ? "symplectic" : "",
                                integrator.symplectic && integrator.time_reversible ? ", " : "",
                                integrator.time_reversible ? "time-reversible" : "");
        }
        table.add_row({integrator.id, std::to_string(integrator.order),
                       std::to_string(integrator.evaluations), std::move(idea)});
    }
    return table.text(width);
}

Json scenes_json() {
    return rows_of(scenes(), [](const Scene& scene) {
        return list_row({{"id", scene.id},
                         {"title", scene.title},
                         {"idea", scene.idea},
                         {"source", scene.source},
                         {"standard_bodies", scene.standard_bodies},
                         {"fixed_bodies", scene.fixed_bodies}});
    });
}

std::string scenes_text(std::size_t width) {
    Table table({"SCENE", ">BODIES", "IDEA"});
    for (const Scene& scene : scenes()) {
        const bool fixed = scene.fixed_bodies != 0;
        const std::size_t count = fixed ? scene.fixed_bodies : scene.standard_bodies;
        table.add_row({scene.id, (fixed ? "always " : "") + with_thousands(count), scene.idea});
    }
    return table.text(width);
}

// What can be computed on: the processor and GPUs.
Json devices_json() {
    const Machine here = machine();
    const auto device = [](const std::string& id, const std::string& title,
                           const std::string& reason = "") {
        return list_row({{"id", id}, {"title", title}}, reason);
    };
    Json rows = Json::array();
    rows.push_back(
        device("cpu", fmt::format("{}, {} threads, {}, {} of memory free", here.cpu, here.threads,
                                  here.instruction_set, bytes_text(here.available_memory))));
    for (const GpuDevice& gpu : gpu_devices()) {
        rows.push_back(device(
            fmt::format("cuda {}", gpu.index),
            fmt::format("{}, compute capability {}.{}, {} multiprocessors at {:.2f} GHz, {} of {} "
                        "of memory free",
                        gpu.name, gpu.capability_major, gpu.capability_minor, gpu.multiprocessors,
                        gpu.clock_gigahertz, bytes_text(gpu.free_bytes),
                        bytes_text(gpu.memory_bytes))));
    }
    if (const std::string reason = gpu_unavailable(); !reason.empty()) {
        rows.push_back(device("cuda", "NVIDIA GPUs", reason));
    }
    return rows;
}

// What files can be read and written, snapshots and others.
Json formats_json() {
    Json rows = Json::array();
    const auto add = [&](const std::string& id, const std::string& title, const std::string& ending,
                         const char* holds, bool reads, bool writes, const std::string& reason) {
        rows.push_back(list_row({{"id", id},
                                 {"title", title},
                                 {"extension", ending},
                                 {"kind", holds},
                                 {"reads", reads},
                                 {"writes", writes}},
                                reason));
    };
    for (const SnapshotFormat& format : snapshot_formats()) {
        add(format.id, format.title, format.extension, "bodies", format.read != nullptr,
            format.write != nullptr, std::string(format.unavailable));
    }
    add("forces_csv", "Forces as text", ".csv", "forces", true, true, "");
    add("forces_hdf5", "Forces as HDF5", ".h5", "forces", false, true,
        std::string(hdf5_unavailable()));
    add("png", "PNG picture", ".png", "picture", false, true, "");
    for (const std::string& ending : VideoFile::endings()) {
        add(ending.substr(1), "Video, encoded by ffmpeg", ending, "video", false, true,
            VideoFile::unavailable());
    }
    return rows;
}

Json colour_maps_json() {
    return rows_of(colour_maps(), [](const ColourMap& map) {
        return list_row({{"id", map.id}, {"title", map.title}});
    });
}

Json commands_json() {
    return rows_of(commands().subspan(1), [](const Subcommand* command) { // not the window
        return list_row(
            {{"id", command->name}, {"title", command->summary}, {"usage", command->arguments}});
    });
}

} // namespace

void ListPage::add(const std::string& reason, const std::string& name,
                   std::vector<std::string> cells) {
    if (reason.empty()) {
        table_.add_row(std::move(cells));
    } else {
        unavailable_[reason].push_back(name);
    }
}

std::string ListPage::text(std::size_t width) const {
    std::string text = table_.text(width);
    for (const auto& [reason, names] : unavailable_) {
        const std::string title = fmt::format("Not available here: {}", reason);
        text += fmt::format("\n{}\n  {}\n", wrapped(title, width, 0),
                            wrapped(fmt::format("{}", fmt::join(names, " ")), width - 2, 2));
    }
    return text;
}

Json list_row(Json row, const std::string& reason) {
    row["available"] = reason.empty();
    row["reason"] = reason.empty() ? Json(nullptr) : Json(reason);
    return row;
}

std::vector<std::string> Listing::ids() const {
    std::vector<std::string> ids;
    for (const Json& row : json()) {
        ids.push_back(row.at("id"));
    }
    return ids;
}

std::string Listing::text(std::size_t width) const {
    if (own_text != nullptr) {
        return own_text(width);
    }
    std::vector<std::string> titles;
    for (const Column& column : columns) {
        titles.emplace_back(column.title);
    }
    ListPage page(titles);
    for (const Json& row : json()) {
        std::vector<std::string> cells;
        for (const Column& column : columns) {
            const Json& value = row.at(column.key);
            cells.push_back(value == true    ? "yes"
                            : value == false ? "no"
                                             : value.get<std::string>());
        }
        const Json& reason = row.at("reason");
        page.add(reason.is_null() ? "" : reason.get<std::string>(), row.at(name_key),
                 std::move(cells));
    }
    return page.text(width);
}

std::span<const Listing> listings() {
    static const std::vector<Listing> all{
        {"algorithms", "algorithms", algorithms_json, algorithms_text},
        {"sharing", "sharing", sharing_json, nullptr, {{"SHARING", "id"}, {"IDEA", "idea"}}},
        {"integrators", "integrators", integrators_json, integrators_text},
        {"scenes", "scenes", scenes_json, scenes_text},
        {"devices",
         "devices",
         devices_json,
         nullptr,
         {{"DEVICE", "id"}, {"WHAT", "title"}},
         "title"},
        {"formats",
         "formats",
         formats_json,
         nullptr,
         {{"FORMAT", "id"},
          {"ENDING", "extension"},
          {"HOLDS", "kind"},
          {"READ", "reads"},
          {"WRITTEN", "writes"},
          {"WHAT", "title"}},
         "extension"},
        {"colour-maps",
         "colour_maps",
         colour_maps_json,
         nullptr,
         {{"COLOUR MAP", "id"}, {"TITLE", "title"}}},
        {"settings", "settings", settings_json, settings_text},
        {"commands",
         "commands",
         commands_json,
         nullptr,
         {{"COMMAND", "id"}, {"WHAT IT DOES", "title"}}},
    };
    return all;
}

const Listing& find_listing(const std::string& name) {
    std::vector<std::string> names;
    for (const Listing& listing : listings()) {
        if (name == listing.name) {
            return listing;
        }
        names.emplace_back(listing.name);
    }
    throw bad_input(fmt::format("there is nothing called '{}' to list", name), "",
                    did_you_mean(name, names, "orrery list --help"));
}

} // namespace orrery
