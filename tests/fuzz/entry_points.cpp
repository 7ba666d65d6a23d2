#include "tests/fuzz/entry_points.hpp"

#include "sim/base/error.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/crc32c.hpp"
#include "sim/snapshots/session.hpp"
#include "sim/snapshots/session_fields.hpp"
#include "tests/sim/snapshots/settings_as_toml.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

extern const SnapshotFormat csv_format;
extern const SnapshotFormat tipsy_format;

namespace {

constexpr const char* file_name = "made.up";

[[noreturn]] void give_up(const char* why) {
    std::fprintf(stderr, "%s\n", why);
    std::abort();
}

// A message is one line of text, whatever the file held.
void check_message(const Error& error) {
    if (std::strchr(error.what(), '\n') != nullptr || error.hint().empty() ||
        !std::string_view(error.where()).starts_with(file_name)) {
        give_up(error.what());
    }
}

void check_system(const System& system) {
    try {
        require_writable(system, file_name);
    } catch (const Error& error) {
        give_up(error.what());
    }
}

template <class Read>
void read_and_check(const Read& read, std::span<const std::byte> bytes) {
    try {
        check_system(read(FileContents{file_name, bytes}));
    } catch (const Error& error) {
        check_message(error);
    }
}

} // namespace

void fuzz_tipsy(std::span<const std::byte> bytes) {
    read_and_check(tipsy_format.read, bytes);
}

void fuzz_csv(std::span<const std::byte> bytes) {
    csv_format.recognises(bytes);
    read_and_check(csv_format.read, bytes);
}

void fuzz_session(std::span<const std::byte> bytes) {
    std::vector<std::byte> repaired(bytes.begin(), bytes.end());
    if (repaired.size() >= session_trailer_size) {
        const auto body = std::span(repaired).first(repaired.size() - session_trailer_size);
        Crc32c checksum;
        checksum.add(body);
        const std::string trailer = session_trailer(checksum.value());
        std::ranges::copy(std::as_bytes(std::span(trailer)),
                          repaired.end() - static_cast<std::ptrdiff_t>(session_trailer_size));
    }
    read_and_check(session_format.read, repaired);
    read_and_check([](const FileContents& contents) { return parse_session(contents).system; },
                   repaired);
}

void fuzz_settings(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::optional<Settings> settings;
    try {
        settings = settings_from_toml(text, file_name);
    } catch (const Error& error) {
        check_message(error);
        return;
    }
    // Settings that can be read can be written and read again.
    try {
        Settings again = settings_from_toml(settings_to_toml(*settings), file_name);
        for (auto it = settings->solver_options.begin(); it != settings->solver_options.end();) {
            it = it->second.empty() ? settings->solver_options.erase(it) : std::next(it);
        }
        if (again != *settings) {
            give_up("settings do not survive being written");
        }
    } catch (const Error& error) {
        give_up(error.what());
    }
}

} // namespace orrery
