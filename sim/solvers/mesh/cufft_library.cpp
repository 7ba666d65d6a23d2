// Fourier transforms by NVIDIA's cuFFT. The library, of a hundred megabytes and more, is opened at
// run time, so that Orrery is small and starts where it is missing.

#include "sim/solvers/mesh/cufft_library.hpp"

#include "sim/base/error.hpp"
#include "sim/cuda/opened_library.hpp"
#include "sim/machine/devices.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

namespace orrery {
namespace {

constexpr const char* remedy = "install cuFFT of CUDA's toolkit, or choose cpu.mesh";

// Its version is one less than CUDA's. First that of the CUDA that Orrery was built with; others
// have the same calls. NVIDIA's packages may leave it off the loader's path.
std::vector<std::string> names_of_cufft() {
    constexpr int own = CUDART_VERSION / 1000 - 1;
    std::vector<std::string> names;
    for (const int version : {own, own + 1, own - 1}) {
        for (const char* folder : {"", "/usr/local/cuda/lib64/"}) {
            names.push_back(folder + ("libcufft.so." + std::to_string(version)));
        }
    }
    return names;
}

// The few of cuFFT's calls that are used, as its header (cufft.h) declares them.
class CufftLibrary {
public:
    using Size = long long;
    static constexpr int allocation_failed = 2;

    CufftLibrary() : library_("cuFFT", names_of_cufft(), remedy) {
        library_.find(create, "cufftCreate");
        library_.find(destroy, "cufftDestroy");
        library_.find(set_auto_allocation, "cufftSetAutoAllocation");
        library_.find(set_work_area, "cufftSetWorkArea");
        library_.find(set_stream, "cufftSetStream");
        library_.find(make_plan, "cufftMakePlanMany64");
        library_.find(real_to_complex, "cufftExecR2C");
        library_.find(complex_to_real, "cufftExecC2R");
        library_.find(double_to_complex, "cufftExecD2Z");
        library_.find(complex_to_double, "cufftExecZ2D");
    }

    static void check(int result, const char* doing) {
        if (result == allocation_failed) {
            throw failure("the GPU's memory does not suffice", doing,
                          "choose fewer cells, or a GPU with more memory");
        }
        if (result != 0) {
            throw failure("cuFFT reports its error " + std::to_string(result), doing,
                          "choose other cells, or cpu.mesh");
        }
    }

    int (*create)(int*) = nullptr;
    int (*destroy)(int) = nullptr;
    int (*set_auto_allocation)(int, int) = nullptr;
    int (*set_work_area)(int, void*) = nullptr;
    int (*set_stream)(int, cudaStream_t) = nullptr;
    // Plan; axes and their cells; of input and output: extents in memory, stride, distance to the
    // next; type, number of fields, bytes of workspace.
    int (*make_plan)(int, int, Size*, Size*, Size, Size, Size*, Size, Size, int, Size,
                     std::size_t*) = nullptr;
    // Plan, from, to: real numbers, or pairs of them.
    int (*real_to_complex)(int, void*, void*) = nullptr;
    int (*complex_to_real)(int, void*, void*) = nullptr;
    int (*double_to_complex)(int, void*, void*) = nullptr;
    int (*complex_to_double)(int, void*, void*) = nullptr;

private:
    OpenedLibrary library_;
};

constexpr const char* planning = "preparing Fourier transforms";
constexpr const char* transforming = "transforming a mesh";

// cufftType.
template <class Real>
constexpr int real_to_complex_type = std::is_same_v<Real, float> ? 0x2a : 0x6a;
template <class Real>
constexpr int complex_to_real_type = std::is_same_v<Real, float> ? 0x2c : 0x6c;

enum class Direction { forward, backward };

// One of its plans. In memory a row of the field is as long as its half spectrum.
class CufftPlan {
public:
    CufftPlan(const CufftLibrary& cufft, std::array<std::size_t, 3> cells, Direction direction,
              int type)
        : cufft_(cufft) {
        CufftLibrary::check(cufft.create(&handle_), planning);
        try {
            make(cells, direction, type);
        } catch (...) {
            cufft.destroy(handle_);
            throw;
        }
    }
    CufftPlan(const CufftPlan&) = delete;
    CufftPlan& operator=(const CufftPlan&) = delete;
    ~CufftPlan() { cufft_.destroy(handle_); }

    int handle() const { return handle_; }
    // The plan, with its work put there from now on.
    int in(cudaStream_t stream) const {
        CufftLibrary::check(cufft_.set_stream(handle_, stream), transforming);
        return handle_;
    }
    std::size_t workspace() const { return workspace_; } // bytes

private:
    void make(std::array<std::size_t, 3> cells, Direction direction, int type) {
        using Size = CufftLibrary::Size;
        const auto size = [](std::size_t count) { return static_cast<Size>(count); };
        const std::size_t half = cells[2] / 2 + 1;
        std::array axes{size(cells[0]), size(cells[1]), size(cells[2])};
        std::array field{axes[0], axes[1], size(2 * half)};
        std::array spectrum{axes[0], axes[1], size(half)};
        const auto all = [](const std::array<Size, 3>& extents) {
            return extents[0] * extents[1] * extents[2];
        };
        std::array<Size, 3>& from = direction == Direction::forward ? field : spectrum;
        std::array<Size, 3>& to = direction == Direction::forward ? spectrum : field;
        CufftLibrary::check(cufft_.set_auto_allocation(handle_, 0), planning);
        CufftLibrary::check(cufft_.make_plan(handle_, 3, axes.data(), from.data(), 1, all(from),
                                             to.data(), 1, all(to), type, 1, &workspace_),
                            planning);
    }

    const CufftLibrary& cufft_;
    int handle_ = 0;
    std::size_t workspace_ = 0;
};

std::string why_no_cufft() {
    if (std::string no_gpu = gpu_unavailable(); !no_gpu.empty()) {
        return no_gpu;
    }
    try {
        const CufftLibrary library;
    } catch (const Error& error) {
        return error.problem() + " (" + error.hint() + ")";
    }
    return "";
}

} // namespace

template <class Real>
struct DeviceTransform<Real>::Plans {
    CufftLibrary cufft;
    CufftPlan forward, backward;

    explicit Plans(std::array<std::size_t, 3> cells)
        : forward(cufft, cells, Direction::forward, real_to_complex_type<Real>),
          backward(cufft, cells, Direction::backward, complex_to_real_type<Real>) {}
};

template <class Real>
DeviceTransform<Real>::DeviceTransform(std::array<std::size_t, 3> cells)
    : plans_(std::make_unique<const Plans>(cells)),
      workspace_(
          std::max({plans_->forward.workspace(), plans_->backward.workspace(), std::size_t{1}})) {
    for (const CufftPlan* plan : {&plans_->forward, &plans_->backward}) {
        CufftLibrary::check(plans_->cufft.set_work_area(plan->handle(), workspace_.data()),
                            planning);
    }
}

template <class Real>
DeviceTransform<Real>::~DeviceTransform() = default;

template <class Real>
void DeviceTransform<Real>::forward(Real* field, cudaStream_t stream) const {
    const CufftLibrary& cufft = plans_->cufft;
    const auto transform =
        std::is_same_v<Real, float> ? cufft.real_to_complex : cufft.double_to_complex;
    CufftLibrary::check(transform(plans_->forward.in(stream), field, field), transforming);
}

template <class Real>
void DeviceTransform<Real>::backward(Real* spectrum, cudaStream_t stream) const {
    const CufftLibrary& cufft = plans_->cufft;
    const auto transform =
        std::is_same_v<Real, float> ? cufft.complex_to_real : cufft.complex_to_double;
    CufftLibrary::check(transform(plans_->backward.in(stream), spectrum, spectrum), transforming);
}

template class DeviceTransform<float>;
template class DeviceTransform<double>;

std::string cufft_unavailable() {
    static const std::string reason = why_no_cufft();
    return reason;
}

} // namespace orrery
