#include "sim/cuda/device_queue.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>

namespace orrery {
namespace {

int activated(int device) {
    cuda_check(cudaSetDevice(device), "choosing the GPU");
    return device;
}

} // namespace

bool let_reach(int from, int to) {
    static std::mutex mutex;
    static std::map<std::pair<int, int>, bool> known; // CUDA remembers it, too
    const std::lock_guard lock(mutex);
    if (const auto found = known.find({from, to}); found != known.end()) {
        return found->second;
    }
    int can = 0;
    cuda_check(cudaDeviceCanAccessPeer(&can, from, to), "querying which GPUs reach each other");
    if (can != 0) {
        cuda_check(cudaSetDevice(from), "choosing the GPU");
        const cudaError_t result = cudaDeviceEnablePeerAccess(to, 0);
        if (result == cudaErrorPeerAccessAlreadyEnabled) { // by a library beside
            static_cast<void>(cudaGetLastError());
        } else {
            cuda_check(result, "connecting one GPU with another");
        }
    }
    return known[{from, to}] = can != 0;
}

double milliseconds_between(const DeviceEvent& start, const DeviceEvent& end) {
    float milliseconds = 0;
    cuda_check(cudaEventElapsedTime(&milliseconds, start.get(), end.get()), "timing the GPU");
    return static_cast<double>(milliseconds);
}

DeviceQueue::DeviceQueue(int device)
    : device_(activated(device)), slice_ends_{DeviceEvent(DeviceEvent::Kind::time),
                                              DeviceEvent(DeviceEvent::Kind::time),
                                              DeviceEvent(DeviceEvent::Kind::time)} {
    cuda_check(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device_),
               "reading the GPU's properties");
    // Low priorities: publishing to the screen overtakes long computations. Numerically greater
    // ones are lower.
    int lowest = 0;
    int highest = 0;
    cuda_check(cudaDeviceGetStreamPriorityRange(&lowest, &highest), "reading the GPU's properties");
    const int own = std::max(lowest - 1, std::min(highest + 1, lowest));
    cuda_check(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, own),
               "making a CUDA stream");
    cuda_check(cudaStreamCreateWithPriority(&beside_, cudaStreamNonBlocking, lowest),
               "making a CUDA stream");
}

DeviceQueue::~DeviceQueue() {
    for (const cudaStream_t stream : {stream_, beside_}) {
        cudaStreamSynchronize(stream);
        cudaStreamDestroy(stream);
    }
}

void DeviceQueue::activate() const {
    activated(device_);
}

DeviceQueue::Mark& DeviceQueue::add_mark(const char* phase) {
    if (used_marks_ == marks_.size()) {
        marks_.push_back({nullptr, DeviceEvent(DeviceEvent::Kind::time)});
    }
    Mark& mark = marks_[used_marks_++];
    mark.phase = phase;
    mark.event.record(stream_);
    return mark;
}

void DeviceQueue::begin(const char* name) {
    if (used_marks_ == 0 || marks_[used_marks_ - 1].phase != name) {
        add_mark(name);
    }
}

void DeviceQueue::end() {
    if (used_marks_ != 0 && marks_[used_marks_ - 1].phase != nullptr) {
        add_mark(nullptr);
    }
}

void DeviceQueue::fork() {
    forked_.record(stream_);
    cuda_check(cudaStreamWaitEvent(beside_, forked_.get()), "beginning work beside other work");
}

void DeviceQueue::join(const char* name) {
    begin(name);
    joined_.record(beside_);
    cuda_check(cudaStreamWaitEvent(stream_, joined_.get()), "waiting for work beside other work");
}

void DeviceQueue::begin_slices() {
    slices_ = 0;
    slice_ends_[0].record(stream_);
}

double DeviceQueue::end_slice() {
    const auto end_of = [this](std::size_t slice) -> DeviceEvent& {
        return slice_ends_[slice % slice_ends_.size()];
    };
    ++slices_;
    end_of(slices_).record(stream_);
    if (slices_ == 1) {
        return 0;
    }
    end_of(slices_ - 1).wait();
    return milliseconds_between(end_of(slices_ - 2), end_of(slices_ - 1));
}

void DeviceQueue::wait() {
    for (const cudaStream_t stream : {stream_, beside_}) {
        cuda_check(cudaStreamSynchronize(stream), "computing on the GPU");
    }
}

void DeviceQueue::forget_phases() {
    forget_marks();
    report_ = {};
}

const std::vector<double>& DeviceQueue::times_of_marks() {
    for (std::size_t i = times_.size(); i < used_marks_; ++i) {
        times_.push_back(i == 0 ? 0 : milliseconds_between(marks_[0].event, marks_[i].event));
    }
    return times_;
}

void DeviceQueue::forget_marks() {
    used_marks_ = 0;
    times_.clear();
}

void DeviceQueue::finish(StepTimings& timings) {
    end();
    wait();
    const std::vector<double>& at = times_of_marks();
    for (std::size_t i = 0; i + 1 < used_marks_; ++i) {
        if (marks_[i].phase != nullptr) {
            timings.add(marks_[i].phase, at[i + 1] - at[i]);
        }
    }
    if (report_) {
        std::exchange(report_, {})(timings);
    }
    forget_marks();
}

void DeviceQueue::report_spans(std::size_t member, StepTimings& timings, std::string_view since) {
    activate();
    end();
    wait();
    std::size_t start = 0;
    while (!since.empty() && start < used_marks_ &&
           (marks_[start].phase == nullptr || marks_[start].phase != since)) {
        ++start;
    }
    const std::vector<double>& at = times_of_marks();
    for (std::size_t i = start; i + 1 < used_marks_; ++i) {
        if (marks_[i].phase != nullptr) {
            timings.device_spans.push_back(
                {member, device_, marks_[i].phase, at[i] - at[start], at[i + 1] - at[start]});
        }
    }
    if (member != 0) {
        forget_marks();
    }
}

void DeviceQueue::launch_untyped(cudaStream_t stream, const char* name, const LaunchShape& shape,
                                 const void* kernel, void** arguments) {
    const ProfilerRange range(name);
    cuda_check(cudaLaunchKernel(kernel, shape.blocks, shape.threads, arguments, shape.shared_bytes,
                                stream),
               name);
}

} // namespace orrery
