// Positions and results pass through page-locked host memory. "Portable" means that all GPUs may
// copy to and from it at full speed, not only the one that was current when it was taken: the
// lesson of Wilt, "The CUDA Handbook" (2013), section 14.8.

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/multi_gpu/device_exchange.hpp"

namespace orrery {
namespace {

constexpr const char* doing = "copying between a GPU and the host";

class HostExchange final : public DeviceExchange {
public:
    explicit HostExchange(DeviceGroup& group)
        : group_(group), posted_(group.size()), buffers_(group.size() * group.size()) {
        for (std::size_t rank = 0; rank < group.size(); ++rank) {
            group_.queue(rank).activate();
            posts_ready_.emplace_back();
        }
        group_.root().activate();
    }

    void offer(const Offered& offered) override {
        offered_ = offered;
        bodies_.grow(offered.bytes);
        group_.root().activate();
        cuda_check(cudaMemcpyAsync(bodies_.data(), offered.from, offered.bytes,
                                   cudaMemcpyDeviceToHost, group_.root().stream()),
                   doing);
        group_.fork();
    }

    void receive(std::size_t rank, void* to, std::vector<DeviceEvent>& arrived) override {
        const DeviceQueue& queue = group_.queue(rank);
        queue.activate();
        for (std::size_t k = 0; k < arrived.size(); ++k) {
            const auto [first, end] =
                body_part(offered_.bytes / offered_.body_bytes, k, arrived.size());
            const std::size_t at = first * offered_.body_bytes;
            cuda_check(cudaMemcpyAsync(static_cast<std::byte*>(to) + at, bodies_.data() + at,
                                       (end - first) * offered_.body_bytes, cudaMemcpyHostToDevice,
                                       queue.stream()),
                       doing);
            arrived[k].record(queue.stream());
        }
    }

    void post(std::size_t rank, std::size_t to, const void* from, std::size_t bytes) override {
        Buffers& buffers = buffers_[rank * group_.size() + to];
        if (buffers.used == buffers.all.size()) {
            buffers.all.emplace_back();
        }
        PinnedArray<std::byte>& buffer = buffers.all[buffers.used++];
        buffer.grow(bytes);
        cuda_check(cudaMemcpyAsync(buffer.data(), from, bytes, cudaMemcpyDeviceToHost,
                                   group_.queue(rank).stream()),
                   doing);
        posted_.add(rank, to) = {buffer.data(), bytes};
        posts_ready_[rank].record(group_.queue(rank).stream());
    }

    void fetch(std::size_t rank, std::size_t from, void* to) override {
        const Post post = posted_.take(from, rank);
        const cudaStream_t stream = group_.queue(rank).stream();
        cuda_check(cudaStreamWaitEvent(stream, posts_ready_[from].get()),
                   "waiting for another GPU");
        cuda_check(cudaMemcpyAsync(to, post.from, post.bytes, cudaMemcpyHostToDevice, stream),
                   doing);
    }

    void forget_posts() override {
        posted_.clear();
        for (Buffers& buffers : buffers_) {
            buffers.used = 0;
        }
    }

    void collect(const Slots& slots) override {
        slots_ = slots;
        results_.grow(group_.size() * slots.bytes);
    }

    void send(std::size_t rank, const void* from) override {
        const DeviceQueue& queue = group_.queue(rank);
        queue.activate();
        void* const to = rank == 0 ? slots_.to : result(rank);
        cuda_check(cudaMemcpyAsync(to, from, slots_.bytes, cudaMemcpyDefault, queue.stream()),
                   doing);
    }

    void gather() override {
        for (std::size_t rank = 1; rank < group_.size(); ++rank) {
            group_.join(rank);
            void* const slot = static_cast<std::byte*>(slots_.to) + rank * slots_.bytes;
            cuda_check(cudaMemcpyAsync(slot, result(rank), slots_.bytes, cudaMemcpyHostToDevice,
                                       group_.root().stream()),
                       doing);
        }
    }

private:
    void* result(std::size_t rank) { return results_.data() + rank * slots_.bytes; }

    struct Post {
        const void* from = nullptr;
        std::size_t bytes = 0;
    };
    // For the messages from one rank to another, as many as were posted at most.
    struct Buffers {
        std::deque<PinnedArray<std::byte>> all;
        std::size_t used = 0;
    };

    DeviceGroup& group_;
    Offered offered_;
    Slots slots_;
    PostedMessages<Post> posted_;
    std::vector<Buffers> buffers_;
    std::vector<DeviceEvent> posts_ready_; // of each rank
    PinnedArray<std::byte> bodies_;
    PinnedArray<std::byte> results_;
};

} // namespace

std::unique_ptr<DeviceExchange> host_exchange(DeviceGroup& group) {
    return std::make_unique<HostExchange>(group);
}

} // namespace orrery
