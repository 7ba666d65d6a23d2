#include "app/commands/provenance.hpp"

#include "app/commands/forces.hpp"
#include "app/state/property_json.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/domain/shares.hpp"
#include "sim/machine/devices.hpp"
#include "sim/machine/machine.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/snapshots/crc32c.hpp"
#include "sim/snapshots/input_file.hpp"
#include "sim/version.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <span>

namespace orrery {
namespace {

Json source_json(const Settings& settings, const std::optional<FileMark>& mark) {
    if (is_scene(settings.source)) {
        return {{"kind", "scene"}, {"name", settings.source}, {"seed", settings.seed}};
    }
    std::error_code unknown;
    Json file{{"kind", "file"},
              {"name", settings.source},
              {"folder", std::filesystem::current_path(unknown).string()}};
    if (mark) {
        file["bytes"] = mark->bytes;
        file["crc32c"] = fmt::format("{:08x}", mark->crc32c);
    }
    return file;
}

// What a report says of the settings; the algorithm stands beside its options.
Json settings_json(const Settings& settings) {
    Json json = Json::object();
    for (const Property& property : properties()) {
        if (property.in_report && std::string_view(property.id) != "algorithm") {
            json[property.id] = value_json(property.member.get(settings));
        }
    }
    return json;
}

void add_origins(Json& json, const ChosenSettings& chosen) {
    Json& origins = json["origins"] = Json::object();
    for (const auto& [key, origin] : chosen.origins) {
        origins[key] = origin_name(origin);
    }
}

Settings read_settings(const Json& object) {
    Settings settings;
    for (const Property& property : properties()) {
        if (property.in_report && object.contains(property.id)) { // older reports know fewer
            property.member.set(settings, value_of(object.at(property.id), property));
        }
    }
    OptionValues& options = settings.solver_options[settings.algorithm];
    for (const auto& [key, value] : object.at("options").items()) {
        options[key] = value.is_number() ? OptionValue(value.get<double>())
                                         : OptionValue(value.get<std::string>());
    }
    return settings;
}

// A file's name may have been typed in another folder.
std::string found_again(const Json& source) {
    const auto name = source.at("name").get<std::string>();
    std::error_code ignored;
    if (source.at("kind") != "file" || std::filesystem::exists(name, ignored)) {
        return name;
    }
    return (std::filesystem::path(source.at("folder").get<std::string>()) / name).string();
}

// The program, its threads and the bodies.
Json provenance_of_run(const Settings& settings, const std::optional<FileMark>& mark,
                       std::optional<std::size_t> bodies) {
    Json json = provenance_of_program();
    json["threads"] = settings.threads != 0 ? settings.threads : machine().threads;
    json["source"] = source_json(settings, mark);
    if (bodies) {
        json["source"]["bodies"] = *bodies;
    }
    return json;
}

} // namespace

std::vector<std::string> gpus_in_use(const Settings& settings) {
    const Space space = find_solver(settings.algorithm).info_with(settings.sharing).space;
    if (space == Space::host) {
        return {};
    }
    const std::vector<GpuDevice> all = gpu_devices();
    std::vector<int> chosen = device_list(settings.devices);
    for (std::size_t i = 0; chosen.empty() && i < all.size(); ++i) {
        chosen.push_back(all[i].index);
    }
    if (space == Space::device) {
        chosen.resize(std::min<std::size_t>(chosen.size(), 1));
    }
    std::vector<std::string> names;
    for (const int device : chosen) {
        names.push_back(all[static_cast<std::size_t>(device)].name);
    }
    return names;
}

Json provenance_of_program() {
    const Machine here = machine();
    return {{"version", version()},
            {"commit", commit()},
            {"date", date_now()},
            {"command_line", command_line()},
            {"machine",
             {{"cpu", here.cpu},
              {"threads", here.threads},
              {"instruction_set", here.instruction_set}}}};
}

Json provenance(const ChosenSystem& system) {
    Settings settings = system.chosen.settings;
    const CheckedSettings in_force = checked(settings, system.system);
    settings.time_step = settings.time_step.value_or(system.system.time_step);
    settings.adaptive_step = in_force.step_accuracy > 0;
    if (in_force.step_accuracy > 0) {
        settings.step_accuracy = in_force.step_accuracy;
    }
    settings.softening = in_force.forces.softening;
    const bool multithreaded = find_solver(settings.algorithm).info.multithreaded;
    Json json = provenance_of_run(settings, system.mark, body_count(system.system));
    json["solver_threads"] = multithreaded ? json["threads"] : Json(1);
    json["gpus"] = gpus_in_use(settings);
    json["settings"] = settings_json(settings);
    json["settings"]["algorithm"] = settings.algorithm;
    json["settings"]["options"] = options_json(settings);
    add_origins(json, system.chosen);
    return json;
}

Json provenance(const ChosenSettings& chosen) {
    Json json = provenance_of_run(chosen.settings, std::nullopt, std::nullopt);
    json["settings"] = settings_json(chosen.settings);
    add_origins(json, chosen);
    return json;
}

Json provenance_of_bodies(const Settings& settings, const SnapshotFile& bodies) {
    return provenance_of_run(settings, bodies.mark, bodies.system.bodies.size());
}

Json options_json(const Settings& settings) {
    const SolverInfo& info = find_solver(settings.algorithm).info;
    const OptionValues values = options_of(settings, settings.algorithm);
    Json json = Json::object();
    for (const SolverOption& option : info.options) {
        const OptionValue value = option.value_in(values);
        json[option.id] = !value.is_number() ? Json(value.choice())
                          : option.whole     ? Json(static_cast<std::int64_t>(value.number()))
                                             : Json(value.number());
    }
    return json;
}

Json forces_json(const ChosenSystem& of) {
    const Settings& settings = of.chosen.settings;
    const ForceParameters law = checked(settings, of.system).forces;
    return {{"algorithm", settings.algorithm},
            {"options", options_json(settings)},
            {"scene", settings.source},
            {"bodies", of.system.bodies.size()},
            {"precision", precision_name(settings.precision)},
            {"softening", law.softening},
            {"box", law.box.is_periodic() ? Json(law.box.lengths) : Json()}};
}

std::string report_heading(const std::string& date) {
    const Machine here = machine();
    const std::string built_from = *commit() == '\0' ? "" : fmt::format(" ({})", commit());
    return fmt::format("{}, {} threads, {} · orrery {}{} · {}\n", here.cpu, here.threads,
                       here.instruction_set, version(), built_from, date);
}

std::string command_line() {
    std::ifstream words("/proc/self/cmdline", std::ios::binary);
    std::string line;
    for (std::string word; std::getline(words, word, '\0');) {
        line += (line.empty() ? "" : " ") + quoted_for_shell(word);
    }
    return line;
}

std::string quoted_for_shell(const std::string& word) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-+=:,./@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
        return word;
    }
    return fmt::format("'{}'", fmt::join(split(word, '\''), "'\\''"));
}

std::string date_now() {
    return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
}

RepeatedRun repeated_run(const Json& report, const std::string& file) {
    const auto refused = [&](const std::string& problem) {
        return bad_input("this report cannot be repeated: " + problem, file,
                         "use one written by 'orrery simulate --json' of this version");
    };
    try {
        const Json& from = report.at("provenance");
        RepeatedRun run{{read_settings(from.at("settings")), Origin::report, file}};
        const Json& source = from.at("source");
        run.saved.settings.source = found_again(source);
        if (source.contains("crc32c")) {
            run.mark = FileMark{source.at("bytes").get<std::size_t>(),
                                static_cast<std::uint32_t>(std::stoul(
                                    source.at("crc32c").get<std::string>(), nullptr, 16))};
        }
        const Json& asked = report.at("asked");
        if (asked.contains("until")) {
            run.until = asked.at("until").get<double>();
        } else {
            run.steps = asked.at("steps").get<std::size_t>();
        }
        if (!report.at("interrupted").get<bool>()) {
            run.state = report.at("state").get<std::string>();
        }
        return run;
    } catch (const Json::exception& error) {
        const std::string what =
            error.what(); // "[json.exception.out_of_range.403] key 'asked' not found"
        throw refused(what.substr(what.find("] ") + 2));
    } catch (const std::logic_error&) { // stoul's
        throw refused("the checksum is not a number");
    } catch (const Error& error) {
        throw refused(error.problem());
    }
}

RepeatedRun read_repeated_run(const std::string& file) {
    InputFile input(file);
    const auto bytes = input.contents().bytes;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const Json report = Json::parse(text, nullptr, false);
    if (!report.is_object() || !report.contains("provenance") || !report.contains("asked")) {
        throw bad_input("this is not a report of a run", file,
                        "use one written by 'orrery simulate --json'");
    }
    return repeated_run(report, file);
}

void tell_whether_same(const RepeatedRun& repeated, const std::string& state,
                       const std::vector<std::string>& typed, const Console& console) {
    const std::string& file = repeated.saved.file;
    console.note(printable(
        !typed.empty()
            ? fmt::format("the end is not compared with that of {}: this run differs in {}", file,
                          fmt::join(typed, ", "))
        : repeated.state.empty()
            ? fmt::format("the end is not compared: the run of {} was interrupted", file)
            : fmt::format("the run ended in {} {}",
                          state == repeated.state ? "the same state as" : "a different state from",
                          file)));
}

std::string state_mark(const System& system, Communicator& ranks) {
    Crc32c checksum;
    const Bodies<double>& bodies = system.bodies;
    checksum.add(std::as_bytes(std::span(&system.time, 1)));
    for (const HostArray<double>* values :
         {&bodies.mass, &bodies.position.x, &bodies.position.y, &bodies.position.z,
          &bodies.velocity.x, &bodies.velocity.y, &bodies.velocity.z}) {
        Crc32c own;
        own.add(std::as_bytes(std::span(values->data(), values->size())));
        checksum.append(joined(own, ranks));
    }
    return fmt::format("crc32c {:08x}", checksum.value());
}

} // namespace orrery
