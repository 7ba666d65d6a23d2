#include "app/state/undo_history.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/simulation/properties.hpp"

#include <cassert>
#include <iterator>
#include <set>
#include <utility>

namespace orrery {
namespace {

// The first field that differs. Names and counts are worth telling; of other numbers, that they
// changed; "" where no field differs.
template <class Owner>
std::string changed_words(std::span<const PropertyOf<Owner>> rows, const Owner& before,
                          const Owner& after) {
    for (const PropertyOf<Owner>& property : rows) {
        const std::string words = property.words(after);
        if (*property.title == '\0' || words == property.words(before)) {
            continue;
        }
        const std::string name = tr(property.title);
        if (property.kind == PropertyFacts::Kind::number ||
            property.kind == PropertyFacts::Kind::flag) {
            return name;
        }
        const SettingValue value = property.member.get(after);
        const auto* const count = std::get_if<std::uint64_t>(&value);
        const bool counts = property.binary && words != property.unset && count != nullptr;
        return name + " " + (counts ? with_thousands(*count) : words);
    }
    return "";
}

std::string change_words(const UndoPoint& before, const UndoPoint& after) {
    if (before.settings != after.settings) {
        const std::string words = changed_words(properties(), before.settings, after.settings);
        return words.empty() ? tr("settings") : words;
    }
    const std::string words = changed_words(look_properties(), before.look, after.look);
    return words.empty() ? tr("look") : words;
}

} // namespace

Settings undoable(Settings settings) {
    settings.running = true;
    settings.count_interactions = false;
    return settings;
}

Look undoable(Look look) {
    look.camera.reset();
    look.layer = Layer::panels;
    if (look.automatic_range) {
        look.style.scalar_low = look.style.scalar_high = 0;
    }
    return look;
}

void UndoHistory::rebase(const Settings& settings, const Look& look) {
    present_ = UndoPoint{undoable(settings), undoable(look), {}};
}

void UndoHistory::begin_step(const Settings& settings, const Look& look, bool loads) {
    rebase(settings, look);
    changes_.erase(changes_.begin() + static_cast<std::ptrdiff_t>(done_), changes_.end());
    first_ = done_;
    step_loads_ = loads;
    restoring_ = Restoring::nothing;
}

void UndoHistory::observe(const Settings& settings, const Look& look) {
    const UndoPoint now{undoable(settings), undoable(look), {}};
    if (present_ && now.settings == present_->settings && now.look == present_->look) {
        return;
    }
    if (const auto before = std::exchange(present_, now)) {
        push({*before, now, change_words(*before, now),
              !same_system(before->settings, now.settings)});
    }
}

void UndoHistory::push(Change change) {
    changes_.erase(changes_.begin() + static_cast<std::ptrdiff_t>(done_), changes_.end());
    changes_.push_back(std::move(change));
    if (changes_.size() > max_changes) {
        changes_.pop_front();
        first_ -= std::min<std::size_t>(first_, 1);
    }
    done_ = changes_.size();
    restoring_ = Restoring::nothing;
}

void UndoHistory::timeline_replaced(Replaced replaced) {
    std::shared_ptr<const Timeline>& timeline = replaced.timeline;
    const auto push_here = [&](const std::string& words) {
        if (timeline != nullptr && present_) {
            push({{present_->settings, present_->look, std::move(timeline)}, *present_, words});
        }
    };
    if (!replaced.by_load) {
        push_here(replaced.words.empty()
                      ? tr_format("continuing from t = {}", plainly(replaced.from.time))
                      : replaced.words);
    } else if (!std::exchange(step_loads_, false)) {
        if (restoring_ == Restoring::undone && can_redo()) {
            changes_[done_].after.timeline = std::move(timeline);
        } else if ((restoring_ == Restoring::redone && can_undo()) ||
                   (can_undo() && std::exchange(changes_[done_ - 1].awaits_timeline, false))) {
            changes_[done_ - 1].before.timeline = std::move(timeline);
        } else { // the same settings, from the start again
            push_here(tr("reset"));
        }
        restoring_ = Restoring::nothing;
    }
    keep_budget();
}

std::size_t UndoHistory::bytes() const {
    std::size_t bytes = 0;
    std::set<const Checkpoint*> counted;
    for (const Change& change : changes_) {
        for (const UndoPoint* moment : {&change.before, &change.after}) {
            bytes += moment->timeline == nullptr ? 0 : moment->timeline->bytes_besides(counted);
        }
    }
    return bytes;
}

void UndoHistory::keep_budget() {
    std::size_t kept = 0, bytes = 0;
    std::set<const Checkpoint*> counted;
    const auto fits = [&](const Timeline& timeline) {
        auto tried = counted;
        return bytes + timeline.bytes_besides(tried) <= max_bytes_;
    };
    for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
        for (UndoPoint* moment : {&change->after, &change->before}) {
            if (moment->timeline == nullptr) {
                continue;
            }
            if (!fits(*moment->timeline)) {
                Timeline ends = *moment->timeline; // no more than its beginning and its end
                ends.fit(0);
                moment->timeline = std::make_shared<const Timeline>(std::move(ends));
            }
            if (kept > 0 && !fits(*moment->timeline)) {
                moment->timeline.reset();
                continue;
            }
            bytes += moment->timeline->bytes_besides(counted);
            ++kept;
        }
    }
}

std::string UndoHistory::undo_words() const {
    return can_undo() ? changes_[done_ - 1].words : "";
}

std::string UndoHistory::redo_words() const {
    return can_redo() ? changes_[done_].words : "";
}

UndoPoint UndoHistory::undo() {
    assert(can_undo());
    const Change& change = changes_[--done_];
    return go_to(change.before, change, Restoring::undone);
}

UndoPoint UndoHistory::redo() {
    assert(can_redo());
    const Change& change = changes_[done_++];
    return go_to(change.after, change, Restoring::redone);
}

UndoPoint UndoHistory::go_to(const UndoPoint& moment, const Change& change, Restoring restoring) {
    const bool loads =
        moment.timeline != nullptr || !same_system(change.before.settings, change.after.settings);
    restoring_ = loads ? restoring : Restoring::nothing;
    present_ = UndoPoint{moment.settings, moment.look, {}};
    return moment;
}

} // namespace orrery
