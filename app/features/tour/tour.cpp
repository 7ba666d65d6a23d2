#include "app/features/tour/tour.hpp"

#include "app/state/measured_words.hpp"
#include "app/state/race.hpp"
#include "app/state/shown_state.hpp"
#include "sim/base/error.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numeric>

namespace orrery {
namespace {

constexpr double longest_seconds = 24 * 3600;

constexpr std::string_view end_names[] = {"wait", "loop", "after"}; // in the order of StepEnd

// Whether an algorithm that a step needs runs here. One that nobody knows does not either: this
// build may be without it.
bool runs_here(const std::string& algorithm) {
    return std::ranges::any_of(solvers(), [&](const SolverEntry& entry) {
        return algorithm == entry.info.id && entry.unavailable().empty();
    });
}

// What `read` makes of a value; what is wrong with it is said with the line of its key.
template <class Read>
auto value_of(const TomlTable& table, const char* key, const Read& read) {
    try {
        return read();
    } catch (const Error& error) {
        table.fail(key, error.problem(), error.hint());
    }
}

class TourReader {
public:
    TourReader(const Actions& actions, std::filesystem::path folder)
        : actions_(actions), folder_(std::move(folder)) {}

    ReadTour read(TomlTable& table) {
        tour_.title = table.required("title", table.string("title"));
        tour_.author = table.string("author").value_or("");
        tour_.license = table.string("license").value_or("");
        tour_.minutes = table.number("minutes", 1.0 / 60, longest_seconds / 60);
        tour_.address = table.string("address").value_or("");
        tour_.repeats = table.boolean("repeats").value_or(false);
        read_parts(table);
        table.finish();
        if (tour_.steps.empty()) {
            table.fail("title", "the tour has no step", "add a [[step]]");
        }
        return {std::move(tour_), std::move(lines_)};
    }

private:
    void read_parts(TomlTable& table) {
        for (TomlTable& step : table.tables("step")) {
            read_step(step);
        }
        for (TomlTable& chapter : table.tables("chapter")) {
            chapters_.push_back(chapter.required("title", chapter.string("title")));
            const bool wanted = is_wanted(chapter);
            leave_out_ += wanted ? 0 : 1;
            read_parts(chapter);
            leave_out_ -= wanted ? 0 : 1;
            chapters_.pop_back();
            chapter.finish();
        }
    }

    static bool is_wanted(TomlTable& table) {
        const auto needs = table.string("needs");
        return !needs || runs_here(*needs);
    }

    void read_step(TomlTable& table) {
        TourStep step;
        step.chapters = chapters_;
        step.title = table.required("title", table.string("title"));
        step.words = table.string("words").value_or("");
        value_of(table, "words", [&] {
            check_measurements(step.words);
            return 0;
        });
        step.notes = table.string("notes").value_or("");
        const bool wanted = is_wanted(table) && leave_out_ == 0;
        const auto spoken = table.strings("do");
        for (const std::string& words : wanted ? spoken : std::vector<std::string>()) {
            step.commands.push_back(
                value_of(table, "do", [&] { return spoken_command(actions_, words); }));
        }
        read_race_of(table, step, wanted);
        read_chart(table, step, wanted);
        step.measures_error = table.boolean("measure_error").value_or(false);
        step.shows = read_number(table);
        step.lit_code = table.strings("lit");
        step.card = {table.strings("card"), table.string("formula").value_or(""),
                     table.string("address").value_or(""), read_picture(table, wanted)};
        read_end(table, step);
        step.from = table.number("from", 1e-300);
        for (TomlTable& view : table.tables("view")) {
            step.views.push_back(read_view(view));
        }
        table.finish();
        if (wanted) {
            tour_.steps.push_back(std::move(step));
            lines_.push_back(table.line());
        }
    }

    static void read_race_of(TomlTable& table, TourStep& step, bool wanted) {
        const std::vector<std::string> values = table.strings("race");
        if (!values.empty() && !wanted) {
            table.ignore("rates");
        }
        if (values.empty() || !wanted) {
            return;
        }
        const Race race = value_of(
            table, "race", [&] { return read_race(fmt::format("{}", fmt::join(values, " "))); });
        step.race = words_of(race);
        step.rates = table.numbers("rates", race.values.size()).value_or(std::vector<double>());
        for (const double rate : step.rates) {
            if (!(rate > 0 && rate <= 1e6)) {
                table.fail("rates", fmt::format("{} steps a second is not a rate", rate),
                           "give one above 0 for each racer");
            }
        }
    }

    static void read_chart(TomlTable& table, TourStep& step, bool wanted) {
        const std::vector<std::string> algorithms = table.strings("chart");
        for (const std::string& algorithm : wanted ? algorithms : std::vector<std::string>()) {
            step.chart.emplace_back(
                value_of(table, "chart", [&] { return find_solver(algorithm).info.id; }));
        }
    }

    // It lies beside the tour, unless its path says otherwise.
    std::string read_picture(TomlTable& table, bool wanted) const {
        const std::optional<std::string> name = table.string("picture");
        if (!name || !wanted) {
            return "";
        }
        constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
        const std::filesystem::path file = folder_ / *name;
        std::ifstream in(file, std::ios::binary);
        std::string begin(signature.size(), '\0');
        if (!in.read(begin.data(), static_cast<std::streamsize>(begin.size()))) {
            table.fail("picture", "the picture '" + file.string() + "' cannot be read",
                       "name a PNG file, from the tour's folder on");
        }
        if (begin != signature) {
            table.fail("picture", "'" + file.string() + "' is no PNG file", "convert it to PNG");
        }
        return file.string();
    }

    static std::optional<StageNumber> read_number(TomlTable& table) {
        const std::optional<std::string> name = table.string("shows");
        if (!name) {
            return std::nullopt;
        }
        return value_of(table, "shows", [&] {
            Look look;
            find_look_property("number")->read(look, *name);
            return look.stage_number;
        });
    }

    static void read_end(TomlTable& table, TourStep& step) {
        const std::string name = table.string("then").value_or("wait");
        const auto found = std::ranges::find(end_names, name);
        if (found == std::end(end_names)) {
            table.fail("then", "a step cannot end by '" + name + "'",
                       "choose one of wait, loop, after");
        }
        step.end = static_cast<StepEnd>(found - std::begin(end_names));
        step.until = table.number("until", 1e-300);
        const auto seconds = table.number("seconds", 0.1, longest_seconds);
        if (step.end != StepEnd::wait) {
            step.seconds = table.required("seconds", seconds);
        } else if (seconds) {
            table.fail("seconds", "a step that waits cannot have 'seconds'",
                       "write then = \"after\" or \"loop\", or leave them out");
        }
        if (step.until && step.end != StepEnd::loop) {
            table.fail("until", "only a step that loops can have 'until'",
                       "write then = \"loop\", or leave it out");
        }
    }

    static CameraFlight read_view(TomlTable& table) {
        CameraFlight view;
        const auto centre = table.numbers("centre", 3).value_or(std::vector<double>{0, 0, 0});
        const double distance = table.required("distance", table.number("distance", 1e-300));
        const auto w = table.number("orientation_w", -1, 1);
        const auto azimuth = table.number("azimuth");
        const auto elevation = table.number("elevation", -90, 90);
        view.seconds = table.number("seconds", 0, 600).value_or(0);
        view.pose = pose_from_angles({centre[0], centre[1], centre[2]}, distance,
                                     azimuth.value_or(0), elevation.value_or(0));
        if (w) {
            const auto axis =
                table.required("orientation_xyz", table.numbers("orientation_xyz", 3));
            view.pose.orientation = glm::dquat(*w, axis[0], axis[1], axis[2]);
            constexpr double rounding = 1e-6;
            if (std::abs(glm::length(view.pose.orientation) - 1) > rounding) {
                table.fail("orientation_w", "the orientation is not a rotation",
                           "w, x, y and z together have the length 1");
            }
        } else if (!azimuth || !elevation) {
            table.fail("distance", "a view needs azimuth and elevation", "both in degrees");
        }
        table.finish();
        return view;
    }

    const Actions& actions_;
    const std::filesystem::path folder_;
    Tour tour_;
    std::vector<std::size_t> lines_; // of its steps
    std::vector<std::string> chapters_;
    int leave_out_ = 0; // chapters around that need what does not run here
};

void write_step(TomlText& toml, const TourStep& step, const std::string& parent,
                const Actions& actions) {
    const auto value_if_any = [&toml](const char* key, const auto& of, const auto& value) {
        if (!of.empty()) {
            toml.value(key, value);
        }
    };
    std::vector<std::string> spoken;
    for (const Command& command : step.commands) {
        spoken.push_back(words_of(actions, command));
    }
    toml.table_array(parent);
    toml.value("title", step.title);
    value_if_any("words", step.words, step.words);
    value_if_any("notes", step.notes, step.notes);
    value_if_any("do", spoken, spoken);
    value_if_any("race", step.race, std::vector<std::string>{step.race});
    value_if_any("rates", step.rates, std::span<const double>(step.rates));
    value_if_any("chart", step.chart, step.chart);
    if (step.measures_error) {
        toml.value("measure_error", true);
    }
    if (step.shows) {
        Look look;
        look.stage_number = *step.shows;
        toml.value("shows", find_look_property("number")->words(look));
    }
    value_if_any("lit", step.lit_code, step.lit_code);
    value_if_any("card", step.card.lines, step.card.lines);
    value_if_any("formula", step.card.formula, step.card.formula);
    value_if_any("address", step.card.address, step.card.address);
    value_if_any("picture", step.card.picture, step.card.picture);
    if (step.end != StepEnd::wait) {
        toml.value("then", end_names[static_cast<std::size_t>(step.end)]);
        toml.value("seconds", step.seconds);
    }
    if (step.until) {
        toml.value("until", *step.until);
    }
    if (step.from) {
        toml.value("from", *step.from);
    }
    for (const CameraFlight& view : step.views) {
        write_view(toml, view, parent);
    }
}

} // namespace

void write_view(TomlText& toml, const CameraFlight& view, const std::string& step) {
    toml.table_array(step + ".view");
    const CameraPose& pose = view.pose;
    const double centre[3] = {pose.centre.x, pose.centre.y, pose.centre.z};
    const double axis[3] = {pose.orientation.x, pose.orientation.y, pose.orientation.z};
    toml.value("centre", centre);
    toml.value("distance", pose.distance);
    toml.value("orientation_w", pose.orientation.w);
    toml.value("orientation_xyz", axis);
    if (view.seconds > 0) {
        toml.value("seconds", view.seconds);
    }
}

ReadTour read_tour_text(std::string_view text, const std::filesystem::path& file,
                        const Actions& actions) {
    const toml::table parsed = parse_toml(text, file);
    TomlTable table(parsed, file);
    return TourReader(actions, file.parent_path()).read(table);
}

std::string text_of_tour(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(in), {});
    if (!in.is_open() || in.bad()) {
        std::error_code unknown;
        const bool exists = std::filesystem::exists(file, unknown);
        throw bad_input(exists ? "the tour cannot be read" : "there is no such tour", file.string(),
                        "name a file, or one of ladder, n_log_n, galaxies, chaos, trust, "
                        "cosmic_web, welcome");
    }
    return text;
}

Tour read_tour(const std::filesystem::path& file, const Actions& actions) {
    return read_tour_text(text_of_tour(file), file, actions).tour;
}

// Chapters become tables where they change; a step after a chapter that has ended would be read
// before it, so such a step opens a chapter of its own name again.
std::string tour_to_toml(const Tour& tour, const Actions& actions) {
    TomlText toml;
    toml.value("title", tour.title);
    toml.value("author", tour.author);
    toml.value("license", tour.license);
    if (tour.minutes) {
        toml.value("minutes", *tour.minutes);
    }
    if (!tour.address.empty()) {
        toml.value("address", tour.address);
    }
    if (tour.repeats) {
        toml.value("repeats", true);
    }
    std::vector<std::string> open;
    for (const TourStep& step : tour.steps) {
        const auto same = static_cast<std::size_t>(
            std::mismatch(open.begin(), open.end(), step.chapters.begin(), step.chapters.end())
                .first -
            open.begin());
        std::string parent;
        for (std::size_t depth = 0; depth < step.chapters.size(); ++depth) {
            parent += (depth == 0 ? "" : ".") + std::string("chapter");
            if (depth >= same) {
                toml.table_array(parent);
                toml.value("title", step.chapters[depth]);
            }
        }
        open = step.chapters;
        write_step(toml, step, parent.empty() ? "step" : parent + ".step", actions);
    }
    return toml.text();
}

std::string step_to_toml(const TourStep& step, const Actions& actions) {
    TomlText toml;
    write_step(toml, step, "step", actions);
    return toml.text();
}

Tour timed_tour(Tour tour, double waiting) {
    for (TourStep& step : tour.steps) {
        if (step.end == StepEnd::wait) {
            const double flights = std::accumulate(
                step.views.begin(), step.views.end(), 0.0,
                [](double sum, const CameraFlight& view) { return sum + view.seconds; });
            step.seconds = std::max(waiting, flights > 0 ? flights + 1 : 0);
        }
        step.end = StepEnd::after;
        step.until.reset();
    }
    return tour;
}

double duration(const Tour& timed) {
    return std::accumulate(timed.steps.begin(), timed.steps.end(), 0.0,
                           [](double sum, const TourStep& step) { return sum + step.seconds; });
}

} // namespace orrery
