#include "app/state/race.hpp"

#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/words.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace orrery {
namespace {

// What is raced has the name of a setting, or of an option that an algorithm has.
const Property* find_raced(std::string_view name) {
    const Property* const found = find_property(name == "device" ? "devices" : name);
    return found != nullptr && found->raced ? found : nullptr;
}

bool is_option(std::string_view name) {
    const auto all = solvers();
    return std::ranges::any_of(
        all, [&](const SolverEntry& solver) { return solver.info.find_option(name) != nullptr; });
}

void take_raced(Settings& settings, const Settings& from, const std::string& what) {
    if (const Property* const property = find_raced(what)) {
        property->take(settings, from);
        return;
    }
    const OptionValues values = options_of(from, settings.algorithm);
    const auto value = values.find(what);
    OptionValues& own = settings.solver_options[settings.algorithm];
    own.erase(what);
    if (value != values.end()) {
        own.insert(*value);
    }
}

bool has_value(const Property& property, const std::string& value) {
    try {
        property.value(value);
        return true;
    } catch (const Error&) {
        return false;
    }
}

// Takes the name of a setting or option off the front, "time step"; "" where there is none.
std::string take_name(std::vector<std::string>& words) {
    for (std::size_t length = std::min<std::size_t>(words.size(), 2); length > 0; --length) {
        const std::string name = length == 2 ? words[0] + " " + words[1] : words[0];
        const Property* const raced = find_raced(name);
        if (raced != nullptr || is_option(name)) {
            words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(length));
            return raced != nullptr ? raced->title : name;
        }
    }
    return "";
}

std::vector<std::string> names_that_race() {
    std::vector<std::string> names;
    for (const Property& property : properties()) {
        if (property.raced && property.choices != nullptr) {
            std::ranges::transform(property.choices(), std::back_inserter(names),
                                   &PropertyChoice::name);
        }
    }
    for (const Scene& scene : scenes()) {
        names.emplace_back(scene.id);
    }
    for (const ShippedRace& shipped : shipped_races()) {
        names.emplace_back(shipped.name);
    }
    return names;
}

// What values without a name before them are of: the first setting that knows one of them.
std::string raced_of_values(const std::vector<std::string>& values) {
    const std::span<const Property> all = properties();
    auto first = all.end();
    for (const std::string& value : values) {
        const auto found = std::ranges::find_if(all, [&](const Property& property) {
            return property.raced && has_value(property, value);
        });
        if (found == all.end()) {
            throw bad_input("'" + value + "' is unknown", "race",
                            did_you_mean(value, names_that_race(), "orrery list"));
        }
        first = std::min(first, found);
    }
    return first == all.end() ? "algorithm" : first->title;
}

void check_values(const Race& race) {
    for (const std::string& value : race.values) {
        if (const Property* const property = find_raced(race.what)) {
            property->value(value);
        } else {
            check_option(race.what, value);
        }
        if (std::ranges::count(race.values, value) > 1) {
            throw bad_input("'" + value + "' cannot race itself", "race", "give different ones");
        }
    }
    if (race.values.size() < min_racers || race.values.size() > max_racers) {
        throw bad_input("a race has two to four racers", "race",
                        "write race cpu.simd cpu.tree, or race integrator euler leapfrog");
    }
}

// As the deck calls it; with its id where another racer has the same name, on a GPU for one.
std::string algorithm_title(const Race& race, std::size_t number) {
    const auto title_of = [](const std::string& id) { return tr(find_solver(id).info.title); };
    const std::string& id = race.values[number];
    const std::string title = title_of(id);
    const auto alike = std::ranges::count_if(
        race.values, [&](const std::string& other) { return title_of(other) == title; });
    return alike > 1 ? title + " (" + find_solver(id).info.id + ")" : title;
}

// The next algorithm of the list that does not take part yet; "" where all do.
std::string next_rival(const Settings& settings, const std::vector<std::string>& racers) {
    Settings candidate = settings;
    for (std::size_t i = 0; i < solvers().size(); ++i) {
        candidate.algorithm = neighbouring_algorithm(candidate, 1);
        if (std::ranges::find(racers, candidate.algorithm) == racers.end()) {
            return candidate.algorithm;
        }
    }
    return "";
}

// Against the algorithm that costs are compared with; once more: a further one.
void add_rival(AppState& app) {
    const Race& present = app.race.race;
    if (app.race.under_way && present.what != "algorithm") {
        app.announce("race", "This race is not one of algorithms: Esc ends it");
        return;
    }
    const bool goes_on = app.race.under_way;
    Race race{"", 0, "algorithm", {app.settings.algorithm}};
    if (goes_on) {
        race.values = present.values;
    }
    if (race.values.size() == max_racers) {
        app.announce("race", "At most four racers");
        return;
    }
    const std::string& reference = app.view.reference;
    const bool against_reference = race.values.size() == 1 && reference != race.values.front() &&
                                   why_not(find_solver(reference), app).empty();
    const std::string rival = against_reference ? reference : next_rival(app.settings, race.values);
    if (rival.empty()) {
        app.announce("race", "No other algorithm runs here");
        return;
    }
    race.values.push_back(rival);
    app.requests.add(StartRace{words_of(race)});
}

} // namespace

std::span<const ShippedRace> shipped_races() {
    static const std::vector<ShippedRace> all{
        {"kepler",
         tr_noop("Race: Euler against leapfrog"),
         tr_noop("Both on Kepler's ellipse: Euler spirals out, leapfrog stays"),
         {"kepler", 0, "integrator", {"euler", "leapfrog"}}},
        {"tree",
         tr_noop("Race: two loops against a tree"),
         tr_noop("The same bodies by all pairs and by a tree, each at full speed"),
         {"plummer", 8192, "algorithm", {"cpu.aos", "cpu.tree"}}},
    };
    return all;
}

Race read_race(std::string_view words) {
    for (const ShippedRace& shipped : shipped_races()) {
        if (words == shipped.name) {
            return shipped.race;
        }
    }
    std::vector<std::string> rest = words_in(words);
    Race race;
    if (!rest.empty() && is_scene(rest.front())) {
        race.scene = rest.front();
        rest.erase(rest.begin());
    }
    const std::string named = take_name(rest);
    race.values = std::move(rest);
    race.what = !named.empty() ? named : raced_of_values(race.values);
    check_values(race);
    return race;
}

std::string words_of(const Race& race) {
    for (const ShippedRace& shipped : shipped_races()) {
        if (race == shipped.race) {
            return shipped.name;
        }
    }
    std::string words = race.scene.empty() ? race.what : race.scene + " " + race.what;
    for (const std::string& value : race.values) {
        words += " " + value;
    }
    return words;
}

std::string racer_title(const Race& race, std::size_t number) {
    const std::string& value = race.values[number];
    if (race.what == "algorithm") {
        return algorithm_title(race, number);
    }
    if (race.what == "bodies") {
        return tr_format("{} bodies", with_thousands(parse_count(value, "bodies")));
    }
    if (race.what == "threads") {
        return value == "1" ? tr("1 thread") : tr_format("{} threads", value);
    }
    if (race.what == "devices") {
        return "GPU " + value;
    }
    if (race.what == "integrator") {
        const std::string title = tr(find_integrator(value).title);
        return title.substr(0, std::min(title.find(" ("), title.find(',')));
    }
    const Property* const property = find_raced(race.what);
    const bool name = property != nullptr && property->kind == Property::Kind::choice;
    return name ? value : tr(race.what) + " " + value;
}

glm::vec3 racer_colour(std::size_t number) {
    constexpr std::array<glm::vec3, max_racers> colours{{{1.00F, 0.42F, 0.08F},
                                                         {0.16F, 0.55F, 1.00F},
                                                         {0.30F, 0.95F, 0.40F},
                                                         {0.95F, 0.30F, 0.75F}}};
    return colours[number % max_racers];
}

bool compares_results(const Race& race) {
    const Property* const property = find_raced(race.what);
    return property != nullptr && property->changes_result;
}

bool differs_in_bodies(const Race& race) {
    return race.what == "bodies";
}

bool same_work(const Race& race) {
    return !differs_in_bodies(race) && race.what != "integrator";
}

Settings with_racer(Settings settings, const Race& race, std::size_t number) {
    if (const Property* const property = find_raced(race.what)) {
        property->read(settings, race.values[number]);
    } else {
        set_option(settings, race.what, race.values[number]);
    }
    return settings;
}

bool agree_on_race(const Settings& a, const Settings& b, const Race& race) {
    Settings other = a;
    take_raced(other, b, race.what);
    return other == a && same_system(a, b);
}

void check_race(const Race& race, const Settings& settings, double softening) {
    if (differs_in_bodies(race) && !has_free_count(settings.source)) {
        throw bad_input("this system has a fixed number of bodies", "race",
                        "race on another scene");
    }
    for (std::size_t number = 0; number < race.values.size(); ++number) {
        SuggestedDefaults scales;
        scales.softening = softening;
        checked(with_racer(settings, race, number), scales);
    }
}

Settings racer_settings(const RaceStatus& race, std::size_t number, const Settings& settings) {
    if (!race.under_way) {
        return settings;
    }
    Settings own = with_racer(settings, race.race, number);
    own.running = own.running && !race.holds;
    if (!race.equal_times && !race.keeps_pace && own.steps_per_second == race.usual_pace) {
        own.steps_per_second = 0; // as fast as it can
    }
    if (number < race.shares.size()) {
        const MachineShare& share = race.shares[number];
        own.threads = share.threads != 0 ? share.threads : own.threads;
        own.devices = !share.devices.empty() ? share.devices : own.devices;
    }
    return own;
}

Settings settings_beside(const RaceStatus& race, const Settings& in_force,
                         const Settings& settings) {
    if (!race.under_way) {
        return in_force;
    }
    Settings own = in_force;
    take_raced(own, settings, race.race.what);
    own.steps_per_second = settings.steps_per_second;
    own.threads = settings.threads;
    own.devices = settings.devices;
    return own;
}

void add_race_actions(AppState& app) {
    const Needed racing{tr_noop("No race is running: X starts one"),
                        [&app] { return app.race.under_way; }};
    add_action(
        app, "Simulation", "race.rival", "Race against a rival",
        "Runs this algorithm beside the reference on the same bodies; press again to add another",
        "X", add_rival)
        .only_if(loaded(app));
    add_toggle(app, "Simulation", "race.equal_times", "Race at equal times",
               "Keeps all racers at the same simulated time; otherwise each runs as fast as it can",
               "Shift+X", app.race.equal_times)
        .only_if(racing);
    add_action(app, "Simulation", "race.end", "End the race",
               "Continues with the first racer alone, on the whole machine; so does Esc", "",
               EndRace{})
        .only_if(racing.there);
    Choice& race =
        add_value(app, "race.start", "race", "cpu.simd cpu.tree", std::identity(),
                  [&app](const std::string& words) { app.requests.add(StartRace{words}); });
    race.options = [] {
        return list_of<Choice::Option>(shipped_races(), [](const ShippedRace& shipped) {
            return Choice::Option{shipped.name, shipped.title, shipped.idea};
        });
    };
    race.check = [](const std::string& words) { read_race(words); };
}

} // namespace orrery
