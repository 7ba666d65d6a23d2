#pragma once

#include "app/language/spoken_language.hpp"
#include "app/language/tr.hpp"
#include "app/state/actions.hpp"
#include "app/state/history.hpp"
#include "app/state/race.hpp"
#include "app/state/undo_history.hpp"
#include "render/graphics_context.hpp"
#include "sim/machine/devices.hpp"
#include "sim/probe/machine_peaks.hpp"

#include <glm/vec2.hpp>

#include <filesystem>
#include <typeindex>
#include <unordered_map>

namespace orrery {

struct SceneDensity;

// What the user may multiply the monitor's scale by.
inline constexpr float smallest_ui_scale = 0.5F, largest_ui_scale = 4;

// A value of each type, made when it is first asked for: who has it knows none of the types.
class ByType {
public:
    template <class Value>
    Value& get() const {
        std::shared_ptr<void>& value = values_[typeid(Value)];
        if (!value) {
            value = std::make_shared<Value>();
        }
        return *static_cast<Value*>(value.get());
    }

private:
    mutable std::unordered_map<std::type_index, std::shared_ptr<void>> values_;
};

// Requests by actions and panels, each kind a type of its own: the part that handles a type takes
// it when its turn comes. Nothing else needs to know which types there are.
class Requests {
public:
    template <class Request>
    void add(Request request) {
        all<Request>().push_back(std::move(request));
        ++asked_;
    }
    // The newest of its kind, which makes those before it void.
    template <class Request>
    std::optional<Request> take() {
        const std::deque<Request> taken = std::exchange(all<Request>(), {});
        return taken.empty() ? std::nullopt : std::optional(taken.back());
    }
    // The oldest of its kind; the others wait.
    template <class Request>
    std::optional<Request> take_first() {
        if (!has<Request>()) {
            return std::nullopt;
        }
        auto taken = std::optional(std::move(all<Request>().front()));
        all<Request>().pop_front();
        return taken;
    }
    template <class Request>
    void drop() {
        all<Request>().clear();
    }
    template <class Request>
    bool has() const {
        return !all<Request>().empty();
    }
    // Null: there is none.
    template <class Request>
    Request* newest() const {
        return has<Request>() ? &all<Request>().back() : nullptr;
    }
    // So many, of all kinds, since the beginning.
    std::size_t asked() const { return asked_; }

private:
    template <class Request>
    std::deque<Request>& all() const {
        return by_type_.get<std::deque<Request>>();
    }

    ByType by_type_; // the oldest first
    std::size_t asked_ = 0;
};

// A speaker's drawing on the picture. Places are relative to the picture's centre, in units of its
// height, x to the right and y down, so that they stay when the window's size changes.
struct Annotation {
    enum class Kind { arrow, line, words };
    Kind kind = Kind::arrow;
    std::vector<glm::vec2> points =
        {}; // arrow: from, to; line: all of them; words: where they begin
    std::string words = {};

    bool operator==(const Annotation&) const = default;
};

// A speaker's marks over the picture; they are never saved.
struct Annotations {
    bool pointer = false;   // a bright point instead of the mouse's arrow
    bool spotlight = false; // all is dark but what is around the mouse
    bool drawing = false;   // the mouse draws instead of moving the camera
    float spotlight_radius = 0.18F;
    std::vector<Annotation> drawn = {};       // the newest last
    std::optional<glm::vec2> mouse = {};      // where it is, if it is in the window
    std::optional<Annotation> under_way = {}; // while the button is down, or words are typed

    bool pointing() const { return pointer || spotlight; }
};

// The annotation that an ended stroke leaves; none if it never went anywhere.
std::optional<Annotation> finished(Annotation stroke);

// Which standard layout of the panels a window has room for.
enum class PanelRoom { one_column, column, tabs, pairs };

// The scale and room that the panels' layout was last fitted to; scale 0: not yet.
struct PanelFit {
    float scale = 0;
    PanelRoom room = PanelRoom::pairs;
};

// The speaker's window, besides the one that the audience sees: what panels and actions know of it.
struct SpeakerStatus {
    bool open = false;                      // refreshed every frame
    std::optional<double> minutes = {};     // that the talk is to last, whatever its tour says
    std::optional<double> timer_began = {}; // seconds since the program's window opened
};

// How a talk stands with its time.
enum class TalkMood { calm, hurry, over };
struct TalkTime {
    std::string gone; // "12:07"
    std::string left; // "32:53 left", "1:20 over"; "" without a set duration
    float share = 0;  // of the planned time, at most 1
    TalkMood mood = TalkMood::calm;
};

// In the last five minutes there is hurry; of a talk of less than twenty, in its last quarter.
TalkTime talk_time(double seconds, std::optional<double> planned_minutes);

// "9:05", "1:02:33"
std::string as_clock(double seconds);

// What the audience sees instead of the picture.
enum class Curtain { open, black, white };

// What of the picture and the panels the user can change: the look that a session keeps, and what
// is of the moment or of this screen.
struct View : Look {
    Curtain curtain = Curtain::open;
    bool frozen = false;       // the picture stands still while all else goes on
    bool show_help = false;    // F1
    bool show_palette = false; // Ctrl+K
    bool waiting = false;      // for a countdown or a moment in time, which Esc ends
    std::vector<std::string> chart_algorithms = {}; // that the chart shows; none: all
    bool measures_error = false; // of the forces, after each change, and tells it on the stage
    std::vector<std::string> lit_code = {}; // words whose lines of code are lit; none: the usual

    bool wants_error() const { return measures_error || stage_number == StageNumber::error; }
    Annotations annotations;
    float ui_scale = 1;          // times the monitor's content scale
    std::string language = "en"; // of the window: the id of a translation
};

// Whom a notice is for. The speaker reads theirs among the panels, in their own window if there is
// one; an audience reads over the picture what is for everyone, and nothing else.
enum class Addressee { speaker, everyone };

// A line that appears for a few seconds: "Saved orrery-0001.png".
inline constexpr double seconds_of_toast = 4;
struct Toast {
    std::string text;
    std::string subject = {}; // what it speaks of: a newer one takes its place
    double until = 0;         // seconds since the window opened
    bool is_error = false;
    Addressee addressee = Addressee::speaker;
};

// What the panels read and edit. A panel is a free function over this; it never talks to GL, and
// edits only `settings` and `view` or runs an action. The frame loop sends `settings` to the
// simulation when they differ from the ones last sent.
struct AppState {
    SimulationThread& simulation;
    Settings settings;            // wanted
    SimulationStatus status = {}; // in force, refreshed every frame
    Catalogue catalogue = {};     // of the loaded system, refreshed on load
    Units units = {};
    std::optional<StepInFlight> step_in_flight = {}; // refreshed every frame
    Simulation::Written written = {};                // what is on screen
    std::string interop_fallback = {}; // why the processor copied it here, if a GPU had it
    History history = {};
    UndoHistory undo = {};
    View view = View(); // = {} makes GCC 12 warn of members that are not there yet
    Camera camera = {};
    Actions actions = {};
    std::vector<Toast> toasts = {};
    double now = 0; // seconds since the window opened
    Extent framebuffer = {};
    int channel_bits = 8;                                 // of each colour in it
    PictureQuality picture_quality = {};                  // of the next picture of the window
    std::vector<std::filesystem::path> recent_files = {}; // the newest first
    std::vector<glm::dvec3> label_positions = {};         // of catalogue.labels, as drawn
    std::vector<glm::vec4> words_in_picture = {}; // where this frame's lie: left, top, right, below
    Paths paths = {};                             // of bodies that one can tell apart
    std::optional<std::size_t> picked_body = {};  // by a double click, in original order
    std::shared_ptr<const SceneDensity> density = {}; // of the bodies on screen, while it is shown
    std::string palette_text = {};                    // typed into the command palette
    bool picture_kept = false;              // as it stood when it was frozen; refreshed every frame
    std::optional<MachinePeaks> peaks = {}; // of this machine, once measured
    std::vector<GpuDevice> gpus = {};       // once an algorithm has asked for one
    std::vector<Translation> languages = {}; // that there are
    RaceStatus race = {};
    // Saved by itself before the program last ended unexpectedly; unset: it did not, or the answer
    // is given.
    std::optional<std::filesystem::path> lost_session = {};
    bool desktop_dialogs = true; // for files, where the desktop has some
    bool own_clipboard = true;   // the desktop's is that of who looks on
    bool fullscreen = false;     // refreshed every frame
    bool offer_tours = false;    // at the first start, until one is given or none wanted
    Requests requests = {};
    ByType features = {}; // their states

    // The state of a feature, of which nothing here needs to know.
    template <class State>
    State& get() {
        return features.get<State>();
    }
    template <class State>
    const State& get() const {
        return features.get<State>();
    }
    void say(const std::string& text, bool is_error = false) {
        toasts.push_back({tr(text), "", now + seconds_of_toast, is_error});
    }
    void say(const Error& error) { say(error.problem() + ": " + error.hint(), true); }
    // Takes the place of what was said of the same subject.
    void announce(std::string subject, const std::string& text,
                  Addressee addressee = Addressee::speaker) {
        std::erase_if(toasts, [&](const Toast& toast) { return toast.subject == subject; });
        toasts.push_back({tr(text), std::move(subject), now + seconds_of_toast, false, addressee});
    }
    bool speaker_sees_panels() const {
        return get<SpeakerStatus>().open || view.layer == Layer::panels;
    }
    // Notices have had their time; errors wait until the speaker has seen them.
    void drop_old_toasts() {
        if (!speaker_sees_panels()) {
            for (Toast& toast : toasts) {
                toast.until = toast.is_error ? now + seconds_of_toast : toast.until;
            }
        }
        std::erase_if(toasts, [this](const Toast& toast) { return toast.until < now; });
    }
};

} // namespace orrery
