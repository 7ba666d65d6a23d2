#pragma once

#include <toml++/toml.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// A table of a TOML file, read with checks: a value of the wrong type or out of range, and a key
// that is never asked for, throw bad_input naming the file, line and column. Include this in source
// files only; it brings toml++ with it.
class TomlTable {
public:
    // `first_line`: the number of the text's first line in the file. `table` must outlive this.
    TomlTable(const toml::table& table, const std::filesystem::path& file,
              std::size_t first_line = 1)
        : table_(&table), file_(&file), first_line_(first_line) {}

    // The value of a key, or nothing where the table has no such key. Numbers must be finite.
    std::optional<double> number(std::string_view key,
                                 double minimum = -std::numeric_limits<double>::max(),
                                 double maximum = std::numeric_limits<double>::max());
    std::optional<std::int64_t>
    integer(std::string_view key, std::int64_t minimum = 0,
            std::int64_t maximum = std::numeric_limits<std::int64_t>::max());
    std::optional<bool> boolean(std::string_view key);
    std::optional<std::string> string(std::string_view key);
    std::optional<TomlTable> table(std::string_view key);
    // The table as TOML of its own, "[key]" and all that is in it: for whoever keeps it without
    // knowing it. Empty where there is no such key.
    std::string table_text(std::string_view key);
    std::vector<TomlTable> tables(std::string_view key);    // none where there is no such key
    std::vector<std::string> strings(std::string_view key); // likewise
    // `count`: the number of them that is required.
    std::optional<std::vector<double>> numbers(std::string_view key,
                                               std::optional<std::size_t> count = {});

    // The values of keys that must be there; see TomlText::field.
    void field(std::string_view key, double& value,
               double minimum = -std::numeric_limits<double>::max()) {
        value = required(key, number(key, minimum));
    }
    void field(std::string_view key, std::span<double> values,
               double minimum = -std::numeric_limits<double>::max());
    void field(std::string_view key, bool& value) { value = required(key, boolean(key)); }
    void field(std::string_view key, std::string& value) { value = required(key, string(key)); }
    template <std::integral Whole>
    void field(std::string_view key, Whole& value, std::int64_t least = 0,
               std::int64_t most = static_cast<std::int64_t>(std::min<std::uint64_t>(
                   std::numeric_limits<Whole>::max(), std::numeric_limits<std::int64_t>::max()))) {
        value = static_cast<Whole>(required(key, integer(key, least, most)));
    }
    void field(std::string_view key, std::vector<std::string>& values) { values = strings(key); }
    void field(std::string_view key, std::vector<double>& values) {
        values = required(key, numbers(key));
    }
    void field(std::string_view key, std::optional<std::size_t>& value) {
        const auto number = integer(key);
        value = number ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
    }
    // 0 where there is no such key.
    void field_above_zero(std::string_view key, double& value) {
        value = number(key, 0).value_or(0);
    }
    template <class Value, class Fields>
    void section(std::string_view name, Value& value, const Fields& fields) {
        TomlTable inner = required(name, table(name));
        fields(inner, value);
        inner.finish();
    }
    template <class Value, class Fields>
    void list(std::string_view name, std::vector<Value>& values, const Fields& fields) {
        for (TomlTable& one : tables(name)) {
            fields(one, values.emplace_back());
            one.finish();
        }
    }

    // A key that may be there and does not count.
    void ignore(std::string_view key) { find(key); }

    // For a key that must be there: required("time", header.number("time")).
    template <class Value>
    Value required(std::string_view key, std::optional<Value> value) const {
        if (!value) {
            fail_missing(key);
        }
        return std::move(*value);
    }

    // In the file, where it begins.
    std::size_t line() const { return table_->source().begin.line + first_line_ - 1; }
    bool is_string(std::string_view key) const;
    std::vector<std::string> keys() const;

    // Throws for the first key that was not asked for.
    void finish() const;

    // About the value of a key, or about the table where it has no such key.
    [[noreturn]] void fail(std::string_view key, const std::string& what,
                           const std::string& hint) const;

private:
    const toml::node* find(std::string_view key);
    template <class Value>
    auto find_as(std::string_view key, const char* wanted);
    template <class Value>
    std::optional<Value> plain(std::string_view key, const char* wanted);
    std::string file_position(const toml::source_region& region) const;
    [[noreturn]] void fail_missing(std::string_view key) const;
    [[noreturn]] void fail_type(std::string_view key, const char* wanted) const;
    double checked_number(std::string_view key, const toml::node& node, double minimum,
                          double maximum) const;

    const toml::table* table_;
    const std::filesystem::path* file_;
    std::size_t first_line_;
    std::vector<std::string> asked_;
};

// Parses TOML; throws bad_input naming the file, line and column of what is no TOML.
toml::table parse_toml(std::string_view text, const std::filesystem::path& file,
                       std::size_t first_line = 1);

} // namespace orrery
