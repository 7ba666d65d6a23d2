#pragma once

#include "app/state/look.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/simulation/simulation_status.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

namespace orrery {

// What can be gone back to: what was computed and how it looked and, where a change threw them
// away, the bodies as they were with what they had come from.
struct UndoPoint {
    Settings settings;
    Look look;
    std::shared_ptr<const Timeline> timeline = {}; // null: the bodies that are there go on
};

// The changes the user made, to be undone and redone. Found by looking, once a frame: whatever the
// way a change came, it is one. The clock, the camera and the layer over the picture are no
// changes: they go on.
class UndoHistory {
public:
    static constexpr std::size_t max_changes = 200;

    // `max_bytes`: of timelines that were thrown away. The oldest go first, and their change then
    // makes the system anew; the newest stays in any case, if only with its beginning and its end.
    explicit UndoHistory(std::size_t max_bytes) : max_bytes_(max_bytes) {}
    UndoHistory() : UndoHistory(checkpoint_budget() / 2) {}

    // What there is, at the end of a frame in which no control was held.
    void observe(const Settings& settings, const Look& look);
    // The program's own doing, which nobody undoes.
    void rebase(const Settings& settings, const Look& look);
    // A step of a tour has set them: what was before is for another step, and not undone within
    // this one. `loads`: a system is on its way.
    void begin_step(const Settings& settings, const Look& look, bool loads);
    void end_steps() { first_ = 0; }
    // A load has thrown a timeline away, or a branch its future.
    void timeline_replaced(Replaced replaced);
    // Of the checkpoints that are kept.
    std::size_t bytes() const;

    bool can_undo() const { return done_ > first_; }
    bool can_redo() const { return done_ < changes_.size(); }
    // What the next one takes back or does again: "bodies 65,536"; "" where there is none.
    std::string undo_words() const;
    std::string redo_words() const;

    // The moment to go to; it is taken for the present one. Only where can_undo or can_redo.
    UndoPoint undo();
    UndoPoint redo();

private:
    struct Change {
        UndoPoint before, after;
        std::string words;
        bool awaits_timeline = false; // a load is on its way that throws one away
    };

    enum class Restoring { nothing, undone, redone };

    void push(Change change);
    UndoPoint go_to(const UndoPoint& moment, const Change& change, Restoring restoring);
    void keep_budget();

    std::size_t max_bytes_;
    std::optional<UndoPoint> present_; // without a timeline; unset: nothing was observed yet
    std::deque<Change> changes_;       // the first `done_` can be undone, the others redone
    std::size_t done_ = 0;
    std::size_t first_ = 0;   // that this step lets one undo
    bool step_loads_ = false; // what a step loads is nobody's change
    // A load that undo or redo asked for: which end of which change gets what it replaces.
    Restoring restoring_ = Restoring::nothing;
};

// The settings and the look without what changes by itself.
Settings undoable(Settings settings);
Look undoable(Look look);

} // namespace orrery
