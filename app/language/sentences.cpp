#include "app/language/sentences.hpp"

#include "app/language/spoken_language.hpp"
#include "app/language/tr.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <vector>

namespace orrery {
namespace {

constexpr std::string_view gap = "{}";

// What stands in the form's gaps, from left to right and translated; nothing: the text has another
// form.
std::optional<std::vector<std::string>> filled_in(std::string_view form, std::string_view text) {
    std::vector<std::string> values;
    for (;;) {
        const std::size_t at = form.find(gap);
        const std::string_view before = form.substr(0, at);
        if (!text.starts_with(before)) {
            return std::nullopt;
        }
        text.remove_prefix(before.size());
        if (at == std::string_view::npos) {
            return text.empty() ? std::optional(values) : std::nullopt;
        }
        form.remove_prefix(at + gap.size());
        const std::string_view next = form.substr(0, form.find(gap));
        const std::size_t end = form.empty()   ? text.size()
                                : next == form ? text.rfind(next)
                                               : text.find(next);
        const std::string value(text.substr(0, end));
        if (end == std::string_view::npos || value.empty() || value.find("; ") != value.npos) {
            return std::nullopt;
        }
        values.push_back(before.ends_with('\'') ? value : tr_sentence(value)); // as it was typed
        text.remove_prefix(end);
    }
}

std::string worded(const std::string& form, const std::vector<std::string>& values) {
    fmt::dynamic_format_arg_store<fmt::format_context> arguments;
    for (const std::string& value : values) {
        arguments.push_back(value);
    }
    return format_translated(form, arguments);
}

// "where: what; hint": each by itself. Nothing: no part of it is known.
std::optional<std::string> in_parts(const std::string& text) {
    for (const std::string_view mark : {"; ", ": "}) {
        for (std::size_t at = text.find(mark); at != std::string::npos;
             at = text.find(mark, at + 1)) {
            const std::string left = text.substr(0, at), right = text.substr(at + mark.size());
            const std::string here = tr_sentence(left), there = tr_sentence(right);
            if (here != left || there != right) {
                return here + std::string(mark) + there;
            }
        }
    }
    return std::nullopt;
}

} // namespace

std::string tr_sentence(const std::string& english) {
    if (spoken() == nullptr || spoken()->texts().empty()) {
        return english;
    }
    if (std::string whole = tr(english); whole != english) {
        return whole;
    }
    for (const std::string& form : spoken()->forms()) {
        if (const auto values = filled_in(form, english); values && !values->empty()) {
            return worded(form, *values);
        }
    }
    return in_parts(english).value_or(english);
}

} // namespace orrery
