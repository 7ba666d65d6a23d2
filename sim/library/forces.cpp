#include "sim/library/translated.hpp"

#include "sim/machine/device_memory.hpp"
#include "sim/simulation/forces_on_device.hpp"
#include "sim/simulation/forces_once.hpp"
#include "sim/simulation/properties.hpp"

#include <orrery/forces.hpp>

#include <string>
#include <type_traits>

namespace orrery::library {
namespace {

// Values in words, as the algorithm's options read them.
OptionValues options_in(const std::map<std::string, std::string>& words, orrery::Settings asked) {
    for (const auto& [name, value] : words) {
        set_option(asked, name, value);
    }
    return asked.solver_options[asked.algorithm];
}

template <class Real>
ForcePlan plan_of(const ForceOptions& options, std::size_t bodies, std::string devices) {
    ForceWishes wishes;
    wishes.algorithm = options.algorithm;
    wishes.error = options.error;
    wishes.precision = std::is_same_v<Real, float> ? Precision::fp32 : Precision::fp64;
    wishes.gravity = options.gravity;
    wishes.softening = options.softening;
    if (options.box != std::array<double, 3>{}) {
        wishes.box = box_with(options.box);
    }
    wishes.threads = options.threads;
    wishes.devices = std::move(devices);
    if (options.settings.empty()) {
        return plan_forces(wishes, bodies);
    }
    // Options mean something for one algorithm: for the suitable one where none is named.
    orrery::Settings asked;
    asked.algorithm = plan_forces(wishes, bodies).settings.algorithm;
    wishes.options = options_in(options.settings, asked);
    return plan_forces(wishes, bodies);
}

template <class Real>
orrery::Bodies<Real> bodies_of(const Vectors<Real>& places, const Real* masses) {
    orrery::Bodies<Real> bodies(places.count);
    for (std::size_t i = 0; i < places.count; ++i) {
        const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) * places.stride;
        bodies.position.x[i] = places.x[at];
        bodies.position.y[i] = places.y[at];
        bodies.position.z[i] = places.z[at];
        bodies.mass[i] = masses != nullptr ? masses[i] : 0;
    }
    return bodies;
}

ForceFacts told(const orrery::ForceFacts& facts, const std::stop_token& stop) {
    if (stop.stop_requested()) {
        throw Error(Error::Kind::failure, facts.algorithm + " was stopped");
    }
    return {facts.algorithm, facts.promised_error, facts.milliseconds, facts.interactions};
}

template <class Real>
Forces<Real> computed(const Vectors<Real>* points, const Vectors<Real>& bodies, const Real* masses,
                      const ForceOptions& options, const std::stop_token& stop) {
    return translated([&] {
        const ForcePlan plan = plan_of<Real>(options, bodies.count, "all");
        const orrery::Bodies<Real> sources = bodies_of(bodies, masses);
        const orrery::Bodies<Real> others =
            points != nullptr ? bodies_of<Real>(*points, nullptr) : orrery::Bodies<Real>();
        const std::size_t count = points != nullptr ? points->count : bodies.count;
        const auto column = [count] { return std::vector<Real>(count); };
        Forces<Real> forces{column(), column(), column(), {}, {}};
        if (plan.checked.info.has_potential) {
            forces.potential = column();
        }
        AccelerationsView<Real> result{forces.x.data(), forces.y.data(), forces.z.data()};
        result.potential = forces.potential.empty() ? nullptr : forces.potential.data();
        forces.facts =
            told(compute_forces(plan, sources, points != nullptr ? &others : nullptr, result, stop),
                 stop);
        return forces;
    });
}

template <class Real>
ForceFacts computed_there(const Vectors<Real>& bodies, const Real* masses,
                          const DeviceForces<Real>& to, const ForceOptions& options,
                          const std::stop_token& stop) {
    return translated([&] {
        const std::ptrdiff_t axis = bodies.y - bodies.x;
        if (bodies.z - bodies.y != axis) {
            throw bad_input("are not as far apart as x and y", "z and y", "Use rows or columns.");
        }
        const auto device = std::to_string(device_of(bodies.x));
        const ForcePlan plan = plan_of<Real>(options, bodies.count, device);
        AccelerationsView<Real> result{to.x, to.y, to.z};
        result.potential = plan.checked.info.has_potential ? to.potential : nullptr;
        return told(compute_forces_on_device<Real>(plan,
                                                   {bodies.x, bodies.count, bodies.stride, axis},
                                                   {masses, 1, 0}, nullptr, result, stop),
                    stop);
    });
}

} // namespace

Forces<float> forces(const Vectors<float>& bodies, const float* masses, const ForceOptions& options,
                     const std::stop_token& stop) {
    return computed<float>(nullptr, bodies, masses, options, stop);
}
Forces<double> forces(const Vectors<double>& bodies, const double* masses,
                      const ForceOptions& options, const std::stop_token& stop) {
    return computed<double>(nullptr, bodies, masses, options, stop);
}

Forces<float> forces_at(const Vectors<float>& points, const Vectors<float>& bodies,
                        const float* masses, const ForceOptions& options,
                        const std::stop_token& stop) {
    return computed<float>(&points, bodies, masses, options, stop);
}
Forces<double> forces_at(const Vectors<double>& points, const Vectors<double>& bodies,
                         const double* masses, const ForceOptions& options,
                         const std::stop_token& stop) {
    return computed<double>(&points, bodies, masses, options, stop);
}

ForceFacts forces_on_device(const Vectors<float>& bodies, const float* masses,
                            const DeviceForces<float>& result, const ForceOptions& options,
                            const std::stop_token& stop) {
    return computed_there(bodies, masses, result, options, stop);
}
ForceFacts forces_on_device(const Vectors<double>& bodies, const double* masses,
                            const DeviceForces<double>& result, const ForceOptions& options,
                            const std::stop_token& stop) {
    return computed_there(bodies, masses, result, options, stop);
}

} // namespace orrery::library
