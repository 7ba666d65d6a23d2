// Fourier transforms by NVIDIA's cuFFT. The library, of a hundred megabytes and more, is opened at
// run time, so that Orrery is small and starts where it is missing.

#include "sim/solvers/mesh/cufft_library.hpp"

#include "sim/base/error.hpp"
#include "sim/base/opened_library.hpp"
#include "sim/machine/devices.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
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
        library_.find(complex_to_complex, "cufftExecC2C");
        library_.find(complex_doubles, "cufftExecZ2Z");
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
    // Pairs to pairs; direction: -1 or 1.
    int (*complex_to_complex)(int, void*, void*, int) = nullptr;
    int (*complex_doubles)(int, void*, void*, int) = nullptr;

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

template <class Real>
constexpr int complex_type = std::is_same_v<Real, float> ? 0x29 : 0x69;

// The fields of a plan, in memory.
struct PlanFields {
    std::vector<CufftLibrary::Size> cells;    // of one, along each axis
    std::vector<CufftLibrary::Size> from, to; // their extents
    CufftLibrary::Size stride, from_next, to_next;
    CufftLibrary::Size count;
    int type;
};

// From `count` fields of these cells to their half spectra, or back. A row of a field is as long as
// its half spectrum.
template <class Real>
PlanFields real_fields(const std::vector<std::size_t>& cells, std::size_t count, bool forward) {
    using Size = CufftLibrary::Size;
    PlanFields fields{{cells.begin(), cells.end()}, {}, {}, 1, 0, 0, static_cast<Size>(count), 0};
    fields.type = forward ? real_to_complex_type<Real> : complex_to_real_type<Real>;
    fields.from = fields.to = fields.cells;
    const Size half = fields.cells.back() / 2 + 1;
    fields.from.back() = forward ? 2 * half : half;
    fields.to.back() = forward ? half : 2 * half;
    const auto all = [](const std::vector<Size>& extents) {
        return std::accumulate(extents.begin(), extents.end(), Size{1}, std::multiplies<>());
    };
    fields.from_next = all(fields.from);
    fields.to_next = all(fields.to);
    return fields;
}

// `count` lines beside each other.
template <class Real>
PlanFields lines_of(std::size_t cells, std::size_t count) {
    using Size = CufftLibrary::Size;
    const auto length = static_cast<Size>(cells);
    const auto beside = static_cast<Size>(count);
    return {{length}, {length}, {length}, beside, 1, 1, beside, complex_type<Real>};
}

// One of its plans.
class CufftPlan {
public:
    CufftPlan(const CufftLibrary& cufft, PlanFields fields) : cufft_(cufft) {
        CufftLibrary::check(cufft.create(&handle_), planning);
        try {
            make(fields);
        } catch (...) {
            cufft.destroy(handle_);
            throw;
        }
    }
    CufftPlan(const CufftPlan&) = delete;
    CufftPlan& operator=(const CufftPlan&) = delete;
    ~CufftPlan() { cufft_.destroy(handle_); }

    void use(DeviceArray<std::byte>& workspace) const {
        CufftLibrary::check(cufft_.set_work_area(handle_, workspace.data()), planning);
    }
    // The plan, with its work put there from now on.
    int in(cudaStream_t stream) const {
        CufftLibrary::check(cufft_.set_stream(handle_, stream), transforming);
        return handle_;
    }
    std::size_t workspace() const { return workspace_; } // bytes

private:
    void make(PlanFields& fields) {
        CufftLibrary::check(cufft_.set_auto_allocation(handle_, 0), planning);
        CufftLibrary::check(
            cufft_.make_plan(handle_, static_cast<int>(fields.cells.size()), fields.cells.data(),
                             fields.from.data(), fields.stride, fields.from_next, fields.to.data(),
                             fields.stride, fields.to_next, fields.type, fields.count, &workspace_),
            planning);
    }

    const CufftLibrary& cufft_;
    int handle_ = 0;
    std::size_t workspace_ = 0;
};

// Room that plans may share, since they follow one another.
template <class... Plans>
DeviceArray<std::byte> workspace_for(const Plans&... plans) {
    DeviceArray<std::byte> workspace(std::max({plans.workspace()..., std::size_t{1}}));
    (plans.use(workspace), ...);
    return workspace;
}

// Between fields and half spectra, in place.
template <class Real>
void transform(const CufftLibrary& cufft, const CufftPlan& plan, bool forward, Real* in_place,
               cudaStream_t stream) {
    const auto to_complex =
        std::is_same_v<Real, float> ? cufft.real_to_complex : cufft.double_to_complex;
    const auto to_real =
        std::is_same_v<Real, float> ? cufft.complex_to_real : cufft.complex_to_double;
    CufftLibrary::check((forward ? to_complex : to_real)(plan.in(stream), in_place, in_place),
                        transforming);
}

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

    explicit Plans(const std::vector<std::size_t>& cells)
        : forward(cufft, real_fields<Real>(cells, 1, true)),
          backward(cufft, real_fields<Real>(cells, 1, false)) {}
};

template <class Real>
DeviceTransform<Real>::DeviceTransform(std::array<std::size_t, 3> cells)
    : plans_(std::make_unique<const Plans>(std::vector(cells.begin(), cells.end()))),
      workspace_(workspace_for(plans_->forward, plans_->backward)) {}

template <class Real>
DeviceTransform<Real>::~DeviceTransform() = default;

template <class Real>
void DeviceTransform<Real>::forward(Real* field, cudaStream_t stream) const {
    transform(plans_->cufft, plans_->forward, true, field, stream);
}

template <class Real>
void DeviceTransform<Real>::backward(Real* spectrum, cudaStream_t stream) const {
    transform(plans_->cufft, plans_->backward, false, spectrum, stream);
}

template <class Real>
struct DeviceSlabTransform<Real>::Plans {
    CufftLibrary cufft;
    CufftPlan forward, backward, lines;

    Plans(std::array<std::size_t, 3> cells, std::size_t planes, std::size_t rows)
        : forward(cufft, real_fields<Real>({cells[1], cells[2]}, planes, true)),
          backward(cufft, real_fields<Real>({cells[1], cells[2]}, planes, false)),
          lines(cufft, lines_of<Real>(cells[0], rows * (cells[2] / 2 + 1))) {}
};

template <class Real>
DeviceSlabTransform<Real>::DeviceSlabTransform(std::array<std::size_t, 3> cells, std::size_t planes,
                                               std::size_t rows)
    : plans_(std::make_unique<const Plans>(cells, planes, rows)),
      workspace_(workspace_for(plans_->forward, plans_->backward, plans_->lines)) {}

template <class Real>
DeviceSlabTransform<Real>::~DeviceSlabTransform() = default;

template <class Real>
void DeviceSlabTransform<Real>::planes(Real* first, bool forward, cudaStream_t stream) const {
    transform(plans_->cufft, forward ? plans_->forward : plans_->backward, forward, first, stream);
}

template <class Real>
void DeviceSlabTransform<Real>::lines(Real* spectrum, bool forward, cudaStream_t stream) const {
    const CufftLibrary& cufft = plans_->cufft;
    const auto along =
        std::is_same_v<Real, float> ? cufft.complex_to_complex : cufft.complex_doubles;
    CufftLibrary::check(along(plans_->lines.in(stream), spectrum, spectrum, forward ? -1 : 1),
                        transforming);
}

template class DeviceSlabTransform<float>;
template class DeviceSlabTransform<double>;
template class DeviceTransform<float>;
template class DeviceTransform<double>;

std::string cufft_unavailable() {
    static const std::string reason = why_no_cufft();
    return reason;
}

} // namespace orrery
