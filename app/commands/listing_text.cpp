// The lists for people: tables that fit the terminal, what cannot be used here apart, each reason
// once.

#include "app/commands/command.hpp"
#include "app/commands/listing.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "app/state/look_properties.hpp"
#include "app/wrapped_text.hpp"
#include "render/colour_maps.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace orrery {
namespace {

using enum Table::Align;

const char* yes_or_no(bool yes) {
    return yes ? "yes" : "no";
}

// Names by the reason why they are not available.
using Unavailable = std::map<std::string, std::vector<std::string>>;

std::string text_of(const Unavailable& unavailable, std::size_t width) {
    std::string text;
    for (const auto& [reason, names] : unavailable) {
        const std::string title = fmt::format("Not available here: {}", reason);
        text += fmt::format("\n{}\n  {}\n", wrapped(title, width, 0),
                            wrapped(fmt::format("{}", fmt::join(names, " ")), width - 2, 2));
    }
    return text;
}

// "theta=0.1…1.5 (0.5)", "isa=scalar|avx2": what --option takes.
std::string option_text(const SolverOption& option) {
    if (!option.choices.empty()) {
        return fmt::format("{}={}", option.id, fmt::join(option.choices, "|"));
    }
    return fmt::format("{}={}…{} ({})", option.id, briefly(option.minimum), briefly(option.maximum),
                       briefly(option.default_value));
}

// Few names; where there are many, the list that has them, or one of them.
std::string choices_text(const PropertyFacts& property) {
    std::vector<std::string> names;
    for (const PropertyChoice& choice : property.choices()) {
        names.push_back(choice.name);
    }
    constexpr std::size_t few = 5;
    const std::string list = std::string(property.title) + "s";
    const std::span<const Listing> all = listings();
    const bool listed = std::any_of(all.begin(), all.end(),
                                    [&](const Listing& listing) { return list == listing.name; });
    return names.size() <= few ? fmt::format("{}", fmt::join(names, "|"))
           : listed            ? "orrery list " + list
                               : fmt::format("'{}' …", property.example);
}

// "on|off", "0.1…10000", "fp32|fp64"
std::string values_text(const PropertyFacts& property) {
    using Kind = PropertyFacts::Kind;
    const bool ranged =
        std::isfinite(property.range.minimum) && std::isfinite(property.range.maximum);
    std::string text = property.kind == Kind::flag   ? "on|off"
                       : property.choices != nullptr ? choices_text(property)
                       : ranged ? fmt::format("{}…{}", briefly(property.range.minimum),
                                              briefly(property.range.maximum))
                                : property.example;
    return *property.unset != '\0' ? text + "|" + property.unset : text;
}

void add_setting_row(Table& table, const PropertyFacts& property, std::string standard) {
    if (*property.title == '\0') {
        return;
    }
    std::string meaning = property.tooltip + ("\n· " + values_text(property));
    if (*property.flag != '\0') {
        meaning += fmt::format("\n· {} on the command line", property.flag);
    }
    table.add_row({property.title, std::move(standard), std::move(meaning)});
}

} // namespace

std::string algorithms_text(std::size_t width) {
    Table table({{"ALGORITHM"}, {"COST"}, {"IDEA"}});
    Unavailable unavailable;
    for (const SolverEntry& entry : solvers()) {
        if (!entry.unavailable().empty()) {
            unavailable[entry.unavailable()].emplace_back(entry.info.id);
            continue;
        }
        std::string idea = entry.info.idea;
        for (const SolverOption& option : entry.info.options) {
            idea += "\n· " + option_text(option);
        }
        if (entry.shared != nullptr) {
            idea += std::string("\n· GPUs can share its ") +
                    (entry.shared->by == SharedBy::pairs ? "pairs" : "targets");
        }
        table.add_row({entry.info.id, entry.info.complexity, std::move(idea)});
    }
    return table.text(width) + text_of(unavailable, width);
}

std::string sharing_text(std::size_t width) {
    Table table({{"SHARING"}, {"IDEA"}});
    Unavailable unavailable;
    for (const SharingMode& mode : sharing_modes()) {
        if (const std::string reason = sharing_unavailable(mode.sharing); !reason.empty()) {
            unavailable[reason].emplace_back(mode.id);
        } else {
            table.add_row({mode.id, mode.idea});
        }
    }
    return table.text(width) + text_of(unavailable, width);
}

std::string integrators_text(std::size_t width) {
    Table table({{"INTEGRATOR"}, {"ORDER", right}, {"FORCES A STEP", right}, {"IDEA"}});
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

std::string scenes_text(std::size_t width) {
    Table table({{"SCENE"}, {"BODIES", right}, {"IDEA"}});
    for (const Scene& scene : scenes()) {
        const bool fixed = scene.fixed_bodies != 0;
        const std::size_t count = fixed ? scene.fixed_bodies : scene.standard_bodies;
        table.add_row({scene.id, (fixed ? "always " : "") + with_thousands(count), scene.idea});
    }
    return table.text(width);
}

std::string devices_text(std::size_t width) {
    Table table({{"DEVICE"}, {"WHAT"}});
    Unavailable unavailable;
    for (const Device& device : devices()) {
        if (device.reason.empty()) {
            table.add_row({device.id, device.title});
        } else {
            unavailable[device.reason].push_back(device.title);
        }
    }
    return table.text(width) + text_of(unavailable, width);
}

std::string formats_text(std::size_t width) {
    Table table({{"FORMAT"}, {"ENDING"}, {"HOLDS"}, {"READ"}, {"WRITTEN"}, {"WHAT"}});
    Unavailable unavailable;
    for (const FileKind& kind : file_kinds()) {
        if (kind.reason.empty()) {
            table.add_row({kind.id, kind.ending, kind.holds, yes_or_no(kind.reads),
                           yes_or_no(kind.writes), kind.title});
        } else {
            unavailable[kind.reason].push_back(kind.ending);
        }
    }
    return table.text(width) + text_of(unavailable, width);
}

std::string colour_maps_text(std::size_t width) {
    Table table({{"COLOUR MAP"}, {"TITLE"}});
    for (const ColourMap& map : colour_maps()) {
        table.add_row({map.id, map.title});
    }
    return table.text(width);
}

std::string settings_text(std::size_t width) {
    Table settings({{"SETTING"}, {"DEFAULT"}, {"MEANING"}});
    for (const Property& property : properties()) {
        add_setting_row(settings, property, property.words(Settings{}));
    }
    Table look({{"LOOK"}, {"DEFAULT"}, {"MEANING"}});
    for (const LookProperty& property : look_properties()) {
        add_setting_row(look, property, property.words(Look{}));
    }
    return settings.text(width) + "\n" + look.text(width) +
           "\nSet by name and value in Ctrl+K, --do and tours; settings in races, too:\n"
           "'softening 0.05'. Options of algorithms likewise: 'theta 0.3'.\n";
}

std::string commands_text(std::size_t width) {
    Table table({{"COMMAND"}, {"WHAT IT DOES"}});
    for (const Subcommand* command : commands()) {
        if (*command->name != '\0') {
            table.add_row({command->name, command->summary});
        }
    }
    return table.text(width);
}

} // namespace orrery
