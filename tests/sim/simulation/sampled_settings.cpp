#include "tests/sim/simulation/sampled_settings.hpp"

#include "sim/simulation/properties.hpp"
#include "sim/solver.hpp"

namespace orrery {
namespace {

std::vector<OptionValue> samples_of(const SolverOption& option) {
    if (!option.choices.empty()) {
        return {option.choices.begin(), option.choices.end()};
    }
    return {option.minimum, option.maximum};
}

} // namespace

std::vector<std::pair<std::string, Settings>> sampled_settings() {
    std::vector<std::pair<std::string, Settings>> all;
    for (const Property& property : properties()) {
        for (const std::string& words : property.samples()) {
            Settings settings;
            property.read(settings, words);
            all.emplace_back(std::string(property.title) + " " + words, settings);
        }
    }
    for (const SolverEntry& entry : solvers()) {
        for (const SolverOption& option : entry.info.options) {
            for (const OptionValue& value : samples_of(option)) {
                Settings settings;
                settings.algorithm = entry.info.id;
                if (value != option.value_in({})) {
                    OptionValues& values = settings.solver_options[entry.info.id];
                    values[option.id] = value;
                    if (!entry.info.in_effect(option, values)) {
                        values[option.only_with.option] = option.only_with.choice;
                    }
                }
                all.emplace_back(settings.algorithm + " " + option.id + " " + value.text(),
                                 settings);
            }
        }
    }
    return all;
}

} // namespace orrery
