#include "sim/domain/device_travel.hpp"

#include "sim/domain/travel.hpp"

#include <algorithm>
#include <array>
#include <span>
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
                   "copying what travels between processes");
    }
}

std::byte* writable(const Parcel& parcel) {
    return static_cast<std::byte*>(const_cast<void*>(parcel.at));
}

} // namespace

void DeviceTravel::pack(Communicator& ranks, DeviceQueue& queue, std::vector<Parcel> out,
                        std::vector<Parcel> in) {
    const DeviceCarrier* const carrier = device_carrier(ranks);
    way_ = carrier == nullptr ? Way::by_host : carrier->way;
    out_ = std::move(out);
    in_ = std::move(in);
    std::ranges::stable_sort(out_, {}, &Parcel::rank);
    std::ranges::stable_sort(in_, {}, &Parcel::rank);
    std::byte* to = nullptr; // they lie there one after the other
    if (way_ == Way::by_host) {
        sent_.grow(bytes_of(out_));
        found_.grow(bytes_of(in_));
        to = sent_.data();
    } else if (way_ == Way::past_it) {
        to = outbox_.room_for(bytes_of(out_));
    }
    for (const Parcel& parcel : out_) {
        if (to != nullptr) {
            copy(to, parcel.at, parcel.bytes, queue);
            to += parcel.bytes;
        }
    }
    queue.wait();
}

void DeviceTravel::carry(Communicator& ranks, std::size_t kinds) {
    switch (way_) {
    case Way::by_host:
        carry_all_at_once(ranks);
        return;
    case Way::by_itself:
        carry_from_memory_to_memory(ranks, kinds);
        return;
    case Way::past_it:
        carry_notices(ranks);
        return;
    }
}

// The own parcels lie rank by rank, as those of the others do.
void DeviceTravel::carry_notices(Communicator& ranks) {
    std::vector<std::size_t> begins(ranks.size());
    std::size_t at = 0, next = 0;
    for (std::size_t k = 0; k < begins.size(); ++k) {
        begins[k] = at;
        for (; next < out_.size() && out_[next].rank == k; ++next) {
            at += out_[next].bytes;
        }
    }
    places_ = outbox_.exchanged(ranks, begins);
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

void DeviceTravel::unpack(DeviceQueue& queue) {
    if (way_ == Way::by_itself) {
        return;
    }
    const std::byte* from = found_.data();
    std::size_t rank = 0;
    for (std::size_t i = 0; i < in_.size(); ++i) {
        if (way_ == Way::past_it && (i == 0 || in_[i].rank != rank)) {
            rank = in_[i].rank;
            from = places_[rank];
        }
        copy(writable(in_[i]), from, in_[i].bytes, queue);
        from += in_[i].bytes;
    }
}

// By bytes of each that no other one has.
bool gpus_reach_each_other(Communicator& ranks, int device) {
    constexpr std::size_t bytes = 64;
    SharedOutbox outbox;
    const auto works_for_all = [&](const auto& work) {
        bool works = false;
        try {
            works = work();
        } catch (const Error&) { // then it does not
        }
        return greatest_of(ranks, works ? 0 : 1) == 0;
    };
    const auto mark = [](std::size_t rank) { return static_cast<int>(rank % 251 + 1); };
    const bool laid = works_for_all([&] {
        cuda_check(cudaSetDevice(device), "choosing the GPU");
        cuda_check(cudaMemset(outbox.room_for(bytes), mark(ranks.rank()), bytes), "trying it");
        cuda_check(cudaDeviceSynchronize(), "trying it");
        return true;
    });
    return laid && works_for_all([&] {
               const auto places = outbox.exchanged(ranks, std::vector<std::size_t>(ranks.size()));
               bool all = true;
               for (std::size_t k = 0; k < places.size(); ++k) {
                   std::array<unsigned char, bytes> found{};
                   if (k != ranks.rank()) {
                       cuda_check(cudaMemcpy(found.data(), places[k], bytes, cudaMemcpyDefault),
                                  "trying it");
                       all = all && std::ranges::count(found, mark(k)) == bytes;
                   }
               }
               return all;
           });
}

} // namespace orrery
