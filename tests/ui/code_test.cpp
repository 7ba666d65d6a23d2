// The code that a talk shows is the code that runs: lines of the sources, cut at build time.

#include "app/code/code_excerpt.hpp"
#include "app/code/kernel_drawing.hpp"
#include "sim/base/error.hpp"
#include "sim/solver.hpp"
#include "tests/test_data.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <tuple>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t most_lines = 14;    // that a last row can read
constexpr std::size_t most_columns = 100; // as all sources

std::vector<std::string> lines_of_source(const std::string& file) {
    std::ifstream in(source_folder() / file);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::string trimmed(const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first == std::string::npos ? "" : line.substr(first);
}

TEST(CodeExcerpts, ShowFewLinesOfEachAlgorithmOfTheList) {
    for (const SolverEntry& entry : solvers()) {
        const CodeExcerpt code = excerpt_of(entry.info.id);
        EXPECT_GE(code.lines.size(), 3U) << entry.info.id << " has no marks in its source";
        EXPECT_LE(code.lines.size(), most_lines) << entry.info.id;
        EXPECT_TRUE(std::ranges::any_of(code.lines, &CodeLine::lit)) << entry.info.id;
        for (const CodeLine& line : code.lines) {
            EXPECT_LE(line.text.size(), most_columns) << line.text;
            EXPECT_EQ(line.text.find("// ["), std::string::npos) << "a mark: " << line.text;
        }
    }
}

TEST(CodeExcerpts, AreLinesOfTheSourcesWhereTheySayTheyAre) {
    std::size_t compared = 0;
    for (const CodePart& part : code_parts()) {
        const std::vector<std::string> source = lines_of_source(part.file);
        ASSERT_FALSE(source.empty()) << part.file;
        for (const CodeLine& line : excerpt_of(part.algorithm).lines) {
            const bool elsewhere = excerpt_of(part.algorithm).file != part.file;
            if (line.number == 0 || elsewhere) {
                continue; // something is left out, or of a part in another file
            }
            const auto number = static_cast<std::size_t>(line.number);
            if (number <= source.size() && trimmed(source[number - 1]) == trimmed(line.text)) {
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 100U);
    const CodeExcerpt code = excerpt_of("cpu.soa");
    const std::vector<std::string> source = lines_of_source(code.file);
    for (const CodeLine& line : code.lines) {
        if (line.number > 0) {
            EXPECT_EQ(trimmed(source[static_cast<std::size_t>(line.number) - 1]),
                      trimmed(line.text));
        }
    }
}

TEST(CodeExcerpts, AreAllThatTheMarksOfTheSourcesHold) {
    namespace fs = std::filesystem;
    static const std::regex mark(R"(^\s*// \[(/?)((?:cpu|gpu)\.[a-z0-9_]+|lit)\]$)");
    std::map<std::string, int> opened;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / "sim")) {
        const std::string ending = entry.path().extension().string();
        if (ending != ".hpp" && ending != ".cpp" && ending != ".cu" && ending != ".cuh") {
            continue;
        }
        std::ifstream in(entry.path());
        std::vector<std::string> open;
        for (std::string line; std::getline(in, line);) {
            std::smatch found;
            if (!std::regex_match(line, found, mark)) {
                EXPECT_EQ(line.find("// [lit"), std::string::npos) << entry.path() << ": " << line;
            } else if (found[1].length() == 0) {
                EXPECT_TRUE(open.empty() ? found[2] != "lit" : found[2] == "lit")
                    << entry.path() << ": " << line;
                open.push_back(found[2]);
                opened[found[2]] += 1;
            } else {
                ASSERT_FALSE(open.empty()) << entry.path() << ": " << line;
                EXPECT_EQ(open.back(), found[2]) << entry.path();
                open.pop_back();
            }
        }
        EXPECT_TRUE(open.empty()) << entry.path() << ": " << (open.empty() ? "" : open.back());
    }
    std::map<std::string, int> cut;
    for (const CodePart& part : code_parts()) {
        cut[part.algorithm] += 1;
    }
    opened.erase("lit");
    EXPECT_EQ(opened, cut);
}

TEST(CodeExcerpts, LightWhatAStepIsAbout) {
    const std::vector<std::string> lit{"const Real r2"};
    const CodeExcerpt code = excerpt_of("cpu.soa", lit);
    for (const CodeLine& line : code.lines) {
        EXPECT_EQ(line.lit, line.text.find("const Real r2") != std::string::npos) << line.text;
    }
    const std::vector<std::string> nowhere{"no such words"};
    EXPECT_TRUE(std::ranges::any_of(excerpt_of("cpu.soa", nowhere).lines, &CodeLine::lit))
        << "the usual lines";
    EXPECT_TRUE(excerpt_of("made.up").lines.empty());
}

TEST(CodeExcerpts, AreWrappedWithoutLosingAWord) {
    for (const SolverEntry& entry : solvers()) {
        const CodeExcerpt code = excerpt_of(entry.info.id);
        for (const std::size_t columns : {30U, 56U, 200U}) {
            std::string before, after;
            const auto add = [](std::string& all, const CodeExcerpt& from) {
                for (const CodeLine& line : from.lines) {
                    std::ranges::copy_if(line.text, std::back_inserter(all),
                                         [](char letter) { return letter != ' '; });
                }
            };
            add(before, code);
            add(after, wrapped_code(code, columns));
            EXPECT_EQ(before, after) << entry.info.id << ", " << columns;
        }
        for (const CodeLine& line : wrapped_code(code, 56).lines) {
            EXPECT_LE(line.text.size(), 76U) << line.text;
        }
    }
}

TEST(KernelDrawings, AreOfAlgorithmsAndLieWithinTheirPage) {
    for (const DrawingFile& file : drawing_files()) {
        EXPECT_FALSE(excerpt_of(file.algorithm).lines.empty()) << file.algorithm;
        const KernelDrawing drawing = drawing_of(file.algorithm);
        EXPECT_GT(drawing.marks.size(), 15U) << file.algorithm;
        for (const DrawingMark& mark : drawing.marks) {
            for (const DrawingMark::Place& place : mark.places) {
                EXPECT_TRUE(place.x >= 0 && place.x <= drawing.width && place.y >= 0 &&
                            place.y <= drawing.height)
                    << file.algorithm << ", " << mark.text << ": " << place.x << ", " << place.y;
            }
        }
    }
    EXPECT_TRUE(drawing_of("made.up").empty());
}

TEST(KernelDrawings, HaveMarksAsTheFileSays) {
    const KernelDrawing drawing = read_drawing(
        "<svg width=\"200\" height=\"100\" font-size=\"13\"><title>T</title><defs><path d=\"M1 "
        "1z\"/></defs>"
        "<rect x=\"10\" y=\"20\" width=\"30\" height=\"40\" rx=\"2\" fill=\"#c8641e\" "
        "fill-opacity=\"0.3\" "
        "stroke=\"#c8641e\" stroke-width=\"1.5\"/><path d=\"M1 2L3 4h5M0 0Q4 0 4 4\" fill=\"none\" "
        "stroke=\"#2f7fd6\" marker-end=\"url(#m)\"/><text x=\"7\" y=\"8\" fill=\"#707a86\" "
        "text-anchor=\"end\" font-weight=\"bold\">a &lt; b</text></svg>");
    ASSERT_EQ(drawing.marks.size(), 4U);
    const auto& [box, angle, curve, words] =
        std::tie(drawing.marks[0], drawing.marks[1], drawing.marks[2], drawing.marks[3]);
    EXPECT_EQ(box.places.at(1).x, 40);
    EXPECT_EQ(box.places.at(1).y, 60);
    EXPECT_EQ(box.fill_strength, 0.3F);
    EXPECT_EQ(box.colour, DrawingMark::Colour::sources);
    EXPECT_EQ(angle.places.size(), 3U);
    EXPECT_EQ(angle.places.at(2).x, 8);
    EXPECT_TRUE(angle.arrow);
    EXPECT_EQ(angle.fill_strength, 0);
    EXPECT_EQ(curve.places.at(8).x, 3) << "half of the way";
    EXPECT_EQ(curve.places.at(8).y, 1);
    EXPECT_EQ(words.text, "a < b");
    EXPECT_EQ(words.size, 13);
    EXPECT_EQ(words.before, 1);
    EXPECT_TRUE(words.strong);
    for (const char* const other :
         {"<ellipse rx=\"1\"/>", "<path d=\"M1 1A1\" stroke=\"#707a86\"/>",
          "<rect x=\"one\" fill=\"#707a86\"/>", "<rect fill=\"red\"/>",
          "<path d=\"L1 1\" stroke=\"#707a86\"/>"}) {
        EXPECT_THROW(read_drawing(other), Error) << other;
    }
}

std::string kinds_of(const std::string& line) {
    static const std::map<TokenKind, std::string> names{
        {TokenKind::plain, "."},    {TokenKind::keyword, "k"}, {TokenKind::type, "t"},
        {TokenKind::number, "n"},   {TokenKind::string, "s"},  {TokenKind::comment, "c"},
        {TokenKind::directive, "d"}};
    std::string kinds;
    for (const CodeToken& token : tokens_of(line)) {
        kinds += names.at(token.kind);
    }
    return kinds;
}

TEST(CodeTokens, AreAllOfTheLine) {
    for (const CodePart& part : code_parts()) {
        for (const CodeLine& line : excerpt_of(part.algorithm).lines) {
            std::string all;
            for (const CodeToken& token : tokens_of(line.text)) {
                EXPECT_FALSE(token.text.empty());
                all += token.text;
            }
            EXPECT_EQ(all, line.text);
        }
    }
}

TEST(CodeTokens, TellKeywordsTypesNumbersStringsAndComments) {
    EXPECT_EQ(kinds_of("const Real x = 1.5e-3F;"), "kt..n.");
    EXPECT_EQ(kinds_of("for (unsigned j = 0; j < 16'384u; ++j) { // j"), "k.k..n...n......c");
    EXPECT_EQ(kinds_of("  #pragma omp simd"), "d");
    EXPECT_EQ(kinds_of("f(\"a \\\" b\", 'c'); /* d */ x"), "..s.s..c.");
    EXPECT_EQ(kinds_of("std::size_t n"), "..."
                                         "t.");
    EXPECT_EQ(kinds_of("0x1p-10 * a"), "n..");
    EXPECT_EQ(kinds_of("…"), ".");
    EXPECT_EQ(kinds_of(""), "");
    EXPECT_EQ(kinds_of("\"open"), "s");
}

} // namespace
} // namespace orrery
