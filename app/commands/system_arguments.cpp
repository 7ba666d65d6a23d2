#include "app/commands/system_arguments.hpp"

#include "app/commands/parser.hpp"
#include "app/commands/shipped_snapshot.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/properties.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery {
namespace {

using Text = std::string;

constexpr const char* precision_meaning = "precision of the computation (default: fp32)";
constexpr const char* threads_meaning = "number of CPU threads (default: one per core)";

// What the command line says of a setting: its flag is the property's.
struct Argument {
    const char* id;    // of the property
    const char* value; // "TIME"
    const char* group;
};

// set(text) gives what is done to the settings; it throws for what was mistyped, at once.
template <class Set>
void add_setting(Parser& parser, SystemArguments& arguments, const Argument& argument,
                 const char* flag, const std::string& meaning, Set set) {
    parser
        .add_option_function<Text>(
            flag,
            [&arguments, id = argument.id, flag, set](const Text& text) {
                arguments.typed.push_back({flag, id, set(text)});
            },
            meaning)
        ->type_name(argument.value)
        ->group(argument.group);
}

void add_setting(Parser& parser, SystemArguments& arguments, const Argument& argument,
                 const std::string& meaning) {
    const Property& property = *find_property(argument.id);
    add_setting(parser, arguments, argument, property.flag, meaning, [&property](const Text& text) {
        return [&property, value = property.value(text, property.flag)](Settings& settings) {
            property.member.set(settings, value);
        };
    });
}

void add_solver_option(Parser& parser, SystemArguments& arguments, const char* id,
                       const char* value, const char* meaning) {
    parser
        .add_option_function<Text>(
            fmt::format("--{}", id),
            [&arguments, id](const Text& text) { arguments.solver_options.emplace_back(id, text); },
            meaning)
        ->type_name(value)
        ->group("Forces");
}

void add_key_value_option(Parser& parser, SystemArguments& arguments) {
    parser
        .add_option_function<std::vector<Text>>(
            "--option",
            [&arguments](const std::vector<Text>& words) {
                for (const Text& word : words) {
                    const std::size_t equals = word.find('=');
                    if (equals == Text::npos) {
                        throw bad_input(fmt::format("'{}' is not KEY=VALUE", word), "--option", "");
                    }
                    arguments.solver_options.emplace_back(word.substr(0, equals),
                                                          word.substr(equals + 1));
                }
            },
            "set an option of the algorithm, as 'orrery list algorithms' names them; may be "
            "repeated")
        ->take_all()
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE")
        ->group("Forces");
}

void add_direction_flags(Parser& parser, SystemArguments& arguments) {
    const auto add = [&](const char* name, bool reversed, const char* meaning) {
        parser
            .add_flag_callback(
                name,
                [&arguments, name, reversed] {
                    const char* other = reversed ? "--forwards" : "--backwards";
                    if (arguments.given(other)) {
                        throw bad_input(fmt::format("{} and {} cannot be combined", other, name),
                                        "", "leave one of them out");
                    }
                    arguments.typed.push_back({name, "reversed", [reversed](Settings& settings) {
                                                   settings.reversed = reversed;
                                               }});
                },
                meaning)
            ->group("Motion");
    };
    add("--backwards", true, "go back in time");
    add("--forwards", false, "go forward in time: for a session that went back");
}

} // namespace

bool SystemArguments::given(std::string_view flag) const {
    return std::any_of(typed.begin(), typed.end(),
                       [&](const TypedSetting& setting) { return setting.flag == flag; });
}

void add_source_arguments(Parser& parser, SystemArguments& arguments, const std::string& standard,
                          bool one_count) {
    arguments.source = standard;
    const Text standard_words = standard.empty() ? "" : " (default: " + standard + ")";
    parser
        .add_option_function<Text>(
            "SCENE|FILE",
            [&arguments](const Text& text) {
                arguments.source = here_or_shipped(text);
                arguments.source_given = true;
            },
            fmt::format("a scene ('orrery list scenes') or a file of bodies ('orrery list "
                        "formats'); a session file's settings are used as well{}",
                        standard_words))
        ->group("System");
    if (one_count) {
        add_setting(parser, arguments, {"bodies", "N", "System"}, "--bodies",
                    "number of bodies of a scene, or the first N of a file; 0 (default): the "
                    "scene's own number, or the whole file",
                    [](const Text& text) {
                        return [count = parse_count(text, "--bodies")](Settings& settings) {
                            settings.bodies = count; // one is enough of a file
                        };
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
            parser, arguments, {"algorithm", "ALGORITHM", "Forces"}, "--algorithm",
            fmt::format("how forces are computed, from 'orrery list algorithms' (default: {})",
                        unnamed == UnnamedAlgorithm::fastest
                            ? "the fastest here for this number of bodies, measured once"
                            : "the fastest direct sum that runs here"),
            [](const Text& text) { // an older version's id needs its options, too
                return [text](Settings& settings) { settings.algorithm = text; };
            });
    }
    add_setting(parser, arguments, {"precision", "fp32|fp64", "Forces"}, precision_meaning);
    add_setting(parser, arguments, {"softening", "LENGTH", "Forces"},
                "Plummer softening length (default: the scene's or file's suggestion)");
    add_setting(parser, arguments, {"threads", "N", "Forces"}, threads_meaning);
    add_key_value_option(parser, arguments);
    add_solver_option(parser, arguments, "theta", "ANGLE",
                      "same as --option theta=ANGLE; a tree then opens its cells by angle");
    add_solver_option(parser, arguments, "order", "N", "same as --option order=N");
    add_setting(parser, arguments, {"devices", "0,1|all", "Forces"},
                "GPUs to use, for algorithms that run on them (default: all); the first holds the "
                "bodies, and 0,0 uses one GPU as two");
    if (one_algorithm) {
        add_setting(parser, arguments, {"sharing", "SHARING", "Forces"},
                    "how GPUs share an algorithm's work, from 'orrery list sharing' (default: "
                    "none)");
    }
}

void add_computing_arguments(Parser& parser, SystemArguments& arguments, const char* group) {
    add_setting(parser, arguments, {"precision", "fp32|fp64", group}, precision_meaning);
    add_setting(parser, arguments, {"threads", "N", group}, threads_meaning);
}

void add_motion_arguments(Parser& parser, SystemArguments& arguments) {
    add_setting(parser, arguments, {"integrator", "INTEGRATOR", "Motion"},
                fmt::format("how bodies are moved, from 'orrery list integrators' (default: {})",
                            Settings{}.integrator));
    add_setting(parser, arguments, {"time_step", "TIME", "Motion"},
                "time step, fixed unless --adaptive is given, too; then the largest one (default: "
                "the scene's or file's suggestion)");
    add_setting(
        parser, arguments, {"adaptive_step", "ETA", "Motion"}, "--adaptive",
        "adaptive time step: ETA * min sqrt(length / |a|), at most --dt; the length is the "
        "softening "
        "(0.1 is a good ETA) or, without softening, sqrt(G m / |a|) with the smallest mass m (0.01 "
        "is good); 'no' turns off a session's or a scene's",
        [](const Text& text) {
            const bool adaptive = text != "no";
            const double accuracy = adaptive ? parse_number(text, "--adaptive") : 0;
            return [adaptive, accuracy](Settings& settings) {
                settings.adaptive_step = adaptive;
                if (adaptive) {
                    settings.step_accuracy = accuracy;
                }
            };
        });
    add_direction_flags(parser, arguments);
}

const char* precision_name(Precision precision) {
    return precision == Precision::fp32 ? "fp32" : "fp64";
}

std::vector<std::string> comma_separated(const std::vector<std::string>& texts, const char* flag) {
    std::vector<std::string> words;
    for (const std::string& text : texts) {
        for (std::size_t begin = 0; begin <= text.size();) {
            const std::size_t comma = std::min(text.find(',', begin), text.size());
            words.push_back(text.substr(begin, comma - begin));
            if (words.back().empty()) {
                throw bad_input(fmt::format("'{}' has an empty item", text), flag, "");
            }
            begin = comma + 1;
        }
    }
    return words;
}

} // namespace orrery
