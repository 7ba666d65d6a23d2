#include "app/panels/algorithm_options.hpp"

#include "app/panels/controls.hpp"
#include "app/panels/number_control.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <algorithm>
#include <numeric>

namespace orrery {
namespace {

std::string name_of(const GpuDevice& gpu) {
    return "GPU " + std::to_string(gpu.index) + "  " + gpu.name;
}

void one_of_a_list(const std::vector<GpuDevice>& gpus, DeviceChoice& choice, float column) {
    row("GPU", "Which GPU holds the bodies and computes", column);
    const auto current = std::ranges::find(gpus, choice.gpus.front(), &GpuDevice::index);
    const auto line_of = [&](const GpuDevice& gpu) -> MenuLine {
        return {name_of(gpu), gpu.index == choice.gpus.front()};
    };
    if (const auto* taken =
            drop_down("##device", current == gpus.end() ? "" : name_of(*current), gpus, line_of)) {
        choice = with_bodies_on(choice, taken->index);
    }
}

// A box on the same line if there is room. True when it was clicked.
bool box(const std::string& name, bool& checked, float left) {
    const float width = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x +
                        ImGui::CalcTextSize(name.c_str(), nullptr, true).x;
    if (ImGui::GetContentRegionAvail().x < width) {
        ImGui::NewLine();
        ImGui::SetCursorPosX(left);
    }
    return ImGui::Checkbox(name.c_str(), &checked);
}

void check_boxes(const std::vector<GpuDevice>& gpus, DeviceChoice& choice, float column) {
    row("GPUs", "Which GPUs share the work; the first one chosen holds the bodies", column);
    const float left = ImGui::GetCursorPosX();
    for (const GpuDevice& gpu : gpus) {
        const auto place = std::find(choice.gpus.begin(), choice.gpus.end(), gpu.index);
        bool used = place != choice.gpus.end();
        const bool last = used && choice.gpus.size() == 1;
        ImGui::BeginDisabled(last);
        if (box(std::to_string(gpu.index), used, left)) {
            if (used) {
                choice.gpus.push_back(gpu.index);
            } else {
                choice.gpus.erase(place);
            }
        }
        tip(last ? name_of(gpu) + "\n\n" + tr("At least one is needed") : name_of(gpu));
        ImGui::EndDisabled();
        ImGui::SameLine();
    }
    box(tr_id("each as two"), choice.as_two, left);
    tip("Each GPU does the work of two, to show sharing on a single GPU");
}

void choice_menu(const SolverOption& option, OptionValue& value) {
    const auto line_of = [&](const std::string& choice) -> MenuLine {
        const auto unavailable = option.unavailable_choices.find(choice);
        return {choice, value == OptionValue(choice), "",
                unavailable == option.unavailable_choices.end() ? "" : tr(unavailable->second)};
    };
    if (const auto* taken = drop_down("##value", tr(value.text()), option.choices, line_of)) {
        value = *taken;
    }
}

// The column where controls begin, at scale 1: behind the longest name that leaves them room.
float column_of(const SolverInfo& info) {
    const float widest = 0.46F * ImGui::GetContentRegionAvail().x;
    float column = 0;
    for (const SolverOption& option : info.options) {
        column = std::max(column, ImGui::CalcTextSize(tr(option.title)).x);
    }
    for (const char* const name : {tr_noop("Sharing"), "GPUs"}) {
        column = std::max(column, ImGui::CalcTextSize(tr(name)).x);
    }
    return (std::min(column, widest) + ImGui::GetStyle().ItemSpacing.x) / scaled(1);
}

void option_rows(AppState& app, const SolverInfo& info, float column) {
    const OptionValues values = options_of(app.settings, info.id);
    for (const SolverOption& option : info.options) {
        const OptionValue before = option.value_in(values);
        OptionValue value = before;
        const std::string reason =
            info.in_effect(option, values)
                ? ""
                : tr_format("Only used with: {}", tr(option.only_with.choice));
        row(option.title, option.tooltip, column);
        ImGui::PushID(option.id);
        unless(reason, [&] {
            if (option.choices.empty()) {
                double number = value.is_number() ? value.number() : option.default_value;
                number_control(app, "value", number, option_range(option));
                value = number;
            } else {
                choice_menu(option, value);
            }
        });
        ImGui::PopID();
        if (value != before) {
            app.settings.solver_options[info.id][option.id] = value;
        }
    }
}

} // namespace

DeviceChoice device_choice(const std::string& devices, std::size_t count) {
    DeviceChoice choice;
    for (const int gpu : parse_device_list(devices)) {
        const bool again = std::ranges::find(choice.gpus, gpu) != choice.gpus.end();
        choice.as_two = choice.as_two || again;
        if (!again) {
            choice.gpus.push_back(gpu);
        }
    }
    if (choice.gpus.empty()) { // all; a single one counts as two
        choice = {std::vector<int>(count), count == 1};
        std::iota(choice.gpus.begin(), choice.gpus.end(), 0);
    }
    return choice;
}

std::string devices_setting(const DeviceChoice& choice, std::size_t count) {
    if (choice == device_choice("all", count)) {
        return "all";
    }
    std::string text;
    for (const int gpu : choice.gpus) {
        for (int times = choice.as_two ? 2 : 1; times > 0; --times) {
            text += (text.empty() ? "" : ",") + std::to_string(gpu);
        }
    }
    return text;
}

DeviceChoice with_bodies_on(DeviceChoice choice, int gpu) {
    const auto place = std::find(choice.gpus.begin(), choice.gpus.end(), gpu);
    if (place == choice.gpus.end()) {
        choice.gpus = {gpu};
    } else {
        std::rotate(choice.gpus.begin(), place, place + 1);
    }
    return choice;
}

void sharing_picker(AppState& app, const SolverEntry& algorithm, float column) {
    if (algorithm.shared == nullptr || app.gpus.empty()) {
        return;
    }
    row("Sharing",
        "How several GPUs share the work: how positions travel, and which threads drive them",
        column);
    const auto line_of = [&](const SharingMode& mode) -> MenuLine {
        const std::string obstacle = tr(sharing_unavailable(mode.sharing));
        return {mode.title, mode.sharing == app.settings.sharing, mode.idea,
                obstacle.empty() ? "" : tr(mode.idea) + ("\n\n" + obstacle)};
    };
    if (const auto* taken = drop_down("##sharing", tr(sharing_mode(app.settings.sharing).title),
                                      sharing_modes(), line_of)) {
        app.settings.sharing = taken->sharing;
    }
}

void device_picker(AppState& app, Space space, float column) {
    if (space == Space::host || app.gpus.empty()) {
        return;
    }
    const DeviceChoice before = device_choice(app.settings.devices, app.gpus.size());
    DeviceChoice choice = before;
    ImGui::PushID("devices");
    if (space == Space::device) {
        one_of_a_list(app.gpus, choice, column);
    } else {
        check_boxes(app.gpus, choice, column);
    }
    ImGui::PopID();
    if (choice != before) {
        app.settings.devices = devices_setting(choice, app.gpus.size());
    }
}

void algorithm_options(AppState& app, const SolverEntry& entry) {
    const float column = column_of(entry.info);
    option_rows(app, entry.info, column);
    sharing_picker(app, entry, column);
    device_picker(app, entry.info_with(app.settings.sharing).space, column);
}

} // namespace orrery
