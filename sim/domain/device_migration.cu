#include "sim/domain/device_migration.cuh"

#include "sim/cuda/device_primitives.hpp"
#include "sim/cuda/one_thread_each.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace orrery {
namespace {

constexpr const char* doing = "moving bodies between GPUs";

template <class Real>
__global__ void __launch_bounds__(key_threads)
    find_keys(DeviceMigration::Moving<Real> moving, CurveSpace space, std::uint64_t* keys,
              std::uint32_t* order) {
    __shared__ CurveKeys key_of;
    key_of.prepare();
    for_own_bodies(moving.bodies.count, [&](unsigned i) {
        keys[i] = moving.key(key_of, space, i);
        order[i] = i;
    });
}

__global__ void take_samples(const std::uint64_t* keys, std::size_t count, std::uint64_t* samples) {
    const unsigned i = own_index();
    if (i < curve_samples(count)) {
        samples[i] = keys[curve_sample(i, count)];
    }
}

template <class Real>
__global__ void __launch_bounds__(domain_runs::threads)
    count_domains(DeviceMigration::Moving<Real> moving, domain_runs::Bodies runs, CurveSpace space,
                  const __grid_constant__ DomainCuts cuts) {
    __shared__ CurveKeys key_of;
    key_of.prepare();
    domain_runs::count(runs, [&](std::size_t i) {
        return cuts.stretch(moving.key(key_of, space, static_cast<unsigned>(i)), runs.domains);
    });
}

__global__ void __launch_bounds__(domain_runs::threads)
    order_by_domain(domain_runs::Bodies runs, std::uint32_t* order) {
    domain_runs::divide(
        runs, [&](std::size_t i, unsigned to) { order[to] = static_cast<std::uint32_t>(i); });
}

// In place of each cut: how many keys are below it.
__global__ void count_below(const std::uint64_t* keys, std::uint64_t count, std::uint64_t* cuts,
                            unsigned many) {
    const unsigned k = own_index();
    if (k >= many) {
        return;
    }
    const std::uint64_t cut = cuts[k];
    std::uint64_t low = 0;
    for (std::uint64_t end = count; low < end;) {
        const std::uint64_t middle = low + (end - low) / 2;
        if (keys[middle] < cut) {
            low = middle + 1;
        } else {
            end = middle;
        }
    }
    cuts[k] = low;
}

// A body on its way, in words of 8 bytes: its number, its interactions, then its columns.
constexpr std::size_t first_words = 2;

template <class Real>
constexpr std::size_t record_words(unsigned columns) {
    return first_words + (columns * sizeof(Real) + 7) / 8;
}

template <class Real>
__device__ void copy_body(const DeviceMigration::Columns<Real>& columns, std::uint32_t body,
                          unsigned place) {
    columns.numbers_to[place] = columns.numbers_from[body];
    if (columns.interactions_from != nullptr) {
        columns.interactions_to[place] = columns.interactions_from[body];
    }
    for (unsigned c = 0; c < columns.count; ++c) {
        columns.to[c][place] = columns.from[c][body];
    }
}

template <class Real>
__global__ void pack_leavers(const __grid_constant__ DeviceMigration::Columns<Real> columns,
                             const __grid_constant__ DeviceMigration::Leavers leavers,
                             std::uint64_t* records) {
    const unsigned k = own_index();
    if (k >= leavers.count) {
        return;
    }
    const std::uint32_t body = leavers[k];
    std::uint64_t* const record = records + k * record_words<Real>(columns.count);
    record[0] = columns.numbers_from[body];
    record[1] =
        columns.interactions_from != nullptr ? __float_as_uint(columns.interactions_from[body]) : 0;
    auto* const values = reinterpret_cast<Real*>(record + first_words);
    for (unsigned c = 0; c < columns.count; ++c) {
        values[c] = columns.from[c][body];
    }
}

template <class Real>
__device__ void unpack(const DeviceMigration::Columns<Real>& columns, const std::uint64_t* records,
                       unsigned which, unsigned place) {
    const std::uint64_t* const record = records + which * record_words<Real>(columns.count);
    columns.numbers_to[place] = record[0];
    if (columns.interactions_to != nullptr) {
        columns.interactions_to[place] = __uint_as_float(static_cast<unsigned>(record[1]));
    }
    const auto* const values = reinterpret_cast<const Real*>(record + first_words);
    for (unsigned c = 0; c < columns.count; ++c) {
        columns.to[c][place] = values[c];
    }
}

// Bodies that stay are put in their new order.
template <class Real>
__global__ void keep_stayers(const __grid_constant__ DeviceMigration::Columns<Real> columns,
                             const std::uint32_t* order, unsigned stays) {
    const unsigned k = own_index();
    if (k < stays) {
        copy_body(columns, order[k], k);
    }
}

// Behind them.
template <class Real>
__global__ void settle(const __grid_constant__ DeviceMigration::Columns<Real> columns,
                       const std::uint64_t* records, unsigned arrivals, unsigned stays) {
    const unsigned i = own_index();
    if (i < arrivals) {
        unpack(columns, records, i, stays + i);
    }
}

// A leaver's place is a hole if it is among the first `count`; one entry more stands for the end.
__global__ void mark_holes(const __grid_constant__ DeviceMigration::Leavers leavers,
                           std::size_t count, std::uint64_t* holes) {
    const unsigned k = own_index();
    if (k <= leavers.count) {
        holes[k] = k < leavers.count && leavers[k] < count ? 1 : 0;
    }
}

// Bodies that have come go into holes, and behind all others where they are more; where they are
// fewer, the last bodies that stay go into the holes that are left.
template <class Real>
__global__ void fill_holes(const __grid_constant__ DeviceMigration::Columns<Real> columns,
                           const __grid_constant__ DeviceMigration::Leavers leavers,
                           const std::uint64_t* holes, const std::uint64_t* records,
                           unsigned arrivals) {
    const unsigned k = own_index();
    const unsigned before = leavers.stays + leavers.count;
    const auto all = static_cast<unsigned>(holes[leavers.count]);
    if (k >= leavers.count) {
        if (k < arrivals) {
            unpack(columns, records, k, before + k - leavers.count);
        }
    } else if (const std::uint32_t hole = leavers[k]; hole < leavers.stays + arrivals) {
        const auto which = static_cast<unsigned>(holes[k]);
        if (which < arrivals) {
            unpack(columns, records, which, hole);
        } else {
            const unsigned last = leavers.first_stay + leavers.stays - all + which;
            copy_body(columns, leavers.order[last], hole);
        }
    }
}

// The work that a rank's sample stands for; unknown: its bodies.
double weight_of_sample(double work, std::uint64_t bodies, std::size_t samples) {
    if (bodies == 0) {
        return 0;
    }
    const auto count = static_cast<double>(bodies);
    return count / static_cast<double>(samples) * (work > 0 ? work / count : 1);
}

} // namespace

void DeviceMigration::make_room(std::size_t bodies) {
    if (order_b_.size() < bodies) {
        const std::size_t room = bodies + bodies / 16; // it varies
        keys_a_.reserve(room);
        keys_b_.reserve(room);
        order_a_.reserve(room);
        order_b_.reserve(room); // the last: if memory does not suffice, all are asked for again
    }
}

template <class Real>
void DeviceMigration::sort(DeviceQueue& queue, const Moving<Real>& moving) {
    make_room(bodies_);
    std::array keys{keys_a_.data(), keys_b_.data()};
    std::array order{order_a_.data(), order_b_.data()};
    const auto count = static_cast<unsigned>(bodies_);
    queue.launch("migrate", blocks_of_keys(count), find_keys<Real>, moving, frame_->space(),
                 keys[0], order[0]);
    std::size_t bytes = 0;
    sort_pairs(nullptr, bytes, keys, order, count, 0, 3 * curve_levels, queue.stream());
    workspace_.grow(bytes);
    sort_pairs(workspace_.data(), bytes, keys, order, count, 0, 3 * curve_levels, queue.stream());
    keys_ = keys[0];
    order_ = order[0];
}

// In each in their order of before. How many go to each rank.
template <class Real>
std::vector<std::uint64_t> DeviceMigration::sort_by_domain(DeviceQueue& queue,
                                                           const Moving<Real>& moving) {
    make_room(bodies_);
    DomainCuts cuts{};
    std::copy(domains_.begins.begin() + 1, domains_.begins.end(), cuts.key);
    const domain_runs::Bodies runs = sums_.make_room(static_cast<unsigned>(bodies_),
                                                     static_cast<unsigned>(domains_.begins.size()));
    queue.launch("migrate", runs.shape(), count_domains<Real>, moving, runs, frame_->space(), cuts);
    sums_.put(queue, runs);
    queue.launch("migrate", runs.shape(), order_by_domain, runs, order_b_.data());
    order_ = order_b_.data();
    const std::uint64_t* const begins = sums_.begins();
    std::vector<std::uint64_t> found(runs.domains);
    for (unsigned k = 0; k < runs.domains; ++k) {
        found[k] = begins[k + 1] - begins[k];
    }
    return found;
}

std::vector<std::uint64_t> DeviceMigration::sampled_keys(DeviceQueue& queue) {
    const std::size_t samples = curve_samples(bodies_);
    samples_.reserve(max_curve_samples);
    on_host_.grow(max_curve_samples);
    queue.launch("migrate", one_thread_each(samples), take_samples, keys_, bodies_,
                 samples_.data());
    cuda_check(cudaMemcpyAsync(on_host_.data(), samples_.data(), samples * sizeof(std::uint64_t),
                               cudaMemcpyDeviceToHost, queue.stream()),
               doing);
    queue.wait();
    return {on_host_.data(), on_host_.data() + samples};
}

std::vector<std::uint64_t> DeviceMigration::counts(DeviceQueue& queue,
                                                   const std::vector<std::uint64_t>& begins) {
    const std::size_t cuts = begins.size();
    cuts_.reserve(cuts);
    on_host_.grow(cuts);
    std::ranges::copy(begins, on_host_.data());
    const std::size_t bytes = cuts * sizeof(std::uint64_t);
    cuda_check(cudaMemcpyAsync(cuts_.data(), on_host_.data(), bytes, cudaMemcpyHostToDevice,
                               queue.stream()),
               doing);
    queue.launch("migrate", one_thread_each(cuts), count_below, keys_, bodies_, cuts_.data(),
                 static_cast<unsigned>(cuts));
    cuda_check(cudaMemcpyAsync(on_host_.data(), cuts_.data(), bytes, cudaMemcpyDeviceToHost,
                               queue.stream()),
               doing);
    queue.wait();
    std::vector<std::uint64_t> found;
    for (std::size_t k = 0; k < cuts; ++k) {
        found.push_back((k + 1 < cuts ? on_host_[k + 1] : bodies_) - on_host_[k]);
    }
    return found;
}

template <class Real>
void DeviceMigration::cut(DeviceQueue& queue, const Moving<Real>& moving, const Recut& recut,
                          Communicator& ranks) {
    frame_->find(queue, moving.bodies, ranks);
    std::vector<std::uint64_t> samples;
    on_all(ranks, [&] {
        if (bodies_ != 0) {
            sort(queue, moving);
        }
        samples = sampled_keys(queue);
    });
    const auto keys_of_all = gathered(ranks, samples);
    const bool by_work = recut.cut != Migration::Cut::by_counts;
    std::vector<double> weights;
    for (std::size_t k = 0; k < ranks.size(); ++k) {
        weights.push_back(weight_of_sample(by_work ? recut.worked[k] : 0, frame_->counts()[k],
                                           keys_of_all[k].size()));
    }
    // What a body takes depends on the cut, too: one that went all of its way would swing.
    const bool half_way = recut.cut == Migration::Cut::half_way_by_work;
    domains_ = domains_by_samples(keys_of_all, weights,
                                  half_way ? frame_->counts() : std::vector<std::uint64_t>());
}

template <class Real>
void DeviceMigration::plan(DeviceQueue& queue, const Moving<Real>& moving, const Recut& recut,
                           Communicator& ranks) {
    bodies_ = moving.bodies.count;
    if (!recut.as_before) {
        cut(queue, moving, recut, ranks);
    }
    using Row = std::array<std::uint64_t, most_domains>; // how many go to each rank
    const std::vector<Row> rows = swapped_on_all(ranks, [&] {
        if (bodies_ == 0) {
            to_.assign(ranks.size(), 0);
        } else if (recut.as_before) {
            to_ = sort_by_domain(queue, moving);
        } else {
            to_ = counts(queue, domains_.begins);
        }
        Row own{};
        std::ranges::copy(to_, own.begin());
        return std::vector<Row>(ranks.size(), own);
    });
    from_.clear();
    next_counts_.assign(ranks.size(), 0);
    for (const Row& row : rows) {
        from_.push_back(row[ranks.rank()]);
        for (std::size_t k = 0; k < next_counts_.size(); ++k) {
            next_counts_[k] += row[k];
        }
    }
    const auto own = static_cast<std::ptrdiff_t>(ranks.rank());
    first_stay_ = std::accumulate(to_.begin(), to_.begin() + own, std::size_t{0});
    stays_ = to_[ranks.rank()];
    arrivals_ = next_counts_[ranks.rank()] - stays_;
}

// With what has to be known for settling.
template <class Real>
void DeviceMigration::pack(DeviceQueue& queue, const Columns<Real>& columns) {
    queue.launch("migrate", one_thread_each(leaving()), pack_leavers<Real>, columns, leavers(),
                 sent_.data());
    if (!columns.in_place()) {
        queue.launch("migrate", one_thread_each(stays_), keep_stayers<Real>, columns,
                     order_ + first_stay_, static_cast<unsigned>(stays_));
        return;
    }
    const std::size_t entries = leaving() + 1;
    queue.launch("migrate", one_thread_each(entries), mark_holes, leavers(), count(),
                 holes_.data());
    std::size_t bytes = 0;
    sum_before_each(nullptr, bytes, holes_.data(), static_cast<unsigned>(entries), queue.stream());
    workspace_.grow(bytes);
    sum_before_each(workspace_.data(), bytes, holes_.data(), static_cast<unsigned>(entries),
                    queue.stream());
}

template <class Real>
void DeviceMigration::settle_in_place(DeviceQueue& queue, const Columns<Real>& columns) {
    queue.launch("migrate", one_thread_each(std::max(leaving(), arrivals_)), fill_holes<Real>,
                 columns, leavers(), holes_.data(), found_.data(),
                 static_cast<unsigned>(arrivals_));
}

template <class Real>
void DeviceMigration::move(DeviceQueue& queue, const Columns<Real>& columns, Communicator& ranks) {
    const std::size_t words = record_words<Real>(columns.count);
    travel_.carry(ranks, queue, 1, [&] {
        const std::size_t usual = bodies_ / 128; // at first nobody leaves, and later a few do
        sent_.grow(std::max(leaving(), usual) * words);
        found_.grow(std::max(arrivals_, usual) * words);
        holes_.grow(std::max(leaving(), usual) + 1);
        pack(queue, columns);
        const auto parcels = [&](const std::vector<std::uint64_t>& counts, const auto* at) {
            std::vector<DeviceTravel::Parcel> all;
            for (std::size_t k = 0; k < counts.size(); ++k) {
                const std::size_t many = k == ranks.rank() ? 0 : counts[k];
                all.push_back({k, at, many * words * sizeof(*at)});
                at += many * words;
            }
            return all;
        };
        return DeviceTravel::Parcels{parcels(to_, sent_.data()), parcels(from_, found_.data())};
    });
    if (!columns.in_place()) {
        queue.launch("migrate", one_thread_each(arrivals_), settle<Real>, columns, found_.data(),
                     static_cast<unsigned>(arrivals_), static_cast<unsigned>(stays_));
    }
    frame_->recount(next_counts_);
    if (DeviceCarrier* const carrier = device_carrier(ranks)) {
        carrier->frame = frame_;
    }
}

template void DeviceMigration::plan(DeviceQueue&, const Moving<float>&, const Recut&,
                                    Communicator&);
template void DeviceMigration::plan(DeviceQueue&, const Moving<double>&, const Recut&,
                                    Communicator&);
template void DeviceMigration::move(DeviceQueue&, const Columns<float>&, Communicator&);
template void DeviceMigration::move(DeviceQueue&, const Columns<double>&, Communicator&);
template void DeviceMigration::settle_in_place(DeviceQueue&, const Columns<float>&);
template void DeviceMigration::settle_in_place(DeviceQueue&, const Columns<double>&);

} // namespace orrery
