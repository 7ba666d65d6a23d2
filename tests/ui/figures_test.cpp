// Figures that stand beside each other agree: a factor is the quotient of the times around it,
// wherever they are shown and however busy the machine was when they were measured.

#include "app/chart/charts.hpp"
#include "app/features/tour/tour.hpp"
#include "app/features/tour/tour_stage.hpp"
#include "app/numbers.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/tour_status.hpp"
#include "sim/base/words.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/app/panels/panels_testing.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace orrery {
namespace {

// The time in a text as "12.4 ms", in milliseconds; 0: there is none.
double time_in(const std::string& text) {
    static const std::regex time("([0-9.]+) (µs|ms|s|min|h)($|[ )])");
    std::smatch found;
    if (!std::regex_search(text, found, time)) {
        return 0;
    }
    static const std::map<std::string, double> units{
        {"µs", 1e-3}, {"ms", 1}, {"s", 1e3}, {"min", 6e4}, {"h", 3.6e6}};
    return std::stod(found[1]) * units.at(found[2]);
}

// The factor before the sign in a text as "≈ 1,230 × Two loops"; "": there is none.
std::string factor_in(const std::string& text) {
    static const std::regex factor("([0-9.,]+) ×");
    std::smatch found;
    return std::regex_search(text, found, factor) ? found[1].str() : "";
}

// Whether the factor is the quotient to every digit that it has.
void expect_quotient(const std::string& factor, double reference, double own,
                     const std::string& where) {
    std::string digits = factor;
    std::erase(digits, ',');
    const double quotient = reference / own;
    const std::size_t point = digits.find('.');
    const auto decimals =
        point == std::string::npos ? 0.0 : static_cast<double>(digits.size() - point - 1);
    double unit = std::pow(10, -decimals);
    if (quotient >= 999.5) { // three digits
        unit = std::pow(10, std::floor(std::log10(quotient)) - 2);
    }
    EXPECT_LE(std::abs(std::stod(digits) - quotient), unit * 0.5000001)
        << where << ": " << factor << " beside " << own << " ms and " << reference << " ms";
}

TEST(TimeRatio, IsTheQuotientOfItsTimesAsTheyAreRead) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> power(-2, 7);
    for (int i = 0; i < 5000; ++i) {
        const TimeRatio ratio{{std::pow(10, power(random))}, {std::pow(10, power(random))}};
        if (ratio.factor() < 0.01) {
            continue; // told by a power of ten
        }
        expect_quotient(factor_in(ratio.text()), time_in(ratio.reference.text()),
                        time_in(ratio.own.text()), "made up");
    }
}

TEST(TimeRatio, SaysWhatIsNotCertainAndNothingOfWhatIsNotKnown) {
    EXPECT_EQ((TimeRatio{{4}, {100}}).text(), "25 ×");
    EXPECT_EQ((TimeRatio{{4, false}, {100}}).text(), "≈ 25 ×");
    EXPECT_EQ((TimeRatio{{4}, {100, false}}).text(), "≈ 25 ×");
    EXPECT_EQ((TimeRatio{{4}, {100, false}}).own.text(), "4.00 ms");
    EXPECT_EQ((TimeRatio{{100}, {100}}).text(), "1 ×") << "itself";
    EXPECT_EQ((TimeRatio{{99}, {100}}).text(), "1.0 ×");
    EXPECT_EQ((TimeRatio{{123}, {100}}).text(), "0.81 ×");
    EXPECT_EQ((TimeRatio{{0.1}, {123.4}}).text(), "1,230 ×");
    EXPECT_EQ((TimeRatio{{0}, {100}}).text(), "");
    EXPECT_EQ((TimeRatio{{4}, {0}}).text(), "");
    EXPECT_EQ((TimeRatio{{4}, {0}}).factor(), 0);
}

TEST(AlgorithmTitles, TellAnyTwoApartAndClaimNoShareOfTheMachine) {
    std::set<std::string> titles;
    for (const SolverEntry& entry : solvers()) {
        const std::string title = entry.info.title;
        EXPECT_TRUE(titles.insert(title).second) << title;
        for (const std::string& text : {title, std::string(entry.info.idea)}) {
            for (const char* const claim : {"all cores", "every core", "fastest", "slower than"}) {
                EXPECT_EQ(text.find(claim), std::string::npos) << text;
            }
        }
    }
}

std::vector<std::string> shipped_tours() {
    std::vector<std::string> names;
    for (const auto& entry :
         std::filesystem::directory_iterator(source_folder() / "assets/tours")) {
        if (entry.path().extension() == ".toml") {
            names.push_back(entry.path().stem().string());
        }
    }
    return names;
}

// All that stands on stage and on cards about what steps take.
class Figures : public testing::Test {
protected:
    Figures() {
        add_default_actions(app_);
        app_.status.loaded = true;
    }

    void expect_agreement(const std::string& where) {
        const std::string reference = app_.view.reference;
        const double reference_time = time_in(app_.history.costs().of(reference).text());
        for (const SolverEntry& entry : solvers()) {
            app_.status.settings.algorithm = entry.info.id;
            expect_foot_agrees(where, reference_time);
            const std::string factor =
                factor_in(app_.history.costs().compare(entry.info.id, reference).text());
            const std::string time = app_.history.costs().of(entry.info.id).text();
            if (!factor.empty()) {
                ++compared_;
                expect_quotient(factor, reference_time, time_in(time), where + ", card");
            }
        }
        for (const ChartBar& bar : ladder_of(app_).bars) {
            ++compared_;
            expect_quotient(factor_in(bar_text(bar)), reference_time, time_in(bar_text(bar)),
                            where + ", chart: " + bar_text(bar));
            EXPECT_EQ(time_in(bar_text(bar)),
                      time_in(app_.history.costs().of(bar.algorithm).text()))
                << where << ": the chart and the card";
        }
    }

    // The foot tells of an algorithm what its card says, and rate and time are of one measurement.
    void expect_foot_agrees(const std::string& where, double reference_time) {
        const std::string algorithm = app_.status.settings.algorithm;
        double time = 0;
        for (const std::string& figure : stage_facts(app_).figures) {
            if (figure.ends_with(" a step")) {
                time = time_in(figure);
                EXPECT_EQ(time, time_in(app_.history.costs().of(algorithm).text())) << where;
            }
            if (const std::string factor = factor_in(figure); !factor.empty() && time > 0) {
                ++compared_;
                expect_quotient(factor, reference_time, time, where + ", foot: " + figure);
                const double told = time_in(figure); // "(≈ 3.91 s)"
                EXPECT_TRUE(told == 0 || told == reference_time) << where << ": " << figure;
            }
        }
    }

    // The number in the largest type, the words below the title, the figures: to every digit.
    void expect_message_agrees(const std::string& where) {
        const StepCosts& costs = app_.history.costs();
        const StageFacts facts = stage_facts(app_);
        const std::string algorithm = app_.status.settings.algorithm;
        const double own = time_in(costs.of(algorithm).text());
        const double reference = time_in(costs.of(app_.view.reference).text());
        const std::string what = where + ", number: " + (facts.number ? facts.number->text : "") +
                                 ", words: " + facts.line;
        if (facts.number && app_.view.stage_number == StageNumber::factor &&
            algorithm != app_.view.reference) {
            expect_quotient(factor_in(facts.number->text), reference, own, what);
            const double told = time_in(facts.number->words);
            EXPECT_TRUE(told == 0 || told == reference) << what;
            ++numbers_;
        }
        if (facts.number && app_.view.stage_number == StageNumber::time) {
            EXPECT_EQ(time_in(facts.number->text), own) << what;
            ++numbers_;
        }
        expect_words_agree(facts, own, reference, what);
        EXPECT_EQ(facts.line.find('{'), std::string::npos) << what;
        times_[{algorithm, app_.status.count}] = own;
    }

    // "{time.cpu.aos} with two loops, {time} now" has the two times that the number is the quotient
    // of; "{ratio.2x}" is that of two times that were on screen, one after the other.
    void expect_words_agree(const StageFacts& facts, double own, double reference,
                            const std::string& what) {
        static const std::regex time("[0-9.]+ (µs|ms|s|min|h)($|[ ,])");
        std::vector<double> times;
        for (std::sregex_iterator each(facts.line.begin(), facts.line.end(), time), end;
             each != end; ++each) {
            times.push_back(time_in(each->str()));
        }
        if (times.size() == 2) {
            EXPECT_EQ(times[0], reference) << what;
            EXPECT_EQ(times[1], own) << what;
            ++numbers_;
        }
        const TourStatus& tour = app_.get<TourStatus>();
        static const std::regex ratio("\\{ratio\\.([0-9]+)x\\}");
        std::smatch found;
        const std::string raw = tour.step().words;
        if (std::regex_search(raw, found, ratio)) {
            const auto earlier = times_.find(
                {app_.status.settings.algorithm, app_.status.count / std::stoul(found[1])});
            if (earlier != times_.end()) {
                expect_quotient(factor_in(facts.line), own, earlier->second, what);
                ++numbers_;
            }
        }
    }

    SimulationThread simulation_; // idle
    AppState app_{.simulation = simulation_, .settings = {}};
    int compared_ = 0, numbers_ = 0;
    std::map<std::pair<std::string, std::size_t>, double> times_; // that were on screen
};

TEST_F(Figures, AgreeAfterEveryStepOfABusyMachine) {
    std::mt19937 random(2);
    std::uniform_real_distribution<double> disturbance(1, 4), scale(-5, -1);
    app_.status.count = 4096;
    std::vector<std::pair<const char*, double>> seconds;
    for (const SolverEntry& entry : solvers()) {
        seconds.emplace_back(entry.info.id, std::pow(10, scale(random)));
    }
    double at = 0;
    for (int turn = 0; turn < 60; ++turn) {
        const auto& [algorithm, usual] = seconds[random() % seconds.size()];
        const double apart = usual * disturbance(random);
        add_steps(app_.history, algorithm, at, at + 2.5 * apart, apart, 1e9);
        at += 1;
        expect_agreement("turn " + std::to_string(turn));
        app_.view.reference = turn % 3 == 0 ? "cpu.aos" : turn % 3 == 1 ? "cpu.simd" : algorithm;
    }
    EXPECT_GT(compared_, 1000);
}

TEST_F(Figures, AgreeInEveryStepOfTheToursWithWhatABusyMachineReallyTakes) {
    std::atomic<bool> done = false;
    std::vector<std::jthread> others; // that want the processor, too
    for (int i = 0; i < 2; ++i) {
        others.emplace_back([&done] {
            while (!done) {
            }
        });
    }
    for (const std::string& name : shipped_tours()) {
        Tour tour = read_tour(source_folder() / "assets/tours" / (name + ".toml"), app_.actions);
        app_.history = {};
        times_.clear();
        for (TourStep& step : tour.steps) {
            for (Command& command : step.commands) {
                if (command.id == "simulation.bodies") { // a sixteenth of them, in their ratios
                    const std::size_t bodies = parse_count(command.value, "");
                    command.value = std::to_string(std::max<std::size_t>(bodies / 16, 512));
                }
            }
        }
        TourStatus& status = app_.get<TourStatus>();
        status.given = true;
        status.tour = std::make_shared<const Tour>(tour);
        status.position = 0;
        const auto compare = [&](const RehearsedStep& step, const System& system) {
            Simulation simulation;
            simulation.load(system, app_.settings);
            std::vector<StepReport> reports;
            for (int i = 0; i < 20; ++i) {
                simulation.step({});
                reports.push_back({.finished = Clock::now(),
                                   .algorithm = step.algorithm,
                                   .timings = simulation.timings(),
                                   .conserved = {}});
            }
            app_.status.settings = app_.settings;
            app_.status.count = system.bodies.size();
            app_.history.add_steps({}, app_.status, {});
            app_.history.add_steps(reports, app_.status, {});
            expect_message_agrees(name + ", " + step.title);
            expect_agreement(name + ", " + step.title);
            app_.status.settings = app_.settings;
            ++status.position;
        };
        rehearse(tour, app_, {}, compare, 1);
        EXPECT_EQ(status.position, tour.steps.size()) << name;
        status = {};
    }
    done = true;
    EXPECT_GT(compared_, 50);
    EXPECT_GT(numbers_, 10);
}

TEST_F(Figures, AgreeInRaces) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> power(-2, 4);
    app_.race.under_way = true;
    app_.race.race = {.what = "algorithm", .values = {"cpu.aos", "cpu.simd", "cpu.tree"}};
    for (int turn = 0; turn < 200; ++turn) {
        app_.race.racers.clear();
        for (std::size_t k = 0; k < app_.race.race.values.size(); ++k) {
            RacerStatus racer;
            racer.title = racer_title(app_.race.race, k);
            racer.algorithm = app_.race.race.values[k];
            racer.milliseconds = std::pow(10, power(random));
            app_.race.racers.push_back(racer);
        }
        for (RacerStatus& racer : app_.race.racers) {
            racer.factor = app_.race.racers[0].milliseconds / racer.milliseconds;
        }
        const double reference = time_in(as_milliseconds(app_.race.racers[0].milliseconds));
        for (std::size_t k = 1; k < app_.race.racers.size(); ++k) {
            double time = 0;
            for (const std::string& words : racer_words(app_, k)) {
                time = words.ends_with(" a step") ? time_in(words) : time;
                const std::string factor = factor_in(words);
                if (!factor.empty() && reference / time >= 0.01) {
                    ++compared_;
                    expect_quotient(factor, reference, time, words);
                }
            }
        }
    }
    EXPECT_GT(compared_, 200);
}

TEST_F(Figures, CompareCostsOnlyOfRacersThatDoTheSameWork) {
    app_.race.under_way = true;
    app_.race.equal_times = true;
    app_.view.stage_number = StageNumber::factor;
    const auto told = [&](const std::string& what, const std::vector<std::string>& values) {
        app_.race.race = {.what = what, .values = values};
        app_.race.racers.clear();
        for (std::size_t k = 0; k < values.size(); ++k) {
            RacerStatus racer;
            racer.title = values[k];
            racer.milliseconds = k == 0 ? 1 : 4;
            racer.steps_per_second = 60;
            racer.factor = 1 / racer.milliseconds;
            app_.race.racers.push_back(racer);
        }
        std::string all;
        for (const std::string& words : racer_words(app_, 1)) {
            all += words + '\n';
        }
        EXPECT_EQ(all.find("steps/s"), std::string::npos) << what << ": at equal times";
        EXPECT_EQ(race_headline(app_).has_value(), !factor_in(all).empty()) << what;
        return all;
    };
    EXPECT_NE(factor_in(told("algorithm", {"cpu.simd", "cpu.tree"})), "");
    EXPECT_NE(factor_in(told("precision", {"fp32", "fp64"})), "");
    EXPECT_EQ(factor_in(told("integrator", {"leapfrog", "pefrl"})), "");
    EXPECT_EQ(factor_in(told("bodies", {"1k", "8k"})), "");
}

TEST_F(Figures, TellTheErrorWantedFromItsLimit) {
    app_.view.measures_error = true;
    Settings& settings = app_.status.settings;
    settings.algorithm = "cpu.tree";
    const auto error = [&] {
        app_.status.verified = VerifiedForces{{1000, 4e-4, 8.09e-4, 2e-3}, settings};
        return stage_facts(app_).figures.back();
    };
    EXPECT_EQ(error(), "force error 8.1·10⁻⁴ (target 10⁻³, limit 2·10⁻³)");
    settings.solver_options["cpu.tree"]["error"] = 1e-4;
    EXPECT_EQ(error(), "force error 8.1·10⁻⁴ (target 10⁻⁴, limit 2·10⁻⁴)");
    EXPECT_EQ(wanted_error(settings), 1e-4);
    settings.solver_options["cpu.tree"]["criterion"] = "angle";
    EXPECT_FALSE(wanted_error(settings)) << "an angle is wanted";
    EXPECT_EQ(error().find("target"), std::string::npos) << error();
    EXPECT_NE(error().find("limit"), std::string::npos) << error();
    settings.algorithm = "cpu.aos";
    EXPECT_FALSE(wanted_error(settings)) << "it sums all pairs";
}

// A tour's words on its figures must hold on any machine: on counts, not on measurements.
TEST_F(Figures, AreNotForetoldByTheWordsOfTours) {
    const std::regex foretold("(four|sixteen|ten|twice|half)[a-z ]*(long|fast|slow|quick)|"
                              "thousandth|[0-9] %|(zwei|vier|zehn)mal so (lang|schnell)|"
                              "Tausendstel");
    for (const std::string& name : shipped_tours()) {
        for (const char* const folder : {"assets/tours", "assets/tours/de"}) {
            const Tour tour = read_tour(source_folder() / folder / (name + ".toml"), app_.actions);
            for (const TourStep& step : tour.steps) {
                EXPECT_FALSE(std::regex_search(step.words, foretold)) << step.words;
            }
        }
    }
}

} // namespace
} // namespace orrery
