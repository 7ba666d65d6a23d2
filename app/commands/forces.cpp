#include "app/commands/forces.hpp"

#include "app/commands/density.hpp"
#include "app/commands/result_files.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/csv_text.hpp"
#include "sim/snapshots/file_position.hpp"
#include "sim/snapshots/input_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <iterator>
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

// A header line, and `rows` lines that write_row(end, i) appends to.
template <class WriteRow>
void write_csv(const std::filesystem::path& file, const System& system, std::string_view header,
               std::size_t rows, const WriteRow& write_row) {
    AtomicFile output(file);
    fmt::memory_buffer text;
    const auto end = std::back_inserter(text);
    const Units& units = system.units;
    const CsvFacts facts{.time = system.time, .gravity = units.gravity, .units = units};
    fmt::format_to(end, "{}{}\n", csv_facts_text(facts), header);
    for (std::size_t i = 0; i < rows; ++i) {
        write_row(end, i);
        text.push_back('\n');
        constexpr std::size_t block = 1 << 20;
        if (text.size() > block) {
            output.write({text.data(), text.size()});
            text.clear();
        }
    }
    output.write({text.data(), text.size()});
    output.commit();
}

void write_csv(const std::filesystem::path& file, const Forces& forces, const System& system) {
    write_csv(file, system, id_header, forces.acceleration.size(), [&](auto end, std::size_t i) {
        const Vector3 a = forces.acceleration[i] + Vector3{}; // no -0
        fmt::format_to(end, "{},{:.17g},{:.17g},{:.17g},", id_text(system.catalogue, i), a.x, a.y,
                       a.z);
        if (!forces.potential.empty()) {
            fmt::format_to(end, "{:.17g}", forces.potential[i]);
        }
    });
}

void write_csv(const std::filesystem::path& file, const Density& density, const System& system) {
    const char* header = density.asked.grid ? "x,y,z,density" : "id,density";
    write_csv(file, system, header, density.values.size(), [&](auto end, std::size_t i) {
        if (density.asked.grid) {
            const std::array<double, 3> point = density.asked.grid->point(i);
            fmt::format_to(end, "{:.17g},{:.17g},{:.17g},", point[0], point[1], point[2]);
        } else {
            fmt::format_to(end, "{},", id_text(system.catalogue, i));
        }
        fmt::format_to(end, "{:.17g}", density.values[i]);
    });
}

// What bodies are called in a file of results: by their own file, else by their place in it from 0.
std::vector<std::int64_t> ids_of(const Catalogue& catalogue, std::size_t count) {
    std::vector<std::int64_t> ids(catalogue.file_ids.begin(), catalogue.file_ids.end());
    for (std::size_t i = ids.size(); i < count; ++i) {
        ids.push_back(static_cast<std::int64_t>(i));
    }
    return ids;
}

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
    if (settings.precision == Precision::fp32 && !is_scene(settings.source)) {
        Workers workers(settings.threads);
        tell_rounding(sampled_rounding_error(view(from.system.bodies),
                                             checked(settings, from.system).forces.softening,
                                             workers),
                      settings, console);
    }
}

void require_result_format(const std::filesystem::path& file, const std::string& noun) {
    if (file.extension() == ".h5" && !hdf5_unavailable().empty()) {
        throw bad_input(std::string(hdf5_unavailable()), file.string(), "write a .csv instead");
    }
    if (file.extension() != ".h5" && file.extension() != ".csv" && file != "-") {
        require_no_folder(file);
        throw bad_input(fmt::format("the file name's extension is not a known format of {}", noun),
                        file.string(), "use .csv or .h5");
    }
    require_place(file);
}

void write_forces(const std::filesystem::path& file, const Forces& forces, const System& system) {
    if (file.extension() == ".h5") {
        write_hdf5_forces(file, forces, ids_of(system.catalogue, forces.acceleration.size()),
                          system);
    } else {
        write_csv(file, forces, system);
    }
}

void write_density(const std::filesystem::path& file, const Density& density,
                   const System& system) {
    if (file.extension() == ".h5") {
        write_hdf5_density(file, density, ids_of(system.catalogue, system.bodies.size()), system);
    } else {
        write_csv(file, density, system);
    }
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
