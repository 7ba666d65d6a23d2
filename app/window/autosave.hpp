#pragma once

#include "app/state/feature.hpp"
#include "app/window/session_files.hpp"

#include <filesystem>
#include <optional>

namespace orrery {

// Saves the session every minute beside the frames, where something has changed, into a file that
// goes with a proper end. One that is left tells the next start that there was none.
class Autosave : public Feature {
public:
    // Looks in `folder` for what a run that is no more has left; unset: saves nothing.
    explicit Autosave(const std::optional<std::filesystem::path>& folder);
    explicit Autosave(const FeatureContext& context) : Autosave(context.autosaves) {}
    // Removes what was saved, unless an exception ends the run.
    ~Autosave() override;

    // Saved by a run that ended unexpectedly, the newest.
    const std::optional<std::filesystem::path>& lost() const { return lost_; }

    void act(Frame& frame) override;
    // Waits for what is being saved.
    void finish() const { saving_.finish(); }

private:
    // What was saved last: the same again is not.
    struct Mark {
        Settings settings;
        Look look;
        std::uint64_t load = 0, steps = 0;
        bool operator==(const Mark&) const = default;
    };

    std::filesystem::path file_; // empty: none is written
    std::optional<std::filesystem::path> lost_;
    Mark saved_;
    double next_at_;
    Job<SavedSession> saving_;
};

} // namespace orrery
