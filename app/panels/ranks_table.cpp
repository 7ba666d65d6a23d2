// The processes that simulate together: what each has of the bodies and of the work, and what it
// sends and waits.

#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "render/colour_maps.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace orrery {
namespace {

struct Column {
    const char* title;
    float from_width; // of the table at scale 1, from which there is room for it
    std::string (*text)(const RankWork& rank, double steps);
};

const std::vector<Column>& number_columns() {
    static const std::vector<Column> columns{
        {tr_noop("bodies"), 0,
         [](const RankWork& rank, double) { return with_thousands(rank.bodies); }},
        {tr_noop("waits"), 0,
         [](const RankWork& rank, double steps) {
             return as_milliseconds(rank.traffic.waiting_milliseconds / steps);
         }},
        {tr_noop("sent"), 300,
         [](const RankWork& rank, double steps) {
             return with_prefix(static_cast<double>(rank.traffic.bytes) / steps, "B");
         }},
        {tr_noop("moved"), 380,
         [](const RankWork& rank, double) { return with_thousands(rank.moved); }},
        {tr_noop("memory"), 440, [](const RankWork& rank, double) {
             return with_prefix(static_cast<double>(rank.memory_bytes), "B");
         }}};
    return columns;
}

// Right-aligned, as numbers are.
void right_cell(const ImVec4& colour, const std::string& text) {
    ImGui::TableNextColumn();
    const float slack = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(slack, 0.0F));
    ImGui::TextColored(colour, "%s", text.c_str());
}

// The work relative to the mean, over a bar whose full length is the most that a process has.
void work_cell(double work, double most, double mean) {
    ImGui::TableNextColumn();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 room{ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight()};
    const float share = most > 0 ? static_cast<float>(work / most) : 0;
    ImGui::GetWindowDrawList()->AddRectFilled(corner,
                                              {corner.x + room.x * share, corner.y + room.y},
                                              faded(accent_colour(), 0.3F), scaled(2));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + scaled(4));
    ImGui::TextUnformatted(mean > 0 ? tr_format("{} %", std::lround(100 * work / mean)).c_str()
                                    : "–");
}

void title_row(const std::vector<Column>& columns) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TableNextColumn();
    ImGui::TextColored(quiet_colour(), "%s", tr("work"));
    for (const Column& column : columns) {
        right_cell(quiet_colour(), tr(column.title));
    }
}

std::string summary(const SimulationStatus& status) {
    std::string words = tr_format("{} processes", status.ranks.size());
    if (status.count < status.all_bodies()) {
        words +=
            ", " + tr_format("{} of {} shown", with_prefix(static_cast<double>(status.count), ""),
                             with_prefix(static_cast<double>(status.all_bodies()), ""));
    } else {
        words += ", " + tr_format("imbalance {:.2f}", imbalance(status.ranks));
    }
    if (status.mpi_memory) {
        words += std::string(", ") +
                 (status.mpi_memory == MpiMemory::device ? tr("MPI takes GPU memory")
                  : status.mpi_memory == MpiMemory::host ? tr("MPI takes copies in host memory")
                                                         : tr("GPUs copy from each other"));
    }
    return words;
}

} // namespace

void ranks_table(const AppState& app, const ImVec2& size) {
    const std::vector<RankWork>& ranks = app.status.ranks;
    strong_text(summary(app.status));
    tip("The bodies are cut into domains along a curve through space, so that all processes have "
        "as much work. Work is relative to the mean; sent bytes and waiting are per step.");
    std::vector<Column> columns;
    std::ranges::copy_if(number_columns(), std::back_inserter(columns),
                         [&](const Column& column) { return size.x >= scaled(column.from_width); });
    if (!ImGui::BeginTable("##ranks", 2 + static_cast<int>(columns.size()),
                           ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_ScrollY |
                               ImGuiTableFlags_PadOuterX,
                           size)) {
        return;
    }
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, scaled(24));
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1);
    for (std::size_t k = 0; k < columns.size(); ++k) {
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1);
    }
    {
        const FontScope scope(nullptr, small_text_height);
        title_row(columns);
    }
    double most = 0, sum = 0;
    for (const RankWork& rank : ranks) {
        most = std::max(most, rank.work);
        sum += rank.work;
    }
    const auto steps = static_cast<double>(std::max<std::uint64_t>(app.status.steps, 1));
    for (std::size_t k = 0; k < ranks.size(); ++k) {
        const FontScope scope(number_font(), small_text_height);
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextColored(as_seen(component_colour(k)), "%zu", k);
        work_cell(ranks[k].work, most, sum / static_cast<double>(ranks.size()));
        for (const Column& column : columns) {
            right_cell(text_colour(), column.text(ranks[k], steps));
        }
    }
    ImGui::EndTable();
}

} // namespace orrery
