#include "app/command_line.hpp"
#include "app/completion/command_table.hpp"
#include "app/version.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

// The code point that begins at `at`, which moves behind it.
unsigned code_point(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at++);
    unsigned code = first >= 0xF0U ? first & 0x07U : first >= 0xE0U ? first & 0x0FU : first & 0x1FU;
    while (at < text.size() && (byte(at) & 0xC0U) == 0x80U) {
        code = code << 6U | (byte(at++) & 0x3FU);
    }
    return code;
}

// Text as troff reads it: a minus that can be copied, no control lines, any character; a line may
// end within a list of choices.
std::string troff(std::string_view text) {
    std::string result;
    bool begins_line = true;
    for (std::size_t at = 0; at < text.size();) {
        const char letter = text[at];
        if (static_cast<unsigned char>(letter) >= 0x80U) {
            result += fmt::format("\\[u{:04X}]", code_point(text, at));
            begins_line = false;
            continue;
        }
        if (begins_line && (letter == '.' || letter == '\'')) {
            result += "\\&";
        }
        switch (letter) {
        case '-':
            result += "\\-";
            break;
        case '\\':
            result += "\\e";
            break;
        case '\'':
            result += "\\(aq";
            break;
        case '|':
            result += "|\\:";
            break;
        default:
            result += letter;
        }
        begins_line = letter == '\n';
        ++at;
    }
    return result;
}

std::string troff_paragraphs(const std::string& text) {
    std::string page;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find("\n\n", begin), text.size());
        page += ".PP\n" + troff(text.substr(begin, end - begin)) + "\n";
        begin = end + 2;
    }
    return page;
}

std::string lines_as_typed(const std::string& text) {
    return ".PP\n.nf\n" + troff(text) + "\n.fi\n";
}

std::string troff_entry(const std::string& label, const std::string& meaning) {
    return ".TP\n" + label + "\n" + troff(meaning) + "\n";
}

std::string option_entry(const ArgumentRow& option) {
    std::string label;
    for (const std::string& flag : option.flags) {
        label += fmt::format("{}\\fB{}\\fR", label.empty() ? "" : ", ", troff(flag));
    }
    if (!option.type.empty()) {
        label += fmt::format("{}\\fI{}\\fR", label.empty() ? "" : " ", troff(option.type));
    }
    return troff_entry(label, option.meaning);
}

// The options that every command has are told once.
bool is_general(const ArgumentRow& option) {
    return option.group == "Messages" || option.group == "Help";
}

std::string own_options(const CommandRow& command) {
    std::string page;
    for (const ArgumentRow& positional : command.positionals) {
        page += option_entry(positional);
    }
    for (const ArgumentRow& option : command.options) {
        page += is_general(option) ? "" : option_entry(option);
    }
    return page;
}

std::string section(const CommandRow& command) {
    return fmt::format(".SS {}\n", troff(command.facts.name)) + troff(command.facts.summary) +
           ".\n" +
           lines_as_typed(
               fmt::format("orrery {} {}", command.facts.name, command.facts.arguments)) +
           troff_paragraphs(command.facts.description) + own_options(command) +
           lines_as_typed(command.facts.examples);
}

} // namespace

std::string man_page(const std::vector<CommandRow>& commands) {
    const CommandRow& window = commands.front();
    std::string page = fmt::format(
        ".TH ORRERY 1 \"\" \"orrery {}\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\norrery "
        "\\- {}\n.SH SYNOPSIS\n",
        version(), troff(window.facts.summary));
    page += lines_as_typed(std::string("orrery ") + window.facts.arguments);
    page += ".SH DESCRIPTION\n" + troff_paragraphs(window.facts.description);
    page += ".SH OPTIONS OF THE WINDOW\n" + own_options(window);
    page += ".SH OPTIONS OF EVERY COMMAND\n";
    for (const ArgumentRow& option : window.options) {
        page += is_general(option) ? option_entry(option) : "";
    }
    page += ".SH COMMANDS\n";
    for (const CommandRow& command : commands) {
        page += command.is_window() ? "" : section(command);
    }
    page += ".SH NUMBERS\n" + troff_paragraphs(std::string(about_numbers));
    page += ".SH EXIT STATUS\n";
    for (const auto& [status, meaning] : exit_statuses) {
        page += troff_entry(status, meaning);
    }
    return page + ".SH EXAMPLES\n" + lines_as_typed(window.facts.examples);
}

} // namespace orrery
