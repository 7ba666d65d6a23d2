#include "app/peaks/peaks_file.hpp"

#include "app/peaks/peaks_json.hpp"
#include "app/version.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/probe/probe.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace orrery {

namespace fs = std::filesystem;

namespace {

std::optional<fs::path> folder_from_environment(const char* variable) {
    const char* const value = std::getenv(variable);
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional(fs::path(value));
}

} // namespace

std::optional<fs::path> peaks_file() {
    if (const auto cache = folder_from_environment("XDG_CACHE_HOME")) {
        return *cache / "orrery" / "probe.json";
    }
    if (const auto home = folder_from_environment("HOME")) {
        return *home / ".cache" / "orrery" / "probe.json";
    }
    return std::nullopt;
}

std::string peaks_identity() {
    return probe_identity() + "; orrery " + version();
}

RememberedPeaks read_remembered_peaks() {
    const std::optional<fs::path> file = peaks_file();
    if (!file) {
        return {};
    }
    std::ifstream in(*file, std::ios::binary);
    if (!in) {
        return {}; // nothing was measured yet
    }
    std::ostringstream text;
    text << in.rdbuf();
    try {
        const MachinePeaks peaks = read_peaks_json(text.str(), peaks_identity(), file->string());
        if (!peaks.trusted()) {
            return {std::nullopt, why_not_kept(peaks)};
        }
        return {peaks, ""};
    } catch (const Error& error) {
        return {std::nullopt, error.what()};
    }
}

std::string why_not_kept(const MachinePeaks& peaks) {
    const long taken = std::lround(100 * (1 - peaks.processor_share));
    return "the machine was busy while its peaks were measured (others took " +
           std::to_string(taken) +
           " % of the processor's time): they are not used; measure again when nothing else runs";
}

void remember_peaks(const MachinePeaks& peaks) {
    const std::optional<fs::path> file = peaks_file();
    if (!file) {
        throw failure("no folder to store the machine's peaks in", "",
                      "set XDG_CACHE_HOME or HOME");
    }
    std::error_code error;
    fs::create_directories(file->parent_path(), error);
    if (error) {
        throw failure("the folder cannot be created: " + error.message(),
                      file->parent_path().string(), "check the permissions of its parent folder");
    }
    AtomicFile out(*file);
    out.write(peaks_json(peaks, peaks_identity()));
    out.commit();
}

} // namespace orrery
