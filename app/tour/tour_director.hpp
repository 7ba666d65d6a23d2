#pragma once

#include "app/state/app_state.hpp"
#include "app/state/feature.hpp"
#include "app/state/tour_status.hpp"
#include "app/tour/tour.hpp"
#include "app/tour/tour_editor.hpp"
#include "app/tour/tour_stage.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace orrery {

// Gives tours in a window: does what actions ask of it, lets the tour's clock run, puts its steps
// on the stage, and writes steps down that are recorded.
class TourDirector : public Feature {
public:
    // `shipped`: the folder of the tours that come with the program.
    explicit TourDirector(std::filesystem::path shipped,
                          DeclareActions declare = add_default_actions)
        : shipped_(std::move(shipped)), declare_(declare) {}
    explicit TourDirector(const FeatureContext& context)
        : TourDirector(context.tours, context.declare) {}

    // Refreshes TourStatus. In a pause of the simulation the tour's clock stands still, too, but
    // not in a film.
    void update(Frame& frame) override;
    // Gives a tour from its first step. Throws bad_input where it cannot be read.
    void start(AppState& app, const std::string& name_or_file);
    void start(AppState& app, Tour tour);

private:
    void take_moves(AppState& app);
    void move(AppState& app, TourMove move);
    void leave(AppState& app);
    void enter_if_another(AppState& app);
    void record(AppState& app);
    void take_edits(AppState& app);
    void refresh(AppState& app) const;
    void take_back_edits(AppState& app, bool begins_anew);

    std::filesystem::path shipped_;
    DeclareActions declare_;
    Rehearsal rehearsal_;
    std::optional<TourPlayer> player_;
    std::optional<TourEditor> editor_; // of its file, where it has one
    bool given_ = false;               // else it was left, and can be gone on with
    std::size_t entered_ = 0;          // that is on the stage
    std::size_t position_ = 0;         // likewise
    Layer layer_ = Layer::panels;      // before the tour
    // What is being recorded, and what its last step was.
    struct Recording {
        Tour tour;
        std::filesystem::path file;
        Settings settings;
        Look look;
        std::size_t edits = 0; // of the system that is shown
    };
    std::optional<Recording> recording_;
    // Of the steps that led here: how many edits there were before each was entered.
    std::map<std::size_t, std::size_t> edits_before_;
};

// The file of a tour: one that comes along, by its name and in the language that is spoken if there
// is one, or any.
std::filesystem::path tour_file(const std::string& name_or_file,
                                const std::filesystem::path& shipped);

// A step's number as a speaker types it, with Enter behind it: 1, 2, Enter goes to the twelfth.
class StepNumber {
public:
    // Reads the characters of this ImGui frame, while a tour is given. The plain keys that it takes
    // from whatever else has them; "" without a tour.
    const char* take(AppState& app);

private:
    std::string typed_;
    double typed_at_ = 0;
};

} // namespace orrery
