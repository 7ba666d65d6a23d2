// Numbers that are measured, as an audience reads them: in the largest type, and within sentences.

#include "app/state/measured_words.hpp"

#include "app/language/tr.hpp"
#include "app/state/body_units.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/scene_space.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/integrator.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>

#include <cmath>

namespace orrery {
namespace {

constexpr const char* unknown = "…";

std::string count_text(double count) {
    return with_thousands(static_cast<std::size_t>(std::llround(count)));
}

// "1,300" of 1,312.
std::string rounded_count(double count) {
    const double unit = std::pow(10, std::max(std::floor(std::log10(count)) - 1, 0.0));
    return count_text(unit * std::round(count / unit));
}

std::string rate_text(double rate) {
    return with_prefix(rate, "");
}

// "N²" of "N^2".
std::string growth_text(const SolverInfo& info) {
    std::string text = info.complexity;
    for (std::size_t at = text.find("^2"); at != std::string::npos; at = text.find("^2")) {
        text.replace(at, 2, "²");
    }
    return text;
}

// What was measured of the forces that act now.
const VerifiedForces* error_in_force(const AppState& app) {
    const std::optional<VerifiedForces>& verified = app.status.verified;
    const Settings& now = app.status.settings;
    const bool known =
        app.view.wants_error() && verified && verified->settings.algorithm == now.algorithm &&
        verified->settings.precision == now.precision &&
        options_of(verified->settings, now.algorithm) == options_of(now, now.algorithm);
    return known ? &*verified : nullptr;
}

// How far the energy has drifted since the start, as a share of it.
std::optional<double> energy_error(const AppState& app) {
    const std::vector<StepSample>& trust = app.history.trust();
    return trust.empty() || std::isnan(trust.back().energy_error)
               ? std::nullopt
               : std::optional(trust.back().energy_error);
}

// What all terms would take shows beside fewer of them, where one compares on purpose.
std::string time_of_reference(const AppState& app, const std::string& algorithm,
                              const TimeRatio& time) {
    return find_solver(algorithm).info.is_direct || app.view.reference == Look().reference
               ? ""
               : " (" + time.reference.text() + ")";
}

std::optional<Headline> factor_headline(const AppState& app) {
    constexpr double faster = 1.05;
    const std::string& algorithm = app.status.settings.algorithm;
    const TimeRatio time = app.history.costs().compare(algorithm, app.view.reference);
    if (!time.is_known()) {
        return std::nullopt;
    }
    const std::string reference = tr(find_solver(app.view.reference).info.title);
    const bool itself = algorithm == app.view.reference;
    const std::string words = itself                    ? tr("the baseline")
                              : time.factor() >= faster ? tr_format("faster than {}", reference)
                                                        : tr_format("the speed of {}", reference);
    return Headline{time.text(), itself ? words : words + time_of_reference(app, algorithm, time),
                    itself ? 0 : time.factor(), factor_text};
}

// Terms of sums: bodies, and cells in place of bodies. Two digits where it is a mean.
std::optional<Headline> terms_headline(const AppState& app) {
    const std::size_t others = std::max<std::size_t>(app.status.all_bodies(), 1) - 1;
    const std::string instead = with_thousands(others);
    if (app.view.tree.walk) {
        const auto& walk = app.get<OverlayStatus>().interactions;
        return walk ? std::optional(Headline{with_thousands(walk->terms()),
                                             tr_format("terms instead of {}", instead),
                                             static_cast<double>(walk->terms()), count_text})
                    : std::nullopt;
    }
    const StepCost cost = app.history.costs().of(app.status.settings.algorithm);
    const double mean = cost.interactions_per_second * cost.milliseconds / 1000 /
                        static_cast<double>(std::max<std::size_t>(app.status.all_bodies(), 1)) /
                        find_integrator(app.status.settings.integrator).evaluations;
    if (!(mean >= 1)) {
        return std::nullopt;
    }
    return Headline{rounded_count(mean), tr_format("terms per body instead of {}", instead), mean,
                    rounded_count};
}

Headline moment_headline(const AppState& app) {
    const double time = app.status.time;
    if (const auto& cosmology = app.get<SceneSpace>().cosmology) {
        return {cosmic_moment(*cosmology, app.units, time).age, tr("after the beginning"), 0,
                nullptr};
    }
    const std::string date = calendar_date(app.units, time);
    return {date.empty() ? spoken_time(time, app.units) : date,
            tr(date.empty() ? tr_noop("simulated time") : tr_noop("simulated date")), 0, nullptr};
}

std::optional<Headline> error_headline(const AppState& app) {
    const VerifiedForces* const verified = error_in_force(app);
    if (verified == nullptr) {
        return std::nullopt;
    }
    const std::optional<double> wanted = wanted_error(verified->settings);
    return Headline{error_text(verified->error.p99),
                    wanted ? tr_format("force error, target {}", bound_text(*wanted))
                           : tr("force error"),
                    verified->error.p99, error_text};
}

} // namespace

bool is_in_force(const AppState& app) {
    return !app.status.loading && app.settings.algorithm == app.status.settings.algorithm &&
           app.settings.precision == app.status.settings.precision &&
           same_system(app.settings, app.status.settings);
}

std::optional<Headline> headline_of(const AppState& app, StageNumber number) {
    const std::string& algorithm = app.status.settings.algorithm;
    const StepCost cost = app.history.costs().of(algorithm);
    switch (number) {
    case StageNumber::nothing:
        break;
    case StageNumber::factor:
        return factor_headline(app);
    case StageNumber::error:
        return error_headline(app);
    case StageNumber::time:
        if (cost.is_measured()) {
            return Headline{cost.text(), tr("a step"), cost.milliseconds, as_milliseconds};
        }
        break;
    case StageNumber::rate:
        if (cost.interactions_per_second > 0) {
            return Headline{rate_text(cost.interactions_per_second), tr("interactions per second"),
                            cost.interactions_per_second, rate_text};
        }
        break;
    case StageNumber::bodies:
        return Headline{with_thousands(app.status.all_bodies()), tr("bodies"),
                        static_cast<double>(app.status.all_bodies()), count_text};
    case StageNumber::energy:
        if (const std::optional<double> error = energy_error(app)) {
            return Headline{error_text(*error), tr("energy error"), 0, nullptr};
        }
        break;
    case StageNumber::growth:
        return Headline{growth_text(find_solver(algorithm).info), tr("terms for N bodies"), 0,
                        nullptr};
    case StageNumber::cells:
        if (const std::size_t cells = app.get<OverlayStatus>().cells; cells > 0) {
            return Headline{with_thousands(cells),
                            tr(cells == 1 ? tr_noop("cell") : tr_noop("cells")),
                            static_cast<double>(cells), count_text};
        }
        break;
    case StageNumber::terms:
        return terms_headline(app);
    case StageNumber::moment:
        return moment_headline(app);
    }
    return std::nullopt;
}

std::string error_words(const AppState& app) {
    const VerifiedForces* const verified = error_in_force(app);
    if (verified == nullptr || find_solver(app.status.settings.algorithm).info.is_direct) {
        return "";
    }
    const std::string error = error_text(verified->error.p99);
    if (verified->error.promised_from > 0 || !std::isfinite(verified->promised_error())) {
        return tr_format("force error {}", error);
    }
    const std::string limit = bound_text(verified->promised_error());
    const std::optional<double> wanted = wanted_error(verified->settings);
    return wanted ? tr_format("force error {} (target {}, limit {})", error, bound_text(*wanted),
                              limit)
                  : tr_format("force error {} (limit {})", error, limit);
}

std::string factor_words(const AppState& app, const std::string& algorithm) {
    const TimeRatio time = app.history.costs().compare(algorithm, app.view.reference);
    if (!time.is_known() || algorithm == app.view.reference) {
        return "";
    }
    return time.text() + " " + tr(find_solver(app.view.reference).info.title) +
           time_of_reference(app, algorithm, time);
}

namespace {

// A name in braces: what it is, and of what.
struct Placeholder {
    std::string_view name, of;
};

Placeholder placeholder_of(std::string_view text) {
    const std::size_t point = text.find('.');
    return point == std::string_view::npos
               ? Placeholder{text, {}}
               : Placeholder{text.substr(0, point), text.substr(point + 1)};
}

// 4 of "4x"; 0: it is no such word.
std::size_t times_of(std::string_view words) {
    return words.ends_with('x')
               ? whole_text<std::size_t>(words.substr(0, words.size() - 1)).value_or(0)
               : 0;
}

std::optional<StageNumber> plain_number(std::string_view name) {
    constexpr std::pair<std::string_view, StageNumber> numbers[] = {
        {"bodies", StageNumber::bodies}, {"rate", StageNumber::rate},
        {"error", StageNumber::error},   {"energy", StageNumber::energy},
        {"growth", StageNumber::growth}, {"time", StageNumber::time},
        {"cells", StageNumber::cells},   {"terms", StageNumber::terms},
        {"moment", StageNumber::moment}};
    for (const auto& [known, number] : numbers) {
        if (name == known) {
            return number;
        }
    }
    return std::nullopt;
}

std::string known_or_not(const std::string& text) {
    return text.empty() ? unknown : text;
}

std::string measured(const AppState& app, const Placeholder& placeholder) {
    const StepCosts& costs = app.history.costs();
    const std::string& algorithm = app.status.settings.algorithm;
    const std::string of(placeholder.of);
    if (placeholder.name == "factor") {
        return known_or_not(costs.compare(algorithm, of.empty() ? app.view.reference : of).text());
    }
    if (placeholder.name == "ratio") {
        const std::size_t fewer = app.status.all_bodies() / std::max<std::size_t>(times_of(of), 1);
        const StepCost before = costs.of(algorithm, fewer), now = costs.of(algorithm);
        return before.is_measured() && now.is_measured() // a law's estimate would prove itself
                   ? known_or_not(TimeRatio{before.time(), now.time()}.text())
                   : unknown;
    }
    if (placeholder.name == "time" && !of.empty()) {
        return known_or_not(costs.of(of).text());
    }
    const std::optional<StageNumber> number = plain_number(placeholder.name);
    const std::optional<Headline> headline =
        headline_of(app, number.value_or(StageNumber::nothing));
    return headline ? headline->text : unknown;
}

// What is in braces is replaced by what `replace` says of it.
template <class Replace>
std::string replaced(std::string_view sentence, const Replace& replace) {
    std::string text;
    for (std::size_t at = 0; at < sentence.size();) {
        const std::size_t open = sentence.find('{', at);
        const std::size_t close = sentence.find('}', std::min(open, sentence.size()));
        if (close == std::string_view::npos) {
            return text += sentence.substr(at);
        }
        text += sentence.substr(at, open - at);
        text += replace(placeholder_of(sentence.substr(open + 1, close - open - 1)));
        at = close + 1;
    }
    return text;
}

} // namespace

std::string with_measurements(const AppState& app, std::string_view sentence) {
    return replaced(sentence, [&](const Placeholder& one) { return measured(app, one); });
}

std::string without_measurements(std::string_view sentence) {
    return replaced(sentence, [](const Placeholder&) { return std::string(unknown); });
}

void check_measurements(std::string_view sentence) {
    replaced(sentence, [](const Placeholder& one) -> std::string {
        const bool of_algorithm = one.name == "factor" || (one.name == "time" && !one.of.empty());
        if (of_algorithm && !one.of.empty()) {
            find_solver(one.of); // says which there are
        }
        const bool known = of_algorithm || (one.name == "ratio" && times_of(one.of) > 1) ||
                           (plain_number(one.name) && one.of.empty());
        if (!known) {
            throw bad_input(fmt::format("nothing is measured that is called '{{{}{}{}}}'", one.name,
                                        one.of.empty() ? "" : ".", one.of),
                            "",
                            "write {factor}, {factor.cpu.simd}, {time}, {ratio.4x}, {bodies}, "
                            "{rate}, {error}, {energy}, {growth}, {cells}, {terms} or {moment}");
        }
        return "";
    });
}

} // namespace orrery
