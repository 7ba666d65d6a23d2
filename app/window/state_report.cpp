#include "app/window/state_report.hpp"

#include "app/features/sharing/sharing.hpp"
#include "app/state/accuracy_trace.hpp"
#include "app/state/app_state.hpp"
#include "app/state/followed.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/halo_status.hpp"
#include "app/state/hand.hpp"
#include "app/state/lesson_rates.hpp"
#include "app/state/look.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/plot_status.hpp"
#include "app/state/property_json.hpp"
#include "app/state/shown_state.hpp"
#include "app/state/time_view.hpp"
#include "app/state/tour_status.hpp"
#include "app/state/window_requests.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/properties.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <utility>

namespace orrery {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t newest_kept = 10'000;

// What there is, or what `told` makes of it.
template <class Value, class Told = std::identity>
Json or_null(const std::optional<Value>& value, Told told = {}) {
    return value ? Json(told(*value)) : Json(nullptr);
}

Json vector_json(const glm::dvec3& v) {
    return Json::array({v.x, v.y, v.z});
}

// Of a choice, by its place.
template <std::size_t count, class Choice>
const char* name_of(Choice choice, const char* const (&names)[count]) {
    return names[static_cast<std::size_t>(choice)];
}

Json settings_json(const Settings& settings) {
    Json json = Json::object();
    for (const Property& property : properties()) {
        json[property.id] = value_json(property.member.get(settings));
    }
    return json;
}

Json look_json(const Look& look, std::string_view id) {
    return value_json(find_look_property(id)->member.get(look));
}

Json simulation_json(const SimulationStatus& status) {
    return {{"loaded", status.loaded},
            {"count", status.all_bodies()},
            {"shown", status.count},
            {"ranks", std::max<std::size_t>(status.ranks.size(), 1)},
            {"imbalance", imbalance(status.ranks)},
            {"time", status.time},
            {"steps", status.steps},
            {"time_step", status.time_step},
            {"step_accuracy", status.step_accuracy},
            {"softening", status.softening},
            {"rounding_error", status.rounding.p99},
            {"loads", status.load_serial},
            {"memory_bytes", status.memory_bytes},
            {"last_switch_milliseconds", status.last_switch_milliseconds},
            {"error", or_null(status.error, [](const Error& error) { return error.what(); })}};
}

Json line_json(const TimeView::Line& line) {
    return {{"left", line.left}, {"right", line.right}, {"middle", line.middle}};
}

Json timeline_json(const TravelStatus& travel, const TimeView& view) {
    return {{"bar", line_json(view.picture.line)},
            {"preview_bar", line_json(view.preview.line)},
            {"first_step", travel.first.step},
            {"step", travel.step},
            {"end_step", travel.end.step},
            {"end_time", travel.end.time},
            {"in_past", travel.in_past},
            {"under_way", travel.under_way.has_value()},
            {"loop", travel.loop ? Json{travel.loop->from, travel.loop->to} : Json(nullptr)},
            {"goal", or_null(travel.goal)},
            {"checkpoints", travel.checkpoints},
            {"checkpoint_bytes", travel.bytes}};
}

Json followed_json(const Followed& followed) {
    return {{"what", name_of(followed.what, {"nothing", "body", "core", "halo"})},
            {"body", followed.body},
            {"figures_known", followed.figures.has_value()}};
}

Json camera_json(const Camera& camera) {
    const CameraPose& pose = camera.pose();
    return {{"mode", camera.mode() == CameraMode::fly ? "fly" : "orbit"},
            {"centre", vector_json(pose.centre)},
            {"distance", pose.distance},
            {"orientation",
             {pose.orientation.w, pose.orientation.x, pose.orientation.y, pose.orientation.z}}};
}

Json view_json(const View& view) {
    return {{"show_ui", view.layer == Layer::panels},
            {"curtain", name_of(view.curtain, {"open", "black", "white"})},
            {"frozen", view.frozen},
            {"layer", look_json(view, "layer")},
            {"show_help", view.show_help},
            {"show_palette", view.show_palette},
            {"pointer", view.annotations.pointer},
            {"spotlight", view.annotations.spotlight},
            {"drawing", view.annotations.drawing},
            {"annotations", view.annotations.drawn.size()},
            {"stars", view.stars},
            {"box", view.show_box},
            {"neighbours", view.show_neighbours},
            {"physical_view", view.physical_view},
            {"web_flight", view.web_flight},
            {"show_labels", view.show_labels},
            {"show_legend", view.show_legend},
            {"ui_scale", view.ui_scale},
            {"language", view.language},
            {"style", look_json(view, "style")},
            {"scalar_low", view.style.scalar_low},
            {"scalar_high", view.style.scalar_high}};
}

Json haloes_json(const AppState& app) {
    const HaloStatus& status = app.get<HaloStatus>();
    const Extent window = app.framebuffer;
    Json ringed = Json::array();
    for (const KnownHalo& halo : ringed_haloes(app)) {
        const std::optional<HaloRing> ring = ring_of(halo, app.camera, window);
        ringed.push_back({{"number", halo.number},
                          {"mass", halo.found.mass},
                          {"centre", vector_json(halo.place)},
                          {"ring", ring ? Json{ring->at.x, ring->at.y} : Json(nullptr)}});
    }
    return {{"known", status.known}, {"count", status.haloes.size()}, {"ringed", ringed}};
}

Json plot_json(const AppState& app) {
    const PlotReading* const reading = app.get<PlotStatus>().reading.get();
    const bool chosen = app.view.plot.brush && reading != nullptr && reading->chosen_bodies;
    return {{"shown", plot_choice(app.view.plot).id},
            {"component", app.view.plot.component},
            {"large", app.view.plot.large},
            {"time", reading == nullptr ? Json(nullptr) : Json(reading->time)},
            {"milliseconds", reading == nullptr ? Json(nullptr) : Json(1000 * reading->seconds)},
            {"chosen", chosen ? Json(reading->of_chosen.bodies) : Json(nullptr)},
            {"share_of_mass", chosen ? Json(reading->of_chosen.mass_share) : Json(nullptr)},
            {"held", app.get<PlotStatus>().held},
            {"accuracy_points", app.get<AccuracyTrace>().points().size()}};
}

Json race_json(const RaceStatus& race) {
    Json racers = Json::array();
    for (std::size_t k = 0; k < race.racers.size(); ++k) {
        const RacerStatus& racer = race.racers[k];
        racers.push_back(
            {{"title", racer.title},
             {"algorithm", racer.algorithm},
             {"share", race.shares[k].words},
             {"threads", race.shares[k].threads},
             {"time", racer.time},
             {"ms_per_step", racer.milliseconds},
             {"steps_per_second", racer.steps_per_second},
             {"factor", racer.factor},
             {"ahead", racer.ahead},
             {"waits_for", or_null(racer.waits_for,
                                   [&](std::size_t other) { return race.racers[other].title; })},
             {"apart", or_null(racer.apart)},
             {"trouble", racer.trouble}});
    }
    return {{"under_way", race.under_way},
            {"holds", race.holds},
            {"equal_times", race.equal_times},
            {"racers", std::move(racers)}};
}

Json rectangle_json(const Rectangle& place) {
    return {
        {"left", place.left}, {"top", place.top}, {"width", place.width}, {"height", place.height}};
}

Json speaker_json(const AppState& app, const WindowReport& report) {
    Json json{{"open", app.get<SpeakerStatus>().open},
              {"minutes",
               or_null(app.get<SpeakerStatus>().minutes ? app.get<SpeakerStatus>().minutes
                                                        : app.get<TourStatus>().tour->minutes)}};
    if (report.speaker) {
        json["place"] = rectangle_json(report.speaker->place);
        json["preview"] = rectangle_json(report.speaker->preview);
        json["milliseconds"] = report.speaker->milliseconds;
    }
    return json;
}

Json hand_json(const Hand& hand) {
    return {{"active", hand.active},
            {"pulls", hand.drag.has_value()},
            {"grabs", hand.drag && hand.drag->grabbed},
            {"holds", hand.held.has_value()},
            {"mass", hand.thrown_mass()},
            {"held_mass", hand.held_mass},
            {"speed_a_length", hand.speed_a_length},
            {"places_ahead", hand.path.size()}};
}

Json phases_json(const StepTimings& timings) {
    Json phases = Json::object();
    for (const StepTimings::Phase& phase : timings.phases) {
        phases[phase.name] = phase.milliseconds;
    }
    return phases;
}

} // namespace

void DurationStatistics::add(double milliseconds) {
    if (newest_.size() < newest_kept) {
        newest_.push_back(static_cast<float>(milliseconds));
    } else {
        newest_[count_ % newest_kept] = static_cast<float>(milliseconds);
    }
    ++count_;
}

double DurationStatistics::percentile(double share) const {
    if (newest_.empty()) {
        return 0;
    }
    std::vector<float> sorted = newest_;
    const auto rank = static_cast<std::ptrdiff_t>(share * static_cast<double>(sorted.size() - 1));
    std::nth_element(sorted.begin(), sorted.begin() + rank, sorted.end());
    return double{sorted[static_cast<std::size_t>(rank)]};
}

std::vector<std::size_t> DurationStatistics::histogram() const {
    constexpr std::size_t most = 100; // the last one counts all that took longer
    std::vector<std::size_t> counts;
    for (const float milliseconds : newest_) {
        const std::size_t bin = std::min(static_cast<std::size_t>(milliseconds), most);
        counts.resize(std::max(counts.size(), bin + 1));
        ++counts[bin];
    }
    return counts;
}

void WindowReport::count_steps(const std::vector<StepReport>& steps, std::uint64_t load_serial) {
    for (const StepReport& step : steps) {
        if (step.algorithm != stepping_ || load_serial != counted_load_) {
            stepping_ = step.algorithm;
            counted_load_ = load_serial;
            step_milliseconds = {};
            longest_step = {};
        }
        if (step.timings.total_milliseconds > longest_step.total_milliseconds) {
            longest_step = step.timings;
        }
        step_milliseconds.add(step.timings.total_milliseconds);
    }
}

std::string state_json(const AppState& app, const WindowReport& report) {
    const DurationStatistics& frames = report.frame_milliseconds;
    const DurationStatistics& steps = report.step_milliseconds;
    Json toasts = Json::array();
    for (const Toast& toast : app.toasts) {
        toasts.push_back(toast.text);
    }
    const Json json{{"settings", settings_json(app.status.settings)},
                    {"wanted", settings_json(app.settings)},
                    {"simulation", simulation_json(app.status)},
                    {"timeline", timeline_json(app.status.travel, app.get<TimeView>())},
                    {"followed", followed_json(app.get<Followed>())},
                    {"hand", hand_json(app.get<Hand>())},
                    {"guides",
                     {{"arrows", app.get<GuideLines>().arrows()},
                      {"places_ahead", app.get<GuideLines>().path().size()}}},
                    {"drawn", {{"bodies", app.written.count}, {"time", app.written.time}}},
                    {"camera", camera_json(app.camera)},
                    {"view", view_json(app.view)},
                    {"look", look_to_toml(app.view)},
                    {"haloes", haloes_json(app)},
                    {"plot", plot_json(app)},
                    {"tour",
                     {{"given", app.get<TourStatus>().given},
                      {"offered", app.offer_tours},
                      {"step", app.get<TourStatus>().position + 1},
                      {"steps", app.get<TourStatus>().tour->steps.size()}}},
                    {"speaker", speaker_json(app, report)},
                    {"race", race_json(app.race)},
                    {"recording",
                     {{"under_way", app.get<RecordingStatus>().under_way},
                      {"seconds", app.get<RecordingStatus>().seconds},
                      {"frames", app.get<RecordingStatus>().frames},
                      {"finishing", app.get<RecordingStatus>().finishing}}},
                    {"window",
                     {{"width", report.window_size.width},
                      {"height", report.window_size.height},
                      {"left", report.window_place.left},
                      {"top", report.window_place.top},
                      {"framebuffer_width", app.framebuffer.width},
                      {"framebuffer_height", app.framebuffer.height},
                      {"fullscreen", app.fullscreen},
                      {"off_screen", report.off_screen},
                      {"ui_scale", report.ui_scale},
                      {"takes_text", report.takes_text},
                      {"channel_bits", app.channel_bits},
                      {"gl_errors", report.gl_errors}}},
                    {"machine",
                     {{"measuring", app.get<MeasurementStatus>().under_way},
                      {"peaks_known", app.peaks.has_value()},
                      {"measuring_lessons", app.get<LessonRates>().under_way},
                      {"stencils", app.get<LessonRates>().stencils.size()},
                      {"transposes", app.get<LessonRates>().transposes.size()}}},
                    {"frames",
                     {{"count", frames.count()},
                      {"milliseconds_p50", frames.percentile(0.5)},
                      {"milliseconds_p99", frames.percentile(0.99)},
                      {"milliseconds_histogram", frames.histogram()},
                      {"publish_gpu_milliseconds", report.publish_gpu_milliseconds},
                      {"draw_gpu_milliseconds", report.draw_gpu_milliseconds}}},
                    {"steps",
                     {{"count", steps.count()},
                      {"milliseconds_p50", steps.percentile(0.5)},
                      {"milliseconds_p90", steps.percentile(0.9)},
                      {"milliseconds_p99", steps.percentile(0.99)},
                      {"milliseconds_longest", report.longest_step.total_milliseconds},
                      {"longest_phases", phases_json(report.longest_step)}}},
                    {"turns",
                     {{"pictures", report.turns.pictures},
                      {"beside_a_step", report.turns.beside_a_step},
                      {"steps", report.turns.steps},
                      {"beside_a_picture", report.turns.beside_a_picture}}},
                    {"first_frame_seconds", or_null(report.first_frame_seconds)},
                    {"first_moving_bodies_seconds", or_null(report.first_moving_bodies_seconds)},
                    {"quit_milliseconds", or_null(report.quit_milliseconds)},
                    {"toasts", std::move(toasts)},
                    {"last_picture", report.last_picture},
                    {"last_session", app.get<SessionStatus>().last},
                    {"last_video", report.last_video},
                    {"seconds", app.now}};
    return json.dump(2) + '\n';
}

} // namespace orrery
