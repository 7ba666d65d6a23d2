#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

// TOML being written, in the order a person reads it best. Numbers get as many digits as it takes
// to read them back exactly. Text that is not valid UTF-8 (a file's name may be anything) has its
// offending bytes replaced by U+FFFD, since TOML can hold nothing else.
class TomlText {
public:
    // `file`: for messages only.
    explicit TomlText(std::filesystem::path file = {}) : file_(std::move(file)) {}

    void table(std::string_view name); // [name]; quote parts with TomlText::quoted
    void append(std::string_view tables) { text_ += tables; } // TOML already
    void table_array(std::string_view name);                  // [[name]]: another element

    // `key` is quoted where it must be. Throws failure for a number that is not finite.
    void value(std::string_view key, double number);
    void value(std::string_view key, std::int64_t number);
    void value(std::string_view key, bool flag);
    void value(std::string_view key, std::string_view text);
    void value(std::string_view key, const char* text) { value(key, std::string_view(text)); }
    void value(std::string_view key, std::span<const double> numbers);
    void value(std::string_view key, const double (&numbers)[3]) {
        value(key, std::span<const double>(numbers));
    }
    void value(std::string_view key, const std::vector<std::string>& texts);

    // These have the names of TomlTable's functions, so that one list of fields both writes and
    // reads a value; limits are the reader's.
    template <class Value, class... Limits>
    void field(std::string_view key, const Value& given, Limits... /*limits*/) {
        if constexpr (std::integral<Value> && !std::same_as<Value, bool>) {
            value(key, static_cast<std::int64_t>(given));
        } else if constexpr (requires { given.has_value(); }) {
            if (given) {
                field(key, *given);
            }
        } else {
            value(key, given);
        }
    }
    template <class Value>
    void field_above_zero(std::string_view key, const Value& given) {
        if (given > 0) {
            field(key, given);
        }
    }
    template <class Value, class Fields>
    void section(std::string_view name, const Value& given, const Fields& fields) {
        table(name);
        inside_ = std::string(name) + ".";
        fields(*this, given);
        inside_.clear();
    }
    template <class Values, class Fields>
    void list(std::string_view name, const Values& values, const Fields& fields) {
        for (const auto& one : values) {
            table_array(inside_ + std::string(name));
            fields(*this, one);
        }
    }

    static std::string quoted(std::string_view text);

    const std::string& text() const { return text_; }

private:
    void line(std::string_view key, std::string_view value);

    std::string written(std::string_view key, double number) const;

    std::filesystem::path file_;
    std::string text_;
    std::string inside_ = {}; // the section's name and a dot
};

} // namespace orrery
