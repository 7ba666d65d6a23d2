#include "app/window/user_files.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <unistd.h>

namespace orrery {

namespace {

namespace fs = std::filesystem;

class UserFiles : public testing::Test {
public:
    UserFiles() {
        std::string name = (fs::temp_directory_path() / "orrery-files-XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr) {
            folder_ = name;
        }
    }
    ~UserFiles() override {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

protected:
    fs::path folder_;
};

TEST_F(UserFiles, RememberSizeScaleAndRecentFiles) {
    Preferences remembered;
    remembered.size = Extent{1234, 567};
    remembered.ui_scale = 1.5F;
    remembered.recent_files = {"/data/one \"quoted\".tipsy", "/data/zwei ü.orrery"};
    write_preferences(folder_, remembered);
    const Preferences again = read_preferences(folder_);
    EXPECT_EQ(again.size, remembered.size);
    EXPECT_EQ(again.ui_scale, 1.5F);
    EXPECT_EQ(again.recent_files, remembered.recent_files);
    EXPECT_FALSE(again.speaker.has_value()) << "there was none";
    EXPECT_TRUE(again.desktop_dialogs);
}

TEST_F(UserFiles, RememberWhereTheSpeakersWindowWas) {
    Preferences remembered;
    remembered.speaker = Rectangle{-1280, 40, 1000, 700};
    remembered.speaker_scale = 1.25F;
    remembered.desktop_dialogs = false;
    write_preferences(folder_, remembered);
    const Preferences again = read_preferences(folder_);
    EXPECT_EQ(again.speaker, remembered.speaker);
    EXPECT_EQ(again.speaker_scale, 1.25F);
    EXPECT_FALSE(again.desktop_dialogs);
    std::ofstream(folder_ / "ui.toml") << "[speaker]\nleft = 1e9\nwidth = -3\nheight = \"x\"\n";
    EXPECT_FALSE(read_preferences(folder_).speaker.has_value());
}

TEST_F(UserFiles, AreAsAtTheFirstStartWhenMissingOrSpoilt) {
    EXPECT_FALSE(read_preferences(folder_).size.has_value());
    for (const char* text : {"window = 3", "[window]\nwidth = -5\nheight = 99999999", "\x00\xff[[",
                             "[ui]\nscale = \"large\"", "[recent]\nfiles = [1, 2]"}) {
        std::ofstream(folder_ / "ui.toml") << text;
        const Preferences remembered = read_preferences(folder_);
        EXPECT_FALSE(remembered.size.has_value()) << text;
        EXPECT_EQ(remembered.ui_scale, 1) << text;
        EXPECT_TRUE(remembered.recent_files.empty()) << text;
    }
}

TEST_F(UserFiles, KeepTheNewestRecentFilesOnce) {
    std::vector<fs::path> recent;
    for (int i = 0; i < 20; ++i) {
        remember_file(recent, "/data/" + std::to_string(i));
    }
    remember_file(recent, "/data/15");
    EXPECT_EQ(recent.size(), max_recent_files);
    EXPECT_EQ(recent.front(), "/data/15");
    EXPECT_EQ(std::count(recent.begin(), recent.end(), fs::path("/data/15")), 1);
}

TEST_F(UserFiles, NeverTakeANameThatIsTaken) {
    setenv("XDG_PICTURES_DIR", folder_.c_str(), 1);
    const fs::path first = new_picture_file();
    EXPECT_EQ(first.parent_path(), folder_);
    std::ofstream(first).close();
    EXPECT_NE(new_picture_file(), first);
    unsetenv("XDG_PICTURES_DIR");
}

TEST_F(UserFiles, ReplaceAFileAsAWhole) {
    const fs::path file = folder_ / "state.json";
    write_whole_file(file, "one");
    write_whole_file(file, "two");
    std::ifstream in(file);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "two");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
    EXPECT_ANY_THROW(write_whole_file(folder_ / "no" / "such", "x"));
}

} // namespace

} // namespace orrery
