#pragma once

#include "sim/simulation/checkpoint.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace orrery {

// The settings that a step's result may depend on: all but the clock.
Settings computing(Settings settings);

// A simulation's history since its load: checkpoints, as many as fit into memory, and the settings
// that came into force between them. With both, each of its moments can be computed again. A plain
// value; copies share the checkpoints.
class Timeline {
public:
    explicit Timeline(std::shared_ptr<const Checkpoint> first);

    // Its end is there now.
    void reach(TimelineMark end) { end_ = end; }
    // Not later than the end. `pinned`: it stays, whatever fits.
    void keep(std::shared_ptr<const Checkpoint> moment, bool pinned = false);
    // From this step on, which is the end, steps are computed so.
    void command(std::uint64_t step, const Settings& settings);
    // The bodies after the edit made at that step, once it has been taken. Null: none was.
    std::shared_ptr<const Checkpoint> edit_at(std::uint64_t step) const;
    // Forgets what comes after that step.
    void cut(TimelineMark end);
    // Drops checkpoints until the others take at most `bytes` bytes: those first that leave the
    // smallest gap for their age, so that the recent past is kept most densely. The first, the last
    // and pinned ones stay; but where edits have pinned more than that, the time before the oldest
    // of them is forgotten.
    void fit(std::size_t bytes);

    const Settings& settings_at(std::uint64_t step) const {
        return std::prev(commands_.upper_bound(std::max(step, commands_.begin()->first)))->second;
    }
    std::uint64_t first_step() const { return entries_.begin()->first; }
    double first_time() const { return entries_.begin()->second.checkpoint->time; }
    TimelineMark end() const { return end_; }
    const std::shared_ptr<const Checkpoint>& last() const {
        return entries_.rbegin()->second.checkpoint;
    }
    // The last checkpoint not after that step, and the one that is nearest to it.
    const Checkpoint& before(std::uint64_t step) const {
        return *std::prev(entries_.upper_bound(std::max(step, first_step())))->second.checkpoint;
    }
    const Checkpoint& nearest(std::uint64_t step) const;
    // The last step before the clock passes `time`, as far as the checkpoints tell; the end for a
    // time that the clock has not shown.
    std::uint64_t step_before(double time) const;

    std::vector<TimelineMark> marks() const; // of the checkpoints, and the end
    std::size_t checkpoints() const { return entries_.size(); }
    std::size_t bytes() const { return bytes_; }
    // The size of the checkpoints not yet in `counted`, which they join: copies share theirs.
    std::size_t bytes_besides(std::set<const Checkpoint*>& counted) const;
    // Whether a moment that is computed again is the same to the last bit, whichever it is.
    bool exact() const;

private:
    struct Entry {
        std::shared_ptr<const Checkpoint> checkpoint;
        bool pinned = false;
    };
    using Entries = std::map<std::uint64_t, Entry>; // by step

    void drop(Entries::iterator entry);
    bool forget_beginning();

    Entries entries_;                            // never empty
    std::map<std::uint64_t, Settings> commands_; // by step; never empty
    TimelineMark end_;
    std::size_t bytes_ = 0;
};

// How much memory checkpoints may take on this machine.
std::size_t checkpoint_budget();

} // namespace orrery
