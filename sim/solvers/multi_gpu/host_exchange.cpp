// Positions and results pass through page-locked host memory. "Portable" means that all GPUs may
// copy to and from it at full speed, not only the one that was current when it was taken: the
// lesson of Wilt, "The CUDA Handbook" (2013), section 14.8.

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/multi_gpu/exchange.hpp"

namespace orrery {
namespace {

constexpr const char* doing = "copying between a GPU and the host";

class HostExchange final : public Exchange {
public:
    void offer(DeviceGroup& group, const HomeMemory& home) override {
        home_ = home;
        bodies_.grow(home.bytes);
        results_.grow(group.size() * home.slot_bytes);
        group.home().activate();
        cuda_check(cudaMemcpyAsync(bodies_.data(), home.bodies, home.bytes, cudaMemcpyDeviceToHost,
                                   group.home().stream()),
                   doing);
        group.fork();
    }

    void receive(DeviceGroup& group, std::size_t member, void* to,
                 std::vector<DeviceEvent>& arrived) override {
        const DeviceQueue& queue = group.queue(member);
        queue.activate();
        for (std::size_t k = 0; k < arrived.size(); ++k) {
            const auto [first, end] = body_part(home_.bytes / home_.body_bytes, k, arrived.size());
            const std::size_t at = first * home_.body_bytes;
            cuda_check(cudaMemcpyAsync(static_cast<std::byte*>(to) + at, bodies_.data() + at,
                                       (end - first) * home_.body_bytes, cudaMemcpyHostToDevice,
                                       queue.stream()),
                       doing);
            arrived[k].record(queue.stream());
        }
    }

    void send(DeviceGroup& group, std::size_t member, const void* from) override {
        const DeviceQueue& queue = group.queue(member);
        queue.activate();
        void* const to = member == 0 ? home_.slots : result(member);
        cuda_check(cudaMemcpyAsync(to, from, home_.slot_bytes, cudaMemcpyDefault, queue.stream()),
                   doing);
    }

    void gather(DeviceGroup& group) override {
        for (std::size_t member = 1; member < group.size(); ++member) {
            group.join(member);
            void* const slot = static_cast<std::byte*>(home_.slots) + member * home_.slot_bytes;
            cuda_check(cudaMemcpyAsync(slot, result(member), home_.slot_bytes,
                                       cudaMemcpyHostToDevice, group.home().stream()),
                       doing);
        }
    }

private:
    void* result(std::size_t member) { return results_.data() + member * home_.slot_bytes; }

    HomeMemory home_;
    PinnedArray<std::byte> bodies_;
    PinnedArray<std::byte> results_;
};

} // namespace

std::unique_ptr<Exchange> host_exchange() {
    return std::make_unique<HostExchange>();
}

} // namespace orrery
