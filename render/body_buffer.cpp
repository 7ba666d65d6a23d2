// Two rings of buffers. Of each, one is drawn from and one is written to.
//
// The host's are each mapped once for their life (persistent, coherent). A buffer's fence is set
// when a newer one takes its place, which is after every draw that reads it. There is a third,
// which the GPU may still be reading while the writer is already ahead.
//
// The device's are ordinary buffers registered with CUDA. Mapping one orders CUDA's writing after
// the draws that read it, and unmapping before those to come, all on the GPU: nobody waits, so two
// are enough.
//
// Either ring is made when bodies first come that way.

#include "render/body_buffer.hpp"
#include "render/gl_messages.hpp"
#include "render/gl_object.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t bytes_per_body = 4 * sizeof(float);
constexpr std::size_t host_slots = 3;
constexpr std::size_t device_slots = 2;

struct Slot {
    GlBuffer buffer;
    float* mapped = nullptr;              // the processor's, for its life
    GlFence read;                         // passed when the GPU reads it no more
    std::unique_ptr<SharedBuffer> shared; // CUDA's; after `buffer`, so that it goes first
};

struct Ring {
    std::vector<Slot> slots;
    std::size_t next = 0;     // to be written
    std::size_t capacity = 0; // bodies, of each

    Slot& turn() {
        Slot& written = slots[next];
        next = (next + 1) % slots.size();
        return written;
    }
    bool holds(const Slot* slot) const {
        return std::any_of(slots.begin(), slots.end(),
                           [&](const Slot& one) { return &one == slot; });
    }
};

Slot make_slot(std::size_t capacity, GLbitfield access) {
    const std::string doing =
        "allocating memory for " + std::to_string(capacity) + " bodies on screen";
    Slot slot{GlBuffer::create(), nullptr, {}, nullptr};
    glNamedBufferStorage(slot.buffer.name(), static_cast<GLsizeiptr>(capacity * bytes_per_body),
                         nullptr, access);
    gl_check(doing.c_str(), "use fewer bodies");
    return slot;
}

Slot make_host_slot(std::size_t capacity) {
    // Readable too: picking and framing look at the bodies where they are.
    constexpr GLbitfield access =
        GL_MAP_WRITE_BIT | GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    Slot slot = make_slot(capacity, access);
    slot.mapped = static_cast<float*>(glMapNamedBufferRange(
        slot.buffer.name(), 0, static_cast<GLsizeiptr>(capacity * bytes_per_body), access));
    if (slot.mapped == nullptr) {
        gl_check("mapping graphics memory", "use fewer bodies");
        throw failure("graphics memory cannot be mapped",
                      "allocating memory for " + std::to_string(capacity) + " bodies on screen",
                      "use fewer bodies");
    }
    return slot;
}

std::string sentence(const NoInterop& no) {
    return no.reason + ", so positions are copied through the processor; " + no.remedy;
}

NoInterop other_gpu(int computes, int draws) {
    return {"The simulation runs on GPU " + std::to_string(computes) + " and OpenGL on GPU " +
                std::to_string(draws),
            "let the simulation use GPU " + std::to_string(draws) + " to avoid that"};
}

} // namespace

class BodyBuffer::Implementation {
public:
    explicit Implementation(InteropOpener open) : open_interop_(std::move(open)) {}

    void resize(std::size_t count, std::optional<int> device) {
        assert(!writing_);
        if (count > static_cast<std::size_t>(std::numeric_limits<GLsizei>::max()) / 4) {
            throw failure(std::to_string(count) + " bodies are more than OpenGL can draw",
                          "graphics", "use fewer bodies");
        }
        if (!shared_ring_ready(device, count)) {
            grow_host(count);
        }
        room_ = count;
    }

    BodyTarget map(std::optional<int> device) {
        assert(!writing_);
        if (room_ == 0) {
            return {};
        }
        if (shared_ring_ready(device, room_)) {
            const std::variant<float*, NoInterop> place = device_.slots[device_.next].shared->map();
            if (float* const* xyzs = std::get_if<float*>(&place)) {
                writing_ = &device_;
                return {.xyzs = *xyzs,
                        .capacity = device_.capacity,
                        .on_device = true,
                        .stream = interop_->stream(),
                        .device = interop_->device()};
            }
            give_up(std::get<NoInterop>(place));
        }
        grow_host(room_);
        Slot& slot = host_.slots[host_.next];
        while (!slot.read.wait(1'000'000'000)) {
        }
        slot.read = {};
        writing_ = &host_;
        return {.xyzs = slot.mapped, .capacity = host_.capacity};
    }

    bool unmap(std::size_t count) {
        if (room_ == 0) {
            return true;
        }
        assert(writing_ != nullptr && count <= writing_->capacity);
        if (!hand_over()) {
            return false;
        }
        if (newest_ != nullptr && newest_->mapped != nullptr) {
            newest_->read = GlFence::insert();
        }
        newest_ = &std::exchange(writing_, nullptr)->turn();
        count_ = count;
        read_back_ = {};
        outgrown_ = {}; // GL keeps it as long as its commands need it
        return true;
    }

    void discard() {
        if (writing_ != nullptr && hand_over()) {
            writing_ = nullptr;
        }
    }

    std::size_t capacity() const { return std::max(host_.capacity, device_.capacity); }
    std::size_t count() const { return count_; }
    unsigned int name() const { return newest_ == nullptr ? 0 : newest_->buffer.name(); }
    std::size_t bytes() const {
        return (host_.slots.size() * host_.capacity + device_.slots.size() * device_.capacity) *
               bytes_per_body;
    }

    std::span<const float> newest() {
        if (newest_ == nullptr || newest_->mapped != nullptr) {
            return newest_ == nullptr ? std::span<const float>{}
                                      : std::span<const float>(newest_->mapped, 4 * count_);
        }
        if (read_back_.size() != 4 * count_) {
            read_back_.resize(4 * count_);
            glGetNamedBufferSubData(newest_->buffer.name(), 0,
                                    static_cast<GLsizeiptr>(count_ * bytes_per_body),
                                    read_back_.data());
        }
        return read_back_;
    }

    void mark(std::span<const std::uint8_t> marks) {
        marked_ = marks.size();
        if (marks.empty()) {
            return;
        }
        if (marks.size() > marks_room_) { // whole words, as the shader reads them
            GlBuffer larger = GlBuffer::create();
            const std::size_t room = (marks.size() + 3) / 4 * 4;
            glNamedBufferStorage(larger.name(), static_cast<GLsizeiptr>(room), nullptr,
                                 GL_DYNAMIC_STORAGE_BIT);
            gl_check("allocating memory for marks", "use fewer bodies");
            marks_ = std::move(larger);
            marks_room_ = room;
        }
        glNamedBufferSubData(marks_.name(), 0, static_cast<GLsizeiptr>(marks.size()), marks.data());
    }

    unsigned int marks() const { return marked_ > 0 && marked_ == count_ ? marks_.name() : 0; }

    std::optional<int> cuda_device() const {
        return interop_ ? std::optional(interop_->device()) : std::nullopt;
    }
    const std::string& interop_unavailable() const { return unavailable_; }
    double publish_gpu_milliseconds() { return interop_ ? interop_->gpu_milliseconds() : 0; }

private:
    void grow_host(std::size_t count) {
        if (count > host_.capacity) {
            Ring larger;
            while (larger.slots.size() < host_slots) {
                larger.slots.push_back(make_host_slot(count));
            }
            larger.capacity = count;
            replace(host_, std::move(larger));
        }
    }

    // Whether CUDA can write `count` bodies of `device` where they are drawn from.
    bool shared_ring_ready(std::optional<int> device, std::size_t count) {
        if (!device || !opened()) {
            return false;
        }
        if (interop_->device() != *device) {
            unavailable_ = sentence(other_gpu(*device, interop_->device()));
            return false;
        }
        unavailable_.clear();
        return count <= device_.capacity || grow_device(count);
    }

    bool opened() {
        if (open_interop_) {
            OpenedInterop opened = std::exchange(open_interop_, nullptr)();
            if (const auto* no = std::get_if<NoInterop>(&opened)) {
                unavailable_ = sentence(*no);
            } else {
                interop_ = std::get<std::unique_ptr<CudaInterop>>(std::move(opened));
            }
        }
        return interop_ != nullptr;
    }

    bool grow_device(std::size_t count) {
        Ring larger;
        while (larger.slots.size() < device_slots) {
            Slot slot = make_slot(count, 0);
            auto shared = interop_->share(slot.buffer.name());
            if (const auto* no = std::get_if<NoInterop>(&shared)) {
                larger = {};
                give_up(*no);
                return false;
            }
            slot.shared = std::get<std::unique_ptr<SharedBuffer>>(std::move(shared));
            larger.slots.push_back(std::move(slot));
        }
        larger.capacity = count;
        replace(device_, std::move(larger));
        return true;
    }

    // The newest bodies are drawn until there are newer ones.
    void replace(Ring& ring, Ring with) {
        if (ring.holds(newest_)) {
            outgrown_ = std::move(*newest_);
            newest_ = &outgrown_;
        }
        ring = std::move(with);
    }

    // What was being written is OpenGL's again.
    bool hand_over() {
        if (writing_ == &host_) {
            return true;
        }
        const std::optional<NoInterop> no = writing_->slots[writing_->next].shared->unmap();
        if (no) {
            writing_ = nullptr;
            give_up(*no);
        }
        return !no;
    }

    // CUDA is not asked again: what it refused once it refuses every frame.
    void give_up(const NoInterop& no) {
        unavailable_ = sentence(no);
        replace(device_, {});
        outgrown_.shared.reset();
        interop_.reset();
    }

    InteropOpener open_interop_; // empty once it has been asked
    std::unique_ptr<CudaInterop> interop_;
    std::string unavailable_;
    Ring host_, device_;
    Slot outgrown_;
    Slot* newest_ = nullptr;  // complete; null before the first
    Ring* writing_ = nullptr; // between map and unmap
    std::size_t room_ = 0;    // that maps are to have
    std::size_t count_ = 0;   // bodies of the newest
    GlBuffer marks_;
    std::size_t marks_room_ = 0, marked_ = 0;
    std::vector<float> read_back_; // of the newest, if it is CUDA's and somebody asked
};

BodyBuffer::BodyBuffer(InteropOpener open_interop)
    : implementation_(std::make_unique<Implementation>(std::move(open_interop))) {}

BodyBuffer::~BodyBuffer() = default;

void BodyBuffer::resize(std::size_t count, std::optional<int> device) {
    implementation_->resize(count, device);
}

std::size_t BodyBuffer::capacity() const {
    return implementation_->capacity();
}

BodyTarget BodyBuffer::map(std::optional<int> device) {
    return implementation_->map(device);
}

bool BodyBuffer::unmap(std::size_t count) {
    return implementation_->unmap(count);
}

void BodyBuffer::discard() {
    implementation_->discard();
}

std::size_t BodyBuffer::count() const {
    return implementation_->count();
}

unsigned int BodyBuffer::gl_buffer() const {
    return implementation_->name();
}

std::span<const float> BodyBuffer::newest() const {
    return implementation_->newest();
}

std::size_t BodyBuffer::bytes() const {
    return implementation_->bytes();
}

void BodyBuffer::mark(std::span<const std::uint8_t> marks) {
    implementation_->mark(marks);
}

unsigned int BodyBuffer::gl_marks() const {
    return implementation_->marks();
}

std::optional<int> BodyBuffer::cuda_device() const {
    return implementation_->cuda_device();
}

const std::string& BodyBuffer::interop_unavailable() const {
    return implementation_->interop_unavailable();
}

double BodyBuffer::publish_gpu_milliseconds() const {
    return implementation_->publish_gpu_milliseconds();
}

} // namespace orrery
