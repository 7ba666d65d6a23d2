#include "app/panels/machine_plots.hpp"
#include "app/panels/panels.hpp"
#include "app/state/lesson_rates.hpp"

#include <cmath>
#include <set>

namespace orrery {
namespace {

void measure_button(const AppState& app) {
    if (!app.get<MeasurementStatus>().under_way) {
        app.actions.button("simulation.measure", app.peaks ? "Measure again" : "Measure");
        return;
    }
    app.actions.button("simulation.measure", "Stop");
    ImGui::SameLine();
    ImGui::ProgressBar(static_cast<float>(app.get<MeasurementStatus>().fraction),
                       {-1, ImGui::GetFrameHeight()}, app.get<MeasurementStatus>().doing.c_str());
}

using Cells = std::vector<std::string>;

// Without lines, its titles in the first row: the first column is text, the others are numbers,
// right-aligned.
void number_table(const char* id, const std::vector<Cells>& rows) {
    if (!ImGui::BeginTable(id, static_cast<int>(rows.front().size()),
                           ImGuiTableFlags_SizingStretchProp)) {
        return;
    }
    for (const Cells& row : rows) {
        const bool titles = &row == &rows.front();
        ImGui::TableNextRow();
        for (const std::string& text : row) {
            const bool first = &text == &row.front();
            ImGui::TableNextColumn();
            const FontScope scope(first || titles ? nullptr : number_font(), small_text_height);
            if (!first) {
                const float slack =
                    ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
                ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(slack, 0.0F));
            }
            ImGui::TextColored(titles ? quiet_colour() : text_colour(), "%s", text.c_str());
        }
    }
    ImGui::EndTable();
}

void rates_table(const ProcessorPeaks& processor) {
    heading("Arithmetic");
    tip("Operations per second on all cores: multiply-adds (counted as two) in single and double "
        "precision, and reciprocal square root estimates");
    std::vector<Cells> rows{{"", "FP32", "FP64", "rsqrt"}};
    for (const Rates& one : processor.rates) {
        rows.push_back({one.instruction_set, with_prefix(one.fp32, ""), with_prefix(one.fp64, ""),
                        with_prefix(one.rsqrt, "")});
    }
    number_table("##rates", rows);
}

void links_table(const MachinePeaks& peaks) {
    if (peaks.links.empty()) {
        return;
    }
    // The smallest copy of a way tells its latency, the fastest its bandwidth.
    struct Way {
        std::size_t smallest = 0;
        double microseconds = 0, bytes_per_second = 0;
    };
    std::map<std::string, Way> ways;
    const auto include = [&](const std::string& name, const auto& copy) {
        Way& way = ways[name];
        if (way.smallest == 0 || copy.bytes < way.smallest) {
            way.smallest = copy.bytes;
            way.microseconds = copy.microseconds;
        }
        way.bytes_per_second = std::max(way.bytes_per_second, copy.bytes_per_second());
    };
    for (const LinkSample& link : peaks.links) {
        const std::string gpu = "gpu " + std::to_string(link.gpu);
        const bool up = link.direction == Direction::to_gpu;
        include((up ? tr("host") + (" → " + gpu) : gpu + " → " + tr("host")) + ", " +
                    tr(host_memory_name(link.memory)),
                link);
    }
    for (const PeerSample& peer : peaks.peers) {
        include("gpu " + std::to_string(peer.from) + " → gpu " + std::to_string(peer.to) +
                    (peer.direct ? "" : tr(", via the host")),
                peer);
    }
    heading("Links");
    tip("Copies between host and GPUs, and between GPUs: latency of a few bytes, and bandwidth");
    std::vector<Cells> rows{{"", tr("latency"), "B/s"}};
    for (const auto& [name, way] : ways) {
        rows.push_back({name, as_milliseconds(way.microseconds / 1000),
                        with_prefix(way.bytes_per_second, "")});
    }
    number_table("##links", rows);
}

// Which processor's figures are shown, where there are several.
const ProcessorPeaks& chosen_processor(const MachinePeaks& peaks, MachineView& view) {
    view.processor = std::min(view.processor, peaks.gpus.size());
    if (!peaks.gpus.empty()) {
        std::vector<std::string> names{"CPU"};
        for (const ProcessorPeaks& gpu : peaks.gpus) {
            names.push_back("GPU " + std::to_string(gpu.index));
        }
        segments("##processor", names, view.processor);
    }
    return view.processor == 0 ? peaks.cpu : peaks.gpus[view.processor - 1];
}

// Which access, and on a GPU which width, the map is of.
void map_choices(const ProcessorPeaks& processor, MachineView& view, bool is_gpu) {
    std::vector<std::string> accesses;
    for (const Access access : all_accesses) {
        accesses.push_back(access_name(access));
    }
    auto access = static_cast<std::size_t>(view.access);
    segments("##access", accesses, access);
    view.access = all_accesses[access];
    if (!is_gpu) {
        return;
    }
    std::set<int> measured;
    for (const BandwidthSample& sample : processor.bandwidth) {
        measured.insert(sample.width);
    }
    const std::vector<int> widths(measured.begin(), measured.end());
    std::vector<std::string> names;
    std::size_t chosen = 0;
    for (const int width : widths) {
        chosen = width == view.width ? names.size() : chosen;
        names.push_back(tr_format("{} bytes", width));
    }
    if (!names.empty()) {
        segments("##width", names, chosen);
        view.width = widths[chosen];
    }
}

// The rows of one lesson: its ways, where it is told apart for what each was measured, and how
// close they come to a copy.
void lesson_table(const char* id, const char* title, const char* tooltip, const char* of,
                  const std::vector<LessonRate>& rates) {
    if (rates.empty()) {
        return;
    }
    heading(title);
    tip(tooltip);
    std::vector<Cells> rows{{"", of, "B/s", tr("of a copy")}};
    const std::string* before = nullptr;
    for (const LessonRate& rate : rates) {
        const bool same = before != nullptr && *before == rate.variant;
        const std::string name = (rate.variant.starts_with("gpu") ? "GPU  " : "CPU  ") +
                                 std::string(tr(rate.title.c_str()));
        rows.push_back({same ? "" : name, rate.of, with_prefix(rate.bytes_per_second, ""),
                        tr_format("{} %", std::lround(100 * rate.copy_share))});
        before = &rate.variant;
    }
    if (*of == 0) {
        for (Cells& row : rows) {
            row.erase(row.begin() + 1);
        }
    }
    number_table(id, rows);
}

void lessons(const AppState& app) {
    const LessonRates& rates = app.get<LessonRates>();
    heading("Lessons: moving data");
    tip("Ways to differentiate a field and to transpose a matrix. Both only move data, so a copy "
        "of "
        "as many bytes is the measure.");
    if (rates.under_way) {
        app.actions.button("simulation.lessons", "Stop");
        ImGui::SameLine();
        ImGui::ProgressBar(static_cast<float>(rates.fraction), {-1, ImGui::GetFrameHeight()},
                           rates.doing.c_str());
    } else {
        app.actions.button("simulation.lessons",
                           rates.stencils.empty() ? "Measure the lessons" : "Measure again");
    }
    lesson_table("##stencils", tr_noop("Finite differences"),
                 tr_noop("First derivatives of eighth order on a periodic cube of 192 cells a "
                         "side, along each axis"),
                 tr("axis"), rates.stencils);
    lesson_table("##transposes", tr_noop("Transpose"),
                 tr_noop("A matrix of 2,048 by 2,048 numbers"), "", rates.transposes);
}

} // namespace

void machine_panel(AppState& app) {
    if (begin_panel("Machine")) {
        if (app.peaks) {
            roofline_plot(app, scaled(210));
            measure_button(app);
            MachineView& view = app.get<MachineView>();
            const ProcessorPeaks& processor = chosen_processor(*app.peaks, view);
            const bool is_gpu = view.processor > 0;
            small_paragraph(quiet_colour(), processor.name);
            rates_table(processor);
            bandwidth_curves(processor, is_gpu, scaled(150));
            map_choices(processor, view, is_gpu);
            bandwidth_map(processor, view, is_gpu, scaled(is_gpu ? 190 : 100));
            links_table(*app.peaks);
        } else {
            heading("How close to the peak you run");
            measure_button(app);
            small_paragraph(quiet_colour(),
                            "A few seconds, with the simulation paused. Then every rate "
                            "is shown as a share of this machine's peak.");
        }
        lessons(app);
    }
    ImGui::End();
}

} // namespace orrery
