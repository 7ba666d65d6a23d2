// Errors as the window shows them in German.

#include "app/language/sentences.hpp"
#include "app/language/spoken_language.hpp"
#include "app/record/numbered_path.hpp"
#include "app/state/default_actions.hpp"
#include "app/tour/tour_toml.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/snapshot.hpp"
#include "sim/solver.hpp"
#include "tests/test_data.hpp"

#include <fmt/args.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace orrery {
namespace {

namespace fs = std::filesystem;

class GermanErrors : public testing::Test {
protected:
    GermanErrors() { language_.speak("de"); }

    // As the banner over the picture shows it: what, where, what to do.
    static std::vector<std::string> banner(const std::function<void()>& action) {
        try {
            action();
        } catch (const Error& error) {
            return {tr_sentence(error.problem()), tr_sentence(error.where()),
                    tr_sentence(error.hint())};
        }
        return {};
    }

    // As a notice shows it: in one sentence.
    static std::string notice(const std::function<void()>& action) {
        try {
            action();
        } catch (const Error& error) {
            return tr_sentence(error.what());
        }
        return "";
    }

    fs::path file(const char* name, const std::string& contents) {
        const fs::path path = fs::path(testing::TempDir()) / name;
        std::ofstream(path, std::ios::binary) << contents;
        return path;
    }

    SpokenLanguage language_{read_translations(source_folder() / "assets/languages")};
};

using Lines = std::vector<std::string>;

TEST_F(GermanErrors, TellOfABrokenTable) {
    const fs::path table = file("german_errors.csv", "mass,x,y,z,vx,vy,vz\n1,0,0,abc,0,0,0\n");
    EXPECT_EQ(banner([&] { read_snapshot(table); }),
              (Lines{"„abc“ taugt nicht als z", table.string() + ", Zeile 2, Spalte 7",
                     "schreibe Zahlen wie 1.5 oder -2e-3"}));
    const fs::path negative = file("german_errors.csv", "mass,x,y,z,vx,vy,vz\n-1,0,0,0,0,0,0\n");
    EXPECT_EQ(notice([&] { read_snapshot(negative); }),
              negative.string() + ", Zeile 2, Spalte 1: „Masse“ ist negativ (-1); gib einen "
                                  "sinnvollen Wert an");
}

TEST_F(GermanErrors, TellOfABrokenSession) {
    const fs::path session = file("german_errors.orrery", "orrery-session 99, header\n");
    EXPECT_EQ(banner([&] { read_snapshot(session); }),
              (Lines{"diese Sitzung hat Version 99, und dieses Programm liest Version 1",
                     session.string() + ", Byte 17",
                     "nimm das Programm, das sie schrieb, oder ein neueres"}));
}

TEST_F(GermanErrors, TellOfAFileThatIsNotThere) {
    EXPECT_EQ(notice([] { read_snapshot("/nowhere/bodies.csv"); }),
              "/nowhere/bodies.csv: keine solche Datei; prüfe Name und Ordner");
}

TEST_F(GermanErrors, TellOfAnOptionOutOfRange) {
    const SolverInfo& info = find_solver("cpu.tree").info;
    EXPECT_EQ(banner([&] { resolve_option(info, "theta", 99.0); }),
              (Lines{"die Option „theta“ von cpu.tree kann nicht 99 sein", "",
                     "möglich ist 0.2 bis 1.2"}));
    EXPECT_EQ(notice([&] { resolve_option(info, "teta", 1.0); }),
              "cpu.tree hat keine Option „teta“; gemeint war „theta“? „orrery list algorithms“ "
              "zeigt alle");
}

TEST_F(GermanErrors, TellOfTooManyBodiesForAGpu) {
    const auto full = [] { // as cuda_check throws it
        throw failure("GPU memory does not suffice", "copying bodies to the GPU",
                      "use fewer bodies, single precision or a CPU algorithm");
    };
    EXPECT_EQ(notice(full),
              "beim Kopieren der Körper zur GPU: der Speicher der GPU reicht nicht; nimm weniger "
              "Körper, einfache Genauigkeit oder einen Algorithmus der CPU");
}

TEST_F(GermanErrors, TellOfAWrongLineInATour) {
    SimulationThread simulation; // idle
    AppState app{.simulation = simulation, .settings = {}};
    add_default_actions(app);
    const auto read = [&](const char* text) {
        return banner([&] { tour_from_toml(text, "talk.toml", app.actions); });
    };
    EXPECT_EQ(read("title = \"A talk\"\n\n[[step]]\ntitle = \"One\"\nthen = \"dance\"\n"),
              (Lines{"ein Schritt kann nicht durch „dance“ enden", "talk.toml, Zeile 5, Spalte 8",
                     "möglich sind wait, loop und after"}));
    EXPECT_EQ(read("title = \"A talk\"\n\n[[step]]\nwords = \"One\"\n").front(), "„title“ fehlt");
    EXPECT_EQ(read("title = \"A talk\"\n\n[[step]]\ntitle = \"One\"\ndo = [\"bodes 3\"]\n").front(),
              "unbekannter Befehl „bodes 3“");
}

TEST_F(GermanErrors, TellOfAVideoWithoutAPlaceForNumbers) {
    EXPECT_EQ(banner([] { NumberedPath("out-%5x.png"); }),
              (Lines{"der Platz für die Nummer ist ungültig", "out-%5x.png",
                     "schreibe ihn einmal, wie out-%05d.png"}));
}

// Each form is recognised where something stands in its gaps, and no other one takes it first.
TEST_F(GermanErrors, AreRecognisedByEachOfTheirForms) {
    const Translation& german = *spoken();
    ASSERT_GT(german.forms().size(), 100U);
    for (const std::string& form : german.forms()) {
        fmt::dynamic_format_arg_store<fmt::format_context> numbers;
        for (std::size_t at = form.find("{}"), i = 7; at != form.npos;
             at = form.find("{}", at + 2)) {
            numbers.push_back(std::to_string(i++));
        }
        EXPECT_EQ(tr_sentence(fmt::vformat(form, numbers)),
                  fmt::vformat(*german.find(form), numbers))
            << form;
    }
}

} // namespace
} // namespace orrery
