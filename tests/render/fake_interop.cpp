#include "tests/render/fake_interop.hpp"

#include "render/gl_object.hpp"

#include <GL/glew.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace orrery {
namespace {

// Throws NoInterop if there are words of a refusal.
void refuse(const std::string& words) {
    if (!words.empty()) {
        throw NoInterop{words, "ask the test"};
    }
}

class FakeBuffer final : public SharedBuffer {
public:
    FakeBuffer(FakeCuda& cuda, unsigned gl_buffer) : cuda_(cuda), gl_buffer_(gl_buffer) {
        ++cuda_.registrations;
        ++cuda_.registered;
    }
    FakeBuffer(const FakeBuffer&) = delete;
    FakeBuffer& operator=(const FakeBuffer&) = delete;
    ~FakeBuffer() override {
        --cuda_.registered;
        cuda_.mapped -= mapped_ ? 1 : 0;
        cuda_.outlived = cuda_.outlived || glIsBuffer(gl_buffer_) == GL_FALSE;
    }

    float* map() override {
        refuse(cuda_.no_map);
        GLint64 bytes = 0;
        glGetNamedBufferParameteri64v(gl_buffer_, GL_BUFFER_SIZE, &bytes);
        device_memory_.assign(static_cast<std::size_t>(bytes) / sizeof(float), 0.0F);
        set_mapped(true);
        return device_memory_.data();
    }

    void unmap() override {
        set_mapped(false);
        refuse(cuda_.no_unmap);
        const auto bytes = static_cast<GLsizeiptr>(device_memory_.size() * sizeof(float));
        const GlBuffer source = GlBuffer::create();
        glNamedBufferStorage(source.name(), bytes, device_memory_.data(), 0);
        glCopyNamedBufferSubData(source.name(), gl_buffer_, 0, 0, bytes);
    }

private:
    void set_mapped(bool mapped) {
        cuda_.mapped += (mapped ? 1 : 0) - (mapped_ ? 1 : 0);
        mapped_ = mapped;
    }

    FakeCuda& cuda_;
    unsigned gl_buffer_;
    std::vector<float> device_memory_;
    bool mapped_ = false;
};

class FakeInterop final : public CudaInterop {
public:
    explicit FakeInterop(FakeCuda& cuda) : cuda_(cuda) {}

    int device() const override { return cuda_.device; }
    void* stream() const override { return &cuda_; }
    std::unique_ptr<SharedBuffer> share(unsigned gl_buffer) override {
        refuse(cuda_.no_share);
        return std::make_unique<FakeBuffer>(cuda_, gl_buffer);
    }
    double gpu_milliseconds() override { return 0.25; }

private:
    FakeCuda& cuda_;
};

} // namespace

InteropOpener FakeCuda::opener() {
    return [this] {
        ++opened;
        refuse(no_open);
        return std::make_unique<FakeInterop>(*this);
    };
}

} // namespace orrery
