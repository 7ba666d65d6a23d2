
#include "app/command_line.hpp"
#include "app/commands/parser.hpp"
#include "app/text_width.hpp"
#include "app/wrapped_text.hpp"

#include <fmt/format.h>

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

std::string option_label(const DeclaredOption& option) {
    if (!option.name.empty()) {
        return option.name;
    }
    std::string label;
    for (const std::string& flag : option.flags) {
        label += (label.empty() ? "" : ", ") + flag;
    }
    return option.type.empty() ? label : label + " " + option.type;
}

std::string group_text(const Parser& parser, const std::string& group) {
    std::string page = group + "\n";
    for (const DeclaredOption& option : parser.options()) {
        if (option.group == group) {
            page += entry(option_label(option), option.meaning);
        }
    }
    return page + "\n";
}

// Group by group, as they were declared, but help and version last.
std::string options(const Parser& parser) {
    std::string page;
    for (const std::string& group : parser.groups()) {
        if (group != help_group) {
            page += group_text(parser, group);
        }
    }
    return page + group_text(parser, help_group);
}

std::string command_list() {
    std::string page = "Commands\n";
    for (const Subcommand* command : commands()) {
        if (*command->name != '\0') {
            page += entry(command->name, command->summary);
        }
    }
    return page + "\n";
}

std::string examples(const Subcommand& command) {
    std::string page = "Examples\n";
    for (const std::string& line : split(command.examples, '\n')) {
        page += "  " + line + "\n";
    }
    return page + "\n";
}

} // namespace

std::string help_text(const Subcommand& command) {
    Parser parser;
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
