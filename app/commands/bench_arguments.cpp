#include "app/commands/bench_arguments.hpp"

#include "app/commands/parser.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

namespace orrery {

std::size_t count_within(const std::string& text, const char* noun, const char* flag,
                         std::size_t least, std::size_t most) {
    const std::size_t count = parse_number_of(noun, text, flag);
    if (count < least || count > most) {
        throw bad_input(fmt::format("{} is out of range", text), flag,
                        fmt::format("the range is {} to {}", least, most));
    }
    return count;
}

void add_bodies_argument(Parser& parser, std::vector<std::size_t>& counts, const char* meaning) {
    parser
        .add_option_function<std::vector<std::string>>(
            "--bodies",
            [&counts](const std::vector<std::string>& texts) {
                counts.clear();
                for (const std::string& text : comma_separated(texts, "--bodies")) {
                    counts.push_back(parse_count(text, "--bodies"));
                }
            },
            meaning)
        ->take_all()
        ->allow_extra_args(false)
        ->type_name("N,…")
        ->group("System");
}

void add_repeat_argument(Parser& parser, int& repeats, const char* meaning) {
    parser
        .add_option_function<std::string>(
            "--repeat",
            [&repeats](const std::string& text) {
                repeats = static_cast<int>(count_within(text, "samples", "--repeat", 1, 10000));
            },
            meaning)
        ->type_name("N")
        ->group("Measurement");
}

void add_budget_argument(Parser& parser, double& seconds, const char* meaning) {
    parser
        .add_option_function<std::string>(
            "--budget",
            [&seconds](const std::string& text) {
                seconds = parse_number(text, "--budget");
                if (seconds <= 0) {
                    throw bad_input(fmt::format("'{}' is not positive", text), "--budget", "");
                }
            },
            meaning)
        ->type_name("SECONDS")
        ->group("Measurement");
}

} // namespace orrery
