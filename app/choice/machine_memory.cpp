#include "app/choice/machine_memory.hpp"

#include "app/version.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/probe/probe.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
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

// The fields of what is kept have one description, fields(), for both ways.
class Writer {
public:
    explicit Writer(Json& json) : json_(json) {}

    void plain(const char* key, const auto& value) { json_[key] = value; }
    void positive(const char* key, double value) { json_[key] = value; }
    // It follows from others.
    void derived(const char* key, double value) { json_[key] = value; }
    void named(const char* key, auto value, const auto&, const auto& name) {
        json_[key] = name(value);
    }
    void part(const char* key, auto& value) {
        Writer writer(json_[key]);
        fields(writer, value);
    }
    void list(const char* key, auto& values) {
        Json& rows = json_[key] = Json::array();
        for (auto& value : values) {
            Writer writer(rows.emplace_back());
            fields(writer, value);
        }
    }

private:
    Json& json_;
};

// Throws the library's errors and std::domain_error.
class Reader {
public:
    explicit Reader(const Json& json) : json_(json) {}

    void plain(const char* key, auto& value) { json_.at(key).get_to(value); }
    void positive(const char* key, double& value) {
        value = json_.at(key).get<double>();
        if (!std::isfinite(value) || value <= 0) {
            throw std::domain_error(std::string("'") + key + "' is not a positive number");
        }
    }
    void derived(const char*, double) {}
    void named(const char* key, auto& value, const auto& all, const auto& name) {
        const auto text = json_.at(key).get<std::string>();
        const auto found = std::ranges::find_if(all, [&](auto each) { return name(each) == text; });
        if (found == all.end()) {
            throw std::domain_error(std::string("'") + key + "' cannot be '" + text + "'");
        }
        value = *found;
    }
    void part(const char* key, auto& value) {
        Reader reader(json_.at(key));
        fields(reader, value);
    }
    void list(const char* key, auto& values) {
        for (const Json& row : json_.at(key)) {
            Reader reader(row);
            fields(reader, values.emplace_back());
        }
    }

private:
    const Json& json_;
};

void fields(auto& way, BandwidthSample& sample) {
    way.named("access", sample.access, all_accesses, access_name);
    way.plain("width", sample.width);
    way.plain("threads", sample.threads);
    way.plain("blocks", sample.blocks);
    way.positive("bytes_per_second", sample.bytes_per_second);
}

void fields(auto& way, Rates& rates) {
    way.plain("instruction_set", rates.instruction_set);
    way.positive("fp32_flops", rates.fp32);
    way.positive("fp64_flops", rates.fp64);
    way.positive("rsqrt_per_second", rates.rsqrt);
}

void fields(auto& way, ProcessorPeaks& processor) {
    way.plain("name", processor.name);
    way.plain("index", processor.index);
    way.derived("bytes_per_second", processor.bytes_per_second());
    way.derived("fp32_flops", processor.flops(Precision::fp32));
    way.derived("fp64_flops", processor.flops(Precision::fp64));
    way.derived("rsqrt_per_second", processor.rsqrt());
    way.list("rates", processor.rates);
    way.list("bandwidth", processor.bandwidth);
}

void fields(auto& way, LinkSample& link) {
    way.plain("gpu", link.gpu);
    way.named("memory", link.memory, std::array{HostMemory::pinned, HostMemory::pageable},
              host_memory_name);
    way.named("direction", link.direction, std::array{Direction::to_gpu, Direction::from_gpu},
              direction_name);
    way.plain("bytes", link.bytes);
    way.positive("microseconds", link.microseconds);
    way.derived("bytes_per_second", link.bytes_per_second());
}

void fields(auto& way, PeerSample& peer) {
    way.plain("from", peer.from);
    way.plain("to", peer.to);
    way.plain("direct", peer.direct);
    way.plain("bytes", peer.bytes);
    way.positive("microseconds", peer.microseconds);
    way.derived("bytes_per_second", peer.bytes_per_second());
}

void fields(auto& way, MachinePeaks& peaks) {
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
    const std::optional<fs::path> file = file_in_cache("probe.json");
    std::ifstream in = file ? std::ifstream(*file, std::ios::binary) : std::ifstream();
    if (!file || !in) {
        return {}; // nothing was measured yet
    }
    std::ostringstream text;
    text << in.rdbuf();
    try {
        const MachinePeaks peaks = read_peaks_json(text.str(), machine_identity(), file->string());
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
    Writer writer(document);
    fields(writer, kept);
    return document.dump(2) + "\n";
}

MachinePeaks read_peaks_json(std::string_view text, const std::string& identity,
                             const std::string& where) {
    const auto unusable = [&](const std::string& problem) {
        return bad_input(problem, where, "measure again with 'orrery probe'");
    };
    try {
        const Json document = Json::parse(text);
        if (document.at("identity").get<std::string>() != identity) {
            throw unusable("the peaks were measured on another machine or by another version");
        }
        MachinePeaks peaks;
        Reader reader(document);
        fields(reader, peaks);
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

std::optional<fs::path> choices_file() {
    return file_in_cache("choices.json");
}

RememberedChoices read_choices() {
    const std::optional<fs::path> file = choices_file();
    std::ifstream in = file ? std::ifstream(*file, std::ios::binary) : std::ifstream();
    if (!file || !in) {
        return {};
    }
    try {
        const Json json = Json::parse(in);
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
