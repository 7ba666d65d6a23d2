// The help of a command, and the manual: what it declares, as pages of 80 columns and as troff.

#include "app/command_line.hpp"
#include "app/commands/parser.hpp"
#include "app/numbers.hpp"
#include "sim/base/words.hpp"
#include "sim/version.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery {
namespace {

constexpr std::size_t page_width = 80;
constexpr std::size_t label_width = 28;

// A text's paragraphs, separated by empty lines, each as page(paragraph) gives it.
template <class Page>
std::string each_paragraph(const std::string& text, const Page& page) {
    std::string pages;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find("\n\n", begin), text.size());
        pages += page(text.substr(begin, end - begin));
        begin = end + 2;
    }
    return pages;
}

std::string paragraphs(const std::string& text) {
    return each_paragraph(text, [](const std::string& paragraph) {
        return "  " + wrapped(paragraph, page_width - 2, 2) + "\n\n";
    });
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
    return !option.name.empty() ? option.name
                                : fmt::format("{}{}{}", fmt::join(option.flags, ", "),
                                              option.type.empty() ? "" : " ", option.type);
}

// Group by group, as they were declared, but help and version last.
std::string options(const Parser& parser) {
    std::vector<std::string> groups = parser.groups();
    std::ranges::stable_partition(groups,
                                  [](const std::string& group) { return group != help_group; });
    std::string page;
    for (const std::string& group : groups) {
        page += group + "\n";
        for (const DeclaredOption& option : parser.options()) {
            page += option.group == group ? entry(option_label(option), option.meaning) : "";
        }
        page += "\n";
    }
    return page;
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
    for (const std::string_view line : split(command.examples, '\n')) {
        page += fmt::format("  {}\n", line);
    }
    return page + "\n";
}

// Of a UTF-8 character of several bytes.
unsigned code_point(std::string_view bytes) {
    unsigned code = static_cast<unsigned char>(bytes.front()) & (0xFFU >> (bytes.size() + 1));
    for (const char byte : bytes.substr(1)) {
        code = code << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
    }
    return code;
}

// Text as troff reads it: a minus that can be copied, no control lines, any character; a line may
// end within a list of choices.
std::string troff(std::string_view text) {
    std::string result;
    bool begins_line = true;
    while (!text.empty()) {
        const std::string_view letter = text.substr(0, std::max<std::size_t>(1, utf8_length(text)));
        if (begins_line && (letter == "." || letter == "'")) {
            result += "\\&";
        }
        result += letter == "-"       ? "\\-"
                  : letter == "\\"    ? "\\e"
                  : letter == "'"     ? "\\(aq"
                  : letter == "|"     ? "|\\:"
                  : letter.size() > 1 ? fmt::format("\\[u{:04X}]", code_point(letter))
                                      : std::string(letter);
        begins_line = letter == "\n";
        text.remove_prefix(letter.size());
    }
    return result;
}

std::string troff_paragraphs(const std::string& text) {
    return each_paragraph(
        text, [](const std::string& paragraph) { return ".PP\n" + troff(paragraph) + "\n"; });
}

std::string lines_as_typed(const std::string& text) {
    return ".PP\n.nf\n" + troff(text) + "\n.fi\n";
}

std::string troff_entry(const std::string& label, const std::string& meaning) {
    return ".TP\n" + label + "\n" + troff(meaning) + "\n";
}

std::string option_entry(const DeclaredOption& option) {
    const auto bold = [](const std::string& flag) { return "\\fB" + troff(flag) + "\\fR"; };
    const std::string flags = joined(option.flags, bold);
    const std::string& value = option.name.empty() ? option.type : option.name;
    return troff_entry(value.empty() ? flags
                                     : fmt::format("{}{}\\fI{}\\fR", flags,
                                                   flags.empty() ? "" : " ", troff(value)),
                       option.meaning);
}

// A command's own options, or those that every command has, which are told once.
std::string option_entries(const Subcommand& command, bool general) {
    Parser parser;
    Console console;
    declare_arguments(command, parser, console);
    std::string page;
    for (const DeclaredOption& option : parser.options()) {
        const bool is_general = option.group == "Messages" || option.group == help_group;
        page += is_general == general ? option_entry(option) : "";
    }
    return page;
}

std::string section(const Subcommand& command) {
    return fmt::format(".SS {}\n", troff(command.name)) + troff(command.summary) + ".\n" +
           lines_as_typed(fmt::format("orrery {} {}", command.name, command.arguments)) +
           troff_paragraphs(command.description) + option_entries(command, false) +
           lines_as_typed(command.examples);
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

std::string man_page() {
    const Subcommand& window = *commands().front();
    std::string page = fmt::format(
        ".TH ORRERY 1 \"\" \"orrery {}\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\norrery "
        "\\- {}\n.SH SYNOPSIS\n",
        version(), troff(window.summary));
    page += lines_as_typed(std::string("orrery ") + window.arguments);
    page += ".SH DESCRIPTION\n" + troff_paragraphs(window.description);
    page += ".SH OPTIONS OF THE WINDOW\n" + option_entries(window, false);
    page += ".SH OPTIONS OF EVERY COMMAND\n" + option_entries(window, true);
    page += ".SH COMMANDS\n";
    for (const Subcommand* command : commands().subspan(1)) {
        page += section(*command);
    }
    page += ".SH NUMBERS\n" + troff_paragraphs(std::string(about_numbers));
    page += ".SH EXIT STATUS\n";
    for (const auto& [status, meaning] : exit_statuses) {
        page += troff_entry(status, meaning);
    }
    return page + ".SH EXAMPLES\n" + lines_as_typed(window.examples);
}

} // namespace orrery
