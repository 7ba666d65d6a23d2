#pragma once

#include "sim/base/error.hpp"
#include "sim/snapshot.hpp"
#include "sim/snapshots/body_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace orrery {

// A folder of its own for a test, removed with all that is in it.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "orrery-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) {
            throw failure("no temporary folder", name, "");
        }
        path_ = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }

    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }
    std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(path_), {}));
    }

private:
    std::filesystem::path path_;
};

inline void write_text(const std::filesystem::path& file, std::string_view text) {
    std::ofstream(file, std::ios::binary) << text;
}

inline std::string read_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline FileContents contents_of(std::string_view text, const char* name = "some.file") {
    return {name, std::as_bytes(std::span(text.data(), text.size()))};
}

// `action` must throw an Error of this kind whose sentence has all of `parts`.
template <class Action>
void expect_error(ErrorKind kind, std::initializer_list<std::string_view> parts,
                  const Action& action) {
    try {
        action();
        FAIL() << "nothing was wrong";
    } catch (const Error& error) {
        const std::string sentence = error.what();
        EXPECT_EQ(error.kind(), kind) << sentence;
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << "more than one line: " << sentence;
        EXPECT_FALSE(error.hint().empty()) << sentence;
        for (const std::string_view part : parts) {
            EXPECT_NE(sentence.find(part), std::string::npos)
                << "'" << part << "' is not in: " << sentence;
        }
    }
}

template <class Action>
void expect_bad_input(std::initializer_list<std::string_view> parts, const Action& action) {
    expect_error(ErrorKind::bad_input, parts, action);
}

template <class T>
std::vector<std::uint64_t> bits_of(const HostArray<T>& values) {
    std::vector<std::uint64_t> bits;
    for (const T value : values) {
        bits.push_back(std::bit_cast<std::uint64_t>(static_cast<double>(value)));
    }
    return bits;
}

// The same bodies and what the catalogue says of each of them, bit for bit.
inline void expect_same_bodies(const System& a, const System& b) {
    EXPECT_EQ(bits_of(a.bodies.mass), bits_of(b.bodies.mass));
    EXPECT_EQ(bits_of(a.bodies.position.x), bits_of(b.bodies.position.x));
    EXPECT_EQ(bits_of(a.bodies.position.y), bits_of(b.bodies.position.y));
    EXPECT_EQ(bits_of(a.bodies.position.z), bits_of(b.bodies.position.z));
    EXPECT_EQ(bits_of(a.bodies.velocity.x), bits_of(b.bodies.velocity.x));
    EXPECT_EQ(bits_of(a.bodies.velocity.y), bits_of(b.bodies.velocity.y));
    EXPECT_EQ(bits_of(a.bodies.velocity.z), bits_of(b.bodies.velocity.z));
    for (std::size_t i = 0; i < std::min(a.bodies.size(), b.bodies.size()); ++i) {
        EXPECT_EQ(id_text(a.catalogue, i), id_text(b.catalogue, i)) << "body " << i;
    }
    EXPECT_EQ(a.catalogue.softenings, b.catalogue.softenings);
    ASSERT_EQ(a.catalogue.components.size(), b.catalogue.components.size());
    for (std::size_t c = 0; c < a.catalogue.components.size(); ++c) {
        EXPECT_EQ(a.catalogue.components[c].name, b.catalogue.components[c].name);
        EXPECT_EQ(a.catalogue.components[c].first, b.catalogue.components[c].first);
        EXPECT_EQ(a.catalogue.components[c].count, b.catalogue.components[c].count);
    }
}

// Bodies whose every number is different and hard to write in decimal. `single`: representable in
// single precision.
inline System awkward_system(std::size_t count, bool single) {
    System system;
    system.bodies = Bodies<double>(count);
    Bodies<double>& b = system.bodies;
    double value = 1.0 / 3;
    const auto next = [&] {
        value = value * 1.0000371 + 1.0 / 7;
        return single ? double{static_cast<float>(value)} : value;
    };
    for (std::size_t i = 0; i < count; ++i) {
        b.mass[i] = next();
        b.position.x[i] = -next() * 0x1p-100;
        b.position.y[i] = next();
        b.position.z[i] = -next() * 0x1p90;
        b.velocity.x[i] = next();
        b.velocity.y[i] = -next();
        b.velocity.z[i] = next();
    }
    b.position.x[0] = -0.0;
    system.catalogue.components = {{"bodies", 0, count}};
    return system;
}

} // namespace orrery
