// Meshes on a GPU where cuFFT is missing or memory does not suffice: one sentence says what to do,
// and the simulation goes on elsewhere.

#include "sim/base/error.hpp"
#include "sim/base/opened_library.hpp"
#include "sim/solvers/mesh/cufft_library.hpp"
#include "tests/gpu/cuda_fault.hpp"
#include "tests/gpu/gpu_test.hpp"

#include <cstddef>
#include <string_view>

namespace orrery {
namespace {

// While one of these exists, libraries are what it says.
class MadeUpLoader {
public:
    explicit MadeUpLoader(const LibraryLoader& loader) { library_loader = &loader; }
    MadeUpLoader(const MadeUpLoader&) = delete;
    MadeUpLoader& operator=(const MadeUpLoader&) = delete;
    ~MadeUpLoader() { library_loader = nullptr; }
};

int opened = 0; // libraries that have not been closed

void* open_one(const char*) {
    ++opened;
    return &opened;
}
void close_one(void*) {
    --opened;
}

// The error of making transforms with what a loader opens.
Error error_of_transforms(const LibraryLoader& loader) {
    const MadeUpLoader made_up(loader);
    try {
        const DeviceTransform<float> transform({32, 32, 32});
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "transforms were made of nothing";
    return failure("", "", "");
}

TEST(MadeUpCufft, ThatIsNotInstalledIsNamedWithWhatToDo) {
    const LibraryLoader none{[](const char*) -> void* { return nullptr; }, nullptr, nullptr};
    const Error error = error_of_transforms(none);
    EXPECT_EQ(error.kind(), ErrorKind::failed);
    EXPECT_EQ(error.problem(), "cuFFT is not installed");
    EXPECT_NE(error.where().find("libcufft.so"), std::string::npos) << error.where();
    EXPECT_NE(error.hint().find("cpu.mesh"), std::string::npos) << error.hint();
}

TEST(MadeUpCufft, ThatIsAnotherLibraryIsClosedAgain) {
    const LibraryLoader other{open_one, [](void*, const char*) -> void* { return nullptr; },
                              close_one};
    const Error error = error_of_transforms(other);
    EXPECT_EQ(error.problem(), "cuFFT has no 'cufftCreate'");
    EXPECT_NE(error.hint().find("cpu.mesh"), std::string::npos) << error.hint();
    EXPECT_EQ(opened, 0);
}

int plans = 0; // that have not been destroyed

int create_plan(int* handle) {
    *handle = ++plans;
    return 0;
}
int destroy_plan(int) {
    --plans;
    return 0;
}
int take(int, int) {
    return 0;
}
int make_plan_without_memory(int, int, long long*, long long*, long long, long long, long long*,
                             long long, long long, int, long long, std::size_t*) {
    return 2; // CUFFT_ALLOC_FAILED
}

// A cuFFT that finds no memory for what it plans.
void* find_without_memory(void*, const char* name) {
    const std::string_view wanted = name;
    if (wanted == "cufftCreate") {
        return reinterpret_cast<void*>(create_plan);
    }
    if (wanted == "cufftDestroy") {
        return reinterpret_cast<void*>(destroy_plan);
    }
    if (wanted == "cufftMakePlanMany64") {
        return reinterpret_cast<void*>(make_plan_without_memory);
    }
    return reinterpret_cast<void*>(take); // not called, but for the first setting
}

TEST(MadeUpCufft, ThatFindsNoMemoryGivesBackWhatItHas) {
    const LibraryLoader full{open_one, find_without_memory, close_one};
    const Error error = error_of_transforms(full);
    EXPECT_EQ(error.problem(), "the GPU's memory does not suffice");
    EXPECT_EQ(error.where(), "preparing Fourier transforms");
    EXPECT_NE(error.hint().find("fewer cells"), std::string::npos) << error.hint();
    EXPECT_EQ(plans, 0);
    EXPECT_EQ(opened, 0);
}

class GpuMeshFault : public OnGpu<testing::TestWithParam<const char*>> {
protected:
    void SetUp() override {
        OnGpu::SetUp();
        if (IsSkipped()) {
            return;
        }
        if (const std::string reason = find_solver(GetParam()).unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
};

// Fails in the first piece of memory, then in the second and so on, until all are had.
TEST_P(GpuMeshFault, OfMemoryLeavesTheBodiesWhereTheyWereAndTheProcessorGoesOn) {
    const System start = make_scene(find_scene("cosmic_web"), 4096, 1);
    for (int passing = 0;; ++passing) {
        Simulation simulation;
        Settings settings = settings_of(GetParam(), Precision::fp32);
        const CudaFault fault("allocating GPU memory", cudaErrorMemoryAllocation,
                              CudaFault::Lasting::one_call, passing);
        std::string problem;
        try {
            simulation.load(start, settings);
            EXPECT_EQ(simulation.step(), Outcome::complete);
        } catch (const Error& error) {
            problem = error.problem();
            EXPECT_NE(error.hint(), "");
        }
        if (!fault.has_struck()) {
            EXPECT_EQ(problem, "");
            EXPECT_GT(passing, 15) << "the bodies, a mesh and what sorts them";
            return;
        }
        EXPECT_NE(problem.find("memory does not suffice"), std::string::npos) << problem;
        settings.algorithm = "cpu.mesh";
        simulation.load(start, settings);
        EXPECT_EQ(simulation.step(), Outcome::complete) << passing;
    }
}

INSTANTIATE_TEST_SUITE_P(Meshes, GpuMeshFault, testing::Values("gpu.mesh", "gpu.treemesh"),
                         [](const auto& instance) {
                             return std::string(instance.param).substr(4);
                         });

} // namespace
} // namespace orrery
