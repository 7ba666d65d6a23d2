#include "app/commands/language_argument.hpp"

#include "app/commands/parser.hpp"
#include "app/language/spoken_language.hpp"
#include "app/resources.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <vector>

namespace orrery {
namespace {

std::string checked_language(const std::string& text) {
    if (text == "auto") {
        return text;
    }
    const std::vector<Translation> all =
        read_translations(resource_folder() / "assets" / "languages");
    if (const Translation* const found = find_language(all, text)) {
        return found->id;
    }
    std::vector<std::string> ids{"auto"};
    for (const Translation& each : all) {
        ids.push_back(each.id);
    }
    throw bad_input(fmt::format("unknown language '{}'", text), "--language",
                    fmt::format("there are {}", fmt::join(ids, ", ")));
}

} // namespace

void add_language_argument(Parser& parser, std::string& language, const char* group,
                           const char* meaning) {
    parser
        .add_option_function<std::string>(
            "--language",
            [&language](const std::string& text) { language = checked_language(text); }, meaning)
        ->type_name("en|de|auto")
        ->group(group);
}

} // namespace orrery
