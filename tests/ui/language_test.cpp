// The words of the window in another language than the code's.

#include "app/features/tour/tour.hpp"
#include "app/features/tour/tour_director.hpp"
#include "app/language/spoken_language.hpp"
#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/default_actions.hpp"
#include "app/window/panel_area.hpp"
#include "sim/base/error.hpp"
#include "tests/app/panels/panels_testing.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace fs = std::filesystem;

namespace orrery {
namespace {

std::vector<Translation> shipped_languages() {
    const fs::path folder = source_folder() / "assets" / "languages";
    std::vector<Translation> all = read_translations(folder);
    for (const fs::directory_entry& file : fs::directory_iterator(folder)) {
        EXPECT_NO_THROW(Translation{file.path()}) << file.path();
    }
    return all;
}

// A language that says what the test wants.
class WrittenLanguage {
public:
    explicit WrittenLanguage(const std::string& texts) {
        std::ofstream(folder_.path() / "xx.toml") << "[language]\ndecimal = \",\"\n[texts]\n"
                                                  << texts;
    }
    std::vector<Translation> read() const { return read_translations(folder_.path()); }

private:
    const TemporaryFolder folder_;
};

TEST(Words, AreEnglishUntilSomebodySpeaksAndAfterwards) {
    EXPECT_STREQ(tr("Pause or play"), "Pause or play");
    {
        SpokenLanguage language(shipped_languages());
        EXPECT_STREQ(tr("Pause or play"), "Pause or play");
        language.speak("de");
        EXPECT_STREQ(tr("Pause or play"), "Pause oder weiter");
        EXPECT_STREQ(tr("of no catalogue"), "of no catalogue");
        std::string elsewhere, likewise;
        std::thread([&] { elsewhere = tr("Bodies"); }).join();
        std::thread([&, spoken = spoken()] {
            const SpokenAsWell also(spoken);
            likewise = tr("Bodies");
        }).join();
        EXPECT_EQ(elsewhere, "Bodies");
        EXPECT_EQ(likewise, "Körper");
        language.speak("no such language");
        EXPECT_STREQ(tr("Bodies"), "Bodies");
        language.speak("de");
    }
    EXPECT_STREQ(tr("Bodies"), "Bodies");
}

TEST(Words, TakeWhatIsFilledInInTheirOwnOrderAndNeverFail) {
    const WrittenLanguage written("\"{} of {}\" = \"{1}: {0}\"\n\"{} left\" = \"noch {} {}\"\n"
                                  "\"{} over\" = \"{\"\n");
    SpokenLanguage language(written.read());
    language.speak("xx");
    EXPECT_EQ(tr_format("{} of {}", 2, 9), "9: 2");
    EXPECT_EQ(tr_format("{} left", 3), "3 left") << "more than there is";
    EXPECT_EQ(tr_format("{} over", 3), "3 over") << "not to be read";
}

TEST(Words, OfAFileThatCannotBeReadAreLeftOut) {
    const WrittenLanguage written("\"One\" = \n");
    EXPECT_EQ(written.read().size(), 1U) << "English";
}

TEST(Words, WriteNumbersAsTheirLanguageDoes) {
    SpokenLanguage language(shipped_languages());
    EXPECT_EQ(with_thousands(65536), "65,536");
    EXPECT_EQ(as_milliseconds(1.94), "1.94 ms");
    language.speak("de");
    EXPECT_EQ(with_thousands(65536), "65\u00A0536");
    EXPECT_EQ(counted(1, "step", "steps"), "1 Schritt");
    EXPECT_EQ(counted(2, "step", "steps"), "2 Schritte");
    EXPECT_EQ(as_milliseconds(1.94), "1,94 ms");
    EXPECT_EQ(with_exponent(1.94e-3), "1,94e-3");
    EXPECT_EQ(briefly(0.5), "0,5");
    EXPECT_EQ(with_prefix(1.5e9, "/s"), "1,50 G/s");
    EXPECT_EQ(parse_number("0.05", "typed"), 0.05) << "fields are typed as everywhere";
}

TEST(Words, AreInTheLanguageOfTheEnvironment) {
    const std::vector<Translation> languages = shipped_languages();
    std::map<std::string, std::string> before;
    for (const char* const variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        before[variable] = std::getenv(variable) == nullptr ? "" : std::getenv(variable);
        unsetenv(variable);
    }
    EXPECT_EQ(language_of_environment(languages), "en");
    setenv("LANG", "de_AT.UTF-8", 1);
    EXPECT_EQ(language_of_environment(languages), "de");
    setenv("LC_MESSAGES", "fr_FR.UTF-8", 1);
    EXPECT_EQ(language_of_environment(languages), "en") << "of those there are";
    setenv("LC_ALL", "C", 1);
    EXPECT_EQ(language_of_environment(languages), "en");
    for (const auto& [variable, value] : before) {
        value.empty() ? unsetenv(variable.c_str()) : setenv(variable.c_str(), value.c_str(), 1);
    }
}

// The window's panels in German.
class German : public testing::TestWithParam<Extent> {
protected:
    German() {
        state_.app.view.layer = Layer::panels;
        state_.app.languages = language_.languages();
        language_.speak("de");
    }

    void show(int frames = 4) {
        for (int i = 0; i < frames; ++i) {
            screen_.frame([&] {
                draw_panels(state_.app, 1);
                draw_stage(state_.app);
                draw_messages(state_.app);
            });
        }
    }

    static constexpr const char* panels[] = {"Simulation", "Algorithms", "Timings",
                                             "Trust",      "View",       "Machine"};
    SpokenLanguage language_{shipped_languages()};
    ScreenlessImGui screen_{GetParam(), 1};
    PanelsState state_;
};

TEST_P(German, HasALetterInTheFontsForEveryLetter) {
    const Translation& german = language_.languages().back();
    ASSERT_EQ(german.id, "de");
    std::string all = german.decimal + german.thousands;
    for (const auto& [english, text] : german.texts()) {
        all += text;
    }
    ImFont* const text_font = ImGui::GetIO().Fonts->Fonts[0];
    for (const char* at = all.c_str(); *at != '\0';) {
        unsigned int letter = 0;
        at += ImTextCharFromUtf8(&letter, at, nullptr);
        if (letter < ' ') {
            continue;
        }
        const auto glyph = static_cast<ImWchar>(letter);
        EXPECT_TRUE(text_font->IsGlyphInFont(glyph)) << "U+" << std::hex << letter;
        EXPECT_TRUE(strong_font()->IsGlyphInFont(glyph)) << "U+" << std::hex << letter;
    }
    for (const ImWchar letter :
         std::initializer_list<ImWchar>{0xC4, 0xD6, 0xDC, 0xE4, 0xF6, 0xFC, 0xDF, 0xA0, 0x2013}) {
        EXPECT_TRUE(number_font()->IsGlyphInFont(letter)) << "U+" << std::hex << letter;
    }
}

TEST_P(German, LeavesEveryPanelWhereItIs) {
    language_.speak("en");
    show();
    std::map<std::string, ImRect> places;
    for (const char* const panel : panels) {
        places[panel] = ImGui::FindWindowByName(panel)->Rect();
    }
    const int windows = ImGui::GetCurrentContext()->Windows.Size;
    language_.speak("de");
    show();
    EXPECT_EQ(ImGui::GetCurrentContext()->Windows.Size, windows) << "none is another window";
    for (const char* const panel : panels) {
        const ImGuiWindow* const window = ImGui::FindWindowByName(panel);
        EXPECT_EQ(window->Rect().Min.x, places[panel].Min.x) << panel;
        EXPECT_EQ(window->Rect().Max.y, places[panel].Max.y) << panel;
        const std::string title = std::string_view(panel) == "Trust" ? "Conservation" : panel;
        EXPECT_EQ(tr(title) + "###" + panel, std::string(window->Name)) << "and named anew";
    }
}

TEST_P(German, IsAsWideAsThePanelsAre) {
    show();
    for (const char* const panel : panels) {
        state_.app.status.verified.reset(); // then there is a sentence instead of the numbers
        ImGui::SetWindowFocus(panel);       // to the front of its tabs
        show();
        const ImGuiWindow* const window = ImGui::FindWindowByName(panel);
        EXPECT_LE(window->ContentSize.x, window->WorkRect.GetWidth() + 1) << panel;
    }
}

// Names stand in a column of 106 pixels, in front of their controls.
TEST_P(German, HasRowsWhoseNamesFit) {
    const std::regex row(R"re(\b(?:row|default_row|level_row)\((?:app, )?"([^"]+)")re");
    int rows = 0;
    for (const auto& file : fs::directory_iterator(source_folder() / "app" / "panels")) {
        std::ostringstream code;
        code << std::ifstream(file.path()).rdbuf();
        const std::string text = code.str();
        for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at, ++rows) {
            const std::string name = (*at)[1];
            screen_.frame([&] {
                const float left = ImGui::GetStyle().WindowPadding.x;
                EXPECT_LE(left + ImGui::CalcTextSize(tr(name).c_str()).x, scaled(104)) << tr(name);
            });
        }
    }
    EXPECT_GT(rows, 20) << "where are they?";
}

TEST_P(German, IsFoundAndSpokenBesidesEnglish) {
    const Actions& actions = state_.app.actions;
    EXPECT_EQ(spoken_command(actions, "Algorithmus cpu.tree"),
              (Command{"simulation.algorithm", "cpu.tree"}));
    EXPECT_EQ(spoken_command(actions, "algorithm cpu.tree"),
              (Command{"simulation.algorithm", "cpu.tree"}));
    EXPECT_EQ(spoken_command(actions, "Zeit umkehren"), Command{"simulation.reverse"});
    EXPECT_EQ(spoken_command(actions, "rückgängig"), Command{"edit.undo"});
    EXPECT_EQ(spoken_command(actions, "öffnen …"), Command{"file.open"});
    EXPECT_TRUE(fuzzy_fit("öff", tr("Open …")));
    EXPECT_EQ(spoken_command(actions, "Sprache English").id, "view.language");
    EXPECT_TRUE(actions.run(spoken_command(actions, "language german")));
    EXPECT_EQ(state_.app.view.language, "de");
    EXPECT_TRUE(actions.run("view.next_language"));
    EXPECT_EQ(state_.app.view.language, "en");
    EXPECT_THROW(spoken_command(actions, "language klingon"), Error);
}

TEST_P(German, NamesTheKeysOfItsKeyboards) {
    EXPECT_EQ(spoken_keys("Ctrl+Shift+L"), "Strg+Umsch+L");
    EXPECT_EQ(spoken_keys("PageDown"), "Bild ab");
    EXPECT_EQ(spoken_keys("Ctrl+1 … 9"), "Strg+1 … 9");
    EXPECT_EQ(spoken_keys("+"), "+");
    language_.speak("en");
    EXPECT_EQ(spoken_keys("Ctrl+Shift+Z"), "Ctrl+Shift+Z");
    EXPECT_EQ(spoken_keys("Home"), "Home");
}

TEST_P(German, OpensItsMenusByTheirOwnLetters) {
    show();
    for (const bool down : {true, false}) {
        ImGui::GetIO().AddKeyEvent(ImGuiMod_Alt, down);
        ImGui::GetIO().AddKeyEvent(ImGuiKey_D, down); // Datei
        show();
    }
    EXPECT_TRUE(menu_is_open());
}

TEST_P(German, HasTheSameToursWithTheSameCommands) {
    const fs::path shipped = source_folder() / "assets" / "tours";
    for (const std::string name :
         {"ladder", "n_log_n", "galaxies", "chaos", "trust", "welcome", "cosmic_web"}) {
        language_.speak("en");
        const Tour english = read_tour(tour_file(name, shipped), state_.app.actions);
        language_.speak("de");
        EXPECT_EQ(tour_file(name, shipped), shipped / "de" / (name + ".toml"));
        Tour german = read_tour(tour_file(name, shipped), state_.app.actions);
        ASSERT_EQ(german.steps.size(), english.steps.size()) << name;
        for (std::size_t i = 0; i < english.steps.size(); ++i) {
            TourStep& step = german.steps[i];
            const TourStep& model = english.steps[i];
            EXPECT_EQ(step.notes.empty(), model.notes.empty()) << step.title;
            EXPECT_EQ(step.chapters.size(), model.chapters.size()) << step.title;
            step.title = model.title;
            step.words = model.words;
            step.notes = model.notes;
            step.chapters = model.chapters;
            EXPECT_EQ(step.card.lines.size(), model.card.lines.size()) << step.title;
            step.card.lines = model.card.lines;
            EXPECT_EQ(step, model) << name << ", step " << i + 1;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(At, German, testing::Values(Extent{1280, 720}, Extent{3840, 2160}),
                         [](const auto& size) { return std::to_string(size.param.width); });

} // namespace
} // namespace orrery
