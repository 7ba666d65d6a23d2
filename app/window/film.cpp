// The window's frames off-screen, one after the other, into a film.
#include "app/window/film.hpp"

#include "app/race/race_run.hpp"
#include "app/tour/tour.hpp"
#include "app/tour/tour_director.hpp"
#include "app/tour/tour_toml.hpp"
#include "app/window/window_loop.hpp"
#include "render/pixel_readback.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <thread>
#include <utility>

namespace orrery {

namespace {

constexpr double usual_pace = 60; // steps a second where they would come as fast as they can

// How many steps each frame takes.
class StepCount {
public:
    explicit StepCount(const FilmPlan& plan) : plan_(plan) {}

    // `rate`: steps a second of its own, where that is told.
    std::size_t next(const Settings& settings, std::optional<double> rate) {
        if (!settings.running) {
            return 0;
        }
        if (plan_.steps_per_frame) {
            return *plan_.steps_per_frame;
        }
        double pace = settings.steps_per_second > 0 ? settings.steps_per_second : usual_pace;
        if (rate) {
            pace = settings.steps_per_second > 0 ? std::min(*rate, pace) : *rate;
        }
        due_ += pace / plan_.frames_per_second;
        const double whole = std::floor(due_ + 1e-9);
        due_ -= whole;
        return static_cast<std::size_t>(whole);
    }

private:
    const FilmPlan& plan_;
    double due_ = 0;
};

// Frames on their way from the GPU into the film.
class FilmStrip {
public:
    FilmStrip(const FilmPlan& plan, Extent size) : readback_(size), recording_(plan.open, size) {}

    void add(unsigned int framebuffer) {
        if (readback_.full()) {
            deliver();
        }
        readback_.begin(framebuffer);
    }

    // Waits until all is written. Throws what went wrong.
    void finish() {
        while (deliver()) {
        }
        recording_.close();
        recording_.wait();
        if (const std::optional<Error> error = recording_.error()) {
            throw Error(*error);
        }
    }

    const Recording& recording() const { return recording_; }

private:
    bool deliver() {
        std::optional<RawPixels> pixels = readback_.take(PixelReadback::Wait::yes);
        if (pixels) {
            recording_.add(std::move(*pixels));
        }
        return pixels.has_value();
    }

    PixelReadback readback_;
    Recording recording_;
};

} // namespace

FilmResult WindowLoop::film(const FilmPlan& plan) {
    time_ = TimeSource(opened_, plan.frames_per_second);
    link_->hold();
    RaceRun& race = features_.get<RaceRun>();
    race.go_by_steps();
    Tour tour = timed_tour(
        read_tour(tour_file(*request_.tour, request_.resources / "assets" / "tours"), app_.actions),
        plan.waiting_seconds);
    FilmResult result;
    result.wanted = static_cast<std::size_t>(std::lround(duration(tour) * plan.frames_per_second));
    result.wanted =
        std::max<std::size_t>(1, std::min(result.wanted, plan.frames.value_or(result.wanted)));
    result.renderer = surface_->renderer();
    features_.get<TourDirector>().start(app_, std::move(tour));

    FilmStrip strip(plan, surface_->framebuffer_size());
    StepCount steps(plan);
    while (result.frames < result.wanted && !strip.recording().ended() &&
           !request_.stop.stop_requested()) {
        look_at_simulation();
        take_input();
        link_->send_settings(app_, false);
        if (!prepare_race(plan) || !step_and_wait(steps.next(first_settings(), first_rate())) ||
            !race.step_rivals(app_, 1 / plan.frames_per_second, request_.stop)) {
            imgui_.end_frame();
            break;
        }
        race.look(app_, {});
        lay_out_panels();
        begin_turn();
        publish_bodies();
        result.refused += tell_refusals(plan);
        lay_out_stage();
        run_requests();
        draw_picture();
        strip.add(surface_->gl_framebuffer());
        turn_->end();
        ++result.frames;
        if (request_.progress) {
            request_.progress(static_cast<double>(result.frames) /
                                  static_cast<double>(result.wanted),
                              app_.status.time);
        }
    }
    if (result.frames > 0) {
        strip.finish();
        result.name = strip.recording().name();
        result.as_wanted = strip.recording().as_wanted();
    }
    finish();
    if (failure_) {
        throw Error(*failure_);
    }
    return result;
}

// The steps of the first racer, or of the simulation alone.
Settings WindowLoop::first_settings() const {
    return racer_settings(app_.race, 0, app_.settings);
}

std::optional<double> WindowLoop::first_rate() const {
    return app_.race.rates.empty() ? std::nullopt : std::optional(app_.race.rates.front());
}

// Until all racers are there. False as below.
bool WindowLoop::prepare_race(const FilmPlan& plan) {
    RaceRun& race = features_.get<RaceRun>();
    while (race.is_preparing()) {
        link_->send_settings(app_, false);
        if (!step_and_wait(0)) {
            return false;
        }
        race.look(app_, {});
        constexpr std::chrono::milliseconds between_looks(2);
        std::this_thread::sleep_for(between_looks);
    }
    if (const std::optional<std::string> words = race.take_measured()) {
        plan.note(*words);
    }
    return true;
}

// False when the run is stopped, or the simulation has failed.
bool WindowLoop::step_and_wait(std::size_t steps) {
    for (std::size_t step = 0; step < steps; ++step) {
        simulation_->step_once(app_.settings.reversed);
    }
    if (!simulation_->wait_until_idle(request_.stop)) {
        return false;
    }
    const SimulationNews news = link_->look(app_);
    if (news.error) {
        failure_ = news.error;
    }
    return !failure_;
}

// What a window would show for some seconds is no part of a film.
std::size_t WindowLoop::tell_refusals(const FilmPlan& plan) {
    std::size_t told = 0;
    for (const Toast& toast : std::exchange(app_.toasts, {})) {
        if (toast.is_error) {
            plan.note(toast.text);
            ++told;
        }
    }
    return told;
}

FilmResult make_film(const FilmPlan& plan) {
    return WindowLoop(plan.window).film(plan);
}

} // namespace orrery
