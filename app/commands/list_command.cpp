// orrery list: what this build has, and why something cannot be used on this machine, as JSON
// (docs/json.md) and for people.

#include "app/commands/listing.hpp"
#include "app/commands/parser.hpp"
#include "app/numbers.hpp"
#include "render/colour_maps.hpp"
#include "render/record/video_file.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/integrator.hpp"
#include "sim/machine/devices.hpp"
#include "sim/machine/machine.hpp"
#include "sim/scene.hpp"
#include "sim/sharing.hpp"
#include "sim/snapshot.hpp"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>

namespace orrery {
namespace {

// The rows that row(entry) returns for each entry.
template <class Entries, class Row>
std::vector<ListRow> rows_of(const Entries& entries, const Row& row) {
    std::vector<ListRow> rows;
    std::ranges::transform(entries, std::back_inserter(rows), row);
    return rows;
}

std::string bytes_text(std::size_t bytes) {
    return with_prefix(static_cast<double>(bytes), "B");
}

std::vector<ListRow> sharing_rows() {
    return rows_of(sharing_modes(), [](const SharingMode& mode) {
        return ListRow{{{"id", mode.id, "SHARING", mode.id},
                        {"title", mode.title},
                        {"idea", mode.idea, "IDEA", mode.idea},
                        {"source", mode.source}},
                       sharing_unavailable(mode.sharing)};
    });
}

std::vector<ListRow> integrator_rows() {
    return rows_of(integrators(), [](const Integrator& integrator) {
        const bool both = integrator.symplectic && integrator.time_reversible;
        const bool any = integrator.symplectic || integrator.time_reversible;
        return ListRow{{{"id", integrator.id, "INTEGRATOR", integrator.id},
                        {"title", integrator.title},
                        {"idea", integrator.idea},
                        {"source", integrator.source},
                        {"order", integrator.order, ">ORDER", std::to_string(integrator.order)},
                        {"evaluations", integrator.evaluations, ">FORCES A STEP",
                         std::to_string(integrator.evaluations)},
                        {"symplectic", integrator.symplectic},
                        {"time_reversible", integrator.time_reversible},
                        {"needs_jerk", integrator.needs_jerk},
                        {nullptr,
                         {},
                         "IDEA",
                         fmt::format("{}{}{}{}{}", integrator.idea, any ? "\n· " : "",
                                     integrator.symplectic ? "symplectic" : "", both ? ", " : "",
                                     integrator.time_reversible ? "time-reversible" : "")}}};
    });
}

std::vector<ListRow> scene_rows() {
    return rows_of(scenes(), [](const Scene& scene) {
        const bool fixed = scene.fixed_bodies != 0;
        const std::size_t count = fixed ? scene.fixed_bodies : scene.standard_bodies;
        return ListRow{{{"id", scene.id, "SCENE", scene.id},
                        {"title", scene.title},
                        {"idea", scene.idea},
                        {"source", scene.source},
                        {"standard_bodies", scene.standard_bodies},
                        {"fixed_bodies", scene.fixed_bodies, ">BODIES",
                         (fixed ? "always " : "") + with_thousands(count)},
                        {nullptr, {}, "IDEA", scene.idea}}};
    });
}

// The devices that can compute: the processor and GPUs.
std::vector<ListRow> device_rows() {
    const Machine here = machine();
    std::vector<ListRow> rows;
    const auto add = [&rows](const std::string& id, const std::string& title,
                             const std::string& reason = "") {
        rows.push_back(
            {{{"id", id, "DEVICE", id}, {"title", title, "WHAT", title}}, reason, title});
    };
    add("cpu", fmt::format("{}, {} threads, {}, {} of memory free", here.cpu, here.threads,
                           here.instruction_set, bytes_text(here.available_memory)));
    for (const GpuDevice& gpu : gpu_devices()) {
        add(fmt::format("cuda {}", gpu.index),
            fmt::format("{}, compute capability {}.{}, {} multiprocessors at {:.2f} GHz, {} of {} "
                        "of memory free",
                        gpu.name, gpu.capability_major, gpu.capability_minor, gpu.multiprocessors,
                        gpu.clock_gigahertz, bytes_text(gpu.free_bytes),
                        bytes_text(gpu.memory_bytes)));
    }
    if (const std::string reason = gpu_unavailable(); !reason.empty()) {
        add("cuda", "NVIDIA GPUs", reason);
    }
    return rows;
}

// The file formats that can be read or written, snapshots and others.
std::vector<ListRow> format_rows() {
    std::vector<ListRow> rows;
    const auto add = [&](const std::string& id, const std::string& title, const std::string& ending,
                         const char* holds, bool reads, bool writes,
                         const std::string& reason = "") {
        rows.push_back({{{"id", id, "FORMAT", id},
                         {"title", title},
                         {"extension", ending, "ENDING", ending},
                         {"kind", holds, "HOLDS", holds},
                         {"reads", reads, "READ", reads ? "yes" : "no"},
                         {"writes", writes, "WRITTEN", writes ? "yes" : "no"},
                         {nullptr, {}, "WHAT", title}},
                        reason,
                        ending});
    };
    for (const SnapshotFormat& format : snapshot_formats()) {
        add(format.id, format.title, format.extension, "bodies",
            format.read != nullptr || format.read_in_parts != nullptr,
            format.write != nullptr || format.write_together != nullptr,
            std::string(format.unavailable));
    }
    add("forces_csv", "Forces as text", ".csv", "forces", true, true);
    add("forces_hdf5", "Forces as HDF5", ".h5", "forces", false, true,
        std::string(hdf5_unavailable()));
    add("png", "PNG picture", ".png", "picture", false, true);
    for (const std::string& ending : VideoFile::endings()) {
        add(ending.substr(1), "Video, encoded by ffmpeg", ending, "video", false, true,
            VideoFile::unavailable());
    }
    return rows;
}

std::vector<ListRow> colour_map_rows() {
    return rows_of(colour_maps(), [](const ColourMap& map) {
        return ListRow{
            {{"id", map.id, "COLOUR MAP", map.id}, {"title", map.title, "TITLE", map.title}}};
    });
}

std::vector<ListRow> command_rows() {
    return rows_of(commands().subspan(1), [](const Subcommand* command) { // not the window
        return ListRow{{{"id", command->name, "COMMAND", command->name},
                        {"title", command->summary, "WHAT IT DOES", command->summary},
                        {"usage", command->arguments}}};
    });
}

struct ListArguments {
    std::string section; // empty: all
    bool json = false;
};

// That of the terminal, as far as lines stay easy to read; 80 in a pipe.
std::size_t page_width() {
    constexpr std::size_t usual = 80, widest = 120;
    winsize terminal{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &terminal) != 0 || terminal.ws_col == 0) {
        return usual;
    }
    return std::clamp<std::size_t>(terminal.ws_col, usual, widest);
}

// A table of what is available, and below it by reason what is not.
std::string page_of(const Listing& listing, std::size_t width) {
    if (listing.own_text != nullptr) {
        return listing.own_text(width);
    }
    std::vector<Figures> available;
    std::map<std::string, std::vector<std::string>> unavailable; // names, by reason
    for (ListRow& row : listing.rows()) {
        if (row.reason.empty()) {
            available.push_back(std::move(row.figures));
        } else {
            unavailable[row.reason].push_back(row.name.empty() ? row.figures[0].text : row.name);
        }
    }
    std::string text = table_text(available, width);
    for (const auto& [reason, names] : unavailable) {
        const std::string title = fmt::format("Not available here: {}", reason);
        text += fmt::format("\n{}\n  {}\n", wrapped(title, width, 0),
                            wrapped(fmt::format("{}", fmt::join(names, " ")), width - 2, 2));
    }
    return text;
}

Json json_rows(const Listing& listing) {
    Json rows = Json::array();
    for (const ListRow& row : listing.rows()) {
        Json& json = rows.emplace_back(json_of(row.figures));
        json["available"] = row.reason.empty();
        json["reason"] = row.reason.empty() ? Json() : Json(row.reason);
    }
    return rows;
}

ExitCode list(const ListArguments& request, const Console& /*console*/) {
    Json document = Json::object();
    std::string page;
    std::vector<std::string> names;
    for (const Listing& listing : listings()) {
        names.emplace_back(listing.name);
        if (!request.section.empty() && request.section != listing.name) {
            continue;
        }
        if (request.json) {
            document[listing.key] = json_rows(listing);
        } else {
            page += (page.empty() ? "" : "\n") + page_of(listing, page_width());
        }
    }
    if (document.empty() && page.empty()) {
        throw bad_input(fmt::format("there is nothing called '{}' to list", request.section), "",
                        did_you_mean(request.section, names, "orrery list --help"));
    }
    fmt::print("{}", request.json ? json_text(document) : page);
    return ExitCode::done;
}

void declare(Parser& parser, ListArguments& request) {
    const auto names = listings() | std::views::transform(&Listing::name);
    parser.group("Arguments")
        .option(fmt::format("WHAT {}", fmt::join(names, "|")), request.section,
                "one of these (default: everything)");
    parser.group("Output").flag("--json", request.json, "print JSON (docs/json.md)");
}

} // namespace

std::vector<Listing> listings() {
    return {{"algorithms", "algorithms", algorithm_rows},
            {"sharing", "sharing", sharing_rows},
            {"integrators", "integrators", integrator_rows},
            {"scenes", "scenes", scene_rows},
            {"devices", "devices", device_rows},
            {"formats", "formats", format_rows},
            {"colour-maps", "colour_maps", colour_map_rows},
            {"settings", "settings", setting_rows, settings_text},
            {"commands", "commands", command_rows}};
}

extern const Subcommand list_command{
    "list",
    "[WHAT] [--json]",
    "list what you can choose, and why some of it is unavailable",
    "Lists what this build can do on this machine: algorithms, sharing, integrators, scenes, "
    "devices, formats, colour-maps, settings, commands. Other commands take the names in the first "
    "column: an algorithm for --algorithm, an integrator for --integrator, a scene or a file of a "
    "listed format as the first argument.",
    "orrery list algorithms\norrery list scenes --json",
    declared<ListArguments, list>,
};

} // namespace orrery
