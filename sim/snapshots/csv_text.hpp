#pragma once

#include "sim/system.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace orrery {

// The bytes as text, without a byte order mark.
std::string_view csv_text(std::span<const std::byte> bytes);

// Walks over the lines of a text that hold something: not over empty ones and comments.
class CsvLines {
public:
    explicit CsvLines(std::string_view text) : rest_(text) {}

    // Gives the next line, without its end; false: there is none.
    bool next(std::string_view& line);

    // The number of the line last given, from 1.
    std::size_t number() const { return number_; }

private:
    std::string_view rest_;
    std::size_t number_ = 0;
};

// A line read field by field; what is wrong is reported with its line and column.
class CsvFields {
public:
    CsvFields(const std::filesystem::path& file, std::size_t line_number, std::string_view line)
        : file_(file), line_number_(line_number), line_(line) {}

    bool done() const { return at_ > line_.size(); }

    // The text up to the next comma, without spaces around it.
    std::string_view next();

    // The same, where the field may be in quotation marks; one inside is doubled (RFC 4180).
    std::string next_quotable();

    // `name` is what the number is called in a message.
    template <class Number>
    Number next_number(std::string_view name);

    // The 64 bits of an id, and whether it has a sign or needs none to be above 2^63.
    struct Id {
        std::int64_t bits;
        bool negative, above_signed;
    };
    Id next_id(std::string_view name);

    // About the field last read.
    [[noreturn]] void fail(const std::string& what, const std::string& hint) const;
    [[noreturn]] void fail_at_end(const std::string& what, const std::string& hint);

private:
    void skip_spaces();
    [[noreturn]] void fail_number(std::string_view name, bool out_of_range);

    const std::filesystem::path& file_;
    std::size_t line_number_;
    std::string_view line_;
    std::size_t at_ = 0;    // beyond the line's size when all is read
    std::size_t begin_ = 0; // of the field last read
};

template <class Number>
Number CsvFields::next_number(std::string_view name) {
    skip_spaces();
    const char* const begin = line_.data() + begin_;
    const char* const end = line_.data() + line_.size();
    const bool plus = begin != end && *begin == '+'; // which from_chars does not know
    Number number{};
    const auto [stop, error] = std::from_chars(plus ? begin + 1 : begin, end, number);
    at_ = static_cast<std::size_t>(stop - line_.data());
    while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) {
        ++at_;
    }
    if (error != std::errc() || (at_ < line_.size() && line_[at_] != ',')) {
        fail_number(name, error == std::errc::result_out_of_range);
    }
    ++at_;
    return number;
}

// Facts about all bodies of a table, from the comments above it:
//
//   # orrery: time = 1.5
//   # orrery: time step = 0.0078125
//   # orrery: step accuracy = 0.05               the step follows the bodies
//   # orrery: softening = 0.01
//   # orrery: force error = 0.0003               the largest that suits the bodies
//   # orrery: gravity = 0.0002959122082855911
//   # orrery: units = AU, day, Msun                length, time, mass
//   # orrery: bodies = 4096                         lines after the header
//
// Other programs pass over them. Each may be missing; names that are not known are passed over,
// too, for the sake of files from later versions.
struct CsvFacts {
    std::optional<double> time = {}, time_step = {}, step_accuracy = {}, softening = {};
    std::optional<double> force_error = {}, gravity = {};
    std::optional<Units> units = {}; // the names
    std::optional<std::size_t> bodies = {};
};

// Reads the lines above the table's header. Throws bad_input, naming line and column, for a value
// that makes no sense.
CsvFacts read_csv_facts(std::string_view text, const std::filesystem::path& file);

// The same lines; units only where they have names.
std::string csv_facts_text(const CsvFacts& facts);

} // namespace orrery
