#include "render/pass_clock.hpp"

#include "render/graphics_context.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <utility>

namespace orrery {

void PassClock::watch(PassDetail detail) {
    detail_ = detail;
    by_processor_ = drawn_by() == DrawnBy::processor;
    marks_.clear();
}

void PassClock::begin() {
    marks_.clear();
    if (detail_ == PassDetail::whole) {
        set("picture");
    }
}

void PassClock::mark(const char* pass) {
    if (detail_ == PassDetail::passes) {
        set(pass);
    }
}

void PassClock::end() {
    if (detail_ != PassDetail::nothing) {
        set("");
    }
}

void PassClock::set(const char* name) {
    Mark mark{.name = name, .passed = {}, .now = {}};
    if (by_processor_) {
        glFinish();
        mark.now = std::chrono::steady_clock::now();
    } else {
        mark.passed = GlQuery::create(GLenum{GL_TIMESTAMP});
        glQueryCounter(mark.passed.name(), GL_TIMESTAMP);
    }
    marks_.push_back(std::move(mark));
}

double PassClock::milliseconds_between(const Mark& first, const Mark& second, bool by_processor) {
    if (by_processor) {
        return std::chrono::duration<double, std::milli>(second.now - first.now).count();
    }
    const auto nanoseconds = [](const Mark& mark) {
        GLuint64 passed = 0;
        glGetQueryObjectui64v(mark.passed.name(), GL_QUERY_RESULT, &passed);
        return static_cast<double>(passed);
    };
    return (nanoseconds(second) - nanoseconds(first)) * 1e-6;
}

std::vector<PassTime> PassClock::read() {
    std::vector<PassTime> passes;
    for (std::size_t i = 0; i + 1 < marks_.size(); ++i) {
        const double milliseconds = milliseconds_between(marks_[i], marks_[i + 1], by_processor_);
        const auto known = std::find_if(passes.begin(), passes.end(), [&](const PassTime& pass) {
            return pass.name == marks_[i].name;
        });
        if (known == passes.end()) {
            passes.push_back({marks_[i].name, milliseconds});
        } else {
            known->milliseconds += milliseconds;
        }
    }
    return passes;
}

FrameTimer::FrameTimer()
    : by_processor_(drawn_by() == DrawnBy::processor),
      query_(GlQuery::create(GLenum{GL_TIME_ELAPSED})) {}

void FrameTimer::begin() {
    if (by_processor_) {
        begun_ = std::chrono::steady_clock::now();
        return;
    }
    end(); // of a drawing that failed
    collect();
    if (!asked_) {
        running_ = true;
        glBeginQuery(GL_TIME_ELAPSED, query_.name());
    }
}

void FrameTimer::end() {
    if (by_processor_) {
        glFinish();
        const std::chrono::duration<double, std::milli> passed =
            std::chrono::steady_clock::now() - begun_;
        milliseconds_ = passed.count();
        return;
    }
    if (std::exchange(running_, false)) {
        glEndQuery(GL_TIME_ELAPSED);
        asked_ = true;
    }
}

void FrameTimer::collect() {
    GLint known = GL_FALSE;
    if (asked_) {
        glGetQueryObjectiv(query_.name(), GL_QUERY_RESULT_AVAILABLE, &known);
    }
    if (known == GL_TRUE) {
        GLuint64 nanoseconds = 0;
        glGetQueryObjectui64v(query_.name(), GL_QUERY_RESULT, &nanoseconds);
        milliseconds_ = static_cast<double>(nanoseconds) * 1e-6;
        asked_ = false;
    }
}

} // namespace orrery
