// The window under seeded random input that a user could give, in this process.
//
//   ORRERY_RANDOM_SECONDS=600 ORRERY_RANDOM_SEED=7 build/asan/bin/orrery_random_input_test
//
// A failure is told with the seed and the newest acts.

#include "app/state/window_requests.hpp"
#include "render/offscreen.hpp"
#include "sim/base/error.hpp"
#include "tests/ui/driven_surface.hpp"
#include "tests/ui/frame_watch.hpp"
#include "tests/ui/random_hand.hpp"
#include "tests/ui/window_in_process.hpp"
#include "tests/ui/x_server.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>

namespace orrery {
namespace {

namespace fs = std::filesystem;

double number_from_environment(const char* name, double otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtod(text, nullptr);
}

class RandomInput : public WindowInProcess {
protected:
    template <class DrivenKind>
    void run(const char* kind) {
        const double seconds = number_from_environment("ORRERY_RANDOM_SECONDS", 2);
        const auto seed =
            static_cast<std::uint64_t>(number_from_environment("ORRERY_RANDOM_SEED", 1));
        const double patience = number_from_environment("ORRERY_RANDOM_PATIENCE", 30);
        RandomHand hand(seed, folder());
        const auto told = [&] {
            return "ORRERY_RANDOM_SEED=" + std::to_string(seed) + ", " + kind +
                   "; the newest acts:\n" + hand.last_acts();
        };
        Watchdog watchdog(patience, told);
        std::optional<FrameWatch> watch;
        DrivenSurface* surface = nullptr;
        const auto start = std::chrono::steady_clock::now();

        LaunchOptions request = few_bodies();
        request.surface = [&] {
            auto made = std::make_unique<DrivenKind>(Extent{960, 540});
            surface = made.get();
            return made;
        };
        request.drive = [&](AppState& app) {
            watchdog.come_back();
            if (!watch) {
                watch.emplace();
            }
            if (const std::string fault = watch->look(app); !fault.empty()) {
                throw std::runtime_error(fault);
            }
            const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
            if (passed.count() > seconds && watch->frames() > 2) {
                watchdog.allow(20 * patience);
                app.requests.add(Quit{});
                return;
            }
            hand.act(app, {[&](Extent size) { surface->resize_to(size); },
                           [&](const fs::path& file) { surface->drop(file); }});
        };
        try {
            run_window(request);
        } catch (const std::exception& error) {
            FAIL() << error.what() << "\n" << told();
        }
        ASSERT_TRUE(watch.has_value());
        std::printf("%s, seed %llu: %zu frames, at most %zu MB and %zu threads\n", kind,
                    static_cast<unsigned long long>(seed), watch->frames(), watch->most_megabytes(),
                    watch->most_threads());
        EXPECT_GT(watch->frames(), 2U);
    }
};

TEST_F(RandomInput, LeavesAWindowInMemoryWhole) {
    try {
        const OffscreenContext context;
    } catch (const Error& error) {
        GTEST_SKIP() << error.what();
    }
    run<DrivenMemoryWindow>("in memory");
}

TEST_F(RandomInput, LeavesARealWindowWhole) {
    if (const std::string reason = missing_program({"Xvfb"}); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    const XServer server(1280, 720, folder());
    setenv("DISPLAY", server.display().c_str(), 1);
    run<DrivenRealWindow>("real");
}

} // namespace
} // namespace orrery
