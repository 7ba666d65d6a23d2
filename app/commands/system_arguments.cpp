#include "app/commands/system_arguments.hpp"

#include "app/commands/parser.hpp"
#include "app/language/spoken_language.hpp"
#include "app/resources.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <ranges>

namespace orrery {
namespace {

namespace fs = std::filesystem;
using Text = std::string;

constexpr const char* precision_meaning = "precision of the computation (default: fp32)";
constexpr const char* threads_meaning = "number of CPU threads (default: one per core)";

// The file that comes with the program under this name, "plummer_4096" or "plummer_4096.tipsy",
// from assets/snapshots; `source` itself where there is a file of that name here, or none there.
std::string here_or_shipped(const std::string& source) {
    std::error_code unreadable;
    if (source.empty() || source == "-" || fs::path(source).has_parent_path() ||
        fs::exists(source, unreadable)) {
        return source;
    }
    try {
        const fs::path folder = resource_folder() / "assets" / "snapshots";
        for (const std::string& name : {source, source + ".tipsy"}) {
            if (fs::is_regular_file(folder / name, unreadable)) {
                return (folder / name).string();
            }
        }
    } catch (const Error&) { // without resources there are no examples either
    }
    return source;
}

std::string checked_language(const std::string& text, const std::string& flag) {
    if (text == "auto") {
        return text;
    }
    const std::vector<Translation> all =
        read_translations(resource_folder() / "assets" / "languages");
    if (const Translation* const found = find_language(all, text)) {
        return found->id;
    }
    throw bad_input(fmt::format("unknown language '{}'", text), flag,
                    fmt::format("there are auto, {}", joined(all, &Translation::id)));
}

// What the command line says of a setting: its flag is the property's.
struct Argument {
    const char* id;    // of the property
    const char* value; // "TIME"
    const char* group;
};

using Parse = SettingValue (*)(const Text& text, const Text& flag);

// `parse` throws for what was mistyped, at once; null: the property does.
void add_setting(Parser& parser, SystemArguments& arguments, const Argument& argument,
                 const std::string& meaning, Parse parse = nullptr) {
    const Property& property = *find_property(argument.id);
    const auto take = [&arguments, &property, parse](const Text& text, const Text& flag) {
        arguments.typed.push_back(
            {flag, property.id, parse != nullptr ? parse(text, flag) : property.value(text, flag)});
    };
    parser.group(argument.group)
        .option(fmt::format("{} {}", property.flag, argument.value), take, meaning);
}

void add_options_of_algorithms(Parser& parser, SystemArguments& arguments) {
    auto& options = arguments.solver_options;
    const auto take_pair = [&options](const Text& word, const Text& flag) {
        const std::size_t equals = word.find('=');
        if (equals == Text::npos) {
            throw bad_input(fmt::format("'{}' is not KEY=VALUE", word), flag, "");
        }
        options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    };
    const auto take = [&options](const Text& text, const Text& flag) {
        options.emplace_back(flag.substr(2), text);
    };
    parser.group("Forces")
        .repeated("--option KEY=VALUE", take_pair,
                  "set an option of the algorithm, as 'orrery list algorithms' names them; may be "
                  "repeated")
        .option("--theta ANGLE", take,
                "same as --option theta=ANGLE; a tree then opens its cells by angle")
        .option("--order N", take, "same as --option order=N");
}

void add_direction_flags(Parser& parser, SystemArguments& arguments) {
    const auto add = [&](const char* name, bool reversed, const char* meaning) {
        const auto given = [&arguments, name, reversed] {
            const char* other = reversed ? "--forwards" : "--backwards";
            if (arguments.given(other)) {
                throw bad_input(fmt::format("{} and {} cannot be combined", other, name), "",
                                "leave one of them out");
            }
            arguments.typed.push_back({name, "reversed", reversed});
        };
        parser.group("Motion").flag(name, given, meaning);
    };
    add("--backwards", true, "go back in time");
    add("--forwards", false, "go forward in time: for a session that went back");
}

Text short_name(const GaussMethod& method) {
    constexpr std::string_view family = "cpu.gauss.";
    const std::string_view id = method.id;
    return Text(method.automatic         ? "automatic"
                : id.starts_with(family) ? id.substr(family.size())
                                         : id);
}

} // namespace

bool SystemArguments::given(std::string_view flag) const {
    return std::ranges::find(typed, flag, &TypedSetting::flag) != typed.end();
}

void require_source(const std::string& source) {
    std::vector<std::string> names;
    std::ranges::transform(scenes(), std::back_inserter(names), &Scene::id);
    std::ranges::transform(commands().subspan(1), std::back_inserter(names), &Subcommand::name);
    std::error_code ignored;
    const bool known = std::ranges::find(names, source) != names.end();
    if (!known && source != "-" && !fs::exists(first_part(source), ignored)) {
        throw bad_input(fmt::format("'{}' is neither a command, a scene nor a file", source), "",
                        did_you_mean(source, names, "orrery --help"));
    }
}

void add_source_arguments(Parser& parser, SystemArguments& arguments, const std::string& standard,
                          bool one_count) {
    arguments.source = standard;
    const Text standard_words = standard.empty() ? "" : " (default: " + standard + ")";
    const auto take = [&arguments](const Text& text, const Text& /*flag*/) {
        arguments.source = here_or_shipped(text);
        arguments.source_given = true;
    };
    parser.group("System").option(
        "SCENE|FILE", take,
        fmt::format("a scene ('orrery list scenes') or a file of bodies ('orrery list formats'); a "
                    "session file's settings are used as well{}",
                    standard_words));
    if (one_count) {
        add_setting(parser, arguments, {"bodies", "N", "System"},
                    "number of bodies of a scene, or the first N of a file; 0 (default): the "
                    "scene's own number, or the whole file",
                    [](const Text& text, const Text& flag) { // one is enough of a file
                        return SettingValue(std::uint64_t{parse_count(text, flag)});
                    });
    }
    add_setting(parser, arguments, {"sample", "N", "System"},
                "read one body in N of a file, with N times its mass; a GADGET file is read in "
                "parts and may be larger than memory");
    add_setting(parser, arguments, {"seed", "N", "System"},
                "seed of the scene's random numbers (default: 1)");
    add_setting(parser, arguments, {"gravity", "G", "System"},
                "the constant of gravity in the system's units (default: the file's, otherwise 1)");
    add_setting(parser, arguments, {"units", "LENGTH,TIME,MASS", "System"},
                "units of the system's numbers, like AU,day,Msun or kpc,km/s,Msun; known names set "
                "G, others need --gravity");
}

void add_force_arguments(Parser& parser, SystemArguments& arguments, UnnamedAlgorithm unnamed) {
    const bool one_algorithm = unnamed != UnnamedAlgorithm::several;
    arguments.unnamed = unnamed;
    if (one_algorithm) {
        add_setting(
            parser, arguments, {"algorithm", "ALGORITHM", "Forces"},
            fmt::format("how forces are computed, from 'orrery list algorithms' (default: {})",
                        unnamed == UnnamedAlgorithm::fastest
                            ? "the fastest here for this number of bodies, measured once"
                            : "the fastest direct sum that runs here"),
            [](const Text& text, const Text&) { return SettingValue(text); });
    }
    add_setting(parser, arguments, {"precision", "fp32|fp64", "Forces"}, precision_meaning);
    add_setting(parser, arguments, {"softening", "LENGTH", "Forces"},
                "Plummer softening length (default: the scene's or file's suggestion)");
    add_setting(parser, arguments, {"threads", "N", "Forces"}, threads_meaning);
    add_options_of_algorithms(parser, arguments);
    add_setting(parser, arguments, {"devices", "0,1|all", "Forces"},
                "GPUs to use, for algorithms that run on them (default: all); the first holds the "
                "bodies, and 0,0 uses one GPU as two");
    add_setting(parser, arguments, {"mpi_memory", "auto|device|host", "Forces"},
                "how what GPUs of many processes send gets to others: by MPI from their memory or "
                "from the host's (default: auto, without MPI where GPUs reach each other)");
    if (one_algorithm) {
        add_setting(parser, arguments, {"sharing", "SHARING", "Forces"},
                    "how GPUs share an algorithm's work, from 'orrery list sharing' (default: "
                    "none)");
    }
}

void add_threads_argument(Parser& parser, SystemArguments& arguments, const char* group) {
    add_setting(parser, arguments, {"threads", "N", group}, threads_meaning);
}

void add_computing_arguments(Parser& parser, SystemArguments& arguments, const char* group) {
    add_setting(parser, arguments, {"precision", "fp32|fp64", group}, precision_meaning);
    add_threads_argument(parser, arguments, group);
}

void add_motion_arguments(Parser& parser, SystemArguments& arguments) {
    add_setting(parser, arguments, {"integrator", "INTEGRATOR", "Motion"},
                fmt::format("how bodies are moved, from 'orrery list integrators' (default: {})",
                            Settings{}.integrator));
    add_setting(parser, arguments, {"time_step", "TIME", "Motion"},
                "time step, fixed unless --adaptive is given, too; then the largest one (default: "
                "the scene's or file's suggestion)");
    const auto take_adaptive = [&arguments](const Text& text, const Text& flag) {
        const bool adaptive = text != "no";
        arguments.typed.push_back({flag, "adaptive_step", adaptive});
        if (adaptive) {
            arguments.typed.push_back({"", "step_accuracy", parse_number(text, flag)});
        }
    };
    parser.group("Motion").option(
        "--adaptive ETA", take_adaptive,
        "adaptive time step: ETA * min sqrt(length / |a|), at most --dt; the length is the "
        "softening (0.1 is a good ETA) or, without softening, sqrt(G m / |a|) with the smallest "
        "mass m (0.01 is good); in an expanding universe ETA is the step in ln a; 'no' turns off a "
        "session's or a scene's");
    add_direction_flags(parser, arguments);
}

std::string gauss_method_names() {
    return fmt::format("{}", fmt::join(gauss_methods() | std::views::transform(short_name), "|"));
}

const GaussMethod& gauss_method_called(const std::string& name) {
    for (const GaussMethod& method : gauss_methods()) {
        if (name != method.id && name != short_name(method)) {
            continue;
        }
        if (const Text reason = method.unavailable(); !reason.empty()) {
            throw bad_input(fmt::format("{} cannot run here: {}", method.id, reason), "--method",
                            "use another method");
        }
        return method;
    }
    const auto names = gauss_methods() | std::views::transform(short_name);
    throw bad_input(fmt::format("unknown method '{}'", name), "--method",
                    did_you_mean(name, {names.begin(), names.end()}, "orrery density --help"));
}

const char* precision_name(Precision precision) {
    return precision == Precision::fp32 ? "fp32" : "fp64";
}

void add_bodies_argument(Parser& parser, std::vector<std::size_t>& counts, const char* standard) {
    parser.group("System").list("--bodies N,…", all_into(counts, parse_count),
                                fmt::format("number of bodies of a scene, or the first N of a "
                                            "file; 0: as many as there are (default: {})",
                                            standard));
}

void add_repeat_argument(Parser& parser, int& repeats, const char* samples) {
    parser.group("Measurement")
        .option("--repeat N", into(repeats, count_within("samples", 1, 10000)),
                fmt::format("{} per row, of which the median is reported (default: {})", samples,
                            repeats));
}

void add_budget_argument(Parser& parser, double& seconds, const char* meaning) {
    parser.group("Measurement").option("--budget SECONDS", into(seconds, parse_positive), meaning);
}

void add_json_argument(Parser& parser, std::string& json, const std::string& what) {
    parser.group("Output").option("--json FILE", json,
                                  "write " + what + " as JSON; - is standard output");
}

void add_format_argument(Parser& parser, std::string& format) {
    const auto ids = snapshot_formats() | std::views::transform(&SnapshotFormat::id);
    parser.group("Output").option(
        fmt::format("--format {}", fmt::join(ids, "|")), format,
        "write bodies in this format, whatever the file's extension; required for standard output "
        "(-)");
}

void add_result_arguments(Parser& parser, std::string& output, const std::string& form,
                          std::string& json) {
    parser.group("Output").option("-o,--output FILE", output,
                                  "output file: " + form + "; - is standard output, as CSV");
    parser.require("--output");
    add_json_argument(parser, json, "what was computed, how and from what,");
}

void add_language_argument(Parser& parser, std::string& language, const char* meaning) {
    parser.option("--language en|de|auto", into(language, checked_language), meaning);
}

} // namespace orrery
