#include "sim/domain/device_travel.hpp"

#include "sim/cuda/copy_many.hpp"
#include "sim/domain/travel.hpp"

#include <algorithm>
#include <array>
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

std::byte* writable(const Parcel& parcel) {
    return static_cast<std::byte*>(const_cast<void*>(parcel.at));
}

// To `to`, one after the other, where they are then.
std::vector<DeviceCopy> put_together(std::vector<Parcel>& parcels, std::byte* to) {
    std::vector<DeviceCopy> copies;
    for (Parcel& parcel : parcels) {
        copies.push_back({to, parcel.at, parcel.bytes});
        parcel.at = to;
        to += parcel.bytes;
    }
    return copies;
}

// Of each rank the places of its parcels.
std::vector<SharedOutbox::Places> places_of(const std::vector<Parcel>& parcels, std::size_t ranks) {
    std::vector<SharedOutbox::Places> places(ranks);
    std::vector<std::size_t> met(ranks);
    for (const Parcel& parcel : parcels) {
        places[parcel.rank].at(met[parcel.rank]++) = static_cast<const std::byte*>(parcel.at);
    }
    return places;
}

// By the engines that reach the host's memory, and other GPUs' through it.
void copy_each(std::span<const DeviceCopy> copies, const DeviceQueue& queue) {
    for (const DeviceCopy& copy : copies) {
        if (copy.bytes != 0) {
            cuda_check(
                cudaMemcpyAsync(copy.to, copy.from, copy.bytes, cudaMemcpyDefault, queue.stream()),
                "copying what travels between GPUs");
        }
    }
}

bool is_past_it(Communicator& ranks) {
    const DeviceCarrier* const carrier = device_carrier(ranks);
    return carrier != nullptr && carrier->way == DeviceCarrier::Way::past_it;
}

} // namespace

bool DeviceTravel::may_leave(Communicator& ranks) {
    return is_past_it(ranks) && device_carrier(ranks)->kernels_reach;
}

std::vector<const void*> DeviceTravel::carry(Communicator& ranks, DeviceQueue& queue,
                                             std::size_t kinds,
                                             const std::function<Parcels()>& pack) {
    if (is_past_it(ranks)) {
        return carry_past(ranks, queue, pack);
    }
    const DeviceCarrier* const carrier = device_carrier(ranks);
    const bool by_host = carrier == nullptr || carrier->way == Way::by_host;
    on_all(ranks, [&] {
        parcels_ = pack();
        if (by_host) {
            sent_.grow(bytes_of(parcels_.out));
            found_.grow(bytes_of(parcels_.in));
            copy_each(put_together(parcels_.out, sent_.data()), queue);
        }
        queue.wait();
    });
    by_host ? carry_by_host(ranks, queue) : carry_from_memory_to_memory(ranks, kinds);
    std::vector<const void*> found;
    for (const Parcel& parcel : parcels_.in) {
        found.push_back(parcel.at);
    }
    return found;
}

std::vector<const void*> DeviceTravel::carry_past(Communicator& ranks, DeviceQueue& queue,
                                                  const std::function<Parcels()>& pack) {
    const bool one_process = outbox_.is_of_one_process(ranks);
    const auto places = outbox_.exchanged(ranks, queue.stream(), [&] {
        parcels_ = pack();
        if (!one_process) {
            std::byte* const room = outbox_.room_for(bytes_of(parcels_.out));
            copy_many("exchange", queue, put_together(parcels_.out, room));
        }
        return places_of(parcels_.out, ranks.size());
    });
    std::vector<const void*> found;
    std::vector<DeviceCopy> copies;
    std::vector<std::size_t> met(ranks.size());
    for (const Parcel& parcel : parcels_.in) {
        const std::byte* const from = places[parcel.rank].at(met[parcel.rank]++);
        found.push_back(parcel.at == nullptr ? from : parcel.at);
        copies.push_back({writable(parcel), from, parcel.at == nullptr ? 0 : parcel.bytes});
    }
    may_leave(ranks) ? copy_many("exchange", queue, copies) : copy_each(copies, queue);
    return found;
}

void DeviceTravel::carry_by_host(Communicator& ranks, DeviceQueue& queue) {
    const auto out = stretches<const std::byte>(parcels_.out, ranks.size(), sent_.data());
    const auto in = stretches<std::byte>(parcels_.in, ranks.size(), found_.data());
    ranks.all_to_all_v(out, in);
    std::vector<DeviceCopy> copies;
    const std::byte* from = found_.data();
    for (const Parcel& parcel : parcels_.in) {
        copies.push_back({writable(parcel), from, parcel.bytes});
        from += parcel.bytes;
    }
    copy_each(copies, queue);
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
        of_kind(parcels_.out, [&](const Parcel& parcel) {
            out[parcel.rank] = {static_cast<const std::byte*>(parcel.at), parcel.bytes};
        });
        of_kind(parcels_.in, [&](const Parcel& parcel) {
            in[parcel.rank] = {writable(parcel), parcel.bytes};
        });
        ranks.all_to_all_v(out, in);
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
                   return std::vector(ranks.size(), SharedOutbox::Places{at});
               });
               bool all = true;
               for (std::size_t k = 0; k < places.size(); ++k) {
                   std::array<unsigned char, bytes> found{};
                   if (k != ranks.rank()) {
                       cuda_check(cudaMemcpyAsync(found.data(), places[k][0], bytes,
                                                  cudaMemcpyDefault, stream),
                                  "trying it");
                       queue->wait();
                       all = all && std::ranges::count(found, mark(k)) == bytes;
                   }
               }
               return all;
           });
}

} // namespace orrery
