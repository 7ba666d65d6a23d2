// orrery doctor: whether everything is there before the talk begins.

#include "app/commands/command.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/preflight.hpp"
#include "app/commands/table.hpp"
#include "app/commands/text_output.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace orrery {
namespace {

const char* mark_of(const PreflightCheck& check) {
    return check.works ? "works" : check.needed ? "MISSING" : "missing";
}

std::string page(const std::vector<PreflightCheck>& checks) {
    Table table({{"WHAT"}, {""}, {"DETAILS"}});
    for (const PreflightCheck& check : checks) {
        table.add_row({check.name, mark_of(check),
                       check.words + (check.remedy.empty() ? "" : "; " + check.remedy)});
    }
    return table.text() + (ready_for_window(checks) ? "\nThe window works here.\n"
                                                    : "\nThe window does not work here.\n");
}

std::string document(const std::vector<PreflightCheck>& checks) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const PreflightCheck& check : checks) {
        list.push_back({{"name", check.name},
                        {"works", check.works},
                        {"needed", check.needed},
                        {"words", check.words},
                        {"remedy", check.remedy}});
    }
    return json_text({{"ready", ready_for_window(checks)}, {"checks", std::move(list)}});
}

std::function<ExitCode()> declare(Parser& parser, const Console& /*console*/) {
    const auto json = std::make_shared<bool>(false);
    parser.add_flag("--json", *json, "print JSON (docs/json.md)")->group("Output");
    return [json] {
        const std::vector<PreflightCheck> checks = preflight();
        fmt::print("{}", *json ? document(checks) : page(checks));
        return ready_for_window(checks) ? ExitCode::done : ExitCode::failed;
    };
}

} // namespace

extern const Subcommand doctor_command{
    "doctor",
    "[--json]",
    "check this machine before a talk",
    "Checks display, OpenGL, CUDA, video encoder, fonts, monitors, disk and memory: what works "
    "here and, if something does not, what to install or do. Fails if the window cannot open; the "
    "rest is optional.",
    "orrery doctor\norrery doctor --json",
    declare,
};

} // namespace orrery
