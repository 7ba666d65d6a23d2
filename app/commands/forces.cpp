#include "app/commands/forces.hpp"

#include "app/commands/results.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/csv_text.hpp"
#include "sim/snapshots/file_position.hpp"
#include "sim/snapshots/input_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace orrery {
namespace {

template <class Real>
std::optional<Forces> compute(const Bodies<Real>& bodies, const SolverEntry& entry, Sharing sharing,
                              const ForceParameters& parameters, Execution& execution) {
    const std::unique_ptr<Solver> solver = entry.make_with(sharing);
    Accelerations<Real> result(bodies.size(), entry.info.has_potential);
    {
        const auto start = Clock::now();
        const auto request = ForceRequest<Real>::among(view(bodies), result.view(), parameters);
        if (solve(*solver, request, execution) == Outcome::cancelled) {
            return std::nullopt;
        }
        execution.timings.total_milliseconds = milliseconds_since(start);
    }
    Forces forces;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        forces.acceleration.push_back({static_cast<double>(result.acceleration.x[i]),
                                       static_cast<double>(result.acceleration.y[i]),
                                       static_cast<double>(result.acceleration.z[i])});
    }
    forces.potential.assign(result.potential.begin(), result.potential.end());
    forces.timings = execution.timings;
    return forces;
}

constexpr std::string_view index_header = "index,ax,ay,az,potential";
constexpr std::string_view id_header = "id,ax,ay,az,potential";

Error no_forces_header(const std::filesystem::path& file, std::size_t line) {
    return bad_input(
        fmt::format("has no header line '{}' or '{}' above its numbers", index_header, id_header),
        at_line(file, line, 1), "");
}

double finite_number(CsvFields& fields, std::string_view name) {
    const auto value = fields.next_number<double>(name);
    if (!std::isfinite(value)) {
        fields.fail(fmt::format("the {} is not a finite number", name), "");
    }
    return value;
}

} // namespace

CheckedSettings checked(const Settings& settings, const System& system) {
    return checked(settings, suggested_by(system));
}

std::optional<Forces> compute_forces(const System& system, const Settings& settings,
                                     Workers& workers, std::stop_token stop) {
    const CheckedSettings wanted = checked(settings, system);
    StepTimings timings;
    Execution execution{std::move(stop), workers, timings, nullptr, nullptr, wanted.devices};
    return settings.precision == Precision::fp32
               ? compute(converted<float>(system.bodies), wanted.algorithm, settings.sharing,
                         wanted.forces, execution)
               : compute(system.bodies, wanted.algorithm, settings.sharing, wanted.forces,
                         execution);
}

void tell_rounding(const ForceError& rounding, const Settings& settings, const Console& console) {
    if (settings.precision == Precision::fp32 && rounding_matters(rounding, settings)) {
        console.note(fmt::format("rounding the bodies to fp32 changes one force in a hundred by "
                                 "{:.1e} or more, and {} promises {:.1e}: --precision fp64 helps",
                                 rounding.p99, settings.algorithm, promised_error(settings)));
    }
}

void tell_rounding(const ChosenSystem& from, const Console& console) {
    const Settings& settings = from.chosen.settings;
    // A share says nothing of the forces among all.
    if (settings.precision == Precision::fp32 && !is_scene(settings.source) &&
        from.system.bodies_of_ranks == 0) {
        Workers workers(settings.threads);
        tell_rounding(sampled_rounding_error(view(from.system.bodies),
                                             checked(settings, from.system).forces.softening,
                                             workers),
                      settings, console);
    }
}

void write_forces(const std::filesystem::path& file, const Forces& forces, const System& system) {
    static_assert(sizeof(Vector3) == 3 * sizeof(double), "written as rows of three");
    const std::vector<Vector3>& all = forces.acceleration;
    const std::span acceleration(all.empty() ? nullptr : &all.data()->x, 3 * all.size());
    write_result(file,
                 {{{"ax,ay,az", "acceleration", acceleration, 3},
                   {"potential", "potential", forces.potential}}},
                 system);
}

ReferenceFile read_reference(const std::filesystem::path& file, std::size_t body_count,
                             const Catalogue& catalogue) {
    InputFile input(file);
    CsvLines lines(csv_text(input.contents().bytes));
    std::string_view line;
    do {
        if (!lines.next(line)) {
            throw no_forces_header(file, 1);
        }
    } while (line.starts_with('#'));
    if (line != index_header && line != id_header) {
        throw no_forces_header(file, lines.number());
    }
    std::unordered_map<std::int64_t, std::size_t> body_of;
    const std::vector<std::int64_t> ids =
        ids_of(line == id_header ? catalogue : Catalogue{}, body_count);
    for (std::size_t i = 0; i < body_count; ++i) {
        body_of.emplace(ids[i], i);
    }
    ReferenceFile reference;
    while (lines.next(line)) {
        CsvFields fields(file, lines.number(), line);
        const std::int64_t key = fields.next_id("index").bits;
        const auto body = body_of.find(key);
        if (body == body_of.end()) {
            fields.fail(fmt::format("the system has no body {}", key), "");
        }
        reference.body.push_back(body->second);
        Vector3 acceleration;
        acceleration.x = finite_number(fields, "ax");
        acceleration.y = finite_number(fields, "ay");
        acceleration.z = finite_number(fields, "az");
        reference.acceleration.push_back(acceleration);
    }
    if (reference.body.empty()) {
        throw bad_input("holds no forces", in_words(file), "");
    }
    return reference;
}

} // namespace orrery
