#include "sim/machine_memory/machine_memory.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/probe/probe.hpp"
#include "sim/version.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace orrery {

// As its file has an algorithm's speed, found by the library.
void to_json(nlohmann::ordered_json& json, const AlgorithmSpeed& speed) {
    json = {{"algorithm", speed.algorithm}, {"milliseconds", speed.step_milliseconds}};
}

void from_json(const nlohmann::ordered_json& json, AlgorithmSpeed& speed) {
    speed = {json.at("algorithm"), json.at("milliseconds"), true};
}

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::optional<fs::path> file_in_cache(const char* name) {
    for (const auto& [variable, folder] : {std::pair("XDG_CACHE_HOME", ""), {"HOME", ".cache"}}) {
        if (const char* const value = std::getenv(variable); value != nullptr && *value != '\0') {
            return fs::path(value) / folder / "orrery" / name;
        }
    }
    return std::nullopt;
}

std::optional<std::string> read_from_cache(const char* name) {
    const std::optional<fs::path> file = file_in_cache(name);
    std::ifstream in = file ? std::ifstream(*file, std::ios::binary) : std::ifstream();
    return file && in ? std::optional(std::string(std::istreambuf_iterator(in), {})) : std::nullopt;
}

// `what` it is, where there is no folder for it.
void write_in_cache(const char* name, const std::string& what, const std::string& text) {
    const std::optional<fs::path> file = file_in_cache(name);
    if (!file) {
        throw failure("no folder to store " + what + " in", "", "set XDG_CACHE_HOME or HOME");
    }
    std::error_code error;
    fs::create_directories(file->parent_path(), error);
    if (error) {
        throw failure("the folder cannot be created: " + error.message(),
                      file->parent_path().string(), "check the permissions of its parent folder");
    }
    AtomicFile out(*file);
    out.write(text);
    out.commit();
}

// The fields of what is kept have one description, fields(), for both ways: into JSON, or out of
// it, which throws the library's errors and std::domain_error.
struct Way {
    Json& json;
    bool reading;

    void plain(const char* key, auto& value) {
        if (reading) {
            json.at(key).get_to(value);
        } else {
            json[key] = value;
        }
    }
    void positive(const char* key, double& value) {
        plain(key, value);
        if (reading && !(std::isfinite(value) && value > 0)) {
            throw std::domain_error(std::string("'") + key + "' is not a positive number");
        }
    }
    // It follows from others.
    void derived(const char* key, double value) {
        if (!reading) {
            json[key] = value;
        }
    }
    void named(const char* key, auto& value, const auto& all, const auto& name) {
        std::string text = name(value);
        plain(key, text);
        const auto found = std::ranges::find_if(all, [&](auto each) { return name(each) == text; });
        if (found == all.end()) {
            throw std::domain_error(std::string("'") + key + "' cannot be '" + text + "'");
        }
        value = *found;
    }
    void part(const char* key, auto& value) {
        Way way{reading ? json.at(key) : json[key], reading};
        fields(way, value);
    }
    void list(const char* key, auto& values) {
        if (reading) {
            values.resize(json.at(key).size());
        } else {
            json[key] = Json(values.size(), Json());
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            Way way{json[key].at(i), reading};
            fields(way, values[i]);
        }
    }
};

void fields(Way& way, BandwidthSample& sample) {
    way.named("access", sample.access, all_accesses, access_name);
    way.plain("width", sample.width);
    way.plain("threads", sample.threads);
    way.plain("blocks", sample.blocks);
    way.positive("bytes_per_second", sample.bytes_per_second);
}

void fields(Way& way, Rates& rates) {
    way.plain("instruction_set", rates.instruction_set);
    way.positive("fp32_flops", rates.fp32);
    way.positive("fp64_flops", rates.fp64);
    way.positive("rsqrt_per_second", rates.rsqrt);
}

void fields(Way& way, ProcessorPeaks& processor) {
    way.plain("name", processor.name);
    way.plain("index", processor.index);
    way.derived("bytes_per_second", processor.bytes_per_second());
    way.derived("fp32_flops", processor.flops(Precision::fp32));
    way.derived("fp64_flops", processor.flops(Precision::fp64));
    way.derived("rsqrt_per_second", processor.rsqrt());
    way.list("rates", processor.rates);
    way.list("bandwidth", processor.bandwidth);
}

void fields(Way& way, LinkSample& link) {
    way.plain("gpu", link.gpu);
    way.named("memory", link.memory, std::array{HostMemory::pinned, HostMemory::pageable},
              host_memory_name);
    way.named("direction", link.direction, std::array{Direction::to_gpu, Direction::from_gpu},
              direction_name);
    way.plain("bytes", link.bytes);
    way.positive("microseconds", link.microseconds);
    way.derived("bytes_per_second", link.bytes_per_second());
}

void fields(Way& way, PeerSample& peer) {
    way.plain("from", peer.from);
    way.plain("to", peer.to);
    way.plain("direct", peer.direct);
    way.plain("bytes", peer.bytes);
    way.positive("microseconds", peer.microseconds);
    way.derived("bytes_per_second", peer.bytes_per_second());
}

void fields(Way& way, MachinePeaks& peaks) {
    way.plain("quick", peaks.quick);
    way.positive("seconds", peaks.seconds);
    way.positive("processor_share", peaks.processor_share);
    way.plain("kept_all_the_same", peaks.kept_all_the_same);
    way.part("cpu", peaks.cpu);
    way.list("gpus", peaks.gpus);
    way.list("links", peaks.links);
    way.list("peers", peaks.peers);
}

} // namespace

std::string machine_identity() {
    return probe_identity() + "; orrery " + version();
}

RememberedPeaks read_remembered_peaks() {
    const std::optional<std::string> text = read_from_cache("probe.json");
    if (!text) {
        return {}; // nothing was measured yet
    }
    try {
        const MachinePeaks peaks =
            read_peaks_json(*text, machine_identity(), file_in_cache("probe.json")->string());
        return peaks.trusted() ? RememberedPeaks{peaks, ""}
                               : RememberedPeaks{std::nullopt, why_not_kept(peaks)};
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
    write_in_cache("probe.json", "the machine's peaks", peaks_json(peaks, machine_identity()));
}

std::string peaks_json(const MachinePeaks& peaks, const std::string& identity) {
    Json document{{"identity", identity}};
    MachinePeaks kept = peaks;
    Way way{document, false};
    fields(way, kept);
    return document.dump(2) + "\n";
}

MachinePeaks read_peaks_json(std::string_view text, const std::string& identity,
                             const std::string& where) {
    const auto unusable = [&](const std::string& problem) {
        return bad_input(problem, where, "measure again with 'orrery probe'");
    };
    try {
        Json document = Json::parse(text);
        if (document.at("identity").get<std::string>() != identity) {
            throw unusable("the peaks were measured on another machine or by another version");
        }
        MachinePeaks peaks;
        Way way{document, true};
        fields(way, peaks);
        const auto has_figures = [](const ProcessorPeaks& processor) {
            return !processor.rates.empty() && !processor.bandwidth.empty();
        };
        if (!has_figures(peaks.cpu) || !std::ranges::all_of(peaks.gpus, has_figures)) {
            throw std::domain_error("a processor has no figures");
        }
        return peaks;
    } catch (const Json::exception& error) {
        throw unusable(std::string("these are not measured peaks: ") + error.what());
    } catch (const std::domain_error& error) {
        throw unusable(std::string("these are not measured peaks: ") + error.what());
    }
}

RememberedChoices read_choices() {
    try {
        const Json json = Json::parse(read_from_cache("choices.json").value_or(""));
        RememberedChoices choices;
        if (json.at("identity") == machine_identity()) {
            json.at("algorithms").get_to(choices.algorithms);
            json.at("bodies").get_to(choices.bodies);
            choices.busy_bodies = json.value("busy_bodies", choices.busy_bodies);
        }
        return choices;
    } catch (const Json::exception&) {
        return {};
    }
}

void remember_choices(const RememberedChoices& more) {
    RememberedChoices all = more;
    RememberedChoices before = read_choices();
    all.algorithms.merge(before.algorithms);
    all.bodies.merge(before.bodies);
    all.busy_bodies.merge(before.busy_bodies);
    const Json json{{"identity", machine_identity()},
                    {"algorithms", all.algorithms},
                    {"bodies", all.bodies},
                    {"busy_bodies", all.busy_bodies}};
    write_in_cache("choices.json", "this machine's settings", json.dump(2) + '\n');
}

} // namespace orrery
