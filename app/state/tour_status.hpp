#pragma once

#include "app/state/actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/look.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// When a tour goes on from a step.
enum class StepEnd {
    wait, // when the speaker wants it
    loop, // the same, and until then the step begins again every so many seconds
    after // by itself, after so many seconds
};

// Where an audience finds what it has seen: what the last card of a talk shows as a QR code.
inline constexpr const char* own_address = "{address}";
struct TalkAddress {
    std::string text; // --address; "": none
};

// What stands on the picture instead of the figures of the simulation: a slide.
struct TourCard {
    std::vector<std::string> lines; // one below the other, in large type
    std::string formula;            // "F = G m₁ m₂ / r²", larger
    std::string address;            // as a QR code, and in words below it; own_address: the talk's
    std::string picture = {};       // a PNG file
    bool empty() const {
        return lines.empty() && formula.empty() && address.empty() && picture.empty();
    }
    bool operator==(const TourCard&) const = default;
};

struct TourStep {
    std::string title;
    std::string words; // on the picture, instead of what the scene says of itself; "{factor}": as
                       // it is measured (app/state/measured_words.hpp)
    std::string notes; // for the speaker alone
    std::vector<Command> commands = {};
    std::string race = {};          // that it starts, in words; "": it ends one that is under way
    std::vector<double> rates = {}; // of its racers in a film, steps a second; none: as measured
    std::vector<std::string> chart = {};    // the algorithms that its chart shows; none: all
    bool measures_error = false;            // of the forces, and tells it
    std::optional<StageNumber> shows = {};  // the number that it is about; none: as the look says
    std::vector<std::string> lit_code = {}; // words whose lines of code are lit; none: the usual
    TourCard card = {};
    std::vector<CameraFlight> views = {}; // flown to one after the other; none: the camera stays
    StepEnd end = StepEnd::wait;
    double seconds = 0;               // of `loop` and `after`
    std::optional<double> until = {}; // of `loop`: the simulated time at which it begins again
    std::optional<double> from = {};  // the simulated time that a leap computes first, forwards
    std::vector<std::string> chapters = {}; // that it is in, the outermost first
    bool operator==(const TourStep&) const = default;
};

// A talk as data: steps, each with what it changes of Settings and Look. A step is the same however
// one came to it: what all steps before it chose, and then its own.
struct Tour {
    std::string title, author, license;
    std::optional<double> minutes = {}; // that it is to last
    std::string address = {};           // what own_address stands for, unless --address says it
    bool repeats = false;               // after the last step that ends by itself comes the first
    std::vector<TourStep> steps = {};

    // Whether both steps are there, and in one chapter: they can stand in each other's place.
    bool can_exchange(std::size_t one, std::size_t other) const {
        return one < steps.size() && other < steps.size() &&
               steps[one].chapters == steps[other].chapters;
    }
    bool operator==(const Tour&) const = default;
};

// The tour that is given, as it can be edited.
struct TourEditing {
    bool possible = false; // it is from a file
    std::string file = {}; // it was read from, or last saved to
    bool changed = false;  // since then

    // What the panel edits: a step, its fields as they are typed, of which version they are.
    bool open = false;
    std::size_t step = 0;
    std::shared_ptr<const Tour> typed_of = {};
    TourStep typed = {};
};

// What panels and stage say of the tour that is being given, or was.
struct TourStatus {
    bool given = false;
    std::shared_ptr<const Tour> tour = std::make_shared<const Tour>();
    std::size_t position = 0; // from 0
    double seconds = 0, seconds_in_step = 0;
    TourEditing editing = {};

    const TourStep& step() const { return tour->steps[position]; } // while it is given
    // Whether its step hides the simulation behind a card, on the stage.
    bool has_card() const { return given && !step().card.empty(); }
};

// Textures with how steps looked when they were last shown, by their place in the tour: for who
// speaks, and wants to know what comes next.
struct StepPictures {
    std::shared_ptr<const Tour> tour = {};
    std::map<std::size_t, unsigned int> textures = {};
};

// What can be asked of who gives tours.
struct GiveTour {
    std::string tour; // a shipped one's name, or a file
};
// Where in a tour to go; `start` begins the one that was left, where it was left.
enum class TourMove { start, next, previous, first, last, leave };
struct GoToStep {
    std::size_t step = 0; // from 0
};
struct RehearseTour {};

// A change of the tour that is given.
struct TourEdit {
    enum class What { title, words, notes, views, earlier, later, remove, take_back };
    What what = What::title;
    std::size_t step = 0;                 // from 0
    std::string text = {};                // of title, words and notes
    std::vector<CameraFlight> views = {}; // that its camera flies along
};
struct SaveTour {};
struct RecordStep {}; // what is to be seen now, as a step of the tour

} // namespace orrery
