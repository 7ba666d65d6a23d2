#include "render/image.hpp"
#include "render/png_file.hpp"
#include "sim/base/error.hpp"
#include "tests/read_png.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <string>

namespace orrery {
namespace {

namespace fs = std::filesystem;

class PngTest : public testing::Test {
public:
    PngTest() { fs::create_directories(folder_); }
    ~PngTest() override { fs::remove_all(folder_); }

protected:
    static std::string bytes_of(const fs::path& file) {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    fs::path write_bytes(const std::string& bytes) const {
        fs::path file = folder_ / "bytes.png";
        std::ofstream(file, std::ios::binary) << bytes;
        return file;
    }

    const fs::path folder_ =
        fs::temp_directory_path() / ("orrery-png-test-" + std::to_string(std::random_device{}()));
};

Image noise(Extent size) {
    Image image{size, {}};
    std::mt19937 dice(7);
    image.rgb.resize(3 * static_cast<std::size_t>(size.width * size.height));
    for (std::uint8_t& value : image.rgb) {
        value = static_cast<std::uint8_t>(dice());
    }
    return image;
}

TEST_F(PngTest, ReadsBackEveryPixelItWrote) {
    for (const Extent size : {Extent{1, 1}, Extent{17, 3}, Extent{3, 200}}) {
        const Image image = noise(size);
        write_png(folder_ / "noise.png", image);
        const Image read = read_png(folder_ / "noise.png");
        EXPECT_EQ(read.size, size);
        EXPECT_EQ(read.rgb, image.rgb);
    }
}

TEST_F(PngTest, LeavesNothingButThePictureBehind) {
    write_png(folder_ / "noise.png", noise({8, 8}));
    write_png(folder_ / "noise.png", noise({9, 9})); // over the first
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
    EXPECT_EQ(read_png(folder_ / "noise.png").size, (Extent{9, 9}));
}

TEST_F(PngTest, NamesTheFileThatCannotBeWritten) {
    const fs::path file = folder_ / "missing" / "picture.png";
    try {
        write_png(file, noise({4, 4}));
        FAIL() << "wrote into a folder that does not exist";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::failed);
        EXPECT_EQ(error.where(), file.string());
    }
}

TEST_F(PngTest, RefusesToWriteAPictureWhosePixelsAreMissing) {
    EXPECT_THROW(write_png(folder_ / "none.png", Image{{4, 4}, {}}), Error);
    EXPECT_THROW(write_png(folder_ / "none.png", Image{{0, 0}, {}}), Error);
    EXPECT_FALSE(fs::exists(folder_ / "none.png"));
}

TEST_F(PngTest, KeepsWordsBesideThePixels) {
    const Image image = noise({20, 10});
    const std::string words = "time = 12.5\nname = \"Jupiter – ♃\"\n";
    write_png(folder_ / "words.png", image, {"orrery", words});
    EXPECT_EQ(read_png(folder_ / "words.png").rgb, image.rgb);
    EXPECT_EQ(read_png_text(folder_ / "words.png", "orrery"), words);
    EXPECT_EQ(read_png_text(folder_ / "words.png", "orr"), std::nullopt);
    write_png(folder_ / "none.png", image);
    EXPECT_EQ(read_png_text(folder_ / "none.png", "orrery"), std::nullopt);

    std::string damaged = bytes_of(folder_ / "words.png");
    damaged[60] = static_cast<char>(damaged[60] ^ 1);
    EXPECT_THROW(read_png_text(write_bytes(damaged), "orrery"), Error);
    EXPECT_THROW(read_png_text(write_bytes("no picture"), "orrery"), Error);
    EXPECT_THROW(read_png_text(write_bytes(damaged.substr(0, 40)), "orrery"), Error) << "cut off";
}

TEST_F(PngTest, TakesWhatIsNotAPngAsBadInput) {
    write_png(folder_ / "noise.png", noise({64, 64}));
    const std::string whole = bytes_of(folder_ / "noise.png");
    std::string damaged = whole;
    damaged[whole.size() / 2] = static_cast<char>(damaged[whole.size() / 2] ^ 0x55);
    std::string enormous = whole;
    enormous.replace(16, 8, std::string("\x7f\xff\xff\xff\x7f\xff\xff\xff", 8));
    for (const std::string& bytes : {std::string(), std::string("no picture"), whole.substr(0, 8),
                                     whole.substr(0, whole.size() / 2), damaged, enormous}) {
        try {
            read_png(write_bytes(bytes));
            ADD_FAILURE() << "read " << bytes.size() << " bytes of nonsense";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::bad_input);
            EXPECT_EQ(error.where(), (folder_ / "bytes.png").string());
        }
    }
    EXPECT_THROW(read_png(folder_ / "absent.png"), Error);
}

} // namespace
} // namespace orrery
