#include "sim/snapshots/session.hpp"

#include "sim/snapshots/crc32c.hpp"
#include "sim/snapshots/session_fields.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"
#include "tests/test_data.hpp"

#include <limits>
#include <sstream>

namespace orrery {
namespace {

Session full_session() {
    Session session;
    session.system = awkward_system(37, false);
    System& system = session.system;
    system.time = 1.0 / 3;
    system.time_step = 1.0 / 700;
    system.softening = 0.1;
    system.units = {39.47841760435743, "AU", "yr", "solar mass"};
    system.viewpoint = {{0.1, -2.5, 1e-300}, 12.5, -30, 89.5};
    Catalogue& catalogue = system.catalogue;
    catalogue.title = "A \"title\" with \\ and \t and \xC3\xA4 and \x7F";
    catalogue.components = {{"bulge", 0, 10}, {"disk", 10, 27}};
    catalogue.labels = {{0, "Sun"}, {36, "Pluto"}};
    for (std::int32_t i = 0; i < 37; ++i) {
        catalogue.file_ids.push_back(i * 1000 - 5);
        catalogue.softenings.push_back(0.1 * static_cast<double>(i));
    }
    session.system.box = {{10, 20, 30.5}};
    session.settings.source = "some/where.tipsy";
    session.settings.seed = std::numeric_limits<std::uint64_t>::max();
    session.settings.softening = 0.0;
    session.settings.solver_options["cpu.simd"]["isa"] = "AVX2";
    session.look = "[look]\nsize = 2.5\nstyle = 'glow'\n\n[look.camera]\ndistance = 0.3\n";
    return session;
}

std::string session_bytes(const Session& session) {
    const TemporaryFolder folder;
    write_session(folder / "some.orrery", session);
    return read_text(folder / "some.orrery");
}

Session parse(const std::string& bytes) {
    return parse_session(contents_of(bytes, "s.orrery"));
}

// Replaces a text by another of any length, and makes first line and checksum right again.
std::string edited(const std::string& bytes, const std::string& from, const std::string& to) {
    const std::size_t line_end = bytes.find('\n') + 1;
    std::size_t header_size = 0;
    std::size_t payload_size = 0;
    EXPECT_EQ(std::sscanf(bytes.c_str(), "orrery-session 1, header %zu bytes, payload %zu bytes",
                          &header_size, &payload_size),
              2);
    std::string header = bytes.substr(line_end, header_size);
    const std::size_t at = header.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    header.replace(at, from.size(), to);
    std::string result = "orrery-session 1, header " + std::to_string(header.size()) +
                         " bytes, payload " + std::to_string(payload_size) + " bytes\n" + header;
    result.resize(session_aligned(result.size()), '\n');
    result += bytes.substr(session_aligned(line_end + header_size), payload_size);
    Crc32c checksum;
    checksum.add(contents_of(result).bytes);
    return result + session_trailer(checksum.value());
}

TEST(Crc32c, AgreesWithItsPublishedCheckValue) {
    Crc32c whole;
    whole.add(contents_of("123456789").bytes);
    EXPECT_EQ(whole.value(), 0xE3069283U);
    Crc32c pieces; // RFC 3720, appendix B.4: 32 bytes of zeros
    pieces.add(contents_of(std::string(13, '\0')).bytes);
    pieces.add(contents_of(std::string(19, '\0')).bytes);
    EXPECT_EQ(pieces.value(), 0x8A9136AAU);
}

TEST(Crc32c, OfAWholeIsThatOfItsPieces) {
    std::string text;
    for (int i = 0; i < 5000; ++i) {
        text.push_back(static_cast<char>(i * i / 7));
    }
    Crc32c whole;
    whole.add(contents_of(text).bytes);
    for (const std::size_t cut : {0U, 1U, 7U, 64U, 4096U, 4999U, 5000U}) {
        Crc32c pieces, rest;
        pieces.add(contents_of(text.substr(0, cut)).bytes);
        rest.add(contents_of(text.substr(cut)).bytes);
        pieces.append(rest);
        EXPECT_EQ(pieces.value(), whole.value()) << cut;
        EXPECT_EQ(pieces.bytes(), 5000U);
    }
}

// However it is laid out.
std::string one_look(const std::string& toml) {
    std::ostringstream text;
    text << parse_toml(toml, "look");
    return text.str();
}

TEST(Session, KeepsTheUniverseThatASystemExpandsWith) {
    Session session = full_session();
    EXPECT_FALSE(parse(session_bytes(session)).system.cosmology);
    session.system.time = 0.3;
    session.system.cosmology = {.omega_matter = 0.3111, .hubble = 1.0 / 14.45};
    const std::string bytes = session_bytes(session);
    EXPECT_EQ(parse(bytes).system.cosmology, session.system.cosmology);
    for (const auto& [from, to] :
         {std::pair("omega_matter = 0.3111", "omega_matter = 0"),
          std::pair("omega_matter = 0.3111", "omega_matter = 1.5"),
          std::pair("time = 0.3", "time = 0.0"), std::pair("hubble = 0", "hubble = -1")}) {
        EXPECT_THROW(parse(edited(bytes, from, to)), Error) << to;
    }
}

TEST(Session, BringsEverythingBackBitForBit) {
    const Session saved = full_session();
    const Session read = parse(session_bytes(saved));
    expect_same_bodies(read.system, saved.system);
    EXPECT_EQ(read.settings, saved.settings);
    EXPECT_EQ(one_look(read.look), one_look(saved.look));
    EXPECT_EQ(read.system.time, saved.system.time);
    EXPECT_EQ(read.system.time_step, saved.system.time_step);
    EXPECT_EQ(read.system.softening, saved.system.softening);
    EXPECT_EQ(read.system.box, saved.system.box);
    EXPECT_EQ(read.system.units.gravity, saved.system.units.gravity);
    EXPECT_EQ(read.system.units.length, "AU");
    EXPECT_EQ(read.system.units.time, "yr");
    EXPECT_EQ(read.system.units.mass, "solar mass");
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(read.system.viewpoint.centre[axis], saved.system.viewpoint.centre[axis]);
    }
    EXPECT_EQ(read.system.viewpoint.distance, 12.5);
    EXPECT_EQ(read.system.viewpoint.azimuth, -30);
    EXPECT_EQ(read.system.viewpoint.elevation, 89.5);
    EXPECT_EQ(read.system.catalogue.title, saved.system.catalogue.title);
    ASSERT_EQ(read.system.catalogue.labels.size(), 2U);
    EXPECT_EQ(read.system.catalogue.labels[1].body, 36U);
    EXPECT_EQ(read.system.catalogue.labels[1].text, "Pluto");
}

TEST(Session, StartsAgainFromItsOwnFile) {
    const TemporaryFolder folder;
    const auto file = folder / "some.orrery";
    Session session = full_session();
    session.settings.bodies = 5;
    write_session(file, session);
    const Session read = read_session(file);
    EXPECT_EQ(read.settings.source, file.string());
    EXPECT_EQ(read.settings.bodies, 0U);
    expect_same_bodies(read_snapshot(file), session.system);
}

TEST(Session, TellsItsSettingsAndLookWithoutReadingBodies) {
    const TemporaryFolder folder;
    const auto file = folder / "some.orrery";
    write_session(file, full_session());
    const Session whole = read_session(file), without = read_session_without_bodies(file);
    EXPECT_EQ(without.settings, whole.settings);
    EXPECT_EQ(without.look, whole.look);
    EXPECT_EQ(without.mark, whole.mark);
    EXPECT_EQ(without.system.bodies.size(), 0U);
    EXPECT_TRUE(without.system.catalogue.file_ids.empty());
    std::string bytes = read_text(file);
    bytes[bytes.size() / 2] ^= 1;
    write_text(file, bytes);
    expect_error(ErrorKind::bad_input, {"checksum does not match"},
                 [&] { read_session_without_bodies(file); });
}

TEST(Session, IsASnapshotLikeAnyOther) {
    const TemporaryFolder folder;
    const System system = awkward_system(5, false);
    write_snapshot(folder / "copy.orrery", system);
    expect_same_bodies(read_snapshot(folder / "copy.orrery"), system);
}

TEST(Session, ReplacesBytesOfATitleThatTomlCannotHold) {
    Session session = full_session();
    session.system.catalogue.title = "bad \xFF\xC0\x80 \xED\xA0\x80 name";
    EXPECT_EQ(parse(session_bytes(session)).system.catalogue.title.substr(0, 7),
              "bad \xEF\xBF\xBD");
}

TEST(Session, LaysArraysOnWholeCacheLines) {
    const std::string bytes = session_bytes(full_session());
    std::size_t header = 0;
    ASSERT_EQ(std::sscanf(bytes.c_str(), "orrery-session 1, header %zu", &header), 1);
    const std::size_t payload = session_aligned(bytes.find('\n') + 1 + header);
    double mass = 0;
    std::memcpy(&mass, bytes.data() + payload, sizeof mass);
    EXPECT_EQ(mass, full_session().system.bodies.mass[0]);
    for (const SessionArray& array : session_arrays(37, "int32", "float64")) {
        EXPECT_EQ((payload + array.offset) % 64, 0U) << array.name;
    }
}

TEST(Session, NoticesEveryDamagedByte) {
    const std::string whole = session_bytes(full_session());
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
        EXPECT_THROW(parse(damaged), Error) << "byte " << at;
    }
}

TEST(Session, NamesTheByteWhereAFileEndsTooEarlyOrTooLate) {
    const std::string whole = session_bytes(full_session());
    const std::size_t first_line = whole.find('\n') + 1;
    for (std::size_t size = first_line; size < whole.size(); ++size) {
        const std::string place = "s.orrery, byte " + std::to_string(size) + ":";
        expect_bad_input({place, "ends here"}, [&] { parse(whole.substr(0, size)); });
    }
    const std::string end = "s.orrery, byte " + std::to_string(whole.size()) + ":";
    expect_bad_input({end, "continues"}, [&] { parse(whole + "\n"); });
}

TEST(Session, RefusesAnotherVersionAndAnotherFile) {
    expect_bad_input({"s.orrery, byte 16:", "version 2"},
                     [] { parse("orrery-session 2, header 1 bytes, payload 1 bytes\n"); });
    expect_bad_input({"s.orrery, byte 0:", "not a session"}, [] { parse("something else"); });
    expect_bad_input({"s.orrery, byte 25:", "first line is damaged"},
                     [] { parse("orrery-session 1, header many bytes\n"); });
}

TEST(Session, AllocatesNothingForSizesThatTheFileCannotHold) {
    expect_bad_input({"ends here", "promises 1152921504606847"}, [] {
        parse("orrery-session 1, header 1 bytes, payload 1152921504606846976 bytes\n");
    });
    expect_bad_input({"more than any file holds"}, [] {
        parse("orrery-session 1, header 18446744073709551615 bytes, payload 99 bytes\n");
    });
    const std::string whole = session_bytes(full_session());
    expect_bad_input({"s.orrery, line 3,", "'bodies' cannot be 4611686018427387904"},
                     [&] { parse(edited(whole, "bodies = 37", "bodies = 4611686018427387904")); });
}

TEST(Session, NamesTheLineOfAHeaderThatContradictsItself) {
    const std::string whole = session_bytes(full_session());
    const auto expect = [&](std::initializer_list<std::string_view> parts, const std::string& from,
                            const std::string& to) {
        SCOPED_TRACE(to);
        expect_bad_input(parts, [&] { parse(edited(whole, from, to)); });
    };
    expect({"line 3, column 10:", "'bodies' cannot be 0"}, "bodies = 37", "bodies = 0");
    expect({"line 3,", "'bodies' cannot be -1"}, "bodies = 37", "bodies = -1");
    expect({"in the wrong place"}, "bodies = 37", "bodies = 36");
    expect({"line 4,", "'time' is not a finite number"}, "time = 0.", "time = nan #");
    expect({"line 4,", "'time' has the wrong kind of value"}, "time = 0.", "time = \"now\" #");
    expect({"line 4,", "not TOML"}, "time = 0.", "time = = 0.");
    expect({"'softening' is missing"}, "softening = 0.1\n", "");
    expect({"unknown setting 'colour'"}, "[viewpoint]", "[viewpoint]\ncolour = 1");
    expect({"components and labels do not fit"}, "first = 10", "first = 11");
    expect({"components and labels do not fit"}, "body = 36", "body = 37");
    expect({"this array is id of int16", "must be id of int32"}, "\"int32\"", "\"int16\"");
    expect({"in the wrong place", "and 296 bytes"}, "\"int32\"", "\"int64\"");
    expect({"in the wrong place", "offset 320"}, "offset = 320", "offset = 321");
    expect({"an edge of the box is not above 0"}, "30.5]", "-30.5]");
    expect({"'look' has the wrong kind"}, "[look]", "[[look]]");
    expect({"'algorithm'"}, "algorithm = \"cpu.", "algorithm = [] # \"");
}

TEST(Session, OpensAlsoIfSavedBeforeThereWereLooks) {
    const Session old = read_session(source_folder() / "tests/fuzz/corpus/session/valid_all_parts");
    EXPECT_TRUE(old.look.empty());
    EXPECT_GT(old.system.bodies.size(), 0U);
}

TEST(Session, RefusesToSaveNumbersThatMakeNoSense) {
    const TemporaryFolder folder;
    const auto file = folder / "some.orrery";
    Session session = full_session();
    write_session(file, session);
    const std::string before = read_text(file);
    session.system.bodies.position.z[11] = std::numeric_limits<double>::quiet_NaN();
    expect_error(ErrorKind::failed, {"some.orrery", "position of body 11", "not a finite number"},
                 [&] { write_session(file, session); });
    session = full_session();
    session.system.time = std::numeric_limits<double>::infinity();
    expect_error(ErrorKind::failed, {"some.orrery", "the time is not a finite number"},
                 [&] { write_session(file, session); });
    EXPECT_EQ(read_text(file), before);
    EXPECT_EQ(folder.entries(), 1U) << "a temporary file was left behind";
}

TEST(Session, OpensThoughItsAlgorithmIsUnknownHere) {
    const std::string whole = session_bytes(full_session());
    const std::string foreign = edited(whole, "algorithm = \"cpu.", "algorithm = \"quantum.");
    EXPECT_EQ(parse(foreign).settings.algorithm.rfind("quantum.", 0), 0U);
    EXPECT_EQ(parse_session_system(contents_of(foreign)).bodies.size(), 37U);
}

} // namespace
} // namespace orrery
