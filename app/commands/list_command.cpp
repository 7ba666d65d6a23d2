// orrery list: what this build has, and why something cannot be used on this machine.

#include "app/commands/command.hpp"
#include "app/commands/forces_hdf5.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "sim/closest_names.hpp"
#include "sim/devices.hpp"
#include "sim/error.hpp"
#include "sim/integrator.hpp"
#include "sim/machine.hpp"
#include "sim/scene.hpp"
#include "sim/snapshot.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <memory>

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

const char* space_name(Space space) {
    switch (space) {
    case Space::host:
        return "host";
    case Space::device:
        return "device";
    case Space::several_devices:
        return "several devices";
    }
    return "";
}

const char* yes_or_no(bool yes) {
    return yes ? "yes" : "no";
}

// "" is available; else the reason why not.
std::string availability(const std::string& reason) {
    return reason.empty() ? "yes" : "no: " + reason;
}

Json availability_json(const std::string& reason) {
    return reason.empty() ? Json(nullptr) : Json(reason);
}

// ---- algorithms ----

Json option_json(const SolverOption& option) {
    return {{"id", option.id},           {"title", option.title},     {"tooltip", option.tooltip},
            {"minimum", option.minimum}, {"maximum", option.maximum}, {"default", option.standard},
            {"choices", option.choices}};
}

Json algorithms_json() {
    Json rows = Json::array();
    for (const SolverEntry& entry : solvers()) {
        const SolverInfo& info = entry.info;
        Json options = Json::array();
        for (const SolverOption& option : info.options) {
            options.push_back(option_json(option));
        }
        rows.push_back({{"id", info.id},
                        {"title", info.title},
                        {"family", info.family},
                        {"idea", info.idea},
                        {"source", info.source},
                        {"complexity", info.complexity},
                        {"space", space_name(info.space)},
                        {"available", entry.unavailable().empty()},
                        {"reason", availability_json(entry.unavailable())},
                        {"double", info.has_double},
                        {"potential", info.has_potential},
                        {"jerk", info.has_jerk},
                        {"multithreaded", info.multithreaded},
                        {"conserves_momentum", info.conserves_momentum},
                        {"promised_error",
                         {{"fp32", info.promised_error_fp32}, {"fp64", info.promised_error_fp64}}},
                        {"options", std::move(options)}});
    }
    return rows;
}

std::string option_text(const SolverOption& option) {
    if (!option.choices.empty()) {
        return fmt::format("{}={}", option.id, fmt::join(option.choices, "|"));
    }
    return fmt::format("{}={}…{} ({})", option.id, option.minimum, option.maximum, option.standard);
}

std::string algorithms_text() {
    Table table({{"ALGORITHM"}, {"AVAILABLE"}, {"COST"}, {"OPTIONS"}, {"IDEA"}});
    for (const SolverEntry& entry : solvers()) {
        std::vector<std::string> options;
        for (const SolverOption& option : entry.info.options) {
            options.push_back(option_text(option));
        }
        table.add_row({entry.info.id, availability(entry.unavailable()), entry.info.complexity,
                       fmt::format("{}", fmt::join(options, " ")), entry.info.idea});
    }
    return table.text();
}

// ---- integrators ----

Json integrators_json() {
    Json rows = Json::array();
    for (const Integrator& integrator : integrators()) {
        rows.push_back({{"id", integrator.id},
                        {"title", integrator.title},
                        {"idea", integrator.idea},
                        {"source", integrator.source},
                        {"order", integrator.order},
                        {"evaluations", integrator.evaluations},
                        {"symplectic", integrator.symplectic},
                        {"time_reversible", integrator.time_reversible},
                        {"needs_jerk", integrator.needs_jerk},
                        {"available", true},
                        {"reason", nullptr}});
    }
    return rows;
}

std::string integrators_text() {
    Table table({{"INTEGRATOR"},
                 {"ORDER", Table::Align::right},
                 {"FORCES A STEP", Table::Align::right},
                 {"SYMPLECTIC"},
                 {"REVERSIBLE"},
                 {"IDEA"}});
    for (const Integrator& integrator : integrators()) {
        table.add_row({integrator.id, std::to_string(integrator.order),
                       std::to_string(integrator.evaluations), yes_or_no(integrator.symplectic),
                       yes_or_no(integrator.time_reversible), integrator.idea});
    }
    return table.text();
}

// ---- scenes ----

Json scenes_json() {
    Json rows = Json::array();
    for (const Scene& scene : scenes()) {
        rows.push_back({{"id", scene.id},
                        {"title", scene.title},
                        {"idea", scene.idea},
                        {"source", scene.source},
                        {"standard_bodies", scene.standard_bodies},
                        {"fixed_bodies", scene.fixed_bodies},
                        {"available", true},
                        {"reason", nullptr}});
    }
    return rows;
}

std::string scenes_text() {
    Table table({{"SCENE"}, {"BODIES", Table::Align::right}, {"IDEA"}});
    for (const Scene& scene : scenes()) {
        const bool fixed = scene.fixed_bodies != 0;
        const std::size_t count = fixed ? scene.fixed_bodies : scene.standard_bodies;
        table.add_row({scene.id, (fixed ? "always " : "") + with_thousands(count), scene.idea});
    }
    return table.text();
}

// ---- devices ----

struct Device {
    std::string id, title, reason;
};

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

Json devices_json() {
    Json rows = Json::array();
    for (const Device& device : devices()) {
        rows.push_back({{"id", device.id},
                        {"title", device.title},
                        {"available", device.reason.empty()},
                        {"reason", availability_json(device.reason)}});
    }
    return rows;
}

std::string devices_text() {
    Table table({{"DEVICE"}, {"AVAILABLE"}, {"WHAT"}});
    for (const Device& device : devices()) {
        table.add_row({device.id, availability(device.reason), device.title});
    }
    return table.text();
}

// ---- formats ----

struct Format {
    std::string id, title, extension, kind;
    bool reads, writes;
    std::string reason;
};

std::vector<Format> formats() {
    std::vector<Format> all;
    for (const SnapshotFormat& format : snapshot_formats()) {
        all.push_back({format.id, format.title, format.extension, "bodies", format.read != nullptr,
                       format.write != nullptr, ""});
    }
    all.push_back({"forces_csv", "Forces as text", ".csv", "forces", true, true, ""});
    all.push_back({"forces_hdf5", "Forces as HDF5", ".h5", "forces", false, true,
                   std::string(hdf5_forces_unavailable())});
    all.push_back({"png", "PNG picture", ".png", "picture", false, true, ""});
    return all;
}

Json formats_json() {
    Json rows = Json::array();
    for (const Format& format : formats()) {
        rows.push_back({{"id", format.id},
                        {"title", format.title},
                        {"extension", format.extension},
                        {"kind", format.kind},
                        {"reads", format.reads},
                        {"writes", format.writes},
                        {"available", format.reason.empty()},
                        {"reason", availability_json(format.reason)}});
    }
    return rows;
}

std::string formats_text() {
    Table table(
        {{"FORMAT"}, {"HOLDS"}, {"ENDING"}, {"READS"}, {"WRITES"}, {"AVAILABLE"}, {"WHAT"}});
    for (const Format& format : formats()) {
        table.add_row({format.id, format.kind, format.extension, yes_or_no(format.reads),
                       yes_or_no(format.writes), availability(format.reason), format.title});
    }
    return table.text();
}

// ---- the command ----

struct Section {
    const char* name;
    Json (*json)();
    std::string (*text)();
};

constexpr std::array<Section, 5> sections{{{"algorithms", algorithms_json, algorithms_text},
                                           {"integrators", integrators_json, integrators_text},
                                           {"scenes", scenes_json, scenes_text},
                                           {"devices", devices_json, devices_text},
                                           {"formats", formats_json, formats_text}}};

struct Request {
    std::string section;
    bool json = false;
};

ExitCode list(const Request& request) {
    Json document = Json::object();
    std::string page;
    std::vector<std::string> names;
    for (const Section& section : sections) {
        names.emplace_back(section.name);
        if (!request.section.empty() && request.section != section.name) {
            continue;
        }
        if (request.json) {
            document[section.name] = section.json();
        } else {
            page += (page.empty() ? "" : "\n") + section.text();
        }
    }
    if (document.empty() && page.empty()) {
        throw bad_input(fmt::format("there is no list of '{}'", request.section), "",
                        did_you_mean(request.section, names, "orrery list --help"));
    }
    fmt::print("{}", request.json ? document.dump(2) + "\n" : page);
    return ExitCode::done;
}

std::function<ExitCode()> declare(CLI::App& parser) {
    const auto request = std::make_shared<Request>();
    parser
        .add_option("WHAT", request->section,
                    "algorithms, integrators, scenes, devices or formats; everything unless given")
        ->group("Arguments");
    parser.add_flag("--json", request->json, "print JSON (docs/json.md)")->group("Output");
    return [request] { return list(*request); };
}

} // namespace

extern const Command list_command{
    "list",
    "[algorithms|integrators|scenes|devices|formats] [--json]",
    "what there is to choose from, and what is not available and why",
    "Lists what this build can do on this machine. The first column is what the other commands "
    "take: "
    "an algorithm for --algorithm, an integrator for --integrator, a scene or a file of a listed "
    "format as their first argument.",
    "orrery list algorithms\norrery list scenes --json",
    declare,
};

} // namespace orrery
