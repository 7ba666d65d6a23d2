// The stand-ins for GPU code in a build without CUDA.

#include "sim/base/error.hpp"
#include "sim/device_carrier.hpp"
#include "sim/domain/hosted_solver.hpp"
#include "sim/machine/device_memory.hpp"
#include "sim/machine/devices.hpp"
#include "sim/sharing.hpp"
#include "sim/state/state.hpp"

namespace orrery {
namespace {

constexpr const char* reason = "this build has no CUDA";

Error no_gpu() {
    return failure(reason, "GPU", "use a CPU algorithm, or build Orrery where nvcc is installed");
}

Error array_of_no_gpu() {
    return bad_input(reason, "an array in a GPU's memory", "Copy it to the host.");
}

} // namespace

int device_of(const void*) {
    throw array_of_no_gpu();
}

std::shared_ptr<void> device_memory(int, std::size_t) {
    throw array_of_no_gpu();
}

void copy_to_device(void*, const void*, std::size_t) {
    throw array_of_no_gpu();
}

void copy_from_device(void*, const void*, std::size_t) {
    throw array_of_no_gpu();
}

void wait_for_device(int) {
    throw array_of_no_gpu();
}

std::vector<GpuDevice> gpu_devices() {
    return {};
}

std::string gpu_unavailable() {
    return reason;
}

std::string sharing_unavailable(Sharing sharing) {
    return sharing == Sharing::none ? "" : reason;
}

std::unique_ptr<State> make_device_state(const Bodies<double>&, Precision, int) {
    throw no_gpu();
}

std::unique_ptr<State> make_group_state(const Bodies<double>&, Precision, std::span<const int>) {
    throw no_gpu();
}

bool gpus_reach_each_other(Communicator&, int) {
    return false;
}

std::unique_ptr<Solver> hosted_solver(std::unique_ptr<Solver>, int) {
    throw no_gpu();
}

template <class Real>
Outcome solve_on_device(Solver&, const ForceRequest<Real>&, Execution&) {
    throw no_gpu();
}

template Outcome solve_on_device(Solver&, const ForceRequest<float>&, Execution&);
template Outcome solve_on_device(Solver&, const ForceRequest<double>&, Execution&);

ProfilerRange::ProfilerRange(const char*) {}
ProfilerRange::~ProfilerRange() = default;

} // namespace orrery
