// Every registered solver's promise of forces and potentials, at both ends and in the middle of
// each of its options, against the direct sum in double.

#include "tests/sim/solvers/solver_contract.hpp"

#include "sim/diagnostics/diagnostics.hpp"

#include <cmath>
#include <numeric>
#include <span>

namespace orrery {
namespace {

// A sphere with a dense one beside it, and a few bodies far out.
Bodies<double> unequal_crowds() {
    Bodies<double> bodies = cluster(3000);
    for (std::size_t i = 0; i < bodies.size(); i += 3) {
        for (HostArray<double>* axis :
             {&bodies.position.x, &bodies.position.y, &bodies.position.z}) {
            (*axis)[i] = 0.01 * (*axis)[i] + 5;
        }
    }
    for (std::size_t i = 1; i < bodies.size(); i += 600) {
        bodies.position.y[i] *= 1000;
    }
    return bodies;
}

// Each option at its ends and in between, or at its choices, with all others by default.
// Of choices the first ones, choices_to_try(option).
template <class ChoicesToTry>
std::vector<OptionValues> settings_of(const SolverInfo& info, const ChoicesToTry& choices_to_try) {
    std::vector<OptionValues> all{{}};
    for (const SolverOption& option : info.options) {
        OptionValues values;
        if (option.only_with.option != nullptr) {
            values[option.only_with.option] = option.only_with.choice;
        }
        for (const std::string& choice : std::span(option.choices).first(choices_to_try(option))) {
            if (!option.unavailable_choices.contains(choice)) {
                values[option.id] = choice;
                all.push_back(values);
            }
        }
        if (option.choices.empty()) {
            const bool powers = option.minimum > 0 && !option.whole;
            const double middle = powers ? std::sqrt(option.minimum * option.maximum)
                                         : std::round((option.minimum + option.maximum) / 2);
            for (const double value : {option.minimum, middle, option.maximum}) {
                values[option.id] = value;
                all.push_back(values);
            }
        }
    }
    return all;
}

std::string words(const OptionValues& values) {
    std::string text;
    for (const auto& [id, value] : values) {
        text += " " + id + "=" + value.text();
    }
    return text;
}

class SolverPromise : public SolverContract {};

TEST_P(SolverPromise, IsKeptByForcesAndPotentialsWithAnyOptions) {
    Workers workers(2);
    for (const Bodies<double>& bodies : {cluster(4097), unequal_crowds()}) {
        const Bodies<double> seen = rounded(bodies, precision());
        const auto targets = sample_bodies(bodies.size(), 700, 1);
        for (const double softening : {0.0, 0.01}) {
            ReferenceForces truth = reference_forces(view(seen), targets, 1, softening, workers);
            const auto choices = [this](const SolverOption& option) {
                return choices_to_try(option);
            };
            for (const OptionValues& values : settings_of(info(), choices)) {
                SCOPED_TRACE(testing::Message() << bodies.size() << " bodies, softening "
                                                << softening << words(values));
                ForceParameters parameters = softened(softening);
                parameters.options = {info(), values};
                parameters = promised(parameters, bodies);
                if (parameters.softening != softening) {
                    truth = reference_forces(view(seen), targets, 1, parameters.softening, workers);
                }
                const Forces found =
                    run(bodies, parameters, {.potential = info().has_potential}).forces;
                std::vector<Vector3> accelerations;
                std::vector<double> potentials;
                for (const std::size_t body : targets) {
                    accelerations.push_back(found.acceleration[body]);
                    if (info().has_potential) {
                        potentials.push_back(found.potential[body]);
                    }
                }
                EXPECT_LE(force_error(accelerations, truth.acceleration).p99,
                          info().promised_error(precision(), parameters.options));
                if (info().has_potential) {
                    EXPECT_LE(potential_error(potentials, truth.potential).p99,
                              promised_potential_error(info(), precision(), parameters.options));
                }
            }
        }
    }
}

// A running sum that begins with it rounds what the others add, here half a unit in the last place
// each.
TEST_P(SolverPromise, IsKeptBesideABodyThatOutweighsTheRest) {
    constexpr double softening = 0.01;
    Workers workers(2);
    Bodies<double> bodies = cluster(4097);
    bodies.mass[0] = 8000 * std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0);
    const Bodies<double> seen = rounded(bodies, precision());
    const auto targets = sample_bodies(bodies.size(), 700, 1);
    const ForceParameters parameters = promised(softened(softening), bodies);
    const ReferenceForces truth =
        reference_forces(view(seen), targets, 1, parameters.softening, workers);
    const Forces found = run(bodies, parameters, {.potential = info().has_potential}).forces;
    std::vector<Vector3> accelerations;
    std::vector<double> potentials;
    for (const std::size_t body : targets) {
        accelerations.push_back(found.acceleration[body]);
        potentials.push_back(info().has_potential ? found.potential[body] : 0);
    }
    const double factor = promise_factor(info(), precision(), masses_of(bodies.mass));
    EXPECT_EQ(factor > 1, info().is_direct && precision() == Precision::fp32);
    EXPECT_LE(force_error(accelerations, truth.acceleration).p99, factor * promised_error());
    if (info().has_potential) {
        EXPECT_LE(potential_error(potentials, truth.potential).p99,
                  factor * promised_potential_error(info(), precision()));
    }
}

INSTANTIATE_TEST_SUITE_P(Every, SolverPromise, testing::ValuesIn(solver_variants()), variant_name);

} // namespace
} // namespace orrery
