#include "app/commands/system_arguments.hpp"

#include "app/commands/parser.hpp"
#include "app/commands/shipped_snapshot.hpp"
#include "app/commands/units_arguments.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace orrery {
namespace {

using Text = std::string;

template <class Integer>
Integer parse_integer(const Text& text, const char* flag, Integer most) {
    Integer value{};
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stopped != text.data() + text.size() || value < 0 || value > most) {
        throw bad_input(fmt::format("'{}' is not a whole number from 0 to {}", text, most), flag,
                        "");
    }
    return value;
}

// What the command line says of one setting.
struct Flag {
    const char* name; // "--dt"
    const char* key;  // "time_step"
    const char* value;
    const char* group;
};

// parse(text) gives what is put into the settings; it throws for what was mistyped, at once.
template <class Parse>
void add_setting(Parser& parser, SystemArguments& arguments, const Flag& flag, Parse parse,
                 const std::string& meaning) {
    parser
        .add_option_function<Text>(
            flag.name,
            [&arguments, flag, parse](const Text& text) {
                arguments.typed.push_back({flag.name, flag.key, parse(text)});
            },
            meaning)
        ->type_name(flag.value)
        ->group(flag.group);
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

void add_precision_argument(Parser& parser, SystemArguments& arguments, const char* group) {
    add_setting(
        parser, arguments, {"--precision", "precision", "fp32|fp64", group},
        [](const Text& text) {
            return [precision = parse_precision(text)](Settings& settings) {
                settings.precision = precision;
            };
        },
        "precision of the computation (default: fp32)");
}

void add_threads_argument(Parser& parser, SystemArguments& arguments, const char* group) {
    add_setting(
        parser, arguments, {"--threads", "threads", "N", group},
        [](const Text& text) {
            return [threads = parse_integer<int>(text, "--threads", 4096)](Settings& settings) {
                settings.threads = threads;
            };
        },
        "number of CPU threads (default: one per core)");
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
        add_setting(
            parser, arguments, {"--bodies", "bodies", "N", "System"},
            [](const Text& text) {
                return [count = parse_count(text, "--bodies")](Settings& settings) {
                    settings.bodies = count;
                };
            },
            "number of bodies of a scene, or the first N of a file; 0 (default): the scene's own "
            "number, or the whole file");
    }
    add_setting(
        parser, arguments, {"--sample", "sample", "N", "System"},
        [](const Text& text) {
            const std::size_t every = parse_count(text, "--sample");
            if (every == 0) {
                throw bad_input("'" + text + "' is not a number from 1 up", "--sample", "");
            }
            return [every](Settings& settings) { settings.sample = every; };
        },
        "read one body in N of a file, with N times its mass; a GADGET file is read in parts and "
        "may be larger than memory");
    add_setting(
        parser, arguments, {"--seed", "seed", "N", "System"},
        [](const Text& text) {
            return [seed = parse_integer<std::uint64_t>(text, "--seed", UINT64_MAX)](
                       Settings& settings) { settings.seed = seed; };
        },
        "seed of the scene's random numbers (default: 1)");
    add_units_arguments(parser, arguments);
}

void add_force_arguments(Parser& parser, SystemArguments& arguments, UnnamedAlgorithm unnamed) {
    const bool one_algorithm = unnamed != UnnamedAlgorithm::several;
    arguments.unnamed = unnamed;
    if (one_algorithm) {
        add_setting(
            parser, arguments, {"--algorithm", "algorithm", "ALGORITHM", "Forces"},
            [](const Text& text) {
                return [text](Settings& settings) { settings.algorithm = text; };
            },
            fmt::format("how forces are computed, from 'orrery list algorithms' (default: {})",
                        unnamed == UnnamedAlgorithm::fastest
                            ? "the fastest here for this number of bodies, measured once"
                            : "the fastest direct sum that runs here"));
    }
    add_precision_argument(parser, arguments, "Forces");
    add_setting(
        parser, arguments, {"--softening", "softening", "LENGTH", "Forces"},
        [](const Text& text) {
            return [length = parse_number(text, "--softening")](Settings& settings) {
                settings.softening = length;
            };
        },
        "Plummer softening length (default: the scene's or file's suggestion)");
    add_threads_argument(parser, arguments, "Forces");
    add_key_value_option(parser, arguments);
    add_solver_option(parser, arguments, "theta", "ANGLE",
                      "same as --option theta=ANGLE; a tree then opens its cells by angle");
    add_solver_option(parser, arguments, "order", "N", "same as --option order=N");
    add_setting(
        parser, arguments, {"--devices", "devices", "0,1|all", "Forces"},
        [](const Text& text) { return [text](Settings& settings) { settings.devices = text; }; },
        "GPUs to use, for algorithms that run on them (default: all); the first holds the bodies, "
        "and 0,0 uses one GPU as two");
    if (one_algorithm) {
        add_setting(
            parser, arguments, {"--multi-gpu", "sharing", "SHARING", "Forces"},
            [](const Text& text) {
                return [sharing = find_sharing(text)](Settings& settings) {
                    settings.sharing = sharing;
                };
            },
            "how GPUs share an algorithm's work, from 'orrery list sharing' (default: none)");
    }
}

void add_computing_arguments(Parser& parser, SystemArguments& arguments, const char* group) {
    add_precision_argument(parser, arguments, group);
    add_threads_argument(parser, arguments, group);
}

void add_motion_arguments(Parser& parser, SystemArguments& arguments) {
    add_setting(
        parser, arguments, {"--integrator", "integrator", "INTEGRATOR", "Motion"},
        [](const Text& text) { return [text](Settings& settings) { settings.integrator = text; }; },
        fmt::format("how bodies are moved, from 'orrery list integrators' (default: {})",
                    Settings{}.integrator));
    add_setting(
        parser, arguments, {"--dt", "time_step", "TIME", "Motion"},
        [](const Text& text) {
            return [step = parse_number(text, "--dt")](Settings& settings) {
                settings.time_step = step;
            };
        },
        "time step, fixed unless --adaptive is given, too; then the largest one (default: the "
        "scene's or file's suggestion)");
    add_setting(
        parser, arguments, {"--adaptive", "adaptive_step", "ETA", "Motion"},
        [](const Text& text) {
            const bool adaptive = text != "no";
            const double accuracy = adaptive ? parse_number(text, "--adaptive") : 0;
            return [adaptive, accuracy](Settings& settings) {
                settings.adaptive_step = adaptive;
                if (adaptive) {
                    settings.step_accuracy = accuracy;
                }
            };
        },
        "adaptive time step: ETA * min sqrt(length / |a|), at most --dt; the length is the "
        "softening "
        "(0.1 is a good ETA) or, without softening, sqrt(G m / |a|) with the smallest mass m (0.01 "
        "is good); 'no' turns off a session's or a scene's");
    add_direction_flags(parser, arguments);
}

const char* precision_name(Precision precision) {
    return precision == Precision::fp32 ? "fp32" : "fp64";
}

Precision parse_precision(const std::string& text) {
    if (text == "fp32") {
        return Precision::fp32;
    }
    if (text == "fp64") {
        return Precision::fp64;
    }
    throw bad_input(fmt::format("unknown precision '{}'", text), "--precision",
                    "it is fp32 or fp64");
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
