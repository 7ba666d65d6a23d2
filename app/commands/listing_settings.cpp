// The lists of algorithms, with their options, and of settings.

#include "app/commands/listing.hpp"
#include "app/numbers.hpp"
#include "app/state/look.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ranges>
#include <utility>

namespace orrery {
namespace {

Json default_json(const SolverOption& option) {
    const OptionValue value = option.value_in({});
    return value.is_number() ? Json(value.number()) : Json(value.choice());
}

Json promise_json(const SolverInfo& info, const OptionValues& values) {
    const ResolvedOptions options(info, values);
    return {{"fp32", info.promised_error(Precision::fp32, options)},
            {"fp64", info.promised_error(Precision::fp64, options)}};
}

// The errors promised at both ends of an option's range; all others are at their defaults.
Json ends_json(const SolverInfo& info, const SolverOption& option) {
    if (!option.choices.empty()) {
        return nullptr;
    }
    OptionValues values;
    if (option.only_with.option != nullptr) {
        values[option.only_with.option] = option.only_with.choice;
    }
    const auto promise_at = [&](double end) {
        values[option.id] = end;
        return promise_json(info, values);
    };
    return {{"minimum", promise_at(option.minimum)}, {"maximum", promise_at(option.maximum)}};
}

Json option_json(const SolverInfo& info, const SolverOption& option) {
    const bool number = option.choices.empty();
    const SolverOption::Need& need = option.only_with;
    return {{"id", option.id},
            {"title", option.title},
            {"tooltip", option.tooltip},
            {"minimum", number ? Json(option.minimum) : Json()},
            {"maximum", number ? Json(option.maximum) : Json()},
            {"default", default_json(option)},
            {"choices", option.choices},
            {"whole", option.whole},
            {"unavailable", option.unavailable_choices},
            {"only_with", need.option == nullptr // beside which choice of another; null: always
                              ? Json()
                              : Json{{"option", need.option}, {"choice", need.choice}}},
            {"promised_error", ends_json(info, option)}};
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
    const std::vector<PropertyChoice> choices = property.choices();
    const auto names = choices | std::views::transform(&PropertyChoice::name);
    constexpr std::size_t few = 5;
    const std::string list = std::string(property.title) + "s";
    const bool listed = std::ranges::any_of(
        listings(), [&](const Listing& listing) { return list == listing.name; });
    return choices.size() <= few ? fmt::format("{}", fmt::join(names, "|"))
           : listed              ? "orrery list " + list
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

std::vector<ListRow> algorithm_rows() {
    std::vector<ListRow> rows;
    for (const SolverEntry& entry : solvers()) {
        const SolverInfo& info = entry.info;
        const char* const shared_by = entry.shared == nullptr ? nullptr // nothing of its work
                                      : entry.shared->by == SharedBy::pairs ? "pairs"
                                                                            : "targets";
        std::string idea = info.idea;
        Json options = Json::array();
        for (const SolverOption& option : info.options) {
            idea += "\n· " + option_text(option);
            options.push_back(option_json(info, option));
        }
        if (shared_by != nullptr) {
            idea += std::string("\n· GPUs can share its ") + shared_by;
        }
        rows.push_back({{{"id", info.id, "ALGORITHM", info.id},
                         {"title", info.title},
                         {"family", info.family},
                         {"idea", info.idea},
                         {"source", info.source},
                         {"complexity", info.complexity, "COST", info.complexity},
                         {"space", info.space == Space::host ? "host" : "device"},
                         {"shared_by", shared_by == nullptr ? Json() : Json(shared_by)},
                         {"double", info.has_double},
                         {"potential", info.has_potential},
                         {"jerk", info.has_jerk},
                         {"multithreaded", info.multithreaded},
                         {"conserves_momentum", info.conserves_momentum},
                         {"periodic", info.periodic},
                         {"repeatable", info.repeatable},
                         {"promised_error", promise_json(info, {})},
                         {"promised_potential_error",
                          {{"fp32", promised_potential_error(info, Precision::fp32)},
                           {"fp64", promised_potential_error(info, Precision::fp64)}}},
                         {"options", std::move(options)},
                         {nullptr, {}, "IDEA", std::move(idea)}},
                        entry.unavailable()});
    }
    return rows;
}

std::vector<ListRow> setting_rows() {
    std::vector<ListRow> rows;
    const auto add = [&rows](const PropertyFacts& property, const std::string& standard) {
        Json choices = Json::array();
        if (property.choices != nullptr) {
            for (const PropertyChoice& choice : property.choices()) {
                choices.push_back(choice.name);
            }
        }
        rows.push_back({{{"id", property.id, "SETTING", property.id},
                         {"title", property.title},
                         {"tooltip", property.tooltip},
                         {"kind", kind_name(property.kind)},
                         {"minimum", if_finite(property.range.minimum)},
                         {"maximum", if_finite(property.range.maximum)},
                         {"choices", std::move(choices)},
                         {"default", standard},
                         {"example", property.example},
                         // where it can be set besides Ctrl+K, --do and sessions
                         {"set_by",
                          {{"command_line", *property.flag != '\0' ? Json(property.flag) : Json()},
                           {"races", property.raced},
                           {"tours", !property.of_machine}}}}});
    };
    for (const Property& property : properties()) {
        add(property, property.words(Settings{}));
    }
    for (const LookProperty& property : look_properties()) {
        if (*property.title != '\0') {
            add(property, property.words(Look{}));
        }
    }
    return rows;
}

std::string settings_text(std::size_t width) {
    Table settings({"SETTING", "DEFAULT", "MEANING"});
    for (const Property& property : properties()) {
        add_setting_row(settings, property, property.words(Settings{}));
    }
    Table look({"LOOK", "DEFAULT", "MEANING"});
    for (const LookProperty& property : look_properties()) {
        add_setting_row(look, property, property.words(Look{}));
    }
    return settings.text(width) + "\n" + look.text(width) +
           "\nSet by name and value in Ctrl+K, --do and tours; settings in races, too:\n"
           "'softening 0.05'. Options of algorithms likewise: 'theta 0.3'.\n";
}

} // namespace orrery
