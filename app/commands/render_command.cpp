// orrery render: pictures without a window.

#include "app/commands/chosen_system.hpp"
#include "app/commands/common_arguments.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/rendering.hpp"
#include "app/parse_extent.hpp"
#include "app/state/look_properties.hpp"
#include "app/state/scene_look.hpp"
#include "app/state/shown_state.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace orrery {
namespace {

struct RenderArguments {
    SystemArguments system;
    RenderPlan plan;
    std::optional<double> waiting_seconds; // of a tour
    std::string language;                  // likewise
    std::optional<SavedSettings> like;     // another picture's
    bool leaves_out_edits = false;         // likewise
};

// Scene, settings, look, view and time of a picture; what is typed besides wins.
void take_picture(RenderArguments& request, const std::string& file) {
    const ShownState state = shown_state_of_picture(file);
    request.like = SavedSettings{state.settings, Origin::session, file};
    request.plan.style.bodies = state.look.style;
    request.plan.style.scalar = state.look.scalar;
    request.plan.style.look = state.look;
    request.plan.style.pose = state.look.camera;
    request.plan.start = state.time;
    request.leaves_out_edits = !state.edits.empty();
    if (!request.system.source_given) {
        request.system.source = state.settings.source;
    }
}

void add_camera_arguments(Parser& parser, PictureStyle& style) {
    const auto take_distance = [&style](const std::string& text, const std::string& flag) {
        const double distance = parse_number(text, flag);
        if (distance < 0) {
            throw bad_input(fmt::format("'{}' is negative", text), flag, "0 frames everything");
        }
        style.distance = distance;
    };
    parser.group("Camera")
        .option("--azimuth DEGREES", into(style.azimuth, parse_number),
                "around the z axis (default: the scene's)")
        .option("--elevation DEGREES", into(style.elevation, parse_number),
                "above the xy plane (default: the scene's)")
        .option("--distance LENGTH", take_distance,
                "from the centre; 0 frames everything (default: the scene's)");
}

// Sets this property of the look.
Take look_property(PictureStyle& style, const char* id) {
    return [&style, id](const std::string& text, const std::string& flag) {
        const LookProperty& property = *find_look_property(id);
        Look look;
        look.style = style.bodies;
        look.scalar = style.scalar;
        property.member.set(look, property.value(text, flag));
        if (look.style.colour_by == ColourBy::values) {
            throw bad_input("only the window colours by " + text, flag, "choose density");
        }
        style.bodies = look.style;
        style.scalar = look.scalar;
    };
}

void add_look_arguments(Parser& parser, PictureStyle& style) {
    parser.group("Picture")
        .option("--size WIDTHxHEIGHT", into(style.size, parse_extent),
                "in pixels (default: 1920x1080)")
        .option("--colour-by natural|speed|acceleration|interactions|density|component|single",
                look_property(style, "colour"), "what the colours show (default: the scene's)")
        .option("--colour-map COLOUR-MAP", look_property(style, "colour_map"),
                "the colours, from 'orrery list colour-maps' (default: the scene's)")
        .option("--sprite glow|points|discs", look_property(style, "style"),
                "what a body looks like (default: glow)")
        .option("--exposure STOPS", look_property(style, "exposure"),
                "brighter or darker than automatic (default: 0)")
        .flag("--dust,!--no-dust", style.bodies.dust,
              "with or without dust lanes (default: without)")
        .flag("!--no-bloom", style.bodies.bloom, "without the glow around bright places");
}

// At least 1.
template <class Count>
Take at_least_one(const char* noun, Count& value) {
    return [&value, noun](const std::string& text, const std::string& flag) {
        value = parse_number_of(noun, text, flag);
        if (value == 0U) {
            throw bad_input("at least 1 is needed", flag, "");
        }
    };
}

void add_frame_arguments(Parser& parser, RenderArguments& request) {
    RenderPlan& plan = request.plan;
    const auto take_wait = [&request](const std::string& text, const std::string& flag) {
        request.waiting_seconds = parse_number(text, flag);
        if (!(*request.waiting_seconds > 0 && *request.waiting_seconds <= 3600)) {
            throw bad_input("'" + text + "' is out of range", flag,
                            "it is above 0 and at most 3600");
        }
    };
    parser.group("Frames")
        .option("--frames N", at_least_one("frames", plan.frames.frames),
                "pictures to draw (default: 1, or ten seconds of video)")
        .option("--steps-per-frame N", at_least_one("steps", plan.steps_per_frame),
                "time steps from one picture to the next (default: 1)")
        .option("--fps RATE", into(plan.frames.frames_per_second, parse_number),
                "frames per second of a video (default: 30)")
        .option("--start TIME", into(plan.start, parse_number),
                "run to this time before the first picture")
        .option("--wait SECONDS", take_wait,
                "length of a tour's step that waits for the speaker (default: 6)");
    add_language_argument(
        parser, request.language,
        "language of a tour's words: en, de, or auto (from LC_ALL, LC_MESSAGES or LANG)");
}

// How a tour looks and what it computes, it says itself.
void require_nothing_else(const Parser& parser) {
    for (const DeclaredOption& option : parser.options()) {
        const bool of_tour = option.flags.empty() || option.flags.front() == "--size" ||
                             (option.group == "Frames" && option.flags.front() != "--start");
        const bool of_system = option.group == "System" || option.group == "Picture" ||
                               option.group == "Camera" || option.group == "Forces" ||
                               option.group == "Motion" || option.group == "Frames";
        if (of_system && !of_tour && parser.count(option.flags.front()) > 0) {
            throw bad_input("a tour sets that itself", option.flags.front(),
                            "write it into the tour's file: docs/tours.md");
        }
    }
}

ExitCode render_tour_of(const RenderArguments& request, const Parser& parser,
                        const Console& console) {
    require_nothing_else(parser);
    TourFilmPlan plan{.tour = request.system.source,
                      .size = request.plan.style.size,
                      .frames = request.plan.frames,
                      .steps_per_frame = {}};
    if (parser.count("--steps-per-frame") > 0) {
        plan.steps_per_frame = request.plan.steps_per_frame;
    }
    plan.language = request.language;
    plan.waiting_seconds = request.waiting_seconds.value_or(plan.waiting_seconds);
    FramePlan many = plan.frames; // as many as the tour is long
    many.frames = plan.frames.frames.value_or(2);
    many.timed = true;
    require_frame_output(many);
    return render_tour(std::move(plan), console);
}

// What is not typed is as suits the scene; a colour map is for what can have one.
void take_scene_style(PictureStyle& style, const std::string& source, const Parser& parser) {
    Look look;
    take_scene_look(look, source);
    const BodyStyle typed = std::exchange(style.bodies, look.style);
    style.look = look;
    if (parser.count("--sprite") > 0) {
        style.bodies.sprite = typed.sprite;
    }
    if (parser.count("--exposure") > 0) {
        style.bodies.exposure = typed.exposure;
    }
    style.bodies.bloom = typed.bloom;
    if (parser.count("--dust") > 0) {
        style.bodies.dust = typed.dust;
    }
    if (parser.count("--colour-by") > 0) {
        style.bodies.colour_by = typed.colour_by;
    } else {
        style.scalar = look.scalar;
    }
    if (parser.count("--colour-map") > 0) {
        style.bodies.colour_map = typed.colour_map;
        if (parser.count("--colour-by") == 0 && style.bodies.colour_by == ColourBy::natural) {
            style.bodies.colour_by = ColourBy::scalar;
        }
    }
}

ExitCode render(const RenderArguments& request, const Console& console) {
    RenderPlan plan = request.plan;
    require_frame_output(plan.frames);
    if (request.leaves_out_edits) {
        console.note("changes made by hand are left out; open the picture with 'orrery PICTURE' "
                     "and save it with F12 to include them");
    }
    ChosenSystem from = choose_system(request.system, console, request.like);
    plan.settings = std::move(from.chosen.settings);
    plan.system = std::move(from.system);
    plan.settings.count_interactions = plan.style.scalar == BodyScalar::interactions;
    return render_frames(std::move(plan), console);
}

std::function<ExitCode()> declare(Parser& parser, const Console& console) {
    const auto request = std::make_shared<RenderArguments>();
    add_source_arguments(parser, request->system, Settings{}.source);
    parser.option(
        "--like PICTURE",
        [request](const std::string& file, const std::string& /*flag*/) {
            take_picture(*request, file);
        },
        "start with the scene, settings, look, view and time of a picture saved by the window");
    add_frame_arguments(parser, *request);
    add_look_arguments(parser, request->plan.style);
    add_camera_arguments(parser, request->plan.style);
    add_force_arguments(parser, request->system, UnnamedAlgorithm::fastest);
    add_motion_arguments(parser, request->system);
    parser.group("Output")
        .option("-o,--output FILE", request->plan.frames.output,
                "a .png (default: orrery.png); for several frames a pattern, out-%05d.png, or a "
                "video: .mp4, .mov, .mkv, .webm, .webp or .gif; - is standard output, one .png "
                "after the other")
        .flag("--hdr", request->plan.frames.hdr, "a 16-bit HDR .png, for screens that can show it");
    return [request, &parser, &console] {
        if (is_tour(request->system.source)) {
            return render_tour_of(*request, parser, console);
        }
        if (!request->language.empty()) {
            throw bad_input("only a tour has words", "--language", "name a tour");
        }
        if (request->waiting_seconds) {
            throw bad_input("only a tour has steps that wait", "--wait", "name a tour");
        }
        if (parser.count("--steps-per-frame") > 0 && request->plan.frames.frame_count() == 1) {
            throw bad_input(
                "there is only one frame", "--steps-per-frame",
                "give --frames, too; --start runs the simulation before the first picture");
        }
        if (parser.count("--colour-map") > 0 &&
            (request->plan.style.bodies.colour_by == ColourBy::single ||
             request->plan.style.bodies.colour_by == ColourBy::natural ||
             request->plan.style.bodies.colour_by == ColourBy::component)) {
            throw bad_input("components, natural and single colours have no colour map",
                            "--colour-map", "leave it out, or choose another --colour-by");
        }
        if (!request->like) {
            take_scene_style(request->plan.style, request->system.source, parser);
        }
        return render(*request, console);
    };
}

} // namespace

extern const Subcommand render_command{
    "render",
    "[SCENE|FILE|TOUR] [--frames N] [-o out.png] [options]",
    "draw pictures without a window",
    "Simulates and draws off-screen; needs OpenGL 4.5 through EGL, but no display. Prints the time "
    "of steps and frames. Ctrl+C keeps the pictures written so far.\n\nA tour (a .toml file, or "
    "ladder, n_log_n, galaxies) becomes a film of the whole talk, words included, the same each "
    "time: steps run at the tour's pace, 60 a second by default.",
    "orrery render galaxy_collision -o collision.png\n"
    "orrery render saturn_rings --size 3840x2160 --elevation 60 -o rings.png\n"
    "orrery render cold_sphere --steps-per-frame 4 -o collapse.mp4\n"
    "orrery render cold_sphere --frames 250 --steps-per-frame 4 -o out-%05d.png\n"
    "orrery render talk.toml --size 1920x1080 -o talk.mp4\n"
    "orrery render kepler --frames 250 -o - | ffmpeg -f image2pipe -i - kepler.nut",
    declare,
};

} // namespace orrery
