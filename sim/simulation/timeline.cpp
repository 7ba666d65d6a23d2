#include "sim/simulation/timeline.hpp"

#include "sim/machine/machine.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace orrery {
namespace {

// More than that do not make going back any quicker.
constexpr std::size_t max_checkpoints = 1000;

} // namespace

Settings computing(Settings settings) {
    settings.running = true;
    settings.steps_per_second = 0;
    return settings;
}

Timeline::Timeline(std::shared_ptr<const Checkpoint> first)
    : end_{first->steps, first->time}, bytes_(first->bytes()) {
    commands_.push_back({first->steps, computing(first->settings)});
    entries_.push_back({std::move(first), true});
}

std::size_t Timeline::place_after(std::uint64_t step) const {
    const auto after = std::find_if(entries_.begin(), entries_.end(), [step](const Entry& moment) {
        return moment.checkpoint->steps > step;
    });
    return static_cast<std::size_t>(after - entries_.begin());
}

void Timeline::keep(std::shared_ptr<const Checkpoint> moment, bool pinned) {
    assert(moment->steps <= end_.step);
    const std::size_t place = place_after(moment->steps);
    bytes_ += moment->bytes();
    if (place > 0 && entries_[place - 1].checkpoint->steps == moment->steps) {
        Entry& there = entries_[place - 1];
        bytes_ -= there.checkpoint->bytes();
        there = {std::move(moment), pinned || there.pinned};
        return;
    }
    entries_.insert(entries_.begin() + static_cast<std::ptrdiff_t>(place),
                    {std::move(moment), pinned});
}

void Timeline::command(std::uint64_t step, const Settings& settings) {
    Settings now = computing(settings);
    if (commands_.back().settings == now) {
        return;
    }
    if (commands_.back().step == step) {
        commands_.back().settings = std::move(now);
    } else {
        commands_.push_back({step, std::move(now)});
    }
}

// A state of other bodies than those of the checkpoint before it has not come from that by steps.
std::shared_ptr<const Checkpoint> Timeline::edit_at(std::uint64_t step) const {
    const std::size_t after = place_after(step);
    if (after < 2 || entries_[after - 1].checkpoint->steps != step) {
        return nullptr;
    }
    const std::shared_ptr<const Checkpoint>& here = entries_[after - 1].checkpoint;
    return here->system == entries_[after - 2].checkpoint->system ? nullptr : here;
}

void Timeline::cut(TimelineMark end) {
    while (entries_.size() > 1 && entries_.back().checkpoint->steps > end.step) {
        bytes_ -= entries_.back().checkpoint->bytes();
        entries_.pop_back();
    }
    while (commands_.size() > 1 && commands_.back().step >= end.step) {
        commands_.pop_back();
    }
    end_ = end;
}

void Timeline::fit(std::size_t bytes) {
    while (bytes_ > bytes || entries_.size() > max_checkpoints) {
        std::size_t chosen = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t k = 1; k + 1 < entries_.size(); ++k) {
            const double gap = static_cast<double>(entries_[k + 1].checkpoint->steps -
                                                   entries_[k - 1].checkpoint->steps);
            const double age = static_cast<double>(end_.step - entries_[k].checkpoint->steps + 1);
            if (!entries_[k].pinned && gap / age < least) {
                least = gap / age;
                chosen = k;
            }
        }
        if (chosen == 0) {
            if (!forget_beginning()) {
                return;
            }
            continue;
        }
        bytes_ -= entries_[chosen].checkpoint->bytes();
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(chosen));
    }
}

// Up to the oldest edit. False: there is none, or it is the end.
bool Timeline::forget_beginning() {
    if (entries_.size() < 3 || edit_at(entries_[1].checkpoint->steps) == nullptr) {
        return false;
    }
    bytes_ -= entries_.front().checkpoint->bytes();
    entries_.erase(entries_.begin());
    while (commands_.size() > 1 && commands_[1].step <= first_step()) {
        commands_.erase(commands_.begin());
    }
    return true;
}

std::size_t Timeline::bytes_besides(std::set<const Checkpoint*>& counted) const {
    std::size_t bytes = 0;
    for (const Entry& entry : entries_) {
        bytes += counted.insert(entry.checkpoint.get()).second ? entry.checkpoint->bytes() : 0;
    }
    return bytes;
}

const Settings& Timeline::settings_at(std::uint64_t step) const {
    const auto after = std::find_if(commands_.begin() + 1, commands_.end(),
                                    [step](const Command& command) { return command.step > step; });
    return std::prev(after)->settings;
}

const Checkpoint& Timeline::before(std::uint64_t step) const {
    return *entries_[std::max<std::size_t>(place_after(step), 1) - 1].checkpoint;
}

const Checkpoint& Timeline::nearest(std::uint64_t step) const {
    const Checkpoint& earlier = before(step);
    const std::size_t after = place_after(step);
    if (after == entries_.size()) {
        return earlier;
    }
    const Checkpoint& later = *entries_[after].checkpoint;
    return later.steps - step < step - std::min(step, earlier.steps) ? later : earlier;
}

std::uint64_t Timeline::step_before(double time) const {
    const std::vector<TimelineMark> all = marks();
    for (std::size_t k = all.size(); k-- > 1;) { // where it was more than once: the last time
        const auto [low, high] = std::minmax(all[k - 1].time, all[k].time);
        if (time >= low && time <= high) {
            return time == all[k].time ? all[k].step : all[k - 1].step;
        }
    }
    return end_.step;
}

std::vector<TimelineMark> Timeline::marks() const {
    std::vector<TimelineMark> all;
    all.reserve(entries_.size() + 1);
    for (const Entry& moment : entries_) {
        all.push_back({moment.checkpoint->steps, moment.checkpoint->time});
    }
    if (all.back().step < end_.step) {
        all.push_back(end_);
    }
    return all;
}

bool Timeline::exact() const {
    return std::all_of(commands_.begin(), commands_.end(), [](const Command& command) {
        const SolverInfo& info =
            find_solver(command.settings.algorithm).info_with(command.settings.sharing);
        return info.repeatable && info.space == Space::host;
    });
}

std::size_t checkpoint_budget() {
    constexpr std::size_t standard = std::size_t{512} << 20;
    const std::size_t memory = physical_memory();
    return memory == 0 ? standard : std::min(standard, memory / 16);
}

} // namespace orrery
