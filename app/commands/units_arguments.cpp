#include "app/commands/units_arguments.hpp"

#include "app/commands/parser.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/unit_names.hpp"

#include <fmt/format.h>

namespace orrery {

void add_units_arguments(Parser& parser, SystemArguments& arguments) {
    parser
        .add_option_function<std::string>(
            "--gravity",
            [&arguments](const std::string& text) {
                const double gravity = parse_number(text, "--gravity");
                if (gravity < 0) {
                    throw bad_input("'" + text + "' is negative", "--gravity", "");
                }
                arguments.typed.push_back({"--gravity", "gravity", [gravity](Settings& settings) {
                                               settings.gravity = gravity;
                                           }});
            },
            "the constant of gravity in the system's units (default: the file's, otherwise 1)")
        ->type_name("G")
        ->group("System");
    parser
        .add_option_function<std::string>(
            "--units",
            [&arguments](const std::string& text) {
                static_cast<void>(parse_unit_names(text));
                arguments.typed.push_back(
                    {"--units", "units", [text](Settings& settings) { settings.units = text; }});
            },
            "units of the system's numbers, like AU,day,Msun or kpc,km/s,Msun; known names set G, "
            "others need --gravity")
        ->type_name("LENGTH,TIME,MASS")
        ->group("System");
}

} // namespace orrery
