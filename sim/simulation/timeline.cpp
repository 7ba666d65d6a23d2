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

Timeline::Timeline(std::shared_ptr<const Checkpoint> first) : end_{first->steps, first->time} {
    commands_[first->steps] = computing(first->settings);
    keep(std::move(first), true);
}

void Timeline::keep(std::shared_ptr<const Checkpoint> moment, bool pinned) {
    assert(moment->steps <= end_.step);
    Entry& entry = entries_[moment->steps];
    bytes_ += moment->bytes();
    bytes_ -= entry.checkpoint != nullptr ? entry.checkpoint->bytes() : 0;
    entry = {std::move(moment), pinned || entry.pinned};
}

void Timeline::drop(Entries::iterator entry) {
    bytes_ -= entry->second.checkpoint->bytes();
    entries_.erase(entry);
}

void Timeline::command(std::uint64_t step, const Settings& settings) {
    Settings now = computing(settings);
    if (commands_.rbegin()->second != now) {
        commands_[step] = std::move(now);
    }
}

// A state of other bodies than those of the checkpoint before it has not come from that by steps.
std::shared_ptr<const Checkpoint> Timeline::edit_at(std::uint64_t step) const {
    const auto here = entries_.find(step);
    if (here == entries_.end() || here == entries_.begin()) {
        return nullptr;
    }
    const std::shared_ptr<const Checkpoint>& checkpoint = here->second.checkpoint;
    const bool same = checkpoint->system == std::prev(here)->second.checkpoint->system;
    return same ? nullptr : checkpoint;
}

void Timeline::cut(TimelineMark end) {
    while (entries_.size() > 1 && entries_.rbegin()->first > end.step) {
        drop(std::prev(entries_.end()));
    }
    while (commands_.size() > 1 && commands_.rbegin()->first >= end.step) {
        commands_.erase(std::prev(commands_.end()));
    }
    end_ = end;
}

void Timeline::fit(std::size_t bytes) {
    while (bytes_ > bytes || entries_.size() > max_checkpoints) {
        auto chosen = entries_.end();
        double least = std::numeric_limits<double>::infinity();
        auto before = entries_.begin();
        for (auto one = std::next(before); one != entries_.end(); before = one++) {
            const auto after = std::next(one);
            if (after == entries_.end() || one->second.pinned) {
                continue;
            }
            const auto gap = static_cast<double>(after->first - before->first);
            const auto age = static_cast<double>(end_.step - one->first + 1);
            if (gap / age < least) {
                least = gap / age;
                chosen = one;
            }
        }
        if (chosen != entries_.end()) {
            drop(chosen);
        } else if (!forget_beginning()) {
            return;
        }
    }
}

// Up to the oldest edit. False: there is none, or it is the end.
bool Timeline::forget_beginning() {
    if (entries_.size() < 3 || edit_at(std::next(entries_.begin())->first) == nullptr) {
        return false;
    }
    drop(entries_.begin());
    while (commands_.size() > 1 && std::next(commands_.begin())->first <= first_step()) {
        commands_.erase(commands_.begin());
    }
    return true;
}

std::size_t Timeline::bytes_besides(std::set<const Checkpoint*>& counted) const {
    std::size_t bytes = 0;
    for (const auto& [step, entry] : entries_) {
        bytes += counted.insert(entry.checkpoint.get()).second ? entry.checkpoint->bytes() : 0;
    }
    return bytes;
}

const Checkpoint& Timeline::nearest(std::uint64_t step) const {
    const Checkpoint& earlier = before(step);
    const auto later = entries_.upper_bound(step);
    const bool is_later =
        later != entries_.end() && later->first - step < step - std::min(step, earlier.steps);
    return is_later ? *later->second.checkpoint : earlier;
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
    for (const auto& [step, entry] : entries_) {
        all.push_back({step, entry.checkpoint->time});
    }
    if (all.back().step < end_.step) {
        all.push_back(end_);
    }
    return all;
}

bool Timeline::exact() const {
    return std::all_of(commands_.begin(), commands_.end(), [](const auto& command) {
        const Settings& settings = command.second;
        const SolverInfo& info = find_solver(settings.algorithm).info_with(settings.sharing);
        return info.repeatable && info.space == Space::host;
    });
}

std::size_t checkpoint_budget() {
    constexpr std::size_t standard = std::size_t{512} << 20;
    const std::size_t memory = physical_memory();
    return memory == 0 ? standard : std::min(standard, memory / 16);
}

} // namespace orrery
