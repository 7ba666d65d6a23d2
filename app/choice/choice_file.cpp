#include "app/choice/choice_file.hpp"

#include "app/peaks/peaks_file.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

namespace orrery {

namespace {

using Json = nlohmann::ordered_json;

Json speeds_json(const std::vector<AlgorithmSpeed>& speeds) {
    Json rows = Json::array();
    for (const AlgorithmSpeed& speed : speeds) {
        rows.push_back({{"algorithm", speed.algorithm}, {"milliseconds", speed.step_milliseconds}});
    }
    return rows;
}

std::vector<AlgorithmSpeed> speeds_of(const Json& rows) {
    std::vector<AlgorithmSpeed> speeds;
    for (const Json& row : rows) {
        speeds.push_back({row.at("algorithm"), row.at("milliseconds"), true});
    }
    return speeds;
}

RememberedChoices choices_of(const Json& json) {
    RememberedChoices choices;
    for (const auto& [key, rows] : json.at("algorithms").items()) {
        choices.algorithms[key] = speeds_of(rows);
    }
    for (const auto& [key, count] : json.at("bodies").items()) {
        choices.bodies[key] = count.get<std::size_t>();
    }
    const Json busy = json.value("busy_bodies", Json::object());
    for (const auto& [key, count] : busy.items()) {
        choices.busy_bodies[key] = count.get<std::size_t>();
    }
    return choices;
}

} // namespace

std::optional<std::filesystem::path> choices_file() {
    const std::optional<std::filesystem::path> peaks = peaks_file();
    return peaks ? std::optional(peaks->parent_path() / "choices.json") : std::nullopt;
}

RememberedChoices read_choices() {
    const std::optional<std::filesystem::path> file = choices_file();
    std::ifstream in = file ? std::ifstream(*file, std::ios::binary) : std::ifstream();
    if (!file || !in) {
        return {};
    }
    try {
        const Json json = Json::parse(in);
        return json.at("identity") == peaks_identity() ? choices_of(json) : RememberedChoices{};
    } catch (const Json::exception&) {
        return {};
    }
}

void remember_choices(const RememberedChoices& more) {
    const std::optional<std::filesystem::path> file = choices_file();
    if (!file) {
        throw failure("no folder to store this machine's settings in", "",
                      "set XDG_CACHE_HOME or HOME");
    }
    RememberedChoices all = more;
    RememberedChoices before = read_choices();
    all.algorithms.merge(before.algorithms);
    all.bodies.merge(before.bodies);
    all.busy_bodies.merge(before.busy_bodies);
    Json json{{"identity", peaks_identity()},
              {"algorithms", Json::object()},
              {"bodies", Json::object()},
              {"busy_bodies", Json::object()}};
    for (const auto& [key, speeds] : all.algorithms) {
        json["algorithms"][key] = speeds_json(speeds);
    }
    for (const auto& [key, count] : all.bodies) {
        json["bodies"][key] = count;
    }
    std::error_code error;
    std::filesystem::create_directories(file->parent_path(), error);
    if (error) {
        throw failure("the folder cannot be created: " + error.message(),
                      file->parent_path().string(), "check the permissions of its parent folder");
    }
    for (const auto& [key, count] : all.busy_bodies) {
        json["busy_bodies"][key] = count;
    }
    AtomicFile out(*file);
    out.write(json.dump(2) + '\n');
    out.commit();
}

} // namespace orrery
