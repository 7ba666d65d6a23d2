// Every field of Look: what it is called, its values, its keys in sessions and among the actions.

#include "app/state/look.hpp"

#include "app/language/tr.hpp"
#include "app/state/appearance.hpp"
#include "render/colour_maps.hpp"
#include "sim/base/words.hpp"
#include "sim/solver.hpp"

#include <algorithm>

namespace orrery {
namespace {

using Kind = LookProperty::Kind;
using Words = std::string;
using Choices = std::vector<PropertyChoice>;

template <auto... way>
constexpr Member<Look> look = field_of<Look, way...>;
template <const auto& names, auto... way>
constexpr Member<Look> named = named_field_of<Look, names, way...>;

// In the order of their enumerations.
constexpr std::array sprite_names{"glow", "points", "discs"};
constexpr std::array colour_by_names{"quantity",  "density", "single",
                                     "component", "natural", "gaussian_density"};
constexpr std::array scalar_names{"none",         "speed",     "acceleration",
                                  "interactions", "component", "domain"};
constexpr std::array slice_names{"none", "camera", "xy", "xz", "yz"};
constexpr std::array layer_names{"panels", "stage", "nothing"};
constexpr std::array number_names{"nothing", "factor", "error", "time",  "rate",  "bodies",
                                  "energy",  "growth", "cells", "terms", "moment"};
constexpr std::array cut_names{"none", "cube", "plane"};
constexpr std::array theme_names{"dark", "light", "projector"};

template <const auto& names>
Choices names_of() {
    return list_of<PropertyChoice>(names, [](const char* name) { return PropertyChoice{name}; });
}

Choices sprite_choices() {
    return {{"glow", tr_noop("Bodies as glow"), tr_noop("Soft lights"), tr_noop("glow")},
            {"points", tr_noop("Bodies as points"), tr_noop("Sharp points"), tr_noop("points")},
            {"discs", tr_noop("Bodies as discs"), tr_noop("Lit discs"), tr_noop("discs")}};
}

Choices layer_choices() {
    return {{"panels", tr_noop("Panels around the picture"), tr_noop("All controls and plots")},
            {"stage", tr_noop("Stage over the picture"), tr_noop("Large type for an audience")},
            {"nothing", tr_noop("Picture only"), tr_noop("Nothing on top of it")}};
}

Choices theme_choices() {
    return {{"dark", tr_noop("Dark colours"), tr_noop("For a dark room")},
            {"light", tr_noop("Light colours"), tr_noop("For a bright room")},
            {"projector", tr_noop("Colours for a projector"),
             tr_noop("Black and white instead of greys")}};
}

Choices number_choices() {
    return {{"nothing", tr_noop("No large number"), tr_noop("Title and figures only")},
            {"factor", tr_noop("Large number: speed-up"), tr_noop("Over the reference")},
            {"error", tr_noop("Large number: force error"),
             tr_noop("Measured against the direct sum in double precision")},
            {"time", tr_noop("Large number: time per step"), tr_noop("Of the algorithm that runs")},
            {"rate", tr_noop("Large number: interactions per second"),
             tr_noop("Of the algorithm that runs")},
            {"bodies", tr_noop("Large number: bodies"), tr_noop("How many there are")},
            {"energy", tr_noop("Large number: energy error"), tr_noop("Since the start")},
            {"growth", tr_noop("Large number: growth of the work"),
             tr_noop("With the number of bodies: N², N log N, N")},
            {"cells", tr_noop("Large number: cells"),
             tr_noop("Of the octree, in the picture; with a plane also those beside it")},
            {"terms", tr_noop("Large number: terms per body"),
             tr_noop("How many bodies and cells a body feels")},
            {"moment", tr_noop("Large number: simulated time"),
             tr_noop("The date or age of what is shown")}};
}

Choices cut_choices() {
    return {{"none", tr_noop("Octree without a cut"), tr_noop("Cells as far as their bodies"),
             tr_noop("all")},
            {"cube", tr_noop("Octree cut to a cube"), tr_noop("A cube that is seen whole"),
             tr_noop("cube")},
            {"plane", tr_noop("Octree cut by a plane"),
             tr_noop("Through the camera's target or the body that walks, facing the camera"),
             tr_noop("plane")}};
}

Choices slice_choices() {
    return {{"none", tr_noop("No slice"), tr_noop("Bodies only"), tr_noop("off")},
            {"camera", tr_noop("Slice facing the camera"),
             tr_noop("Density on a plane through the camera's target"), tr_noop("view")},
            {"xy", tr_noop("Slice along x and y"), tr_noop("Density on a plane along x and y")},
            {"xz", tr_noop("Slice along x and z"), tr_noop("Density on a plane along x and z")},
            {"yz", tr_noop("Slice along y and z"), tr_noop("Density on a plane along y and z")}};
}

Choices colouring_choices() {
    return list_of<PropertyChoice>(colourings(), [](const Colouring& each) {
        return PropertyChoice{each.id, tr_format("colour by {}", tr(each.name)), each.tooltip};
    });
}

Choices colour_map_choices() {
    return list_of<PropertyChoice>(colour_maps(), [](const ColourMap& map) {
        return PropertyChoice{map.id, map.title, tr_noop("Colour map")};
    });
}

Choices reference_choices() {
    return list_of<PropertyChoice>(solvers(), [](const SolverEntry& entry) {
        return PropertyChoice{entry.info.id, tr_format("against {}", entry.info.id),
                              tr_noop("Shows every algorithm's speed-up over this one")};
    });
}

Choices plot_options() {
    return list_of<PropertyChoice>(plot_choices(), [](const PlotChoice& choice) {
        return PropertyChoice{choice.id, tr_format("plot {}", tr(choice.id)), choice.tooltip};
    });
}

constexpr Member<Look> colouring{
    [](const Look& look) { return SettingValue(Words(colouring_of(look).id)); },
    [](Look& look, const SettingValue& id) { colour_by(look, std::get<Words>(id)); }};

constexpr Member<Look> plot_shown{
    [](const Look& look) { return SettingValue(Words(plot_choice(look.plot).id)); },
    [](Look& look, const SettingValue& id) { choose_plot(look.plot, std::get<Words>(id)); }};

constexpr Member<Look> brush{[](const Look& look) {
                                 const Words words = brush_words(look.plot);
                                 return words.empty() ? SettingValue() : SettingValue(words);
                             },
                             [](Look& look, const SettingValue& value) {
                                 const Words* const words = std::get_if<Words>(&value);
                                 set_brush(look.plot, words == nullptr ? "" : *words);
                             }};

LookProperty flag(const char* id, const char* title, const char* tooltip, const char* command,
                  const Member<Look>& member, const char* shortcut = "") {
    return {{.id = id,
             .title = title,
             .tooltip = tooltip,
             .example = "on",
             .command = command,
             .shortcut = shortcut,
             .kind = Kind::flag},
            member};
}

LookProperty number(const char* id, const char* title, const char* label, const char* example,
                    const char* tooltip, const char* command, const Member<Look>& member,
                    const PropertyFacts::Range& range, const PropertyFacts::Slider& slider = {}) {
    const bool whole = std::holds_alternative<std::uint64_t>(member.get({}));
    return {{.id = id,
             .title = title,
             .tooltip = tooltip,
             .label = label,
             .example = example,
             .command = command,
             .kind = whole ? Kind::whole : Kind::number,
             .range = range,
             .slider = slider},
            member};
}

LookProperty choice(const char* id, const char* title, const char* label, const char* example,
                    const char* tooltip, const char* command, const Member<Look>& member,
                    Choices (*choices)()) {
    return {{.id = id,
             .title = title,
             .tooltip = tooltip,
             .label = label,
             .example = example,
             .command = command,
             .kind = Kind::choice,
             .choices = choices},
            member};
}

LookProperty of_machine(LookProperty property) {
    property.of_machine = true;
    return property;
}

// Another row keeps it.
LookProperty not_in_session(LookProperty property) {
    property.in_session = false;
    return property;
}

const std::array rows{
    choice("style", "bodies as", "Bodies as", "points",
           "Soft lights, sharp points, or lit discs (P)", "view.sprite",
           named<sprite_names, &Look::style, &BodyStyle::sprite>, sprite_choices),
    number("size", "size", "Size", "2", "Relative to the default for this number of bodies",
           "view.size", look<&Look::style, &BodyStyle::size>, {0.01, 100}, {0.2, 5, true}),
    number("brightness", "brightness", "Brightness", "1.5",
           "Brightness of a body, relative to the default for this number", "view.brightness",
           look<&Look::style, &BodyStyle::brightness>, {0, 1e3}, {0.05, 20, true}),
    number("exposure", "exposure", "Exposure", "-1",
           "Exposure of the whole picture in stops: +1 is twice as bright", "view.exposure",
           look<&Look::style, &BodyStyle::exposure>, {-20, 20}, {-5, 5}),
    flag("bloom", "Bloom", "Adds a glow around bright areas", "view.bloom",
         look<&Look::style, &BodyStyle::bloom>),
    number("bloom_strength", "glow", "", "0.6", "How strong the bloom is", "view.bloom_strength",
           look<&Look::style, &BodyStyle::bloom_strength>, {0, 2}, {0, 2}),
    flag("dust", "Dust lanes", "Dims and reddens the light behind the dust of spiral galaxies",
         "view.dust", look<&Look::style, &BodyStyle::dust>),
    number("hole_size", "black hole size", "Black holes", "1",
           "How many times as large black holes are drawn as they are, if that is known; always a "
           "few pixels at least; 0: as lights",
           "view.hole_size", look<&Look::style, &BodyStyle::hole_size>, {0, 1e6}, {1, 1e4, true}),
    number("hole_disk", "black hole disk", "Their disks", "0",
           "Brightness of the disk of gas around a black hole, which is drawn and not simulated",
           "view.hole_disk", look<&Look::style, &BodyStyle::hole_disk>, {0, 3}, {0, 2}),
    not_in_session(choice("colour", "colour", "Colour by", "density",
                          "What the colour of a body means", "view.colour_by", colouring,
                          colouring_choices)),
    choice("colour_by", "", "", "", "How bodies are coloured", "",
           named<colour_by_names, &Look::style, &BodyStyle::colour_by>, names_of<colour_by_names>),
    choice("quantity", "quantity", "", "speed", "The quantity that colours stand for",
           "view.quantity", named<scalar_names, &Look::scalar>, names_of<scalar_names>),
    choice("colour_map", "colours", "", "viridis", "The palette of the colour scale",
           "view.colours", look<&Look::style, &BodyStyle::colour_map>, colour_map_choices),
    number("contrast", "contrast", "Contrast", "4",
           "How much fainter bodies at the low end of the colour scale are, in stops",
           "view.contrast", look<&Look::style, &BodyStyle::contrast>, {0, 12}, {0, 8}),
    number(
        "slab", "slab", "Slab", "0.2",
        "Shows only what is this near to the camera's target in depth, as a part of its distance; "
        "0: all",
        "view.slab", look<&Look::style, &BodyStyle::slab>, {0, 10}, {0, 1}),
    number("lowest", "lowest", "from", "0.1", "Value at the dark end", "view.lowest",
           look<&Look::style, &BodyStyle::scalar_low>, {-1e38, 1e38}),
    number("highest", "highest", "to", "10", "Value at the bright end", "view.highest",
           look<&Look::style, &BodyStyle::scalar_high>, {-1e38, 1e38}),
    flag("logarithmic", "logarithmic colours", "The colour scale is logarithmic",
         "view.logarithmic", look<&Look::style, &BodyStyle::logarithmic>),
    flag("automatic_range", "automatic range", "The colour scale follows the bodies",
         "view.automatic_range", look<&Look::automatic_range>),
    of_machine(choice("layer", "layer", "", "stage",
                      "Panels around the picture, large type for an audience, or the picture only",
                      "view.layer", named<layer_names, &Look::layer>, layer_choices)),
    choice("theme", "theme", "", "light", "Colours of panels and stage", "view.theme",
           named<theme_names, &Look::theme>, theme_choices),
    LookProperty{{.id = "reference",
                  .title = "compare",
                  .tooltip = "The algorithm that the others are compared with",
                  .example = "cpu.simd",
                  .command = "view.reference",
                  .kind = Kind::text,
                  .choices = reference_choices},
                 look<&Look::reference>},
    flag("scene_looks", "Scene looks",
         "Gives each scene the colours, sizes and trails that suit it", "view.scene_looks",
         look<&Look::scene_looks>),
    flag("dark_matter", "Dark matter", "Shows the bodies that emit no light", "view.dark",
         look<&Look::show_dark>),
    flag("trails", "Trails",
         "Draws the past path of each body, if there are few, or of those with a name",
         "view.trails", look<&Look::show_trails>, "Shift+P"),
    number("trail_length", "trail length", "", "30",
           "Length of trails, relative to what suits the system", "view.trail_length",
           look<&Look::trail_length>, {0.01, 1000}),
    flag("orbits", "Orbits",
         "Draws each body's ellipse around the heaviest body, ignoring the others; of two bodies "
         "the "
         "areas, too, that they sweep in equal times",
         "view.orbits", look<&Look::show_orbits>, "Shift+T"),
    flag("path_ahead", "Path ahead", "Draws the selected body's future path, as long as a trail",
         "view.path_ahead", look<&Look::show_path_ahead>, "Shift+F"),
    flag("velocities", "Velocity arrows", "Draws arrows for the velocity of some bodies",
         "view.velocities", look<&Look::show_velocities>, "Shift+V"),
    flag("grid", "Reference grid", "Draws a labelled grid in the plane z = 0", "view.grid",
         look<&Look::show_grid>, "Shift+G"),
    flag("axes", "Axes", "Draws the axes x, y and z through the origin", "view.axes",
         look<&Look::show_axes>),
    flag("box", "Box edges", "Draws the edges of a periodic box", "view.box",
         look<&Look::show_box>),
    flag("neighbours", "Neighbour boxes",
         "Draws the bodies of a periodic box again in the 26 boxes around it", "view.neighbours",
         look<&Look::show_neighbours>),
    flag("physical_view", "Physical size",
         "Lets an expanding box grow on screen as space does, instead of comoving with it",
         "view.physical", look<&Look::physical_view>),
    flag("fading_lines", "Fade distant lines",
         "Draws lines fainter the farther they are behind the camera's target", "view.fade_lines",
         look<&Look::fade_lines>),
    number("line_glow", "line glow", "", "0.5", "How strongly lines glow", "view.line_glow",
           look<&Look::line_glow>, {0, 1}),
    number("stars", "stars", "", "0.5", "Brightness of the stars behind the bodies", "view.stars",
           look<&Look::stars>, {0, 1}),
    flag("race_overlay", "Race in one view",
         "Shows all racers in one picture, each in its own colour, with lines between the same "
         "bodies, if there are few",
         "view.race_overlay", look<&Look::race_overlay>, "Shift+Y"),
    flag("scale_bar", "Scale bar", "Shows the scale of the picture", "view.scale_bar",
         look<&Look::show_scale_bar>),
    flag("names", "Names", "Labels the bodies that have a name", "view.labels",
         look<&Look::show_labels>),
    flag("colour_scale", "Colour scale", "Shows what the colours mean", "view.legend",
         look<&Look::show_legend>),
    flag("chart", "Chart of the ladder", "Shows each algorithm's speed-up over the reference",
         "view.chart", look<&Look::show_chart>, "C"),
    flag("chart_corner", "Chart in a corner",
         "Shows a small chart of the algorithms that have run; it grows with each of them",
         "view.chart_corner", look<&Look::chart_corner>, "M"),
    flag("chart_growth", "Time over bodies",
         "The chart shows times over the number of bodies, as far as they were measured, beside N, "
         "N log N and N²",
         "view.chart_growth", look<&Look::chart_growth>, "Shift+M"),
    choice("number", "number", "", "factor", "The number in the largest type on the stage",
           "view.number", named<number_names, &Look::stage_number>, number_choices),
    flag("code", "Source code", "Shows the inner loop of the algorithm that runs", "view.code",
         look<&Look::show_code>, "K"),
    flag("kernel", "Drawing of the kernel",
         "Draws what the threads of the algorithm that runs do, where there is a drawing of it",
         "view.kernel", look<&Look::show_kernel>, "Shift+L"),
    flag("logarithmic_chart", "Logarithmic chart",
         "Draws the chart on a logarithmic axis, or from zero", "view.logarithmic_chart",
         look<&Look::logarithmic_chart>, "Shift+C"),
    flag("tree_boxes", "Octree boxes",
         "Draws the cells of the octree that the algorithm uses, or that a "
         "tree code would build",
         "view.octree", look<&Look::tree, &TreeView::boxes>, "O"),
    number("tree_from", "octree from level", "Level from", "4",
           "Level 0 is the whole space; each level halves the cells", "view.octree_from",
           look<&Look::tree, &TreeView::levels, &LevelRange::from>, {0, finest_level}),
    number("tree_to", "octree to level", "to", "7",
           "The finest level drawn; 0 to the last: those that the picture can resolve",
           "view.octree_to", look<&Look::tree, &TreeView::levels, &LevelRange::to>,
           {0, finest_level}),
    flag("tree_walk", "Tree walk of a body",
         "Shows which cells the double-clicked body uses whole, and which it opens", "view.walk",
         look<&Look::tree, &TreeView::walk>, "Shift+O"),
    choice("tree_cut", "octree cut", "Cut", "plane",
           "Which part of the octree's cells is drawn: all, what is within a cube around the "
           "camera's target, or a plane through it",
           "view.octree_cut", named<cut_names, &Look::tree, &TreeView::cut>, cut_choices),
    choice("slice", "slice", "Slice", "xy",
           "Density on a plane through the camera's target, facing the camera or "
           "along two axes; a contour at every factor of ten",
           "view.slice", named<slice_names, &Look::density, &DensityView::slice>, slice_choices),
    number("density_width", "density width", "Width", "0.5",
           "Width of each body's Gaussian, relative to the default; doubled on a slice",
           "view.density_width", look<&Look::density, &DensityView::width>, {0.05, 20},
           {0.2, 5, true}),
    number("density_error", "density error", "Error", "1e-3",
           "Allowed relative error of the density", "view.density_error",
           look<&Look::density, &DensityView::error>, {1e-5, 0.1}, {1e-5, 0.1, true}),
    flag("keep_frame_rate", "Keep the frame rate",
         "When drawing is too slow, turns off bloom, then coarsens the glow, "
         "then lowers the resolution, then leaves out bodies",
         "view.keep_frame_rate", look<&Look::keep_frame_rate>),
    flag("web_flight", "Fly through the web",
         "Flies from halo to halo along the filaments between them, until the camera is moved",
         "camera.web_flight", look<&Look::web_flight>, "Shift+K"),
    number("rotation", "rotation", "", "6",
           "Degrees a second that the camera turns about its target", "camera.rotation",
           look<&Look::rotation>, {-90, 90}),
    number("drift", "drift", "", "1",
           "Percent a second that the camera comes closer; below 0 it draws back", "camera.drift",
           look<&Look::drift>, {-50, 50}),
    flag("keep_in_frame", "Keep in frame",
         "Moves the camera so that the bodies stay as large on screen, whether they fly apart or "
         "fall together",
         "camera.keep_in_frame", look<&Look::keep_in_frame>, "Ctrl+F"),
    flag("turn_with_orbit", "Turn with the orbit",
         "Turns the camera with the followed body around the centre of mass, which then stays "
         "where it is on screen",
         "camera.turn_with_orbit", look<&Look::turn_with_orbit>),
    number("travel_speed", "travel speed", "", "0.5",
           "Speed of camera flights, relative to the default", "camera.travel_speed",
           look<&Look::travel_speed>, {0.1, 10}),
    number("turn_speed", "turn speed", "", "0.5",
           "Speed of turns in camera flights, relative to the default", "camera.turn_speed",
           look<&Look::turn_speed>, {0.1, 10}),
    of_machine(flag("reduced_motion", "Reduced motion", "Fades from view to view instead of flying",
                    "camera.reduced_motion", look<&Look::reduced_motion>)),
    choice("plot", "plot", "", "rotation curve", "What is plotted of the scene", "plot.show",
           plot_shown, plot_options),
    flag("haloes", "Haloes",
         "Rings and names for the heaviest groups of bodies, found by friends of friends",
         "view.haloes", look<&Look::haloes, &HaloView::rings>, "Shift+R"),
    number("named_haloes", "named haloes", "", "20", "How many of the heaviest haloes have a ring",
           "view.named_haloes", look<&Look::haloes, &HaloView::named>, {1, 100}),
    number("linking_length", "linking length", "", "0.17",
           "Bodies nearer to each other than this part of their mean distance are of one halo",
           "view.linking_length", look<&Look::haloes, &HaloView::linking>, {0.05, 1}),
    LookProperty{{.id = "plot_component",
                  .title = "plot component",
                  .tooltip = "The component whose bodies are plotted",
                  .example = "disk",
                  .command = "plot.component",
                  .kind = Kind::text,
                  .unset = "all"},
                 look<&Look::plot, &PlotView::component>},
    flag("plot_logarithmic", "Logarithmic plot", "Plots the quantity on a logarithmic axis",
         "plot.logarithmic", look<&Look::plot, &PlotView::logarithmic>),
    flag("plot_large", "Plot beside the picture",
         "Shows the scene's plot in large type for an audience", "plot.large",
         look<&Look::plot, &PlotView::large>, "U"),
    LookProperty{{.id = "brush",
                  .title = "brush",
                  .tooltip = "The bodies that a range of the plot chooses",
                  .example = "2.4 2.6",
                  .command = "plot.brush",
                  .kind = Kind::text,
                  .unset = "nothing",
                  .in_session = false,
                  .check = [](const Words& words) { read_brush(words); }},
                 brush}};

} // namespace

std::span<const LookProperty> look_properties() {
    return rows;
}

const LookProperty* find_look_property(std::string_view id_or_title) {
    return find_in(look_properties(), id_or_title);
}

} // namespace orrery
