#include "app/tour/tour_editor.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

namespace {

namespace fs = std::filesystem;

using What = TourEdit::What;

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
        std::ranges::sort(headers_);
    }

    const toml::table& step(std::size_t line) const {
        const auto found = std::ranges::find_if(
            steps_, [line](const toml::table* step) { return step->source().begin.line == line; });
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

fs::path free_name(const fs::path& wanted) {
    fs::path name = wanted;
    for (int number = 2; fs::exists(name); ++number) {
        name = wanted.stem().string() + "-" + std::to_string(number) + wanted.extension().string();
    }
    return name;
}

TourEditor::TourEditor(fs::path file, Owner owner, std::string text, const Actions& actions)
    : file_(std::move(file)), owner_(owner), text_(std::move(text)), saved_(text_),
      read_(read_tour_text(text_, file_, actions)) {}

std::string TourEditor::text_after(const TourEdit& edit) const {
    const std::size_t line = read_.lines[edit.step];
    switch (edit.what) {
    case What::title:
        return with_text_of_step(text_, file_, line, "title", edit.text);
    case What::words:
        return with_text_of_step(text_, file_, line, "words", edit.text);
    case What::notes:
        return with_text_of_step(text_, file_, line, "notes", edit.text);
    case What::earlier:
        return with_steps_exchanged(text_, file_, line, read_.lines[edit.step - 1]);
    case What::later:
        return with_steps_exchanged(text_, file_, line, read_.lines[edit.step + 1]);
    case What::remove:
        return without_step(text_, file_, line);
    case What::take_back:
        break;
    }
    return earlier_.empty() ? text_ : earlier_.back();
}

std::size_t TourEditor::edit(const TourEdit& edit, std::size_t position, const Actions& actions) {
    const bool exchanges = edit.what == What::earlier || edit.what == What::later;
    const std::size_t other = edit.what == What::earlier ? edit.step - 1 : edit.step + 1;
    if (edit.step >= read_.tour.steps.size() ||
        (exchanges && !read_.tour.can_exchange(edit.step, other))) {
        throw bad_input("a step stays in its chapter", file_.string(), "move it in the file");
    }
    std::string text = text_after(edit);
    ReadTour read = read_tour_text(text, file_, actions);
    if (edit.what == What::take_back) {
        if (!earlier_.empty()) {
            earlier_.pop_back();
        }
    } else {
        earlier_.push_back(text_);
    }
    text_ = std::move(text);
    read_ = std::move(read);
    if (exchanges && (position == edit.step || position == other)) {
        position = position == other ? edit.step : other;
    } else if (edit.what == What::remove && position > edit.step) {
        --position;
    }
    return std::min(position, read_.tour.steps.size() - 1);
}

const fs::path& TourEditor::save() {
    const fs::path file = owner_ == Owner::program ? free_name(file_.filename()) : file_;
    AtomicFile written(file);
    written.write(std::string_view(text_));
    written.commit();
    file_ = file;
    owner_ = Owner::user;
    saved_ = text_;
    return file_;
}

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
