#include "app/tour/tour_editor.hpp"

#include "app/tour/tour_text.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace orrery {

namespace {

namespace fs = std::filesystem;

using What = TourEdit::What;

// A copy in the working folder, of a name that is not taken.
fs::path name_of_copy(const fs::path& file) {
    fs::path copy = file.filename();
    for (int number = 2; fs::exists(copy); ++number) {
        copy = file.stem().string() + "-" + std::to_string(number) + file.extension().string();
    }
    return copy;
}

} // namespace

// Versions of one tour are not those of the next.
TourEditor::TourEditor(fs::path file, Owner owner, std::string text, const Actions& actions)
    : file_(std::move(file)), owner_(owner), text_(std::move(text)), saved_(text_),
      read_(read_tour_text(text_, file_, actions)), version_(std::hash<std::string>{}(text_)) {}

bool TourEditor::can_exchange(std::size_t step, std::size_t other) const {
    const std::vector<TourStep>& steps = read_.tour.steps;
    return step < steps.size() && other < steps.size() &&
           steps[step].chapters == steps[other].chapters;
}

std::string TourEditor::changed(const TourEdit& edit) const {
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
    if (edit.step >= read_.tour.steps.size() || (exchanges && !can_exchange(edit.step, other))) {
        throw bad_input("a step stays in its chapter", file_.string(), "move it in the file");
    }
    std::string text = changed(edit);
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
    ++version_;
    if (exchanges && (position == edit.step || position == other)) {
        position = position == other ? edit.step : other;
    } else if (edit.what == What::remove && position > edit.step) {
        --position;
    }
    return std::min(position, read_.tour.steps.size() - 1);
}

const fs::path& TourEditor::save() {
    const fs::path file = owner_ == Owner::program ? name_of_copy(file_) : file_;
    AtomicFile written(file);
    written.write(std::string_view(text_));
    written.commit();
    file_ = file;
    owner_ = Owner::user;
    saved_ = text_;
    ++version_;
    return file_;
}

void TourEditor::refresh(TourEditing& editing) const {
    if (editing.possible && editing.version == version_) {
        return;
    }
    editing.possible = true;
    editing.version = version_;
    editing.file = file_.string();
    editing.changed = text_ != saved_;
    editing.steps.clear();
    for (std::size_t i = 0; i < read_.tour.steps.size(); ++i) {
        const TourStep& step = read_.tour.steps[i];
        editing.steps.push_back({step.title, step.words, step.notes,
                                 i > 0 && can_exchange(i, i - 1), can_exchange(i, i + 1)});
    }
    editing.step = std::min(editing.step, editing.steps.size() - 1);
}

} // namespace orrery
