// Positions and results go straight from GPU to GPU, over NVLink where there is one. Each member
// copies on a stream of its own, part by part, so that it computes with what has arrived while the
// rest is on its way.

#include "sim/solvers/multi_gpu/exchange.hpp"

namespace orrery {
namespace {

constexpr const char* doing = "copying between GPUs";

// A stream that only copies.
class CopyStream {
public:
    CopyStream() {
        cuda_check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking),
                   "making a CUDA stream");
    }
    CopyStream(const CopyStream&) = delete;
    CopyStream(CopyStream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
    CopyStream& operator=(CopyStream other) noexcept {
        std::swap(stream_, other.stream_);
        return *this;
    }
    ~CopyStream() {
        if (stream_ != nullptr) {
            cudaStreamDestroy(stream_);
        }
    }
    cudaStream_t get() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

class PeerExchange final : public Exchange {
public:
    void offer(DeviceGroup& group, const HomeMemory& home) override {
        home_ = home;
        if (streams_.size() != group.size()) {
            streams_.clear();
            for (std::size_t member = 0; member < group.size(); ++member) {
                group.queue(member).activate();
                streams_.emplace_back();
            }
        }
        group.home().activate();
        offered_.record(group.home().stream());
        group.fork();
    }

    void receive(DeviceGroup& group, std::size_t member, void* to,
                 std::vector<DeviceEvent>& arrived) override {
        const DeviceQueue& queue = group.queue(member);
        queue.activate();
        const cudaStream_t stream = streams_[member].get();
        cuda_check(cudaStreamWaitEvent(stream, offered_.get()), "waiting for another GPU");
        for (std::size_t turn = 0; turn < arrived.size(); ++turn) {
            const std::size_t k = (member + turn) % arrived.size(); // its own part first
            const auto [first, end] = body_part(home_.bytes / home_.body_bytes, k, arrived.size());
            const std::size_t at = first * home_.body_bytes;
            cuda_check(cudaMemcpyPeerAsync(static_cast<std::byte*>(to) + at, queue.device(),
                                           static_cast<const std::byte*>(home_.bodies) + at,
                                           group.home().device(), (end - first) * home_.body_bytes,
                                           stream),
                       doing);
            arrived[k].record(stream);
        }
    }

    void send(DeviceGroup& group, std::size_t member, const void* from) override {
        const DeviceQueue& queue = group.queue(member);
        queue.activate();
        void* const slot = static_cast<std::byte*>(home_.slots) + member * home_.slot_bytes;
        cuda_check(cudaMemcpyPeerAsync(slot, group.home().device(), from, queue.device(),
                                       home_.slot_bytes, queue.stream()),
                   doing);
    }

    void gather(DeviceGroup& group) override {
        for (std::size_t member = 1; member < group.size(); ++member) {
            group.join(member);
        }
    }

private:
    HomeMemory home_;
    DeviceEvent offered_;
    std::vector<CopyStream> streams_;
};

} // namespace

std::unique_ptr<Exchange> peer_exchange() {
    return std::make_unique<PeerExchange>();
}

} // namespace orrery
