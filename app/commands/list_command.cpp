// orrery list: what this build has, and why something cannot be used on this machine.

#include "app/commands/command.hpp"
#include "app/commands/listing.hpp"
#include "app/commands/parser.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

namespace orrery {
namespace {

struct ListArguments {
    std::string section; // empty: all
    bool json = false, ids = false;
};

// That of the terminal, as far as lines stay easy to read; 80 in a pipe.
std::size_t page_width() {
    constexpr std::size_t usual = 80, widest = 120;
    winsize terminal{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &terminal) != 0 || terminal.ws_col == 0) {
        return usual;
    }
    return std::clamp<std::size_t>(terminal.ws_col, usual, widest);
}

ExitCode list(const ListArguments& request, const Console& /*console*/) {
    if (request.ids && request.json) {
        throw bad_input("--ids and --json cannot be combined", "list", "leave one out");
    }
    Json document = Json::object();
    std::string page;
    if (!request.section.empty()) {
        static_cast<void>(find_listing(request.section));
    }
    for (const Listing& listing : listings()) {
        if (!request.section.empty() && request.section != listing.name) {
            continue;
        }
        if (request.json) {
            document[listing.key] = listing.json();
        } else if (request.ids) {
            page += fmt::format("{}\n", fmt::join(listing.ids(), "\n"));
        } else {
            page += (page.empty() ? "" : "\n") + listing.text(page_width());
        }
    }
    fmt::print("{}", request.json ? document.dump(2) + "\n" : page);
    return ExitCode::done;
}

void declare(Parser& parser, ListArguments& request) {
    std::string names;
    for (const Listing& listing : listings()) {
        names += (names.empty() ? "" : "|") + std::string(listing.name);
    }
    parser.group("Arguments")
        .option("WHAT " + names, request.section, "one of these (default: everything)");
    parser.group("Output")
        .flag("--json", request.json, "print JSON (docs/json.md)")
        .flag("--ids", request.ids, "print only the first column, for scripts");
}

} // namespace

extern const Subcommand list_command{
    "list",
    "[WHAT] [--json]",
    "list what you can choose, and why some of it is unavailable",
    "Lists what this build can do on this machine: algorithms, sharing, integrators, scenes, "
    "devices, formats, colour-maps, commands. Other commands take the names in the first column: "
    "an algorithm for --algorithm, an integrator for --integrator, a scene or a file of a listed "
    "format as the first argument.",
    "orrery list algorithms\norrery list scenes --json",
    declared<ListArguments, declare, list>,
};

} // namespace orrery
