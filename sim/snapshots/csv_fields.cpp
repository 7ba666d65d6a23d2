#include "sim/snapshots/csv_fields.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/snapshots/file_position.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr std::string_view spaces = " \t";

bool is_blank_or_comment(std::string_view line) {
    const std::size_t first = line.find_first_not_of(spaces);
    return first == std::string_view::npos || line[first] == '#';
}

} // namespace

std::string_view csv_text(std::span<const std::byte> bytes) {
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    return text;
}

bool CsvLines::next(std::string_view& line) {
    while (!rest_.empty()) {
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        line = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        ++number_;
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (!is_blank_or_comment(line)) {
            return true;
        }
    }
    return false;
}

std::string_view CsvFields::next() {
    skip_spaces();
    const std::size_t end = std::min(line_.find(',', begin_), line_.size());
    at_ = end + 1;
    return trimmed(line_.substr(begin_, end - begin_));
}

std::string CsvFields::next_quotable() {
    skip_spaces();
    if (begin_ == line_.size() || line_[begin_] != '"') {
        return std::string(next());
    }
    const std::size_t begin = begin_;
    std::string text;
    for (at_ = begin + 1; at_ < line_.size(); ++at_) {
        if (line_[at_] == '"') {
            if (at_ + 1 == line_.size() || line_[at_ + 1] != '"') {
                break;
            }
            ++at_;
        }
        text += line_[at_];
    }
    if (at_ >= line_.size()) {
        fail("the quotation mark is never closed", "end the name with \"");
    }
    ++at_;
    if (!next().empty()) {
        fail("something follows the closing quotation mark", "put a comma between them");
    }
    begin_ = begin;
    return text;
}

void CsvFields::fail(const std::string& what, const std::string& hint) const {
    throw bad_input(what, at_line(file_, line_number_, begin_ + 1), hint);
}

void CsvFields::fail_at_end(const std::string& what, const std::string& hint) {
    begin_ = line_.size();
    fail(what, hint);
}

void CsvFields::skip_spaces() {
    begin_ = std::min(line_.find_first_not_of(spaces, at_), line_.size());
}

void CsvFields::fail_number(std::string_view name, bool out_of_range) {
    at_ = begin_;
    constexpr std::size_t longest_shown = 40;
    const std::string text(next().substr(0, longest_shown));
    if (text.empty()) {
        fail("the " + std::string(name) + " is missing",
             "give every body a number in every column");
    }
    fail("'" + text + (out_of_range ? "' is too large or too small for " : "' is not a valid ") +
             std::string(name),
         "write numbers like 1.5 or -2e-3");
}

CsvFields::Id CsvFields::next_id(std::string_view name) {
    skip_spaces();
    if (begin_ < line_.size() && line_[begin_] == '-') {
        return {next_number<std::int64_t>(name), true, false};
    }
    const auto id = next_number<std::uint64_t>(name);
    return {static_cast<std::int64_t>(id), false, id >> 63 != 0};
}

} // namespace orrery
