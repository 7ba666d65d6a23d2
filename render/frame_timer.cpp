#include "render/frame_timer.hpp"

namespace orrery {

FrameTimer::FrameTimer() {
    for (GlQuery& query : queries_) {
        query = GlQuery::create(GLenum{GL_TIME_ELAPSED});
    }
}

void FrameTimer::begin() {
    collect();
    running_ = started_ - read_ < queries_.size(); // else the GPU is far behind: skip this one
    if (running_) {
        glBeginQuery(GL_TIME_ELAPSED, queries_[started_ % queries_.size()].name());
    }
}

void FrameTimer::end() {
    if (running_) {
        glEndQuery(GL_TIME_ELAPSED);
        ++started_;
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
