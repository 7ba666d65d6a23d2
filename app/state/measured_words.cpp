// Numbers that are measured, as an audience reads them: in the largest type, and within sentences.

#include "app/state/measured_words.hpp"

#include "app/language/tr.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>

#include <cmath>

namespace orrery {
namespace {

constexpr const char* unknown = "…";

// "0.0672 %", "3.1·10⁻⁷": of a share; small ones are no per cents.
std::string share_text(double share) {
    if (share == 0 || share >= 1e-5) {
        return briefly(100 * share) + " %";
    }
    constexpr double rounds_up = 0.05; // 9.95 is written as 10.0
    const int power = static_cast<int>(std::floor(std::log10(share / (1 - rounds_up / 10))));
    const std::string digits =
        with_decimal_mark(fmt::format("{:.1f}", share * std::pow(10, -power)));
    return digits + "·10" + superscript(power);
}

std::string count_text(double count) {
    return with_thousands(static_cast<std::size_t>(std::llround(count)));
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

std::optional<Headline> error_headline(const AppState& app) {
    const VerifiedForces* const verified = error_in_force(app);
    if (verified == nullptr) {
        return std::nullopt;
    }
    const std::optional<double> wanted = wanted_error(verified->settings);
    return Headline{share_text(verified->error.p99),
                    wanted ? tr_format("force error, target {} %", briefly(100 * *wanted))
                           : tr("force error"),
                    verified->error.p99, share_text};
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
            return Headline{share_text(*error), tr("energy error"), 0, nullptr};
        }
        break;
    case StageNumber::growth:
        return Headline{growth_text(find_solver(algorithm).info), tr("terms for N bodies"), 0,
                        nullptr};
    }
    return std::nullopt;
}

std::string error_words(const AppState& app) {
    const VerifiedForces* const verified = error_in_force(app);
    if (verified == nullptr || find_solver(app.status.settings.algorithm).info.is_direct) {
        return "";
    }
    const std::string error = briefly(100 * verified->error.p99);
    if (verified->error.promised_from > 0) {
        return tr_format("force error {} %", error);
    }
    const std::string limit = briefly(100 * verified->promised_error());
    const std::optional<double> wanted = wanted_error(verified->settings);
    return wanted ? tr_format("force error {} % (target {} %, limit {} %)", error,
                              briefly(100 * *wanted), limit)
                  : tr_format("force error {} % (limit {} %)", error, limit);
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
        {"growth", StageNumber::growth}, {"time", StageNumber::time}};
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
                            "{rate}, {error}, {energy} or {growth}");
        }
        return "";
    });
}

} // namespace orrery
