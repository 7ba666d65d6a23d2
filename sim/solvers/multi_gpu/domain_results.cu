#include "sim/solvers/multi_gpu/domain_results.cuh"

#include "sim/cuda/one_thread_each.hpp"

namespace orrery {
namespace {

__global__ void enter_wanted(const std::uint32_t* order, unsigned count, WantedTargets wanted,
                             std::uint32_t* entries) {
    const unsigned i = own_index();
    if (i < count) {
        entries[i] = wanted.entry(order[i]) < wanted.count ? i : ~0U;
    }
}

template <class Real>
__global__ void scatter_slot(AccelerationsView<Real> slot, const std::uint32_t* order,
                             unsigned count, WantedTargets wanted, AccelerationsView<Real> result) {
    const unsigned i = own_index();
    if (i >= count) {
        return;
    }
    const unsigned to = wanted.entry(order[i]);
    if (to >= wanted.count) {
        return;
    }
    result.store_pull(to, slot.x[i], slot.y[i], slot.z[i],
                      slot.potential != nullptr ? slot.potential[i] : Real(0));
    if (result.interactions != nullptr) {
        result.store(result.interactions[to], slot.interactions[i]);
    }
}

__global__ void follow_order(const std::uint32_t* divided, unsigned count, std::uint32_t* order) {
    const unsigned i = own_index();
    if (i < count) {
        order[i] = divided[order[i]];
    }
}

__global__ void find_place(const std::uint32_t* order, unsigned count, std::uint32_t body,
                           std::uint32_t* place) {
    const unsigned i = own_index();
    if (i < count && order[i] == body) {
        *place = i;
    }
}

} // namespace

template <class Real>
void find_entries(DeviceQueue& queue, const DomainPartition<Real>& partition, std::size_t domain,
                  const WantedTargets& wanted, std::uint32_t* entries) {
    const std::size_t begin = partition.begin(domain);
    queue.launch("lists", one_thread_each(partition.count(domain)), enter_wanted,
                 partition.order() + begin, partition.count(domain), wanted, entries + begin);
}

template <class Real>
void scatter_results(DeviceQueue& queue, const SlotLayout<Real>& layout, Real* slot,
                     const DomainPartition<Real>& pulled, std::size_t domain,
                     const WantedTargets& wanted, const AccelerationsView<Real>& result) {
    queue.launch("exchange", one_thread_each(pulled.count(domain)), scatter_slot<Real>,
                 layout.view(slot), pulled.order() + pulled.begin(domain), pulled.count(domain),
                 wanted, result);
}

template <class Real>
void fetch_order(cudaStream_t stream, const DomainPartition<Real>& partition, std::size_t domain,
                 OrderOn<const std::uint32_t> own, OrderOn<std::uint32_t> all) {
    const std::size_t begin = partition.begin(domain);
    const std::size_t count = partition.count(domain);
    std::uint32_t* const to = all.first + begin;
    cuda_check(cudaMemcpyPeerAsync(to, all.device, own.first, own.device,
                                   count * sizeof(std::uint32_t), stream),
               "copying the order of bodies");
    DeviceQueue::launch_into(stream, "order", one_thread_each(count), follow_order,
                             partition.order() + begin, count, to);
}

std::size_t place_in_order(cudaStream_t stream, const std::uint32_t* order, std::size_t count,
                           std::size_t body) {
    constexpr const char* doing = "looking for a body";
    auto place = static_cast<std::uint32_t>(count);
    DeviceArray<std::uint32_t> found(1);
    cuda_check(cudaMemcpyAsync(found.data(), &place, sizeof(place), cudaMemcpyHostToDevice, stream),
               doing);
    DeviceQueue::launch_into(stream, doing, one_thread_each(count), find_place, order, count, body,
                             found.data());
    cuda_check(cudaMemcpyAsync(&place, found.data(), sizeof(place), cudaMemcpyDeviceToHost, stream),
               doing);
    cuda_check(cudaStreamSynchronize(stream), doing);
    return place;
}

template void find_entries(DeviceQueue&, const DomainPartition<float>&, std::size_t,
                           const WantedTargets&, std::uint32_t*);
template void find_entries(DeviceQueue&, const DomainPartition<double>&, std::size_t,
                           const WantedTargets&, std::uint32_t*);
template void scatter_results(DeviceQueue&, const SlotLayout<float>&, float*,
                              const DomainPartition<float>&, std::size_t, const WantedTargets&,
                              const AccelerationsView<float>&);
template void scatter_results(DeviceQueue&, const SlotLayout<double>&, double*,
                              const DomainPartition<double>&, std::size_t, const WantedTargets&,
                              const AccelerationsView<double>&);
template void fetch_order(cudaStream_t, const DomainPartition<float>&, std::size_t,
                          OrderOn<const std::uint32_t>, OrderOn<std::uint32_t>);
template void fetch_order(cudaStream_t, const DomainPartition<double>&, std::size_t,
                          OrderOn<const std::uint32_t>, OrderOn<std::uint32_t>);

} // namespace orrery
