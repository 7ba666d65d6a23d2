// Positions and results go straight from GPU to GPU, over NVLink where there is one. Each rank
// copies on a stream of its own, part by part, so that it computes with what has arrived while the
// rest is on its way.

#include "sim/cuda/device_stream.hpp"
#include "sim/solvers/multi_gpu/device_exchange.hpp"

#include <deque>

namespace orrery {
namespace {

constexpr const char* doing = "copying between GPUs";

class PeerExchange final : public DeviceExchange {
public:
    explicit PeerExchange(DeviceGroup& group) : group_(group), posted_(group.size()) {
        for (std::size_t rank = 0; rank < group.size(); ++rank) {
            group_.queue(rank).activate();
            posts_ready_.emplace_back();
            ended_.emplace_back();
        }
        group_.root().activate();
        for (std::size_t rank = 0; rank < group_.size(); ++rank) {
            fetching_.emplace_back();
            fetched_.emplace_back();
        }
    }

    void offer(const Offered& offered) override {
        offered_ = offered;
        if (streams_.size() != group_.size()) {
            streams_.clear();
            for (std::size_t rank = 0; rank < group_.size(); ++rank) {
                group_.queue(rank).activate();
                streams_.emplace_back();
            }
        }
        group_.root().activate();
        ready_.record(group_.root().stream());
        group_.fork();
    }

    void receive(std::size_t rank, void* to, std::vector<DeviceEvent>& arrived) override {
        const DeviceQueue& queue = group_.queue(rank);
        queue.activate();
        const cudaStream_t stream = streams_[rank].get();
        cuda_check(cudaStreamWaitEvent(stream, ready_.get()), "waiting for another GPU");
        for (std::size_t turn = 0; turn < arrived.size(); ++turn) {
            const std::size_t k = (rank + turn) % arrived.size(); // its own part first
            const auto [first, end] =
                body_part(offered_.bytes / offered_.body_bytes, k, arrived.size());
            const std::size_t at = first * offered_.body_bytes;
            cuda_check(cudaMemcpyPeerAsync(static_cast<std::byte*>(to) + at, queue.device(),
                                           static_cast<const std::byte*>(offered_.from) + at,
                                           group_.root().device(),
                                           (end - first) * offered_.body_bytes, stream),
                       doing);
            arrived[k].record(stream);
        }
    }

    void post(std::size_t rank, std::size_t to, const void* from, std::size_t bytes) override {
        posted_.add(rank, to) = {from, bytes};
        posts_ready_[rank].record(group_.queue(rank).stream());
    }

    void fetch(std::size_t rank, std::size_t from, void* to) override {
        const Post post = posted_.take(from, rank);
        const DeviceQueue& queue = group_.queue(rank);
        cuda_check(cudaStreamWaitEvent(queue.stream(), posts_ready_[from].get()),
                   "waiting for another GPU");
        cuda_check(cudaMemcpyPeerAsync(to, queue.device(), post.from, group_.queue(from).device(),
                                       post.bytes, queue.stream()),
                   doing);
    }

    void forget_posts() override { posted_.clear(); }

    void collect(const Slots& slots) override { slots_ = slots; }

    void send(std::size_t rank, const void* from) override {
        const DeviceQueue& queue = group_.queue(rank);
        queue.activate();
        ended_[rank].record(queue.stream());
        void* const slot = static_cast<std::byte*>(slots_.to) + rank * slots_.bytes;
        group_.root().activate();
        const cudaStream_t stream = fetching_[rank].get();
        cuda_check(cudaStreamWaitEvent(stream, ended_[rank].get()), "waiting for another GPU");
        cuda_check(cudaMemcpyPeerAsync(slot, group_.root().device(), from, queue.device(),
                                       slots_.bytes, stream),
                   doing);
        fetched_[rank].record(stream);
        queue.activate();
        cuda_check(cudaStreamWaitEvent(queue.stream(), fetched_[rank].get()),
                   "waiting for another GPU");
    }

    void gather() override {
        for (std::size_t rank = 1; rank < group_.size(); ++rank) {
            group_.join(rank);
        }
    }

private:
    struct Post {
        const void* from = nullptr;
        std::size_t bytes = 0;
    };

    DeviceGroup& group_;
    Offered offered_;
    Slots slots_;
    DeviceEvent ready_;
    PostedMessages<Post> posted_;
    std::vector<DeviceEvent> posts_ready_; // of each rank
    // Results are fetched by root, on streams that only copy: other than bringing them there, that
    // goes at the full speed of the link.
    std::deque<DeviceStream> fetching_;
    std::vector<DeviceEvent> ended_, fetched_; // each rank's
    std::deque<DeviceStream> streams_;         // that only copy
};

} // namespace

std::unique_ptr<DeviceExchange> peer_exchange(DeviceGroup& group) {
    return std::make_unique<PeerExchange>(group);
}

} // namespace orrery
