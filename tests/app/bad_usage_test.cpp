// Whatever is typed wrongly: exit code 2 and one sentence on standard error, and nothing else.

#include "sim/solver.hpp"
#include "tests/app/orrery_program.hpp"

#include "tests/test_data.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

void expect_one_sentence(const Finished& run, const std::string& about) {
    EXPECT_EQ(run.exit_code, 2) << run.errors;
    EXPECT_EQ(run.output, "");
    EXPECT_EQ(run.errors.rfind("orrery: ", 0), 0U) << run.errors;
    EXPECT_EQ(run.errors.find('\n'), run.errors.size() - 1) << run.errors;
    EXPECT_NE(run.errors.find(about), std::string::npos)
        << "'" << about << "' is not in: " << run.errors;
}

struct BadUsage {
    std::vector<std::string> arguments;
    std::string about; // what the sentence must speak of
};

TEST(BadUsage, IsExplainedInOneSentence) {
    const std::vector<BadUsage> cases{
        {{"bench", "--boddies", "4k"}, "did you mean '--bodies'"},
        {{"bench", "--bodies"}, "--bodies"},
        {{"bench", "--bodies", "many"}, "'many'"},
        {{"bench", "--bodies", "4k,-1"}, "'-1'"},
        {{"bench", "--algorithms", "cpu.smid"}, "did you mean 'cpu.simd'"},
        {{"bench", "--repeat", "0"}, "--repeat"},
        {{"bench", "--budget", "soon"}, "--budget"},
        {{"bench", "--algorithms", "cpu.simd", "--theta", "0.5"}, "'theta'"},
        {{"bench", "plumer", "--bodies", "64"}, "did you mean 'plummer'"},
        {{"bench", "plummer", "kepler"}, "'kepler'"},
        {{"bench", "--bodies", "64", "--chart", "speeds.pdf"}, ".png"},
        {{"--race", "cpu.simd"}, "two to four"},
        {{"--race", "theta,foo"}, "'foo' is not a number"},
        {{"present", "nosuch", "--off-screen"}, "there is no such tour"},
        {{"present", "ladder", "--step", "99", "--off-screen"}, "1 to 1"},
        {{"--race", "kepler,foo"}, "'foo' is unknown"},
        {{"--race", "kepler,1k,2k"}, "fixed number of bodies"},
        {{"--race", "cpu.simd,cpu.tree", "--integrator", "hermite4"}, "jerk"},
        {{"plummer", "--bodies", "1"}, "at least 2 bodies"},
        {{"plummer", "--bodies", "1", "--off-screen"}, "at least 2 bodies"},
        {{"bench", "plummer", "--bodies", "1"}, "at least 2 bodies"},
        {{"--race", "cpu.smd,cpu.tree"}, "did you mean 'cpu.simd'"},
        {{"present", "ladder", "--race", "kepler"}, "--race"},
        {{"present", "ladder", "--minutes", "long"}, "'long'"},
        {{"present", "ladder", "--minutes", "0"}, "0 minutes is not a length"},
        {{"present", "ladder", "--speaker-screenshot", "speaker.jpg"}, "speaker.jpg"},
        {{"plummer", "--speaker-size", "large"}, "--speaker-size"},
        {{"plummer", "--language", "klingon"}, "auto, en, de"},
        {{"render", "plummer", "--language", "de"}, "only a tour has words"},
        {{"verify", "--algorithm", "gpu.warp9"}, "'gpu.warp9'"},
        {{"verify", "--precision", "fp16"}, "'fp16'"},
        {{"verify", "--samples", "0"}, "--samples"},
        {{"verify", "--reference", "/no/such/file.csv"}, "/no/such/file.csv"},
        {{"forces", "plummer"}, "--output"},
        {{"forces", "plummer", "-o", "forces.txt"}, "forces.txt"},
        {{"forces", "plummer", "-o", "a.csv", "--devices"}, "--devices"},
        {{"forces", "plummer", "-o", "a.csv", "--option", "isa"}, "KEY=VALUE"},
        {{"simulate", "kepler"}, "--until"},
        {{"simulate", "kepler", "--until", "1", "--steps", "2"}, "--until"},
        {{"simulate", "kepler", "--until", "-1"}, "--until"},
        {{"simulate", "kepler", "--until", "nan"}, "'nan'"},
        {{"simulate", "kepler", "--dt", "1e-300", "--until", "1"}, "steps"},
        {{"simulate", "cosmic_web", "--bodies", "64", "--backwards", "--until", "-1"}, "t = 0"},
        {{"simulate", "cosmic_web", "--bodies", "64", "--steps", "1", "--gravity", "2"}, "expand"},
        {{"simulate", "cosmic_web", "--bodies", "64", "--steps", "1", "--units", "km,s,kg"},
         "--units"},
        {{"simulate", "kepler", "--steps", "1", "--units", "km,0 s,kg"}, "--gravity"},
        {{"simulate", "kepler", "--steps", "1", "--units", "1e-300 km,s,kg"}, "--gravity"},
        {{"simulate", "kepler", "--steps", "2", "--dt", "0"}, "step"},
        {{"simulate", "kepler", "--steps", "2", "--algorithm", "cpu.tree", "--multi-gpu", "peer"},
         "GPUs cannot share the work of cpu.tree"},
        {{"simulate", "kepler", "--steps", "2", "--multi-gpu", "pear"}, "did you mean 'peer'"},
        {{"bench", "--multi-gpu", "pear"}, "did you mean 'peer'"},
        {{"simulate", "kepler", "--steps", "2", "--softening", "-1"}, "softening"},
        {{"simulate", "kepler", "--steps", "2", "--integrator", "leapfog"},
         "did you mean 'leapfrog'"},
        {{"simulate", "kepler", "--steps", "2", "--snapshot-every", "1", "-o", "out.csv"}, "%05d"},
        {{"simulate", "kepler", "--steps", "2", "-o", "out.xyz"}, "out.xyz"},
        {{"simulate", "kepler", "--steps", "2", "-o", "/no/such/folder/out.csv"},
         "/no/such/folder"},
        {{"simulate", "/no/such/file.tipsy", "--steps", "2"}, "/no/such/file.tipsy"},
        {{"render", "kepler", "-o", "out.avi"}, ".mp4"},
        {{"render", "kepler", "--fps", "24", "-o", "out.png"}, "--fps"},
        {{"render", "kepler", "--fps", "0", "-o", "out.gif"}, "--fps"},
        {{"render", "kepler", "-o", "out.jpg"}, ".png"},
        {{"render", "kepler", "--frames", "3", "-o", "out.png"}, "%05d"},
        {{"render", "kepler", "--size", "1920"}, "'1920'"},
        {{"render", "kepler", "--size", "0x100"}, "'0x100'"},
        {{"render", "kepler", "--colour-by", "taste"}, "'taste'"},
        {{"render", "kepler", "--colour-map", "jet2"}, "'jet2'"},
        {{"convert", "plummer"}, "OUT"},
        {{"convert", "plummer", "out.xyz"}, "out.xyz"},
        {{"list", "algoritms"}, "did you mean 'algorithms'"},
        {{"help", "bnech"}, "did you mean 'bench'"},
        {{"bnech"}, "did you mean 'bench'"},
        {{"simualte", "plummer"}, "orrery: 'simualte' is neither"},
        {{"simualte", "plummer", "--until", "1"}, "did you mean 'simulate'"},
        {{"plummer", "kepler"}, "orrery: does not expect the argument 'kepler'"},
        {{"completion"}, "bash, zsh, fish"},
        {{"simulate", "kepler", "--steps", "1", "-o", ""}, "-o: the value is empty"},
        {{"simulate", "kepler", "--steps", "1", "--json="}, "--json: the value is empty"},
        {{"simulate", "", "--steps", "1"}, "an argument is empty"},
        {{""}, "an argument is empty"},
        {{"simulate", "kepler", "--until", "1", "--steps", "2"}, "not both"},
        {{"simulate", "kepler", "--steps", "1", "-o", "/dev/full"}, "the file name's extension"},
        {{"forces", "kepler", "-o", "/dev/full"}, "the file name's extension"},
        {{"render", "kepler", "-o", "/dev/full"}, "the file name's extension"},
        {{"simulate", "kepler", "--steps", "1", "-o", "/tmp"}, "this is a folder"},
        {{"forces", "kepler", "-o", "/tmp"}, "this is a folder"},
        {{"render", "kepler", "-o", "/tmp"}, "this is a folder"},
        {{"simulate", "kepler", "--steps", "1", "-o", "/proc/x.csv"}, "choose another folder"},
        {{"--fulscreen"}, "did you mean '--fullscreen'"},
        {{"--bodies", "1.3k"}, "'1.3k'"},
    };
    const TemporaryFolder folder;
    for (const BadUsage& bad : cases) {
        std::string line = "orrery";
        for (const std::string& word : bad.arguments) {
            line += " " + word;
        }
        SCOPED_TRACE(line);
        Launch launch;
        launch.folder = folder.path();
        expect_one_sentence(run_orrery(bad.arguments, launch), bad.about);
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "a mistake leaves no file behind";
}

// As NCCL's mode of the tree where there is no NCCL.
TEST(AbsentChoices, AreRefusedWithTheReason) {
    for (const SolverEntry& entry : solvers()) {
        for (const SolverOption& option : entry.info.options) {
            for (const auto& [choice, reason] : option.unavailable_choices) {
                SCOPED_TRACE(std::string(entry.info.id) + ", " + choice);
                expect_one_sentence(
                    run_orrery({"simulate", "plummer", "--steps", "1", "--algorithm", entry.info.id,
                                "--option", std::string(option.id) + "=" + choice}),
                    reason);
            }
        }
    }
}

TEST(BadFiles, AreExplainedInOneSentence) {
    const TemporaryFolder folder;
    ASSERT_EQ(
        run_orrery({"convert", "plummer", "--bodies", "100", folder / "good.tipsy"}).exit_code, 0);
    const std::string good = read_text(folder / "good.tipsy");
    const std::string header = "mass,x,y,z,vx,vy,vz\n";
    const std::vector<std::pair<std::string, std::string>> files{
        {"empty.tipsy", ""},
        {"truncated.tipsy", good.substr(0, good.size() - 7)},
        {"header.tipsy", good.substr(0, 20)},
        {"oversized.tipsy", good + "more"},
        {"nan.csv", header + "1,nan,0,0,0,0,0\n"},
        {"word.csv", header + "1,0,zero,0,0,0,0\n"},
        {"short.csv", header + "1,0,0\n"},
        {"negative.csv", header + "-1,0,0,0,0,0,0\n"},
        {"noise.bin", "this is no file of bodies at all"},
    };
    for (const auto& [name, bytes] : files) {
        SCOPED_TRACE(name);
        write_bytes(folder / name, bytes);
        expect_one_sentence(run_orrery({"simulate", folder / name, "--steps", "1"}), name);
    }
}

TEST(BadFiles, AreCalledWhatTheyAre) {
    const TemporaryFolder folder;
    const std::string noise = folder / "noise.bin";
    write_bytes(noise, std::string(4096, '\x4e'));
    expect_one_sentence(run_orrery({"simulate", noise, "--steps", "1"}),
                        noise + ": this is not a snapshot of a known format");
    const std::string rows = folder / "rows.csv";
    write_bytes(rows, "1,0,0,0,0,0,0\n1,1,0,0,0,0,0\n");
    expect_one_sentence(run_orrery({"simulate", rows, "--steps", "1"}),
                        "the header line is missing");
    expect_one_sentence(run_orrery({"simulate", "--again", rows}),
                        rows + ": this is not a report of a run; use");
}

TEST(BadFiles, OfReferenceForcesNameTheLine) {
    const TemporaryFolder folder;
    const std::string file = folder / "reference.csv";
    const std::string header = "index,ax,ay,az,potential\n";
    for (const std::string& bytes :
         {header + "0,1,2,3,-1\n1,nan,2,3,-1\n", header + "0,1,2,3,-1\n1000,1,2,3,-1\n",
          header + "0,1,2,3,-1\n1,2\n"}) {
        SCOPED_TRACE(bytes);
        write_bytes(file, bytes);
        expect_one_sentence(
            run_orrery({"verify", "plummer", "--bodies", "1000", "--reference", file}), "line 3");
    }
}

TEST(TooManyBodies, AreRefusedBeforeMemoryRunsOut) {
    const Finished run = run_orrery({"simulate", "plummer", "--bodies", "900G", "--steps", "1"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.errors.find("--bodies"), std::string::npos) << run.errors;
}

} // namespace
} // namespace orrery
