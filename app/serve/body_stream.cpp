#include "app/serve/body_stream.hpp"

#include "app/serve/frame_message.hpp"
#include "app/state/hand.hpp"
#include "sim/structure/spread_over.hpp"

#include <imgui.h>
#include <imgui_internal.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace orrery {
namespace {

using Json = nlohmann::json;

constexpr double between_readings = 0.05; // seconds
constexpr double left_out = 0.005;        // of all bodies, at each end of an axis, at the most
constexpr double largest_step = 65'535;

struct Span {
    double low = 0, size = 0;

    bool has(double value) const { return value >= low && value <= low + size; }
    unsigned step_of(double value) const {
        return size > 0 ? static_cast<unsigned>(std::lround((value - low) / size * largest_step))
                        : 0;
    }
};

// Where the many are, with as much room again on either side; no more than there are bodies in.
Span span_of(const HostArray<double>& values) {
    if (values.empty()) {
        return {};
    }
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const auto few = static_cast<std::size_t>(left_out * static_cast<double>(sorted.size()));
    const double from = sorted[few], to = sorted[sorted.size() - 1 - few];
    const double low = std::max(sorted.front(), from - (to - from));
    return {low, std::min(sorted.back(), to + (to - from)) - low};
}

// In pixels, from the top left: of each panel, message and dialog.
Json panels_over_picture() {
    Json panels = Json::array();
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        const bool seen = window->WasActive && !window->Hidden && window->RootWindow == window &&
                          (window->Flags & ImGuiWindowFlags_NoInputs) != ImGuiWindowFlags_NoInputs;
        const bool is_ground = window->Size.x >= whole.x && window->Size.y >= whole.y;
        if (seen && !is_ground) {
            panels.push_back({window->Pos.x, window->Pos.y, window->Size.x, window->Size.y});
        }
    }
    return panels;
}

// What a drag with the left button does over the picture.
const char* drag_of(const AppState& app) {
    const bool other = app.camera.mode() != CameraMode::orbit || app.race.under_way ||
                       app.view.annotations.drawing || app.get<Hand>().active;
    return other ? "other" : "orbit";
}

} // namespace

std::string bodies_message(std::uint64_t id, const VectorArray<double>& places) {
    const std::array<Span, 3> spans{span_of(places.x), span_of(places.y), span_of(places.z)};
    std::string steps;
    steps.reserve(6 * places.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::array place{places.x[i], places.y[i], places.z[i]};
        if (!spans[0].has(place[0]) || !spans[1].has(place[1]) || !spans[2].has(place[2])) {
            continue;
        }
        ++count;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const unsigned step = spans[axis].step_of(place[axis]);
            steps.push_back(static_cast<char>(step & 0xFFU));
            steps.push_back(static_cast<char>(step >> 8U));
        }
    }
    const Json header{{"type", "bodies"},
                      {"id", id},
                      {"count", count},
                      {"low", {spans[0].low, spans[1].low, spans[2].low}},
                      {"size", {spans[0].size, spans[1].size, spans[2].size}}};
    return with_header(header.dump(), steps);
}

void BodyStream::advance(AppState& app, ViewerServer& server, std::size_t asked) {
    asked_ = asked > 0 ? std::min(asked, most_bodies) : asked_;
    if (auto message = reading_.poll(); message && !message->empty()) {
        server.give_bodies(std::make_shared<const std::string>(*std::move(message)));
    }
    const bool is_time = read_at_ < 0 || app.now - read_at_ >= between_readings;
    if (asked_ == 0 || !is_time || reading_.under_way() || !app.status.loaded) {
        return;
    }
    read_at_ = app.now;
    reading_.start([&simulation = app.simulation, id = next_id_++,
                    bodies = spread_over(app.status.count, std::exchange(asked_, 0))] {
        try {
            return bodies_message(id,
                                  simulation.read({.position = true, .bodies = bodies}).position);
        } catch (const std::exception&) { // a lost GPU, say: others tell
            return std::string();
        }
    });
}

std::string view_message(const AppState& app) {
    const CameraPose& pose = app.camera.pose();
    const glm::dquat& turn = pose.orientation;
    const ClearArea& open = app.camera.open;
    const Json view{{"centre", {pose.centre.x, pose.centre.y, pose.centre.z}},
                    {"turn", {turn.w, turn.x, turn.y, turn.z}},
                    {"distance", pose.distance},
                    {"lens", app.camera.field_of_view},
                    {"open", {open.centre.x, open.centre.y, open.share.x, open.share.y}},
                    {"drag", drag_of(app)},
                    {"panels", panels_over_picture()}};
    return view.dump();
}

} // namespace orrery
