#include "render/frame_timer.hpp"

#include "render/graphics_context.hpp"

namespace orrery {

FrameTimer::FrameTimer() : by_processor_(drawn_by() == DrawnBy::processor) {
    for (GlQuery& query : queries_) {
        query = GlQuery::create(GLenum{GL_TIME_ELAPSED});
    }
}

void FrameTimer::begin() {
    if (by_processor_) {
        begun_ = std::chrono::steady_clock::now();
        return;
    }
    end(); // of a drawing that failed
    collect();
    running_ = started_ - read_ < queries_.size(); // else the GPU is far behind: skip this one
    if (running_) {
        glBeginQuery(GL_TIME_ELAPSED, queries_[started_ % queries_.size()].name());
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
    if (running_) {
        glEndQuery(GL_TIME_ELAPSED);
        ++started_;
        running_ = false;
    }
}

void FrameTimer::collect() {
    for (; read_ < started_; ++read_) {
        const GLuint query = queries_[read_ % queries_.size()].name();
        GLint known = GL_FALSE;
        glGetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE, &known);
        if (known == GL_FALSE) {
            return;
        }
        GLuint64 nanoseconds = 0;
        glGetQueryObjectui64v(query, GL_QUERY_RESULT, &nanoseconds);
        milliseconds_ = static_cast<double>(nanoseconds) * 1e-6;
    }
}

} // namespace orrery
