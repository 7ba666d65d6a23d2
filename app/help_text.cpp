#include "app/help_text.hpp"

#include "app/arguments.hpp"
#include "app/text_width.hpp"
#include "app/wrapped_text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <sstream>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t page_width = 80;
constexpr std::size_t label_width = 28;

std::string paragraphs(const std::string& text) {
    std::string page;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find("\n\n", begin), text.size());
        page += "  " + wrapped(text.substr(begin, end - begin), page_width - 2, 2) + "\n\n";
        begin = end + 2;
    }
    return page;
}

// A label and what it means, side by side, or below each other where the label is long.
std::string entry(const std::string& label, const std::string& meaning) {
    std::string line = "  " + label;
    const std::size_t width = text_width(line);
    if (width + 2 > label_width) {
        line += "\n" + std::string(label_width, ' ');
    } else {
        line.append(label_width - width, ' ');
    }
    return line + wrapped(meaning, page_width - label_width, label_width) + "\n";
}

std::string option_label(const CLI::Option& option) {
    if (!option.nonpositional()) {
        return option.get_name(true);
    }
    std::string label;
    for (const std::string& name : option.get_snames()) {
        label += (label.empty() ? "-" : ", -") + name;
    }
    for (const std::string& name : option.get_lnames()) {
        label += (label.empty() ? "--" : ", --") + name;
    }
    return option.get_expected_max() == 0 ? label : label + " " + option.get_type_name();
}

std::string group_text(const CLI::App& parser, const std::string& group) {
    std::string page = group + "\n";
    for (const CLI::Option* option : parser.get_options()) {
        if (option->get_group() == group) {
            page += entry(option_label(*option), option->get_description());
        }
    }
    return page + "\n";
}

// Group by group, as they were declared, but help and version last.
std::string options(const CLI::App& parser) {
    std::string page;
    for (const std::string& group : parser.get_groups()) {
        if (group != help_group) {
            page += group_text(parser, group);
        }
    }
    return page + group_text(parser, help_group);
}

std::string command_list() {
    std::string page = "Commands\n";
    for (const Command* command : commands()) {
        if (*command->name != '\0') {
            page += entry(command->name, command->summary);
        }
    }
    return page + "\n";
}

std::string examples(const Command& command) {
    std::istringstream lines(command.examples);
    std::string page = "Examples\n", line;
    while (std::getline(lines, line)) {
        page += "  " + line + "\n";
    }
    return page + "\n";
}

} // namespace

std::string help_text(const Command& command) {
    CLI::App parser;
    Console console;
    declare_arguments(command, parser, console);
    const bool is_window = *command.name == '\0';
    const std::string full_name = is_window ? "orrery" : fmt::format("orrery {}", command.name);
    std::string page = fmt::format("{}: {}\n\nUsage\n  {} {}\n\n", full_name, command.summary,
                                   full_name, command.arguments);
    page += paragraphs(command.description);
    if (is_window) {
        page += command_list();
    }
    page += options(parser);
    page += examples(command);
    page += "Numbers\n" + paragraphs(std::string(about_numbers));
    page += "Exit status\n";
    for (const auto& [status, meaning] : exit_statuses) {
        page += entry(status, meaning);
    }
    return page;
}

} // namespace orrery
