#pragma once

#include "app/language/tr.hpp"
#include "app/language/translation.hpp"
#include "app/state/accuracy_trace.hpp"
#include "app/state/actions.hpp"
#include "app/state/annotations.hpp"
#include "app/state/followed.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/hand.hpp"
#include "app/state/history.hpp"
#include "app/state/look.hpp"
#include "app/state/paths.hpp"
#include "app/state/picture_quality.hpp"
#include "app/state/plot_status.hpp"
#include "app/state/race.hpp"
#include "app/state/recording_status.hpp"
#include "app/state/scaling.hpp"
#include "app/state/scene_density.hpp"
#include "app/state/speaker.hpp"
#include "app/state/time_view.hpp"
#include "app/state/tour_edit.hpp"
#include "app/state/undo_history.hpp"
#include "app/state/view_memory.hpp"
#include "render/camera.hpp"
#include "render/graphics_context.hpp"
#include "sim/inspection.hpp"
#include "sim/machine/devices.hpp"
#include "sim/probe/machine_peaks.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "sim/system.hpp"

#include <array>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// What the user may multiply the monitor's scale by.
inline constexpr float smallest_ui_scale = 0.5F, largest_ui_scale = 4;

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
    Annotations annotations;
    float ui_scale = 1;          // times the monitor's content scale
    std::string language = "en"; // of the window: the id of a translation
};

// What a tour says over the picture, instead of what the scene says of itself.
struct StageWords {
    std::string title = {};
    std::string line = {};
};

// What panels and stage say of the tour that is being given.
struct TourStatus {
    bool given = false;
    std::string title = {};
    std::vector<std::string> steps = {}; // their titles
    std::size_t position = 0;            // from 0
    std::string notes = {};              // of the present step
    StageWords next = {};                // of the step after it; empty: there is none
    std::optional<double> minutes = {};  // that the tour is to last
    double seconds = 0, seconds_in_step = 0;
    TourEditing editing = {};
};

// Where in a tour to go; `start` begins the one that was left, where it was left.
enum class TourMove { start, next, previous, first, last, leave };

// Where the camera is to fly to, and in how many seconds; 0: it is there at once.
struct CameraFlight {
    CameraPose pose;
    double seconds = 0;
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

// Which standard layout of the panels a window has room for.
enum class PanelRoom { one_column, column, tabs, pairs };

// What the panels' layout was last fitted to; scale 0: not yet.
struct PanelFit {
    float scale = 0;
    PanelRoom room = PanelRoom::pairs;
};

// What pulls on the picked body's group, in numbers.
struct InteractionCounts {
    bool of_cells = false; // by a fast multipole method: the group is a leaf
    std::size_t locals = 0, multipoles = 0, monopoles = 0, leaves = 0; // cells
    std::size_t in_leaves = 0, in_group = 0;                           // bodies
};

// What the panels say of the octree's overlay.
struct OverlayStatus {
    std::string notice = {}; // why there is none
    std::string owner = {};  // whose tree it is
    std::size_t cells = 0;
    LevelRange found = {}; // levels that the tree has
    LevelRange drawn = {}; // those that there was room for
    std::optional<InteractionCounts> interactions = {};
};

// What the machine panel shows of the measured memory.
struct MachineView {
    std::size_t processor = 1; // 0: the CPU, then the GPUs that were measured, as far as there are
    Access access = Access::rows;
    int width = 4; // bytes of an element
};

// Measuring the machine's peaks, while it lasts.
struct MeasurementStatus {
    bool under_way = false;
    double fraction = 0;
    std::string doing;
};

// What an action asks of the window itself; the frame loop grants it before the next picture.
struct PendingCommands {
    bool quit = false;
    bool toggle_fullscreen = false;
    bool toggle_speaker = false; // the speaker's window
    bool screenshot = false;
    bool open_dialog = false;                  // Ctrl+O
    std::optional<std::filesystem::path> open; // a file chosen, dropped or recent
    std::optional<std::string> menu;           // of the bar, to be opened by its name
    bool save_session = false;
    std::optional<Extent> screenshot_size; // a picture of this size, without panels
    bool copy_command_line = false, copy_state = false, paste_state = false;
    bool toggle_recording = false;
    std::optional<Extent> record_size; // a video of this size, unless there is one
    bool measure = false;              // the machine's peaks; or, while that is done, to stop it
    bool reset_layout = false;
    bool run_ladder = false;          // each algorithm for a second; once more ends it
    bool home = false;                // the camera to the scene's own viewpoint
    bool frame = false;               // the camera to where all bodies are seen
    std::optional<CameraPose> pose;   // the camera here when the next system is loaded
    std::deque<CameraFlight> flights; // one after the other
    std::optional<std::string> tour;  // to be given: a shipped one's name, or a file
    std::optional<TourMove> tour_move;
    std::optional<std::size_t> tour_step; // to go to, from 0
    std::optional<std::string> race;      // to be started, in words
    std::vector<double> race_rates;       // of its racers in a film, steps a second; or none
    bool end_race = false;
    bool run_scaling = false; // every algorithm with more and more bodies; or ends it
    std::optional<std::string> export_chart; // "svg", "png" …
    bool reset_race = false;                 // all racers to the initial conditions
    std::deque<bool> rivals_steps;           // that all but the first are to take; true: backwards
    bool rehearse_tour = false;
    std::optional<TourEdit> tour_edit;
    bool save_tour = false;
    bool record_step = false; // what is to be seen now, as a step of the tour
};

// What a hand is about to do to the bodies, as commands; what it has done, the catalogue says.
struct BodyEdits {
    std::deque<Command> wanted = {};      // until the system is there, and those before are done
    std::optional<std::size_t> stay = {}; // of those that are done so many, before anything else
    // What the status said when the last one was sent, until it says otherwise.
    struct Sent {
        std::uint64_t bodies = 0, notice = 0, error = 0;
        bool operator==(const Sent&) const = default;
    };
    std::optional<Sent> sent = {};
    // While time goes back to before those that are not to stay: whether it runs on then.
    std::optional<bool> runs_then = {};
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
    GuideLines guides = {};
    Hand hand = {};
    BodyEdits edits = {};
    std::optional<std::size_t> picked_body = {}; // by a double click, in original order
    Followed followed = {};
    ViewMemory views = {};
    TimeView time = {};
    PlotStatus plot = {};                             // of the scene
    AccuracyTrace accuracy = {};                      // of algorithms, over what they cost
    OverlayStatus overlay = {};                       // of the octree on screen
    std::shared_ptr<const SceneDensity> density = {}; // of the bodies on screen, while it is shown
    std::string palette_text = {};                    // typed into the command palette
    bool picture_kept = false;              // as it stood when it was frozen; refreshed every frame
    std::optional<MachinePeaks> peaks = {}; // of this machine, once measured
    std::vector<GpuDevice> gpus = {};       // once an algorithm has asked for one
    MeasurementStatus measurement = {};     // refreshed every frame
    MachineView machine_view = {};
    StageWords words = {};
    std::vector<Translation> languages = {}; // that there are
    RecordingWish recording_wish = {};
    RecordingStatus recording = {}; // refreshed every frame
    TourStatus tour = {};           // refreshed every frame
    SpeakerStatus speaker = {};
    PanelFit panel_fit = {};
    RaceStatus race = {};
    ScalingStatus scaling = {};
    // Saved by itself before the program last ended unexpectedly; unset: it did not, or the answer
    // is given.
    std::optional<std::filesystem::path> lost_session = {};
    bool desktop_dialogs = true; // for files, where the desktop has some
    bool fullscreen = false;     // refreshed every frame
    bool offer_tours = false;    // at the first start, until one is given or none wanted
    PendingCommands pending = {};

    void say(const std::string& text, bool is_error = false) {
        toasts.push_back({tr(text), "", now + seconds_of_toast, is_error});
    }
    // Takes the place of what was said of the same subject.
    void announce(std::string subject, const std::string& text,
                  Addressee addressee = Addressee::speaker) {
        std::erase_if(toasts, [&](const Toast& toast) { return toast.subject == subject; });
        toasts.push_back({tr(text), std::move(subject), now + seconds_of_toast, false, addressee});
    }
    bool speaker_sees_panels() const { return speaker.open || view.layer == Layer::panels; }
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
