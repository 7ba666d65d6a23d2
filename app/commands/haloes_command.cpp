// orrery haloes: the groups of bodies that are near each other, by friends of friends.

#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/structure_arguments.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/step_timings.hpp"
#include "sim/structure/haloes.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace orrery {
namespace {

struct HaloArguments : StructureArguments {
    std::optional<double> linking; // of the mean distance
    std::optional<double> length;
    std::size_t least = 20;
    std::size_t bins = 16;
};

Figures figures_of(const Halo& halo, std::size_t rank) {
    const auto number = [](const char* key, const char* heading, double value) {
        return Figure{key, value, heading, plainly(value)};
    };
    return {count_figure("halo", ">HALO", rank + 1),
            count_figure("bodies", ">BODIES", halo.count),
            {"mass", halo.mass, ">MASS", briefly(halo.mass)},
            number("x", ">X", halo.centre.x),
            number("y", ">Y", halo.centre.y),
            number("z", ">Z", halo.centre.z),
            number("vx", nullptr, halo.velocity.x),
            number("vy", nullptr, halo.velocity.y),
            number("vz", nullptr, halo.velocity.z),
            {"radius", halo.radius, ">RADIUS", briefly(halo.radius)},
            {"dispersion", halo.dispersion, ">DISPERSION", briefly(halo.dispersion)}};
}

Figures figures_of(const MassBin& bin) {
    return {{"low", bin.low, ">MASS FROM", briefly(bin.low)},
            {"high", bin.high, ">TO", briefly(bin.high)},
            count_figure("haloes", ">HALOES", bin.haloes),
            {"mass", bin.mass, ">THEIR MASS", briefly(bin.mass)}};
}

// Also left out by --quiet: the greatest haloes, and how many there are of each mass.
std::string page_of(const std::vector<Figures>& haloes, const std::vector<Figures>& bins,
                    const std::string& sentence) {
    constexpr std::size_t most = 20;
    std::string page = sentence + "\n";
    if (haloes.empty()) {
        return page;
    }
    const auto shown = static_cast<std::ptrdiff_t>(std::min(haloes.size(), most));
    page += "\n" + table_text({haloes.begin(), haloes.begin() + shown});
    if (haloes.size() > most) {
        page += fmt::format("… and {} more; -o FILE.csv writes all\n",
                            with_thousands(haloes.size() - most));
    }
    return page + "\n" + table_text(bins);
}

constexpr double usual_linking = 0.2;

Findings found(const HaloArguments& request, const Console& console, const std::stop_token& stop) {
    if (request.linking && request.length) {
        throw bad_input("--linking and --length cannot be combined", "haloes", "give one of them");
    }
    const MeasuredBodies measured = load_measured(request, console);
    const System& system = measured.from.system;
    const double part = request.linking.value_or(usual_linking);
    const double length =
        request.length ? *request.length : linking_length_of(system.bodies, measured.box, part);
    if (!(length > 0)) {
        throw bad_input("the bodies fill no volume, so they have no mean distance",
                        measured.settings.source, "give a linking length by --length");
    }
    Workers workers(measured.settings.threads);
    const auto start = Clock::now();
    const std::optional<HaloList> list = find_haloes(
        system.bodies, {.linking_length = length, .box = measured.box, .least = request.least},
        workers, stop);
    if (!list) {
        throw failure("stopped; nothing was written", "haloes", "");
    }
    const double milliseconds = milliseconds_since(start);
    std::vector<Figures> haloes, bins;
    std::vector<std::vector<double>> rows;
    for (std::size_t h = 0; h < list->haloes.size(); ++h) {
        haloes.push_back(figures_of(list->haloes[h], h));
        std::vector<double>& row = rows.emplace_back();
        for (const Figure& figure : haloes.back()) {
            row.push_back(figure.value.get<double>());
        }
    }
    for (const MassBin& bin : mass_function(list->haloes, request.bins)) {
        bins.push_back(figures_of(bin));
    }
    const std::size_t members = list->groups.members.size();
    const std::string sentence =
        fmt::format("{} of {} or more bodies {}, linked by {}: {} of {}, in {}",
                    counted(haloes.size(), "halo", "haloes"), with_thousands(request.least),
                    box_text(measured.box), briefly(length), with_thousands(members),
                    counted(system.bodies.size(), "body", "bodies"), as_milliseconds(milliseconds));
    const std::string header = "halo,bodies,mass,x,y,z,vx,vy,vz,radius,dispersion";
    Json report = {{"scene", measured.settings.source},
                   {"bodies", system.bodies.size()},
                   {"time", system.time},
                   {"box", box_json(measured.box)},
                   {"linking", request.length ? Json(nullptr) : Json(part)},
                   {"linking_length", length},
                   {"least", request.least},
                   {"groups", list->groups.linked},
                   {"members", members},
                   {"milliseconds", milliseconds},
                   {"haloes", json_of(haloes)},
                   {"mass_function", json_of(bins)},
                   {"provenance", provenance_of_bodies(measured.settings, measured.from)}};
    return {page_of(haloes, bins, sentence),
            std::move(report),
            {{request.output, csv_table(system, header, rows)}}};
}

ExitCode haloes(const HaloArguments& request, const Console& console) {
    return report_findings("haloes", request.json, [&](const std::stop_token& stop) {
        return found(request, console, stop);
    });
}

void declare(Parser& parser, HaloArguments& request) {
    parser.group("System");
    add_structure_arguments(parser, request, "Haloes", "a row for each halo");
    parser.group("Haloes")
        .option("--linking PART", into(request.linking, parse_positive),
                "friends are nearer than this part of the mean distance of bodies (default: 0.2)")
        .option("--length LENGTH", into(request.length, parse_positive),
                "the linking length itself, for bodies in open space, whose mean distance says "
                "little")
        .option(
            "--least N",
            [&request](const std::string& text, const std::string& flag) {
                request.least = static_cast<std::size_t>(count_within("bodies", 1)(text, flag));
            },
            "bodies that make a group a halo (default: 20)")
        .option(
            "--bins N",
            [&request](const std::string& text, const std::string& flag) {
                request.bins = static_cast<std::size_t>(count_within("bins", 1, 1000)(text, flag));
            },
            "bins of the mass function, from the lightest halo to the heaviest (default: 16)");
}

} // namespace

extern const Subcommand haloes_command{
    "haloes",
    "[SCENE|FILE] [--linking PART] [--least N] [-o FILE] [options]",
    "find the haloes of the bodies by friends of friends",
    "Two bodies are friends when they are nearer to each other than the linking length; all that "
    "chains of friends reach is a halo. Prints the heaviest haloes and the mass function.\n\n"
    "In a periodic box the mean distance is that of its volume, and haloes go across its faces. In "
    "open space it is that of the box around all bodies, so --length is better there.",
    "orrery haloes snapshot_007.hdf5 -o haloes.csv\n"
    "orrery haloes galaxy_collision --length 0.02 --least 100\n"
    "orrery haloes points.csv --box 100 --linking 0.17 --json -",
    declared<HaloArguments, haloes>,
};

} // namespace orrery
