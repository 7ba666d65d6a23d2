#include "app/features/tour/tour_editor.hpp"

#include "app/features/tour/tour.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <system_error>
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

// A tour's file as text, changed in one place: all else stays as written, comments and steps that
// do not run here included. A step is known by the line of its header, `[[step]]`; one that was
// written in another way cannot be changed so, which is bad_input.
class Outline {
public:
    Outline(const std::string& text, const fs::path& file)
        : text_(text), file_(file), table_(parse_toml(text, file)) {
        lines_.push_back(0);
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '\n') {
                lines_.push_back(i + 1);
            }
        }
        collect(table_);
    }

    // With that value of the key: title, words or notes.
    std::string with_value(std::size_t line, std::string_view key, std::string_view value) const {
        const toml::table& table = step(line);
        std::string changed = text_;
        if (const toml::node* const node = table.get(key)) {
            const std::size_t from = place(node->source().begin);
            changed.replace(from, place(node->source().end) - from, TomlText::quoted(value));
            return changed;
        }
        TomlText added;
        added.value(key, value);
        const toml::node* const title = table.get("title");
        const std::size_t behind =
            place(title == nullptr ? table.source().begin : title->source().end);
        const std::size_t at = std::min(text_.find('\n', behind), text_.size() - 1) + 1;
        const bool in_line = at > 0 && text_[at - 1] != '\n'; // the last one
        changed.insert(at, (in_line ? "\n" : "") + added.text());
        return changed;
    }

    // With these views instead of those that it has, at its end.
    std::string with_views(std::size_t line, const std::vector<CameraFlight>& views) const {
        const Range whole = block(line);
        const toml::array* const old = step(line)["view"].as_array();
        const toml::table* const first =
            old == nullptr || old->empty() ? nullptr : old->front().as_table();
        if (first != nullptr && first->is_inline()) {
            throw bad_input("the views of this step cannot be changed here",
                            file_.string() + ", line " + std::to_string(line),
                            "change them in the file");
        }
        const std::size_t from =
            first == nullptr ? whole.end : begin_of(first->source().begin.line);
        std::string header = text_.substr(lines_[line - 1]);
        header = header.substr(0, header.find(']'));
        TomlText written;
        for (const CameraFlight& view : views) {
            write_view(written, view, header.substr(header.find_first_not_of("[ ")));
        }
        const std::string& added = written.text();
        return text_.substr(0, text_.find_last_not_of('\n', from - 1) + 1) + "\n" +
               added.substr(0, added.find_last_not_of('\n') + 1) + text_.substr(whole.end);
    }

    // With two steps in each other's place, each with the comment right above it.
    std::string exchanged(std::size_t line, std::size_t other) const {
        const Range first = block(std::min(line, other));
        const Range second = block(std::max(line, other));
        return text_.substr(0, first.begin) + text_.substr(second.begin, second.length()) +
               text_.substr(first.end, second.begin - first.end) +
               text_.substr(first.begin, first.length()) + text_.substr(second.end);
    }

    std::string without(std::size_t line) const {
        const Range range = block(line);
        const std::size_t behind = text_.find_first_not_of('\n', range.end);
        return text_.substr(0, range.begin) +
               (behind == std::string::npos ? "" : text_.substr(behind));
    }

private:
    void collect(const toml::table& table) {
        for (const char* kind : {"step", "chapter"}) {
            const toml::array* const list = table[kind].as_array();
            for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
                if (const toml::table* const each = (*list)[i].as_table()) {
                    headers_[each->source().begin.line] = each;
                    collect(*each);
                }
            }
        }
    }

    const toml::table& step(std::size_t line) const {
        const auto found = headers_.find(line);
        if (found == headers_.end() || found->second->is_inline()) {
            throw bad_input("this step cannot be changed here",
                            file_.string() + ", line " + std::to_string(line),
                            "change it in the file");
        }
        return *found->second;
    }

    // A step with the comment above it and without the blank lines behind it.
    Range block(std::size_t line) const {
        step(line);
        const auto next = headers_.upper_bound(line);
        const std::size_t end = next == headers_.end() ? text_.size() : begin_of(next->first);
        return {begin_of(line), text_.find_last_not_of('\n', end - 1) + 1};
    }

    std::size_t begin_of(std::size_t line) const {
        while (line > 1 && text_[lines_[line - 2]] == '#') {
            --line;
        }
        return lines_[line - 1];
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

    const std::string& text_;
    const fs::path& file_;
    const toml::table table_;
    std::vector<std::size_t> lines_;                    // where they begin
    std::map<std::size_t, const toml::table*> headers_; // of steps and chapters, by their lines
};

} // namespace

fs::path free_name(const fs::path& wanted) {
    fs::path name = wanted;
    for (int number = 2; fs::exists(name); ++number) {
        name = wanted.parent_path() / (wanted.stem().string() + "-" + std::to_string(number) +
                                       wanted.extension().string());
    }
    return name;
}

TourEditor::TourEditor(fs::path file, Owner owner, std::string text, const Actions& actions)
    : file_(std::move(file)), owner_(owner), text_(std::move(text)), saved_(text_),
      read_(read_tour_text(text_, file_, actions)) {}

std::string TourEditor::text_after(const TourEdit& edit) const {
    const Outline outline(text_, file_);
    const std::size_t line = read_.lines[edit.step];
    switch (edit.what) {
    case What::title:
        return outline.with_value(line, "title", edit.text);
    case What::words:
        return outline.with_value(line, "words", edit.text);
    case What::notes:
        return outline.with_value(line, "notes", edit.text);
    case What::views:
        return outline.with_views(line, edit.views);
    case What::earlier:
        return outline.exchanged(line, read_.lines[edit.step - 1]);
    case What::later:
        return outline.exchanged(line, read_.lines[edit.step + 1]);
    case What::remove:
        return outline.without(line);
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
    std::error_code absent;
    const bool is_own = owner_ == Owner::user && // and nobody else has changed it
                        (!fs::exists(file_, absent) || text_of_tour(file_) == saved_);
    file_ = is_own ? write(file_) : save_copy();
    owner_ = Owner::user;
    saved_ = text_;
    return file_;
}

fs::path TourEditor::save_copy() const {
    return write(free_name(owner_ == Owner::program ? file_.filename() : file_));
}

fs::path TourEditor::write(const fs::path& file) const {
    AtomicFile written(file);
    written.write(std::string_view(text_));
    written.commit();
    return file;
}

} // namespace orrery
