#include "app/tour/tour_text.hpp"

#include "sim/base/error.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace orrery {
namespace {

struct Range {
    std::size_t begin = 0, end = 0; // of characters
    std::size_t length() const { return end - begin; }
};

// The file's lines, and where in it steps and chapters begin.
class Outline {
public:
    Outline(const std::string& text, const std::filesystem::path& file)
        : text_(text), file_(file), table_(parse_toml(text, file)) {
        lines_.push_back(0);
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\n') {
                lines_.push_back(i + 1);
            }
        }
        collect(table_);
        std::sort(headers_.begin(), headers_.end());
    }

    const toml::table& step(std::size_t line) const {
        const auto found =
            std::find_if(steps_.begin(), steps_.end(), [line](const toml::table* step) {
                return step->source().begin.line == line;
            });
        if (found == steps_.end() || (*found)->is_inline()) {
            throw bad_input("this step cannot be changed here",
                            file_.string() + ", line " + std::to_string(line),
                            "change it in the file");
        }
        return **found;
    }

    // A step with the comment above it and without the blank lines behind it.
    Range block(std::size_t line) const {
        step(line);
        const auto next = std::upper_bound(headers_.begin(), headers_.end(), line);
        Range range{begin_of(line), next == headers_.end() ? text_.size() : begin_of(*next)};
        while (range.end > range.begin && text_[range.end - 1] == '\n') {
            --range.end;
        }
        return range;
    }

    // Columns count characters, not bytes.
    std::size_t place(const toml::source_position& position) const {
        std::size_t at = lines_[position.line - 1];
        for (auto column = position.column; column > 1; --column) {
            do {
                ++at;
            } while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U);
        }
        return at;
    }

    std::size_t line_after(std::size_t place) const {
        return std::min(text_.find('\n', place), text_.size() - 1) + 1;
    }

private:
    void collect(const toml::table& table) {
        for (const char* kind : {"step", "chapter"}) {
            const toml::array* const list = table[kind].as_array();
            for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
                const toml::table* const each = (*list)[i].as_table();
                if (each == nullptr) {
                    continue;
                }
                headers_.push_back(each->source().begin.line);
                if (*kind == 's') {
                    steps_.push_back(each);
                } else {
                    collect(*each);
                }
            }
        }
    }

    std::size_t begin_of(std::size_t line) const {
        while (line > 1 && text_[lines_[line - 2]] == '#') {
            --line;
        }
        return lines_[line - 1];
    }

    const std::string& text_;
    const std::filesystem::path& file_;
    const toml::table table_;
    std::vector<std::size_t> lines_; // where they begin
    std::vector<const toml::table*> steps_;
    std::vector<std::size_t> headers_; // lines
};

} // namespace

std::string with_text_of_step(const std::string& text, const std::filesystem::path& file,
                              std::size_t line, std::string_view key, std::string_view value) {
    const Outline outline(text, file);
    const toml::table& step = outline.step(line);
    std::string changed = text;
    if (const toml::node* const node = step.get(key)) {
        const toml::source_region& region = node->source();
        const std::size_t from = outline.place(region.begin);
        changed.replace(from, outline.place(region.end) - from, TomlText::quoted(value));
        return changed;
    }
    TomlText added;
    added.value(key, value);
    const toml::node* const title = step.get("title");
    const toml::source_position behind =
        title == nullptr ? step.source().begin : title->source().end;
    const std::size_t place = outline.line_after(outline.place(behind));
    const bool in_line = place > 0 && text[place - 1] != '\n'; // the last one
    changed.insert(place, (in_line ? "\n" : "") + added.text());
    return changed;
}

std::string with_steps_exchanged(const std::string& text, const std::filesystem::path& file,
                                 std::size_t line, std::size_t other) {
    const Outline outline(text, file);
    const Range first = outline.block(std::min(line, other));
    const Range second = outline.block(std::max(line, other));
    return text.substr(0, first.begin) + text.substr(second.begin, second.length()) +
           text.substr(first.end, second.begin - first.end) +
           text.substr(first.begin, first.length()) + text.substr(second.end);
}

std::string without_step(const std::string& text, const std::filesystem::path& file,
                         std::size_t line) {
    const Outline outline(text, file);
    Range range = outline.block(line);
    while (range.end < text.size() && text[range.end] == '\n') {
        ++range.end;
    }
    return text.substr(0, range.begin) + text.substr(range.end);
}

} // namespace orrery
