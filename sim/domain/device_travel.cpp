#include "sim/domain/device_travel.hpp"

#include "sim/domain/travel.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

namespace orrery {
namespace {

using Parcel = DeviceTravel::Parcel;

std::size_t bytes_of(const std::vector<Parcel>& parcels) {
    std::size_t sum = 0;
    for (const Parcel& parcel : parcels) {
        sum += parcel.bytes;
    }
    return sum;
}

// Of each rank the stretch of `all` that its parcels have, which lie rank by rank.
template <class Bytes>
std::vector<std::span<Bytes>> stretches(const std::vector<Parcel>& parcels, std::size_t ranks,
                                        Bytes* all) {
    std::vector<std::size_t> lengths(ranks);
    for (const Parcel& parcel : parcels) {
        lengths[parcel.rank] += parcel.bytes;
    }
    std::vector<std::span<Bytes>> found;
    for (const std::size_t length : lengths) {
        found.emplace_back(all, length);
        all += length;
    }
    return found;
}

void copy(void* to, const void* from, std::size_t bytes, const DeviceQueue& queue) {
    if (bytes != 0) {
        cuda_check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, queue.stream()),
                   "copying what travels between GPUs");
    }
}

std::byte* writable(const Parcel& parcel) {
    return static_cast<std::byte*>(const_cast<void*>(parcel.at));
}

} // namespace

void DeviceTravel::take(const std::function<Parcels()>& pack) {
    Parcels parcels = pack();
    out_ = std::move(parcels.out);
    in_ = std::move(parcels.in);
    std::ranges::stable_sort(out_, {}, &Parcel::rank);
    std::ranges::stable_sort(in_, {}, &Parcel::rank);
}

// One after the other.
void DeviceTravel::put_together(std::byte* to, DeviceQueue& queue) {
    for (const Parcel& parcel : out_) {
        copy(to, parcel.at, parcel.bytes, queue);
        to += parcel.bytes;
    }
}

// The places where each rank's parcels begin.
std::vector<std::size_t> DeviceTravel::begins(std::size_t ranks) const {
    std::vector<std::size_t> all(ranks + 1);
    for (const Parcel& parcel : out_) {
        all[parcel.rank + 1] += parcel.bytes;
    }
    std::partial_sum(all.begin(), all.end(), all.begin());
    all.pop_back();
    return all;
}

void DeviceTravel::carry(Communicator& ranks, DeviceQueue& queue, std::size_t kinds,
                         const std::function<Parcels()>& pack) {
    const DeviceCarrier* const carrier = device_carrier(ranks);
    const Way way = carrier == nullptr ? Way::by_host : carrier->way;
    if (way == Way::past_it) {
        const auto places = outbox_.exchanged(ranks, queue.stream(), [&] {
            take(pack);
            put_together(outbox_.room_for(bytes_of(out_)), queue);
            return begins(ranks.size());
        });
        unpack(queue, places, ranks.rank());
        return;
    }
    on_all(ranks, [&] {
        take(pack);
        if (way == Way::by_host) {
            sent_.grow(bytes_of(out_));
            found_.grow(bytes_of(in_));
            put_together(sent_.data(), queue);
        }
        queue.wait();
    });
    if (way == Way::by_itself) {
        carry_from_memory_to_memory(ranks, kinds);
        return;
    }
    carry_all_at_once(ranks);
    std::vector<const std::byte*> places;
    for (const std::span<std::byte>& of_rank : stretches(in_, ranks.size(), found_.data())) {
        places.push_back(of_rank.data());
    }
    unpack(queue, places, ranks.rank());
}

void DeviceTravel::carry_all_at_once(Communicator& ranks) {
    const auto out = stretches<const std::byte>(out_, ranks.size(), sent_.data());
    const auto in = stretches<std::byte>(in_, ranks.size(), found_.data());
    ranks.all_to_all_v(out, in);
}

void DeviceTravel::carry_from_memory_to_memory(Communicator& ranks, std::size_t kinds) {
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        std::vector<std::span<const std::byte>> out(ranks.size());
        std::vector<std::span<std::byte>> in(ranks.size());
        const auto of_kind = [&](const std::vector<Parcel>& parcels, const auto& take) {
            std::vector<std::size_t> met(ranks.size());
            for (const Parcel& parcel : parcels) {
                if (met[parcel.rank]++ == kind) {
                    take(parcel);
                }
            }
        };
        of_kind(out_, [&](const Parcel& parcel) {
            out[parcel.rank] = {static_cast<const std::byte*>(parcel.at), parcel.bytes};
        });
        of_kind(in_, [&](const Parcel& parcel) {
            in[parcel.rank] = {writable(parcel), parcel.bytes};
        });
        ranks.all_to_all_v(out, in);
    }
}

// Each rank begins with the one after it: else all would read from the same one.
void DeviceTravel::unpack(DeviceQueue& queue, std::span<const std::byte* const> of_ranks,
                          std::size_t own) {
    const auto next = std::ranges::upper_bound(in_, own, {}, &Parcel::rank);
    std::ranges::rotate(in_, next);
    const std::byte* from = nullptr;
    for (std::size_t i = 0; i < in_.size(); ++i) {
        from = i == 0 || in_[i].rank != in_[i - 1].rank ? of_ranks[in_[i].rank] : from;
        copy(writable(in_[i]), from, in_[i].bytes, queue);
        from += in_[i].bytes;
    }
}

// By bytes of each that no other one has, behind work that takes a while.
bool gpus_reach_each_other(Communicator& ranks, int device) {
    constexpr std::size_t bytes = 64, work = std::size_t{1} << 28;
    const auto works_for_all = [&](const auto& attempt) {
        bool works = false;
        try {
            works = attempt();
        } catch (const Error&) { // then it does not
        }
        return greatest_of(ranks, works ? 0 : 1) == 0;
    };
    const auto mark = [](std::size_t rank) { return static_cast<int>(rank % 251 + 1); };
    SharedOutbox outbox;
    DeviceArray<std::byte> before;
    std::optional<DeviceQueue> queue;
    const bool begun = works_for_all([&] {
        queue.emplace(device);
        before.reserve(work);
        return true;
    });
    return begun && works_for_all([&] {
               const cudaStream_t stream = queue->stream();
               const auto places = outbox.exchanged(ranks, stream, [&] {
                   std::byte* const at = outbox.room_for(bytes);
                   cuda_check(cudaMemsetAsync(before.data(), 0, work, stream), "trying it");
                   cuda_check(cudaMemsetAsync(at, mark(ranks.rank()), bytes, stream), "trying it");
                   return std::vector<std::size_t>(ranks.size());
               });
               bool all = true;
               for (std::size_t k = 0; k < places.size(); ++k) {
                   std::array<unsigned char, bytes> found{};
                   if (k != ranks.rank()) {
                       cuda_check(cudaMemcpyAsync(found.data(), places[k], bytes, cudaMemcpyDefault,
                                                  stream),
                                  "trying it");
                       queue->wait();
                       all = all && std::ranges::count(found, mark(k)) == bytes;
                   }
               }
               return all;
           });
}

} // namespace orrery
