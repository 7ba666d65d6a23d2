#include "app/commands/run.hpp"
#include "app/commands/table.hpp"
#include "render/record/numbered_path.hpp"
#include "sim/base/error.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(Table, AlignsByCharactersAndNotBytes) {
    Table table({"NAME", ">TIME"});
    table.add_row({"é–µ", "250 µs"});
    table.add_row({"plain", "1 s"});
    EXPECT_EQ(table.text(), "NAME     TIME\n"
                            "é–µ    250 µs\n"
                            "plain     1 s\n");
}

TEST(NumberedPath, PutsTheNumberInItsPlace) {
    EXPECT_EQ(numbered("a/out-%05d.png", 42), "a/out-00042.png");
    EXPECT_EQ(numbered("%d.tipsy", 7), "7.tipsy");
    EXPECT_EQ(numbered("out-%03d.png", 12345), "out-12345.png");
    EXPECT_FALSE(has_number("out.png"));
    EXPECT_EQ(numbered("out.png", 3), "out.png");
}

TEST(NumberedPath, RefusesWhatPrintfWouldMisread) {
    for (const char* pattern : {"%s.png", "%n.png", "%", "%05d-%05d.png", "%5x.png", "%012d.png"}) {
        EXPECT_THROW(numbered(pattern, 1), Error) << pattern;
    }
}

Conserved with_energy(double kinetic, double potential) {
    Conserved state;
    state.kinetic_energy = kinetic;
    state.potential_energy = potential;
    state.momentum_scale = 2;
    state.has_potential = true;
    return state;
}

TEST(Table, BreaksItsLastColumn) {
    Table table({"NAME", "IDEA"});
    table.add_row({"a", "words that do not fit\n· nor this a|very|long|list|of|choices"});
    EXPECT_EQ(table.text(26), "NAME  IDEA\n"
                              "a     words that do not\n"
                              "      fit\n"
                              "      · nor this a|very|\n"
                              "      long|list|of|choices\n");
}

TEST(Conservation, ClaimsNothingBeforeItWasTold) {
    EXPECT_EQ(Conservation().text(), "nothing was measured\n");
}

TEST(Conservation, RemembersTheWorstEnergyAndTheLatestMomentum) {
    Conservation conservation;
    conservation.add(with_energy(1, -2));
    conservation.add(with_energy(1.5, -2));
    Conserved last = with_energy(1, -2);
    last.momentum = {0, 0.5, 0};
    conservation.add(last);
    EXPECT_DOUBLE_EQ(conservation.worst_energy_error(), 0.5);
    EXPECT_DOUBLE_EQ(conservation.momentum_error(), 0.25);
}

} // namespace
} // namespace orrery
