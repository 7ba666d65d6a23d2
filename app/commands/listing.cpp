#include "app/commands/listing.hpp"

#include "app/commands/command.hpp"
#include "app/commands/results_hdf5.hpp"
#include "app/numbers.hpp"
#include "app/record/video_file.hpp"
#include "app/state/look_properties.hpp"
#include "render/colour_maps.hpp"
#include "sim/base/closest_names.hpp"
#include "sim/base/error.hpp"
#include "sim/integrator.hpp"
#include "sim/machine/devices.hpp"
#include "sim/machine/machine.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/snapshot.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace orrery {
namespace {

// The ids of whatever has them.
template <class Rows>
std::vector<std::string> ids_of(const Rows& rows) {
    std::vector<std::string> ids;
    for (const auto& row : rows) {
        ids.emplace_back(row.id);
    }
    return ids;
}

std::vector<std::string> algorithm_ids() {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        ids.emplace_back(entry.info.id);
    }
    return ids;
}

std::vector<std::string> setting_ids() {
    std::vector<std::string> ids = ids_of(properties());
    for (const LookProperty& property : look_properties()) {
        if (*property.title != '\0') {
            ids.emplace_back(property.id);
        }
    }
    return ids;
}

std::vector<std::string> command_names() {
    std::vector<std::string> names;
    for (const Subcommand* command : commands()) {
        if (*command->name != '\0') {
            names.emplace_back(command->name);
        }
    }
    return names;
}

} // namespace

std::span<const Listing> listings() {
    static constexpr std::array<Listing, 9> all{{
        {"algorithms", "algorithms", algorithm_ids, algorithms_json, algorithms_text},
        {"sharing", "sharing", [] { return ids_of(sharing_modes()); }, sharing_json, sharing_text},
        {"integrators", "integrators", [] { return ids_of(integrators()); }, integrators_json,
         integrators_text},
        {"scenes", "scenes", [] { return ids_of(scenes()); }, scenes_json, scenes_text},
        {"devices", "devices", [] { return ids_of(devices()); }, devices_json, devices_text},
        {"formats", "formats", [] { return ids_of(file_kinds()); }, formats_json, formats_text},
        {"colour-maps", "colour_maps", [] { return ids_of(colour_maps()); }, colour_maps_json,
         colour_maps_text},
        {"settings", "settings", setting_ids, settings_json, settings_text},
        {"commands", "commands", command_names, commands_json, commands_text},
    }};
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

std::vector<Device> devices() {
    const Machine here = machine();
    std::vector<Device> all{
        {"cpu",
         fmt::format("{}, {} threads, {}, {} of memory free", here.cpu, here.threads,
                     here.instruction_set,
                     with_prefix(static_cast<double>(here.available_memory), "B")),
         ""}};
    for (const GpuDevice& gpu : gpu_devices()) {
        all.push_back(
            {fmt::format("cuda {}", gpu.index),
             fmt::format("{}, compute capability {}.{}, {} multiprocessors at {:.2f} GHz, {} of {} "
                         "of memory free",
                         gpu.name, gpu.capability_major, gpu.capability_minor, gpu.multiprocessors,
                         gpu.clock_gigahertz, with_prefix(static_cast<double>(gpu.free_bytes), "B"),
                         with_prefix(static_cast<double>(gpu.memory_bytes), "B")),
             ""});
    }
    if (const std::string reason = gpu_unavailable(); !reason.empty()) {
        all.push_back({"cuda", "NVIDIA GPUs", reason});
    }
    return all;
}

std::vector<FileKind> file_kinds() {
    std::vector<FileKind> all;
    for (const SnapshotFormat& format : snapshot_formats()) {
        all.push_back({format.id, format.title, format.extension, "bodies", format.read != nullptr,
                       format.write != nullptr, std::string(format.unavailable)});
    }
    all.push_back({"forces_csv", "Forces as text", ".csv", "forces", true, true, ""});
    all.push_back({"forces_hdf5", "Forces as HDF5", ".h5", "forces", false, true,
                   std::string(hdf5_unavailable())});
    all.push_back({"png", "PNG picture", ".png", "picture", false, true, ""});
    for (const std::string& ending : VideoFile::endings()) {
        all.push_back({ending.substr(1), "Video, encoded by ffmpeg", ending, "video", false, true,
                       VideoFile::unavailable()});
    }
    return all;
}

} // namespace orrery
