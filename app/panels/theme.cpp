#include "app/panels/theme.hpp"

#include "app/language/tr.hpp"
#include "render/colour_maps.hpp"
#include "sim/solver.hpp"

#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace orrery {
namespace {

// A theme as few numbers: its greys run from the ground (0) towards the text (1).
struct Palette {
    ImVec4 text, quiet, accent;
    float ground;     // how bright the ground is
    float towards;    // how far a grey of 1 is from it
    float opaque = 0; // at least
};

// In the order of Theme.
constexpr std::array palettes{
    Palette{{0.91F, 0.92F, 0.94F, 1}, {0.64F, 0.66F, 0.71F, 1}, {1.0F, 0.70F, 0.30F, 1}, 0, 1, 0},
    Palette{{0.08F, 0.09F, 0.11F, 1},
            {0.32F, 0.34F, 0.38F, 1},
            {0.62F, 0.29F, 0, 1},
            0.98F,
            -0.9F,
            0.96F},
    Palette{{1, 1, 1, 1}, {0.86F, 0.87F, 0.90F, 1}, {1, 0.74F, 0.22F, 1}, 0, 1.15F, 1}};

bool is_light() {
    return ImGui::GetStyle().Colors[ImGuiCol_WindowBg].x > 0.5F;
}

void colour_panels(ImGuiStyle& style, Theme theme) {
    const Palette& palette = palettes[static_cast<std::size_t>(theme)];
    const ImVec4 accent = palette.accent;
    const auto tint = [&](float alpha) { return ImVec4(accent.x, accent.y, accent.z, alpha); };
    const auto grey = [&](float value, float alpha) {
        const float blue = palette.ground < 0.5F ? 1.14F : 1;
        const float shade = palette.ground + palette.towards * value;
        return ImVec4(shade, std::min(shade * (blue > 1 ? 1.04F : 1), 1.0F),
                      std::min(shade * blue, 1.0F), std::max(alpha, palette.opaque));
    };
    ImVec4* const colours = style.Colors;
    colours[ImGuiCol_Text] = palette.text;
    colours[ImGuiCol_TextDisabled] = palette.quiet;
    colours[ImGuiCol_WindowBg] = grey(0.048F, 0.84F);
    colours[ImGuiCol_PopupBg] = grey(0.075F, 0.97F);
    colours[ImGuiCol_MenuBarBg] = grey(0.045F, 0.92F);
    colours[ImGuiCol_Border] = grey(0.20F, 0.55F);
    colours[ImGuiCol_FrameBg] = grey(0.12F, 0.85F);
    colours[ImGuiCol_FrameBgHovered] = grey(0.17F, 0.95F);
    colours[ImGuiCol_FrameBgActive] = grey(0.20F, 1);
    colours[ImGuiCol_TitleBg] = grey(0.040F, 0.92F);
    colours[ImGuiCol_TitleBgActive] = grey(0.055F, 0.95F);
    colours[ImGuiCol_TitleBgCollapsed] = grey(0.040F, 0.80F);
    colours[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
    colours[ImGuiCol_ScrollbarGrab] = grey(0.26F, 0.8F);
    colours[ImGuiCol_ScrollbarGrabHovered] = grey(0.34F, 1);
    colours[ImGuiCol_ScrollbarGrabActive] = tint(0.8F);
    colours[ImGuiCol_CheckMark] = accent;
    colours[ImGuiCol_Button] = grey(0.15F, 0.9F);
    colours[ImGuiCol_ButtonHovered] = grey(0.22F, 1);
    colours[ImGuiCol_ButtonActive] = tint(0.55F);
    colours[ImGuiCol_Header] = grey(0.15F, 0.9F);
    colours[ImGuiCol_HeaderHovered] = grey(0.20F, 1);
    colours[ImGuiCol_HeaderActive] = tint(0.45F);
    colours[ImGuiCol_Separator] = grey(0.19F, 0.6F);
    colours[ImGuiCol_SeparatorHovered] = tint(0.6F);
    colours[ImGuiCol_SeparatorActive] = accent;
    colours[ImGuiCol_ResizeGrip] = {0, 0, 0, 0};
    colours[ImGuiCol_ResizeGripHovered] = tint(0.5F);
    colours[ImGuiCol_ResizeGripActive] = accent;
    colours[ImGuiCol_Tab] = grey(0.06F, 0.9F);
    colours[ImGuiCol_TabHovered] = grey(0.20F, 1);
    colours[ImGuiCol_TabSelected] = grey(0.13F, 1);
    colours[ImGuiCol_TabSelectedOverline] = accent;
    colours[ImGuiCol_TabDimmed] = grey(0.05F, 0.9F);
    colours[ImGuiCol_TabDimmedSelected] = grey(0.11F, 1);
    colours[ImGuiCol_TabDimmedSelectedOverline] = tint(0.35F);
    colours[ImGuiCol_DockingPreview] = tint(0.35F);
    colours[ImGuiCol_DockingEmptyBg] = {0, 0, 0, 0};
    colours[ImGuiCol_TextSelectedBg] = tint(0.30F);
    colours[ImGuiCol_ModalWindowDimBg] = {0, 0, 0, 0.5F};
}

void colour_plots() {
    ImPlotStyle& style = ImPlot::GetStyle();
    style = ImPlotStyle();
    style.Colors[ImPlotCol_FrameBg] = {0, 0, 0, 0};
    const bool light = is_light();
    style.Colors[ImPlotCol_PlotBg] =
        light ? ImVec4{1, 1, 1, 1} : ImVec4{0.02F, 0.022F, 0.03F, 0.55F};
    style.Colors[ImPlotCol_PlotBorder] =
        light ? ImVec4{0.6F, 0.62F, 0.66F, 0.8F} : ImVec4{0.20F, 0.21F, 0.24F, 0.6F};
    style.Colors[ImPlotCol_AxisGrid] =
        light ? ImVec4{0.3F, 0.32F, 0.38F, 0.25F} : ImVec4{0.5F, 0.52F, 0.58F, 0.16F};
    style.Colors[ImPlotCol_AxisText] = quiet_colour();
    style.Colors[ImPlotCol_LegendBg] = {0.05F, 0.052F, 0.06F, 0.6F};
    style.Colors[ImPlotCol_LegendBorder] = {0, 0, 0, 0};
    style.PlotPadding = {scaled(6), scaled(6)};
    style.LabelPadding = {scaled(4), scaled(3)};
    style.LegendPadding = {scaled(5), scaled(4)};
    style.LegendInnerPadding = {scaled(4), scaled(1)};
    style.MinorAlpha = 0.3F;
}

namespace fs = std::filesystem;

// In the order in which the atlas holds them: text, numbers, headings.
struct FontFile {
    const char* name;   // without its ending
    const char* debian; // the package that brings it
};
constexpr std::array font_files{FontFile{"Inter-Regular", "fonts-inter"},
                                FontFile{"JetBrainsMono-Regular", "fonts-jetbrains-mono"},
                                FontFile{"Inter-SemiBold", "fonts-inter"}};

// Empty when it is nowhere: in the program's own folder, in those of Debian and Ubuntu, of Fedora
// and Arch, and of fonts one has installed oneself.
fs::path find_font(const FontFile& font, const fs::path& own) {
    std::vector<fs::path> folders{own};
    for (const char* const folder :
         {"opentype/inter", "truetype/inter", "truetype/jetbrains-mono", "rsms-inter-fonts",
          "jetbrains-mono-fonts", "inter", "OTF", "TTF", "/usr/local/share/fonts"}) {
        folders.push_back(fs::path("/usr/share/fonts") / folder);
    }
    if (const char* home = std::getenv("HOME")) {
        folders.push_back(fs::path(home) / ".local/share/fonts");
    }
    for (const fs::path& folder : folders) {
        for (const char* ending : {".otf", ".ttf"}) {
            fs::path file = folder / (std::string(font.name) + ending);
            std::error_code unreadable;
            if (fs::exists(file, unreadable)) {
                return file;
            }
        }
    }
    return {};
}

// One colour per family of algorithms, far from each other and from that of what is live.
struct FamilyColour {
    std::string_view family;
    Rgb colour;
};
constexpr std::array family_colours{FamilyColour{"CPU direct", {0.36F, 0.70F, 1.00F}},
                                    FamilyColour{"GPU direct", {0.36F, 0.88F, 0.46F}},
                                    FamilyColour{"Several GPUs, direct", {0.82F, 0.56F, 0.98F}},
                                    FamilyColour{"CPU tree", {0.93F, 0.55F, 0.80F}},
                                    FamilyColour{"GPU tree", {0.91F, 0.96F, 0.58F}},
                                    FamilyColour{"Several GPUs, tree", {0.78F, 0.30F, 1.00F}},
                                    FamilyColour{"FMM", {0.98F, 0.72F, 0.66F}},
                                    FamilyColour{"CPU mesh", {0.95F, 0.38F, 0.4512F}},
                                    FamilyColour{"GPU mesh", {0.4512F, 0.38F, 0.95F}},
                                    FamilyColour{"CPU tree and mesh", {0.16F, 0.62F, 0.62F}},
                                    FamilyColour{"GPU tree and mesh", {0.66F, 0.46F, 0.40F}}};
// For families that are not among them: the hues that are farthest from those.
constexpr std::array<Rgb, 2> free_colours{{{0.665F, 0.95F, 0.38F}, {0.38F, 0.95F, 0.8075F}}};

} // namespace

Rgb family_colour(std::string_view family) {
    std::vector<std::string_view> families;
    for (const SolverEntry& entry : solvers()) {
        families.emplace_back(entry.info.family);
    }
    return family_colour(family, families);
}

Rgb family_colour(std::string_view family, std::vector<std::string_view> families) {
    std::vector<FamilyColour> given(family_colours.begin(), family_colours.end());
    families.push_back(family);
    for (const std::string_view each : families) {
        if (std::ranges::find(given, each, &FamilyColour::family) == given.end()) {
            const std::size_t place = given.size() - family_colours.size();
            given.push_back({each, free_colours[place % free_colours.size()]});
        }
    }
    return std::ranges::find(given, family, &FamilyColour::family)->colour;
}

// Its members fan out over neighbouring hues, some of them paler, every other one darker.
ImVec4 algorithm_colour(const std::string& id) {
    const std::string_view family = find_solver(id).info.family;
    std::vector<std::string_view> members;
    for (const SolverEntry& entry : solvers()) {
        if (family == entry.info.family) {
            members.emplace_back(entry.info.id);
        }
    }
    const auto place = std::ranges::find(members, id) - members.begin();
    const float share = members.size() > 1
                            ? static_cast<float>(place) / static_cast<float>(members.size() - 1)
                            : 0.5F; // 0 the first … 1 the last
    const Rgb base = family_colour(family);
    float hue = 0, saturation = 0, value = 0;
    ImGui::ColorConvertRGBtoHSV(base.red, base.green, base.blue, hue, saturation, value);
    hue += 0.24F * (share - 0.5F);
    hue -= std::floor(hue);
    saturation *= 0.65F + 0.35F * std::abs(std::sin(9 * share));
    value *= place % 2 == 0 ? 1.0F : 0.8F;
    ImVec4 colour{0, 0, 0, 1};
    ImGui::ColorConvertHSVtoRGB(hue, saturation, value, colour.x, colour.y, colour.z);
    return on_ground(colour);
}

ImVec4 on_ground(ImVec4 colour) {
    const float darker = is_light() ? 0.55F : 1;
    return {colour.x * darker, colour.y * darker, colour.z * darker, colour.w};
}

ImVec4 accent_colour() {
    return ImGui::GetStyle().Colors[ImGuiCol_CheckMark];
}

ImVec4 text_colour() {
    return ImGui::GetStyle().Colors[ImGuiCol_Text];
}

ImVec4 quiet_colour() {
    return ImGui::GetStyle().Colors[ImGuiCol_TextDisabled];
}

ImVec4 good_colour() {
    return on_ground({0.45F, 0.85F, 0.55F, 1});
}

ImVec4 danger_colour() {
    return on_ground({1.0F, 0.42F, 0.38F, 1});
}

ImVec4 card_colour() {
    return is_light() ? ImVec4{0.90F, 0.91F, 0.92F, 0.9F} : ImVec4{0.105F, 0.110F, 0.122F, 0.75F};
}

ImVec4 ground_colour() {
    return ImGui::GetStyle().Colors[ImGuiCol_PopupBg];
}

ImVec4 as_vector(const Rgb& colour, float alpha) {
    return on_ground({colour.red, colour.green, colour.blue, alpha});
}

ImVec4 as_seen(const glm::vec3& light) {
    const auto encoded = [](float channel) { return std::pow(channel, 1 / 2.2F); };
    return {encoded(light.r), encoded(light.g), encoded(light.b), 1};
}

void draw_colour_scale(ImDrawList& draw, const ColourMap& map, const ImVec2& from,
                       const ImVec2& to) {
    constexpr int steps = 32;
    const auto colour_at = [&](int step) {
        const auto entry = static_cast<std::size_t>(step * 255 / steps) * 3;
        return ImGui::GetColorU32(
            as_seen({map.rgb[entry], map.rgb[entry + 1], map.rgb[entry + 2]}));
    };
    const float width = (to.x - from.x) / steps;
    for (int i = 0; i < steps; ++i) {
        const float left = from.x + width * static_cast<float>(i);
        draw.AddRectFilledMultiColor({left, from.y}, {left + width, to.y}, colour_at(i),
                                     colour_at(i + 1), colour_at(i + 1), colour_at(i));
    }
}

ImU32 faded(const ImVec4& colour, float alpha) {
    return ImGui::GetColorU32(ImVec4(colour.x, colour.y, colour.z, colour.w * alpha));
}

float scaled(float pixels) {
    return pixels * ImGui::GetStyle().FontScaleMain;
}

float animated(const char* id, float target) {
    float* const value = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID(id), target);
    const float follow = 1 - std::exp(-ImGui::GetIO().DeltaTime / 0.05F);
    *value += (target - *value) * follow;
    return *value;
}

void apply_theme(float scale, Theme theme) {
    load_fonts();
    ImGuiStyle& style = ImGui::GetStyle();
    style = ImGuiStyle();
    style.WindowPadding = {10, 9};
    style.FramePadding = {7, 4};
    style.ItemSpacing = {6, 5};
    style.ItemInnerSpacing = {6, 4};
    style.CellPadding = {5, 3};
    style.ScrollbarSize = 9;
    style.GrabMinSize = 9;
    style.WindowRounding = 4;
    style.FrameRounding = 4;
    style.PopupRounding = 5;
    style.GrabRounding = 3;
    style.TabRounding = 3;
    style.ScrollbarRounding = 4;
    style.WindowBorderSize = 0;
    style.TabBarOverlineSize = 2;
    style.TabMinWidthShrink = 44; // all tabs of a narrow column are seen
    style.DockingSeparatorSize = 2;
    style.WindowMenuButtonPosition = ImGuiDir_None;
    style.HoverDelayNormal = 0.35F;
    style.ScaleAllSizes(scale);
    style.FontSizeBase = text_height;
    style.FontScaleMain = scale;
    colour_panels(style, theme);
    colour_plots();
}

void load_fonts(const fs::path& own) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    if (!atlas.Fonts.empty()) {
        return; // sizes follow the scale by themselves
    }
    for (const FontFile& font : font_files) {
        const fs::path file = find_font(font, own);
        if (file.empty() || atlas.AddFontFromFileTTF(file.c_str()) == nullptr) {
            atlas.AddFontDefault();
        }
    }
}

ImFont* number_font() {
    return ImGui::GetIO().Fonts->Fonts[1];
}

ImFont* strong_font() {
    return ImGui::GetIO().Fonts->Fonts[2];
}

std::optional<std::string> missing_fonts(const fs::path& own) {
    for (const FontFile& font : font_files) {
        if (find_font(font, own).empty()) {
            return tr_format(
                "The font {} is not installed; a plain one replaces it (Debian package: {})",
                font.name, font.debian);
        }
    }
    return std::nullopt;
}

} // namespace orrery
