#pragma once

#include "render/gl_messages.hpp"
#include "render/offscreen.hpp"
#include "sim/base/error.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace orrery {

// A test with a debug context off-screen; skips, saying why, where there is none. OpenGL's errors
// fail it.
class GraphicsTest : public testing::Test {
protected:
    void SetUp() override {
        try {
            context_.emplace(true);
        } catch (const Error& error) {
            GTEST_SKIP() << error.what();
        }
        errors_before_ = gl_error_count();
    }
    void TearDown() override { EXPECT_EQ(gl_error_count(), errors_before_) << "OpenGL errors"; }

    const OffscreenContext& context() const { return *context_; }

private:
    std::optional<OffscreenContext> context_;
    int errors_before_ = 0;
};

} // namespace orrery
