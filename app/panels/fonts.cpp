#include "app/panels/fonts.hpp"

#include "app/language/tr.hpp"
#include "app/panels/panels.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace orrery {
namespace {

namespace fs = std::filesystem;

// In the order in which the atlas holds them.
enum FontPlace { text_place, number_place, strong_place };

struct FontFile {
    const char* name;   // without its ending
    const char* debian; // the package that brings it
};
constexpr std::array font_files{FontFile{"Inter-Regular", "fonts-inter"},
                                FontFile{"JetBrainsMono-Regular", "fonts-jetbrains-mono"},
                                FontFile{"Inter-SemiBold", "fonts-inter"}};

// The program's own folder first, then Debian's and Ubuntu's, those of Fedora and Arch and of fonts
// one has installed oneself.
std::vector<fs::path> font_folders(const fs::path& own) {
    const fs::path shared = "/usr/share/fonts";
    std::vector<fs::path> folders{own,
                                  shared / "opentype/inter",
                                  shared / "truetype/inter",
                                  shared / "truetype/jetbrains-mono",
                                  shared / "rsms-inter-fonts",
                                  shared / "jetbrains-mono-fonts",
                                  shared / "inter",
                                  shared / "OTF",
                                  shared / "TTF",
                                  "/usr/local/share/fonts"};
    if (const char* home = std::getenv("HOME")) {
        folders.push_back(fs::path(home) / ".local/share/fonts");
    }
    return folders;
}

// Empty when it is nowhere.
fs::path find_font(const FontFile& font, const fs::path& own) {
    for (const fs::path& folder : font_folders(own)) {
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

ImFont* font_at(FontPlace place) {
    return ImGui::GetIO().Fonts->Fonts[place];
}

} // namespace

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
    return font_at(number_place);
}

ImFont* strong_font() {
    return font_at(strong_place);
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
