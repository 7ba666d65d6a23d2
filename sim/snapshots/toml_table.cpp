#include "sim/snapshots/toml_table.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/snapshots/file_position.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace orrery {

// Refuses a value of another kind.
template <class Value>
auto TomlTable::find_as(std::string_view key, const char* wanted) {
    const toml::node* const node = find(key);
    const auto* const value = node != nullptr ? node->as<Value>() : nullptr;
    if (node != nullptr && value == nullptr) {
        fail_type(key, wanted);
    }
    return value;
}

template <class Value>
std::optional<Value> TomlTable::plain(std::string_view key, const char* wanted) {
    const auto* const value = find_as<Value>(key, wanted);
    return value != nullptr ? std::optional(value->get()) : std::nullopt;
}

std::optional<double> TomlTable::number(std::string_view key, double minimum, double maximum) {
    const toml::node* node = find(key);
    return node ? std::optional(checked_number(key, *node, minimum, maximum)) : std::nullopt;
}

std::optional<std::int64_t> TomlTable::integer(std::string_view key, std::int64_t minimum,
                                               std::int64_t maximum) {
    const auto value = plain<std::int64_t>(key, "a whole number");
    if (value && (*value < minimum || *value > maximum)) {
        fail(key, "'" + std::string(key) + "' cannot be " + std::to_string(*value),
             "the range is " + std::to_string(minimum) + " to " + std::to_string(maximum));
    }
    return value;
}

std::optional<bool> TomlTable::boolean(std::string_view key) {
    return plain<bool>(key, "true or false");
}

std::optional<std::string> TomlTable::string(std::string_view key) {
    return plain<std::string>(key, "text in quotation marks");
}

std::optional<TomlTable> TomlTable::table(std::string_view key) {
    const toml::table* const found = find_as<toml::table>(key, "a table");
    return found ? std::optional(TomlTable(*found, *file_, first_line_)) : std::nullopt;
}

std::string TomlTable::table_text(std::string_view key) {
    if (!table(key)) {
        return {};
    }
    const toml::table alone{{key, *table_->get_as<toml::table>(key)}};
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << alone;
    return text.str();
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) {
    std::vector<TomlTable> result;
    if (const toml::node* node = find(key)) {
        if (!node->is_array_of_tables()) {
            fail_type(key, "an array of tables");
        }
        for (const toml::node& element : *node->as_array()) {
            result.emplace_back(*element.as_table(), *file_, first_line_);
        }
    }
    return result;
}

std::optional<std::vector<double>> TomlTable::numbers(std::string_view key,
                                                      std::optional<std::size_t> count) {
    const toml::node* node = find(key);
    if (!node) {
        return std::nullopt;
    }
    if (!node->is_array() || (count && node->as_array()->size() != *count)) {
        const std::string many = count ? std::to_string(*count) + " " : "";
        fail_type(key, ("an array of " + many + "numbers").c_str());
    }
    std::vector<double> values;
    for (const toml::node& element : *node->as_array()) {
        values.push_back(checked_number(key, element, -std::numeric_limits<double>::max(),
                                        std::numeric_limits<double>::max()));
    }
    return values;
}

void TomlTable::field(std::string_view key, std::span<double> values, double minimum) {
    std::ranges::copy(required(key, numbers(key, values.size())), values.begin());
    if (std::ranges::any_of(values, [&](double value) { return value < minimum; })) {
        fail(key, "a number of '" + std::string(key) + "' is negative", "all must be 0 or more");
    }
}

std::vector<std::string> TomlTable::strings(std::string_view key) {
    constexpr const char* wanted = "an array of strings";
    std::vector<std::string> result;
    if (const toml::array* all = find_as<toml::array>(key, wanted)) {
        for (const toml::node& element : *all) {
            if (!element.is_string()) {
                fail_type(key, wanted);
            }
            result.push_back(element.as_string()->get());
        }
    }
    return result;
}

bool TomlTable::is_string(std::string_view key) const {
    const toml::node* node = table_->get(key);
    return node && node->is_string();
}

std::vector<std::string> TomlTable::keys() const {
    std::vector<std::string> result;
    for (const auto& [key, value] : *table_) {
        result.emplace_back(key.str());
    }
    return result;
}

void TomlTable::finish() const {
    for (const auto& [key, value] : *table_) {
        if (std::ranges::find(asked_, key.str()) == asked_.end()) {
            throw bad_input("unknown setting '" + std::string(key.str()) + "' here",
                            file_position(key.source()), "there are " + joined(asked_));
        }
    }
}

void TomlTable::fail(std::string_view key, const std::string& what, const std::string& hint) const {
    const toml::node* node = table_->get(key);
    throw bad_input(what, file_position(node ? node->source() : table_->source()), hint);
}

const toml::node* TomlTable::find(std::string_view key) {
    asked_.emplace_back(key);
    return table_->get(key);
}

std::string TomlTable::file_position(const toml::source_region& region) const {
    const std::size_t line = std::max<std::size_t>(region.begin.line, 1);
    return at_line(*file_, line + first_line_ - 1, std::max<std::size_t>(region.begin.column, 1));
}

void TomlTable::fail_missing(std::string_view key) const {
    fail(key, "'" + std::string(key) + "' is missing", "add it");
}

void TomlTable::fail_type(std::string_view key, const char* wanted) const {
    fail(key, "'" + std::string(key) + "' has the wrong kind of value",
         "it must be " + std::string(wanted));
}

double TomlTable::checked_number(std::string_view key, const toml::node& node, double minimum,
                                 double maximum) const {
    if (!node.is_number()) {
        fail_type(key, "a number");
    }
    const double value = node.value<double>().value_or(std::nan(""));
    if (!std::isfinite(value)) {
        fail(key, "'" + std::string(key) + "' is not a finite number", "give it a sensible value");
    }
    if (value < minimum || value > maximum) {
        const bool bounded = maximum < std::numeric_limits<double>::max();
        fail(key, "'" + std::string(key) + "' cannot be " + written(value),
             bounded ? "the range is " + written(minimum) + " to " + written(maximum)
                     : "the minimum is " + written(minimum));
    }
    return value;
}

toml::table parse_toml(std::string_view text, const std::filesystem::path& file,
                       std::size_t first_line) {
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        const toml::source_position begin = error.source().begin;
        std::string what(error.description());
        std::ranges::replace(what, '\n', ' ');
        throw bad_input("this is not TOML (" + what + ")",
                        at_line(file, std::max<std::size_t>(begin.line, 1) + first_line - 1,
                                std::max<std::size_t>(begin.column, 1)),
                        "values look like  key = 1.5  or  key = \"text\"");
    }
}

} // namespace orrery
