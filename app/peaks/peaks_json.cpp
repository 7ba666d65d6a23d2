#include "app/peaks/peaks_json.hpp"

#include "sim/base/error.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <stdexcept>

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

// ---- to JSON ----

Json processor_json(const ProcessorPeaks& processor) {
    Json bandwidth = Json::array();
    for (const BandwidthSample& sample : processor.bandwidth) {
        bandwidth.push_back({{"access", access_name(sample.access)},
                             {"width", sample.width},
                             {"threads", sample.threads},
                             {"blocks", sample.blocks},
                             {"bytes_per_second", sample.bytes_per_second}});
    }
    Json rates = Json::array();
    for (const Rates& one : processor.rates) {
        rates.push_back({{"instruction_set", one.instruction_set},
                         {"fp32_flops", one.fp32},
                         {"fp64_flops", one.fp64},
                         {"rsqrt_per_second", one.rsqrt}});
    }
    return {{"name", processor.name},
            {"index", processor.index},
            {"bytes_per_second", processor.bytes_per_second()},
            {"fp32_flops", processor.flops(Precision::fp32)},
            {"fp64_flops", processor.flops(Precision::fp64)},
            {"rsqrt_per_second", processor.rsqrt()},
            {"rates", std::move(rates)},
            {"bandwidth", std::move(bandwidth)}};
}

Json link_json(const LinkSample& link) {
    return {{"gpu", link.gpu},
            {"memory", host_memory_name(link.memory)},
            {"direction", direction_name(link.direction)},
            {"bytes", link.bytes},
            {"microseconds", link.microseconds},
            {"bytes_per_second", link.bytes_per_second()}};
}

Json peer_json(const PeerSample& peer) {
    return {{"from", peer.from},
            {"to", peer.to},
            {"direct", peer.direct},
            {"bytes", peer.bytes},
            {"microseconds", peer.microseconds},
            {"bytes_per_second", peer.bytes_per_second()}};
}

// ---- from JSON: throws nlohmann's errors and std::domain_error ----

double positive(const Json& object, const char* key) {
    const double value = object.at(key).get<double>();
    if (!std::isfinite(value) || value <= 0) {
        throw std::domain_error(std::string("'") + key + "' is not a positive number");
    }
    return value;
}

template <class Choices, class Name>
auto chosen(const Json& object, const char* key, const Choices& choices, const Name& name) {
    const auto text = object.at(key).get<std::string>();
    for (const auto choice : choices) {
        if (name(choice) == text) {
            return choice;
        }
    }
    throw std::domain_error(std::string("'") + key + "' cannot be '" + text + "'");
}

ProcessorPeaks read_processor(const Json& object) {
    ProcessorPeaks processor;
    processor.name = object.at("name").get<std::string>();
    processor.index = object.at("index").get<int>();
    for (const Json& one : object.at("rates")) {
        processor.rates.push_back({one.at("instruction_set").get<std::string>(),
                                   positive(one, "fp32_flops"), positive(one, "fp64_flops"),
                                   positive(one, "rsqrt_per_second")});
    }
    for (const Json& one : object.at("bandwidth")) {
        processor.bandwidth.push_back({chosen(one, "access", all_accesses, access_name),
                                       one.at("width").get<int>(), one.at("threads").get<int>(),
                                       one.at("blocks").get<int>(),
                                       positive(one, "bytes_per_second")});
    }
    if (processor.rates.empty() || processor.bandwidth.empty()) {
        throw std::domain_error("a processor has no figures");
    }
    return processor;
}

LinkSample read_link(const Json& one) {
    return {one.at("gpu").get<int>(),
            chosen(one, "memory", std::array{HostMemory::pinned, HostMemory::pageable},
                   host_memory_name),
            chosen(one, "direction", std::array{Direction::to_gpu, Direction::from_gpu},
                   direction_name),
            one.at("bytes").get<std::size_t>(), positive(one, "microseconds")};
}

PeerSample read_peer(const Json& one) {
    return {one.at("from").get<int>(), one.at("to").get<int>(), one.at("direct").get<bool>(),
            one.at("bytes").get<std::size_t>(), positive(one, "microseconds")};
}

MachinePeaks read_peaks(const Json& document) {
    MachinePeaks peaks;
    peaks.quick = document.at("quick").get<bool>();
    peaks.seconds = positive(document, "seconds");
    if (document.contains("processor_share")) {
        peaks.processor_share = positive(document, "processor_share");
        peaks.kept_all_the_same = document.at("kept_all_the_same").get<bool>();
    }
    peaks.cpu = read_processor(document.at("cpu"));
    for (const Json& gpu : document.at("gpus")) {
        peaks.gpus.push_back(read_processor(gpu));
    }
    for (const Json& link : document.at("links")) {
        peaks.links.push_back(read_link(link));
    }
    for (const Json& peer : document.at("peers")) {
        peaks.peers.push_back(read_peer(peer));
    }
    return peaks;
}

} // namespace

std::string peaks_json(const MachinePeaks& peaks, const std::string& identity) {
    Json document{{"identity", identity},
                  {"quick", peaks.quick},
                  {"seconds", peaks.seconds},
                  {"processor_share", peaks.processor_share},
                  {"kept_all_the_same", peaks.kept_all_the_same},
                  {"cpu", processor_json(peaks.cpu)},
                  {"gpus", Json::array()},
                  {"links", Json::array()},
                  {"peers", Json::array()}};
    for (const ProcessorPeaks& gpu : peaks.gpus) {
        document["gpus"].push_back(processor_json(gpu));
    }
    for (const LinkSample& link : peaks.links) {
        document["links"].push_back(link_json(link));
    }
    for (const PeerSample& peer : peaks.peers) {
        document["peers"].push_back(peer_json(peer));
    }
    return document.dump(2) + "\n";
}

MachinePeaks read_peaks_json(std::string_view text, const std::string& identity,
                             const std::string& where) {
    constexpr const char* remedy = "measure again with 'orrery probe'";
    try {
        const Json document = Json::parse(text);
        if (document.at("identity").get<std::string>() != identity) {
            throw bad_input("the peaks were measured on another machine or by another version",
                            where, remedy);
        }
        return read_peaks(document);
    } catch (const Json::exception& error) {
        throw bad_input(std::string("these are not measured peaks: ") + error.what(), where,
                        remedy);
    } catch (const std::domain_error& error) {
        throw bad_input(std::string("these are not measured peaks: ") + error.what(), where,
                        remedy);
    }
}

} // namespace orrery
