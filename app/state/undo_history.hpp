#pragma once

#include "app/state/look.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

namespace orrery {

// What can be gone back to: what was computed and how it looked and, where a change threw them
// away, the bodies as they were.
struct Moment {
    Settings settings;
    Look look;
    std::shared_ptr<const System> bodies = {}; // null: those that are there go on
};

// The changes the user made, to be undone and redone. Found by looking, once a frame: whatever the
// way a change came, it is one. The clock, the camera and the layer over the picture are no
// changes: they go on.
class UndoHistory {
public:
    static constexpr std::size_t most_changes = 200;
    // Of bodies that were thrown away; the oldest go first, and their change then makes the system
    // anew.
    static constexpr std::size_t most_bytes = std::size_t{1} << 30;

    // What there is, at the end of a frame in which no control was held.
    void observe(const Settings& settings, const Look& look);
    // The program's own doing, which nobody undoes.
    void rebase(const Settings& settings, const Look& look);
    // A load has thrown these bodies away; null: none were there, or they could not be kept.
    void bodies_replaced(std::shared_ptr<const System> bodies);

    bool can_undo() const { return done_ > 0; }
    bool can_redo() const { return done_ < changes_.size(); }
    // What the next one takes back or does again: "bodies 65,536"; "" where there is none.
    std::string undo_words() const;
    std::string redo_words() const;

    // The moment to go to; it is taken for the present one. Only where can_undo or can_redo.
    Moment undo();
    Moment redo();

private:
    struct Change {
        Moment before, after;
        std::string words;
        bool awaits_bodies = false; // a load is on its way that throws some away
    };

    void push(Change change);
    void keep_budget();

    bool begun_ = false;
    Moment present_;             // without bodies
    std::deque<Change> changes_; // the first `done_` can be undone, the others redone
    std::size_t done_ = 0;
    // A load that undo or redo asked for: which end of which change gets the bodies it replaces.
    enum class Restoring { nothing, undone, redone };
    Restoring restoring_ = Restoring::nothing;
};

// The settings and the look without what changes by itself.
Settings undoable(Settings settings);
Look undoable(Look look);

} // namespace orrery
