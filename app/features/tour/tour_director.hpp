#pragma once

#include "app/features/tour/tour_editor.hpp"
#include "app/features/tour/tour_stage.hpp"
#include "app/state/feature.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// Where in a tour one is, and what its clock makes of that. Does nothing to the simulation: whoever
// owns it enters the step that it stands at, whenever `entered` changes. Its time is told by its
// owner: of the wall in a window, of steps in a replay.
class TourPlayer {
public:
    // `tour` has a step.
    explicit TourPlayer(Tour tour) : tour_(std::make_shared<const Tour>(std::move(tour))) {}

    const std::shared_ptr<const Tour>& tour() const { return tour_; }
    std::size_t position() const { return position_; }
    const TourStep& step() const { return tour_->steps[position_]; }
    double seconds_in_step() const { return seconds_; }
    double seconds() const { return total_; } // since the beginning

    // Counts entrances: of a step that loops, each time round.
    std::size_t entered() const { return entered_; }

    // False at the tour's end, where it stays.
    bool next() { return go_to(position_ + 1); }
    // The step of that number, from 0; false where there is none.
    bool go_to(std::size_t position);
    // Another version of the tour, in which the present step is at that place: it is not entered.
    void replace(Tour tour, std::size_t position) {
        tour_ = std::make_shared<const Tour>(std::move(tour));
        position_ = position;
    }
    // Time passes: a step that ends by itself makes way for the next, one that loops begins again.
    // `simulated`: the time of the bodies, where theirs are there.
    void advance(double seconds, std::optional<double> simulated = {});

private:
    bool is_over(std::optional<double> simulated);

    std::shared_ptr<const Tour> tour_;
    std::size_t position_ = 0, entered_ = 1;
    double seconds_ = 0, total_ = 0;
    bool goes_back_ = false; // has begun again, and the bodies are not yet known to have
};

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
    ~TourDirector() override;

    // Refreshes TourStatus. In a pause of the simulation the tour's clock stands still, too, but
    // not in a film.
    void update(Frame& frame) override;
    // Gives a tour from its first step. Throws bad_input where it cannot be read.
    void start(AppState& app, const std::string& name_or_file);
    void start(AppState& app, Tour tour);

private:
    void take_moves(AppState& app);
    void move(AppState& app, TourMove move);
    void give(const AppState& app);
    void leave(AppState& app);
    void enter_if_another(AppState& app);
    void record(AppState& app);
    void take_edits(AppState& app);
    void refresh(AppState& app) const;
    void take_back_edits(AppState& app, bool begins_anew);
    void turn_drawings(AppState& app);

    std::filesystem::path shipped_;
    DeclareActions declare_;
    Rehearsal rehearsal_;
    std::optional<TourPlayer> player_;
    std::optional<TourEditor> editor_; // of its file, where it has one
    bool given_ = false;               // else it was left, and can be gone on with
    std::size_t entered_ = 0;          // that is on the stage
    std::size_t position_ = 0;         // likewise
    Layer layer_ = Layer::panels;      // before the tour, as those below
    std::vector<CameraFlight> keyframes_;
    std::string source_; // that they belong to
    // What is being recorded, and what its last step was.
    struct Recording {
        Tour tour;
        std::filesystem::path file;
        Settings settings;
        Look look;
        std::size_t edits = 0; // of the system that is shown
    };
    std::string recorded_text(const Actions& actions);
    std::optional<Recording> recording_;
    // Of the steps that led here: how many edits there were before each was entered.
    std::map<std::size_t, std::size_t> edits_before_;
    std::map<std::size_t, std::vector<Annotation>> drawn_; // by the speaker, on other steps
    std::optional<std::size_t> drawn_on_;                  // the step whose drawings are seen
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
