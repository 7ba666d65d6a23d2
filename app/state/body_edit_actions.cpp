// Bodies added, taken away and changed, by words: "add black hole 1e-3 at 1,0,0 velocity 0,1,0".

#include "app/numbers.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/body_units.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/words.hpp"
#include "sim/simulation/load_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <variant>

namespace orrery {
namespace {

constexpr std::size_t min_galaxy = 16;
constexpr const char* place_example = "at 1,0,0 velocity 0,1,0";

Vector3 parse_vector(const std::string& text, const std::string& name) {
    const std::vector<std::string_view> parts = split(text);
    if (parts.size() != 3) {
        throw bad_input("'" + text + "' is not a valid " + name, "",
                        "give three numbers: 1,0,-0.5");
    }
    return {parse_number(parts[0], name), parse_number(parts[1], name),
            parse_number(parts[2], name)};
}

double parse_mass(const std::string& text) {
    return number_within(mass_limits, "mass")(text);
}

// Of bodies, which an error tells to the last one: "4,194,304".
void check_count(const Limits& limits, std::size_t bodies) {
    check_within(limits, static_cast<double>(bodies), "bodies",
                 [](double count) { return with_thousands(static_cast<std::size_t>(count)); });
}

// "2k inclination 40 velocity 0,1,0": how many or how much, and what else is said by its name.
class SpokenEdit {
public:
    SpokenEdit(const std::string& text, const std::vector<std::string>& known) {
        std::string* value = &first;
        for (const std::string& word : words_in(text)) {
            if (std::ranges::find(known, word) != known.end()) {
                value = &(said_[word] = ""); // said again, it is another
            } else if (value == &first && !first.empty()) {
                throw bad_input("'" + word + "' means nothing here", "",
                                "use one of " + joined(known));
            } else { // a name has spaces
                *value += (value->empty() ? "" : " ") + word;
            }
        }
        for (const auto& [name, words] : said_) {
            if (words.empty()) {
                throw bad_input("'" + name + "' needs a value", "", place_example);
            }
        }
    }

    std::string first; // "" where it begins with a name

    const std::string* find(const std::string& name) const {
        const auto found = said_.find(name);
        return found == said_.end() ? nullptr : &found->second;
    }
    std::optional<double> number(const std::string& name) const {
        const std::string* const text = find(name);
        return text == nullptr ? std::nullopt : std::optional(parse_number(*text, name));
    }
    std::optional<Vector3> vector(const std::string& name) const {
        const std::string* const text = find(name);
        return text == nullptr ? std::nullopt : std::optional(parse_vector(*text, name));
    }

private:
    std::map<std::string, std::string> said_;
};

std::string name_again(const AppState* app, BodyNumber number) {
    const auto place =
        app == nullptr ? std::nullopt : app->catalogue.numbers.find(number, app->status.count);
    return place ? spoken_body(*app, *place) : std::to_string(number + 1);
}

BodyNumber number_called(const AppState* app, const std::string& name) {
    return app == nullptr ? 0 : app->catalogue.numbers.at(body_called(*app, name));
}

Vector3 place_or_centre(const SpokenEdit& spoken, const AppState* app) {
    const glm::dvec3 centre = app == nullptr ? glm::dvec3(0) : app->camera.pose().centre;
    return spoken.vector("at").value_or(Vector3{centre.x, centre.y, centre.z});
}

// The readers of edits. Without an app they look at the words alone; with one, the words by which
// the edit is made again say also what was left to camera and mouse.

std::string with_place(const std::string& text, const SpokenEdit& spoken, const Vector3& place) {
    return spoken.find("at") != nullptr
               ? text
               : fmt::format("{} at {},{},{}", text, place.x, place.y, place.z);
}

BodyEdit read_body(const std::string& text, const AppState* app, const std::string& component) {
    const SpokenEdit spoken(text, {"at", "velocity", "name"});
    if (spoken.first.empty()) {
        throw bad_input("the mass is missing", "", "write 0.01 " + std::string(place_example));
    }
    const std::string* const name = spoken.find("name");
    const AddedBody body{.mass = parse_mass(spoken.first),
                         .position = place_or_centre(spoken, app),
                         .velocity = spoken.vector("velocity").value_or(Vector3{}),
                         .component = component,
                         .label = name == nullptr ? "" : *name};
    return {body,
            component == "thrown" ? tr("throw of a body") : tr_format("add {}", tr(component)),
            with_place(text, spoken, body.position)};
}

BodyEdit read_galaxy(const std::string& text, const AppState* app) {
    const SpokenEdit spoken(text,
                            {"at", "velocity", "inclination", "node", "mass", "scale", "seed"});
    const std::size_t bodies =
        spoken.first.empty() ? 2048 : parse_count(spoken.first, "add galaxy");
    check_count({double{min_galaxy}, 4.0 * 1048576, "a galaxy needs a few"}, bodies);
    const std::string* const seed = spoken.find("seed");
    AddedGalaxy galaxy{.bodies = bodies,
                       .position = place_or_centre(spoken, app),
                       .velocity = spoken.vector("velocity").value_or(Vector3{}),
                       .inclination = spoken.number("inclination").value_or(0),
                       .node = spoken.number("node").value_or(0),
                       .mass = spoken.number("mass"),
                       .scale = spoken.number("scale"),
                       .seed = seed == nullptr ? 1 : parse_number_of("seeds", *seed, "seed")};
    return {galaxy, tr_format("add galaxy of {}", with_thousands(bodies)),
            with_place(text, spoken, galaxy.position)};
}

BodyEdit read_ring(const std::string& text, const AppState* app) {
    const SpokenEdit spoken(text, {"about", "radius", "inclination", "node"});
    const std::size_t bodies = spoken.first.empty() ? 256 : parse_count(spoken.first, "add ring");
    check_count({1, 1048576, "that is too many for a ring"}, bodies);
    AddedRing ring{.bodies = bodies,
                   .radius = spoken.number("radius"),
                   .inclination = spoken.number("inclination").value_or(0),
                   .node = spoken.number("node").value_or(0)};
    const std::string* const name = spoken.find("about");
    if (name != nullptr) {
        ring.about = number_called(app, *name);
    } else if (app != nullptr && app->picked_body) {
        ring.about = app->catalogue.numbers.at(*app->picked_body);
    }
    const std::string about = ring.about ? name_again(app, *ring.about) : "";
    const bool told = name == nullptr ? about.empty() : *name == about;
    return {ring, tr_format("add ring of {}", with_thousands(bodies)),
            told ? text : text + " about " + about};
}

// As in "Undone: delete body 681".
std::string called(const std::string& name) {
    const bool number = name.find_first_not_of("0123456789") == std::string::npos;
    return number ? tr_format("body {}", name) : tr_name(name);
}

// "thrown 1 x2": a name, which may have spaces, and behind it the new value of `what`.
BodyEdit read_change(const std::string& text, const AppState* app, const std::string& what) {
    const std::size_t gap = text.find_last_of(' ');
    if (gap == std::string::npos || gap == 0) {
        throw bad_input("'" + text + "' needs a body and a value", "", "write 17 x2, or Mars 0.5");
    }
    const std::string name = text.substr(0, gap), value = text.substr(gap + 1);
    ChangedBody change{.number = number_called(app, name)};
    if (what != "mass") {
        (what == "velocity" ? change.velocity : change.position) = parse_vector(value, what);
    } else if (value.starts_with('x')) {
        change.mass_factor = parse_mass(value.substr(1));
    } else {
        change.mass = parse_mass(value);
    }
    const std::string body = called(name);
    return {change,
            what == "mass"       ? tr_format("mass of {}", body)
            : what == "velocity" ? tr_format("velocity of {}", body)
                                 : tr_format("position of {}", body),
            name_again(app, change.number) + " " + value};
}

BodyEdit read_removal(const std::string& name, const AppState* app) {
    const BodyNumber number = number_called(app, name);
    return {RemovedBody{number}, tr_format("delete {}", called(name)), name_again(app, number)};
}

struct EditWords {
    const char* id;
    const char* kind;
    const char* example;
    BodyEdit (*read)(const std::string& text, const AppState* app);
};

constexpr EditWords edit_words[] = {
    {"bodies.add", tr_noop("add body"), "0.01 at 1,0,0 velocity 0,1,0",
     [](const std::string& text, const AppState* app) { return read_body(text, app, "thrown"); }},
    {"bodies.add_black_hole", tr_noop("add black hole"), "10",
     [](const std::string& text, const AppState* app) {
         return read_body(text, app, "black hole");
     }},
    {"bodies.add_galaxy", tr_noop("add galaxy"), "2k inclination 40 velocity 0,0.1,0", read_galaxy},
    {"bodies.add_ring", tr_noop("add ring"), "200 radius 1", read_ring},
    {"bodies.remove", tr_noop("delete body"), "17", read_removal},
    {"bodies.mass", tr_noop("set mass"), "17 x2",
     [](const std::string& text, const AppState* app) { return read_change(text, app, "mass"); }},
    {"bodies.velocity", tr_noop("set velocity"), "17 0,1,0",
     [](const std::string& text, const AppState* app) {
         return read_change(text, app, "velocity");
     }},
    {"bodies.position", tr_noop("set position"), "17 1,0,0",
     [](const std::string& text, const AppState* app) {
         return read_change(text, app, "position");
     }},
};

// A race has several sets of bodies, which are to stay the same; and a window shows so many.
void require_possible(const AppState& app, const BodyEdit& edit) {
    if (app.race.under_way) {
        throw bad_input(tr("racers share the same bodies"), "", tr("end the race first, with Esc"));
    }
    const auto* const galaxy = std::get_if<AddedGalaxy>(&edit.what);
    const auto* const ring = std::get_if<AddedRing>(&edit.what);
    const std::size_t more = galaxy != nullptr ? galaxy->bodies
                             : ring != nullptr ? ring->bodies
                                               : 1;
    if (app.status.count + more > max_shown_bodies) {
        throw bad_input(tr("that is more bodies than the window can show"), "", tr("add fewer"));
    }
}

// Goes back to before the first of those that are not to stay. True: it is on its way there.
bool takes_back(AppState& app) {
    BodyEdits& edits = app.get<BodyEdits>();
    const TravelStatus& travel = app.status.travel;
    const std::vector<PastEdit>& done = app.catalogue.edits;
    if (!edits.stay || app.race.under_way) { // what a race put aside its end brings back
        return edits.stay.has_value();
    }
    if (done.size() <= *edits.stay) {
        if (edits.runs_then && travel.under_way) {
            return true;
        }
        app.settings.running = edits.runs_then.value_or(app.settings.running);
        edits.runs_then.reset();
        edits.stay.reset();
        return false;
    }
    if (!edits.runs_then) {
        edits.runs_then = std::exchange(app.settings.running, false);
        const std::uint64_t step = done[*edits.stay].step;
        if (step > travel.first.step) {
            app.simulation.go_to_step(step - 1);
        } else { // nothing is kept of before
            app.simulation.reset();
        }
    }
    return true;
}

} // namespace

// One after the other, for one may name what the one before it adds.
void BodyEditing::act(Frame& frame) {
    AppState& app = frame.app;
    BodyEdits& edits = app.get<BodyEdits>();
    const SimulationStatus& status = app.status;
    const std::uint64_t told = status.bodies_serial + status.notice_serial + status.error_serial;
    if (edits.sent == told) {
        return;
    }
    edits.sent.reset();
    const bool loads =
        !status.loaded || status.loading || !same_system(app.settings, status.settings);
    if (loads || takes_back(app)) {
        return;
    }
    while (!edits.wanted.empty() && !edits.sent) {
        const Command command = edits.wanted.front();
        edits.wanted.pop_front();
        const auto words = std::ranges::find(edit_words, command.id, &EditWords::id);
        try {
            BodyEdit edit = words->read(command.value, &app);
            require_possible(app, edit);
            edit.again = words_of(app.actions, {command.id, edit.again});
            edits.sent = told;
            app.simulation.edit(std::move(edit));
        } catch (const Error& error) {
            app.say(error);
        }
    }
}

void add_body_edit_actions(AppState& app) {
    for (const EditWords& kind : edit_words) {
        Choice& choice = add_value(app, kind.id, kind.kind, kind.example, std::identity(),
                                   [&app, id = kind.id](const std::string& value) {
                                       app.get<BodyEdits>().wanted.push_back({id, value});
                                   });
        choice.check = [read = kind.read](const std::string& value) { read(value, nullptr); };
        choice.momentary = true;
    }
}

std::string spoken_body(const AppState& app, std::size_t body) {
    const std::string* const name = label_of(app.catalogue, body);
    const bool alone =
        name != nullptr && std::ranges::count(app.catalogue.labels, *name, &Label::text) == 1;
    return alone ? *name : std::to_string(app.catalogue.numbers.at(body) + 1);
}

std::string spoken_vector(const Vector3& v) {
    return fmt::format("{:.9g},{:.9g},{:.9g}", v.x, v.y, v.z);
}

} // namespace orrery
