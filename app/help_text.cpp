#include "app/help_text.hpp"

#include "app/text_width.hpp"

#include <fmt/format.h>

#include <sstream>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t page_width = 80;
constexpr std::size_t label_width = 28;

// Breaks a paragraph at spaces; every line but the first starts with `indent` spaces. `column` is
// where the first line starts.
std::string wrapped(const std::string& paragraph, std::size_t indent, std::size_t column) {
    std::istringstream words(paragraph);
    std::string text, word;
    bool line_is_empty = true;
    while (words >> word) {
        if (!line_is_empty && column + 1 + text_width(word) > page_width) {
            text += "\n" + std::string(indent, ' ');
            column = indent;
            line_is_empty = true;
        }
        if (!line_is_empty) {
            text += ' ';
            ++column;
        }
        text += word;
        column += text_width(word);
        line_is_empty = false;
    }
    return text;
}

std::string paragraphs(const std::string& text) {
    std::string page;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find("\n\n", begin), text.size());
        page += "  " + wrapped(text.substr(begin, end - begin), 2, 2) + "\n\n";
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
    return line + wrapped(meaning, label_width, label_width) + "\n";
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
    return page + entry("help COMMAND", "the manual page of a command; so does COMMAND --help") +
           "\n";
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

std::string help_text(const Command& command, const CLI::App& parser) {
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
    page += "Numbers\n";
    page += paragraphs(
        "Counts may end in k, M or G, powers of two as usual among N-body people: 16k is 16,384, "
        "1M is 1,048,576; 1e5 is 100,000. Other numbers may be fractions: --dt 1/64. Units are "
        "those of the scene or file, G = 1 unless it says otherwise; angles are in degrees.");
    page += "Exit status\n  0 done, 1 failed, 2 bad usage or bad input\n";
    return page;
}

} // namespace orrery
