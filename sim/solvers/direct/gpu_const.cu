// Direct summation on one GPU, sources through constant memory.
//
// Idea:    constant memory has a cache of its own that hands one value to a whole warp, as part of
//          the arithmetic instruction that uses it. Every thread of every block wants the same
//          source at about the same time, so this is its case. It holds 64 KB: 4,096 bodies
//          (2,048 in double) a launch.
// Source:  Stone et al., J. Comput. Chem. 28, 2618 (2007), direct Coulomb summation;
//          Wilt, "The CUDA Handbook" (2013), section 14.4.
// Cost:    N^2 interactions: 12 FP32 instructions and one rsqrt each, a copy of 64 KB a launch.
// Memory:  bodies packed as float4, 16 bytes a body, and the sums (gpu_one_sided.cuh).

#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"

#include <map>
#include <mutex>

namespace orrery {
namespace gpu_const {

constexpr unsigned threads = 256;
constexpr std::size_t constant_bytes = 64 * 1024;

// [gpu.const]
// [lit]
alignas(PointMass<double>) __constant__ unsigned char constant_sources[constant_bytes];
// [/lit]
// [/gpu.const]

template <class Kind>
__global__ void __launch_bounds__(threads)
    through_constant(OneSidedTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    const auto* sources = reinterpret_cast<const PointMass<Real>*>(constant_sources);
    const unsigned index = blockIdx.x * threads + threadIdx.x;
    const unsigned i = task.target(index);
    const PointMass<Real> body = task.bodies[i];
    const unsigned begin = task.row_begin() - task.first_source;
    const unsigned end = task.row_end() - task.first_source;
    const unsigned own_place = i - task.first_source;
    ForceSum<Kind> sum;
    // [gpu.const]
#pragma unroll 16
    for (unsigned k = begin; k < end; ++k) {
        sum.add(body, sources[k], task.softening_squared, k == own_place);
        // [/gpu.const]
    }
    task.store(index, sum);
}

// A GPU has one constant memory for all who use this kernel: whoever fills it waits for the launch
// before to have read it.
class ConstantMemoryTurn {
public:
    explicit ConstantMemoryTurn(DeviceQueue& queue)
        : queue_(queue), lock_(mutex()), read_(last_read(queue.device())) {
        cuda_check(cudaStreamWaitEvent(queue.stream(), read_.get()), "waiting for the GPU");
    }
    ConstantMemoryTurn(const ConstantMemoryTurn&) = delete;
    ConstantMemoryTurn& operator=(const ConstantMemoryTurn&) = delete;
    // After the launch. Fails only where the launch did, which tells.
    ~ConstantMemoryTurn() { cudaEventRecord(read_.get(), queue_.stream()); }

private:
    static std::mutex& mutex() {
        static std::mutex one;
        return one;
    }
    static DeviceEvent& last_read(int device) {
        static std::map<int, DeviceEvent> events;
        return events[device];
    }

    DeviceQueue& queue_;
    std::lock_guard<std::mutex> lock_;
    DeviceEvent& read_;
};

// The launch's sources, from global to constant memory.
template <class Real>
std::shared_ptr<void> fill_constant_memory(DeviceQueue& queue, OneSidedTask<Real>& task,
                                           std::shared_ptr<void>&) {
    const std::size_t bytes = (task.end_source - task.first_source) * sizeof(PointMass<Real>);
    auto turn = std::make_shared<ConstantMemoryTurn>(queue);
    queue.begin("forces");
    cuda_check(cudaMemcpyToSymbolAsync(constant_sources, task.bodies + task.first_source, bytes, 0,
                                       cudaMemcpyDeviceToDevice, queue.stream()),
               "filling constant memory");
    return turn;
}

OneSidedKernels kernels() {
    OneSidedKernels both =
        one_sided_kernels([](auto kind) { return through_constant<decltype(kind)>; });
    both.fp32.max_sources = constant_bytes / sizeof(PointMass<float>);
    both.fp64.max_sources = constant_bytes / sizeof(PointMass<double>);
    both.fp32.prepare = fill_constant_memory<float>;
    both.fp64.prepare = fill_constant_memory<double>;
    return both;
}

const SolverInfo info = gpu_direct_info({
    .id = "gpu.const",
    .title = "Constant memory",
    .idea = "Sources come through the constant cache, 4,096 per launch, at no cost per read.",
    .source = "Stone et al. 2007; Wilt, The CUDA Handbook (2013), 14.4",
    .bytes_per_interaction = 16.0 / threads, // a source serves a block
});

} // namespace gpu_const

SolverEntry gpu_const_solver() {
    return shared_one_sided_entry<gpu_const::info, gpu_const::kernels>();
}

} // namespace orrery
