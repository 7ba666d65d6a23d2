#include "app/commands/decisions.hpp"

#include "app/commands/system_arguments.hpp"
#include "app/numbers.hpp"
#include "sim/machine/machine.hpp"
#include "sim/snapshot.hpp"
#include "sim/step_timings.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <span>

namespace orrery {
namespace {

// "read as tipsy", by content or ending as the reader tells them apart; "made" for a scene.
std::string origin(const std::string& source) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(source, ignored)) {
        return std::filesystem::exists(source, ignored) ? "read" : "made";
    }
    std::array<char, 4096> bytes{};
    std::ifstream file(source, std::ios::binary);
    file.read(bytes.data(), bytes.size());
    const auto head =
        std::as_bytes(std::span(bytes)).first(static_cast<std::size_t>(file.gcount()));
    for (const SnapshotFormat& format : snapshot_formats()) {
        if (format.recognises(head)) {
            return fmt::format("read as {}, by its content", format.id);
        }
    }
    return "read by its extension";
}

void tell_system(const Console& console, const Settings& settings, const System& system,
                 double milliseconds) {
    console.detail(fmt::format(
        "{} {}: {} in {}; G = {:g}, suggests dt {:g} and softening {:g}", settings.source,
        origin(settings.source), counted(system.bodies.size(), "body", "bodies"),
        as_milliseconds(milliseconds), system.units.gravity, system.time_step, system.softening));
}

void tell_method(const Console& console, const Settings& settings) {
    const Machine here = machine();
    const int threads = settings.threads == 0 ? here.threads : settings.threads;
    console.detail(fmt::format("forces by {} in {}, moved by {}; {} of {}, {}", settings.algorithm,
                               precision_name(settings.precision), settings.integrator,
                               counted(static_cast<std::size_t>(threads), "thread", "threads"),
                               here.cpu, here.instruction_set));
}

} // namespace

void tell_decisions(const Console& console, const Settings& settings, const System& system,
                    double milliseconds) {
    if (console.words == Console::Words::many) {
        tell_system(console, settings, system, milliseconds);
        tell_method(console, settings);
    }
}

} // namespace orrery
