// orrery render: pictures without a window.

#include "app/commands/chosen_system.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/rendering.hpp"
#include "app/numbers.hpp"
#include "app/state/look.hpp"
#include "app/state/shown_state.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <memory>
#include <utility>

namespace orrery {
namespace {

struct RenderArguments {
    SystemArguments system;
    RenderPlan plan;
    std::vector<std::function<void(Look&)>> typed_look;
    bool dust = false, bloom = true;
};

void add_camera_arguments(Parser& parser, PictureStyle& style) {
    parser.group("Camera")
        .option("--azimuth DEGREES", into(style.azimuth, parse_number),
                "around the z axis (default: the scene's)")
        .option("--elevation DEGREES", into(style.elevation, parse_number),
                "above the xy plane (default: the scene's)")
        .option("--distance LENGTH", into(style.distance, parse_not_negative),
                "from the centre; 0 frames everything (default: the scene's)");
}

// Sets this property of the look.
Take look_property(RenderArguments& request, const char* id) {
    return [&request, id](const std::string& text, const std::string& flag) {
        const LookProperty& property = *find_look_property(id);
        const auto set = [&property, value = property.value(text, flag)](Look& look) {
            property.member.set(look, value);
        };
        request.typed_look.emplace_back(set);
    };
}

// The same of any property, by the name that the window or a session has for it.
Take any_look_property(RenderArguments& request) {
    return [&request](const std::string& text, const std::string& flag) {
        const std::size_t sign = text.find('=');
        if (sign == std::string::npos) {
            throw bad_input("'" + text + "' is not PROPERTY=VALUE", flag, "write neighbours=on");
        }
        const std::string name = text.substr(0, sign);
        const LookProperty* const property = find_look_property(name);
        if (property == nullptr) {
            const auto names = list_of<std::string>(look_properties(), &LookProperty::id);
            throw bad_input("nothing of the look is called " + name, flag,
                            did_you_mean(name, names, "orrery list settings"));
        }
        const auto set = [property, value = property->value(text.substr(sign + 1), flag)](
                             Look& look) { property->member.set(look, value); };
        Look look;
        set(look); // a mistake shows before anything is computed
        request.typed_look.emplace_back(set);
    };
}

void add_look_arguments(Parser& parser, RenderArguments& request) {
    parser.group("Picture")
        .option("--size WIDTHxHEIGHT", into(request.plan.style.size, parse_extent),
                "in pixels (default: 1920x1080)")
        .option("--colour-by WHAT", look_property(request, "colour"),
                "what the colours show: natural, speed, acceleration, interactions, density, "
                "gaussian_density, component or single (default: the scene's)")
        .option("--colour-map COLOUR-MAP", look_property(request, "colour_map"),
                "the colours, from 'orrery list colour-maps' (default: the scene's)")
        .option("--sprite glow|points|discs", look_property(request, "style"),
                "what a body looks like (default: glow)")
        .option("--exposure STOPS", look_property(request, "exposure"),
                "brighter or darker than automatic (default: 0)")
        .repeated("--look PROPERTY=VALUE", any_look_property(request),
                  "anything else of the look, by the names of Ctrl+K: neighbours=on, contrast=4")
        .flag("--dust,!--no-dust", request.dust, "with or without dust lanes (default: without)")
        .flag("!--no-bloom", request.bloom, "without the glow around bright places");
}

void add_frame_arguments(Parser& parser, RenderPlan& plan) {
    parser.group("Frames")
        .option("--frames N", into(plan.frames.frames, count_within("frames", 1)),
                "pictures to draw (default: 1, or ten seconds of video)")
        .option("--steps-per-frame N", into(plan.steps_per_frame, count_within("steps", 1)),
                "time steps from one picture to the next (default: 1)")
        .option("--fps RATE", into(plan.frames.frames_per_second, parse_number),
                "frames per second of a video (default: 30)")
        .option("--start TIME", into(plan.start, parse_number),
                "run to this time before the first picture")
        .option("--wait SECONDS", into(plan.waiting_seconds, number_within(0.01, 3600)),
                "length of a tour's step that waits for the speaker (default: 6)");
    add_language_argument(
        parser, plan.language,
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

// That of the scene, with what is typed. A colour map is for what can have one.
void set_look(RenderArguments& request, const Parser& parser) {
    const auto typed = [&](const char* flag) { return parser.count(flag) > 0; };
    Look& look = request.plan.style.look;
    take_scene_look(look, request.system.source);
    for (const auto& set : request.typed_look) {
        set(look);
    }
    look.style.dust = typed("--dust") ? request.dust : look.style.dust;
    look.style.bloom = look.style.bloom && request.bloom;
    ColourBy& by = look.style.colour_by;
    if (!typed("--colour-map")) {
        return;
    }
    if (by == ColourBy::natural && !typed("--colour-by")) {
        by = ColourBy::scalar;
    } else if (typed("--colour-by") &&
               (by == ColourBy::single || by == ColourBy::natural || by == ColourBy::component)) {
        throw bad_input("components, natural and single colours have no colour map", "--colour-map",
                        "leave it out, or choose another --colour-by");
    }
}

ExitCode render(RenderArguments& request, const Parser& parser, const Console& console) {
    RenderPlan& plan = request.plan;
    const bool of_tour = plan.waiting_seconds || !plan.language.empty(); // no scene has these
    if (is_tour(request.system.source, of_tour)) {
        require_nothing_else(parser);
        return render_tour(request.system.source, plan, console);
    }
    if (!plan.language.empty()) {
        throw bad_input("only a tour has words", "--language", "name a tour");
    }
    if (plan.waiting_seconds) {
        throw bad_input("only a tour has steps that wait", "--wait", "name a tour");
    }
    if (plan.steps_per_frame && plan.frames.frame_count() == 1) {
        throw bad_input("there is only one frame", "--steps-per-frame",
                        "give --frames, too; --start runs the simulation before the first picture");
    }
    set_look(request, parser);
    require_frame_output(plan.frames);
    ChosenSystem from = choose_system(request.system, console);
    plan.settings = std::move(from.chosen.settings);
    plan.system = std::move(from.system);
    plan.settings.count_interactions = plan.style.look.scalar == BodyScalar::interactions;
    return render_frames(std::move(plan), console);
}

std::function<ExitCode()> declare(Parser& parser, const Console& console) {
    const auto request = std::make_shared<RenderArguments>();
    add_source_arguments(parser, request->system, Settings{}.source);
    add_frame_arguments(parser, request->plan);
    add_look_arguments(parser, *request);
    add_camera_arguments(parser, request->plan.style);
    add_force_arguments(parser, request->system, UnnamedAlgorithm::fastest);
    add_motion_arguments(parser, request->system);
    parser.group("Output")
        .option("-o,--output FILE", request->plan.frames.output,
                "a .png (default: orrery.png); for several frames a pattern, out-%05d.png, or a "
                "video: .mp4, .mov, .mkv, .webm, .webp or .gif; - is standard output, one .png "
                "after the other")
        .flag("--hdr", request->plan.frames.hdr, "a 16-bit HDR .png, for screens that can show it");
    return [request, &parser, &console] { return render(*request, parser, console); };
}

} // namespace

extern const Subcommand render_command{
    "render",
    "[SCENE|FILE|TOUR] [--frames N] [-o out.png] [options]",
    "draw pictures without a window",
    "Simulates and draws off-screen; needs OpenGL 4.5 through EGL, but no display. Prints the time "
    "of steps and frames. Ctrl+C keeps the pictures written so far.\n\nA tour (a .toml file, or "
    "ladder, n_log_n, galaxies, chaos, trust or welcome; cosmic_web with --wait) becomes a film of "
    "the whole talk, words included, the same each time: steps run at the tour's pace, 60 a second "
    "by default.",
    "orrery render galaxy_collision -o collision.png\n"
    "orrery render saturn_rings --size 3840x2160 --elevation 60 -o rings.png\n"
    "orrery render cold_sphere --steps-per-frame 4 -o collapse.mp4\n"
    "orrery render cold_sphere --frames 250 --steps-per-frame 4 -o out-%05d.png\n"
    "orrery render talk.toml --size 1920x1080 -o talk.mp4\n"
    "orrery render kepler --frames 250 -o - | ffmpeg -f image2pipe -i - kepler.nut",
    declare,
};

} // namespace orrery
