#include "render/jpeg_readback.hpp"

#include "render/gl_messages.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

namespace orrery {
namespace {

// As in the shaders.
constexpr GLuint tables_binding = 2, from_binding = 4, to_binding = 5;
constexpr int side = 16;                              // of a block of pixels
constexpr std::size_t parts = 6;                      // of 8 x 8: four of luminance, two of colour
constexpr std::size_t coefficient_words = parts * 34; // of a block, in jpeg_transform.comp
constexpr std::size_t most_words = parts * 40;        // of a block's bits: jpeg_code.comp
constexpr std::size_t fingerprint_words = 2;

std::size_t area(Extent blocks) {
    return static_cast<std::size_t>(blocks.width) * static_cast<std::size_t>(blocks.height);
}

Extent blocks_of(Extent size) {
    return {(size.width + side - 1) / side, (size.height + side - 1) / side};
}

// Those of all rows behind how many bytes each has, and the fingerprint.
std::size_t row_words(Extent blocks) {
    return fingerprint_words + static_cast<std::size_t>(blocks.height) + area(blocks) * most_words;
}

GLsizeiptr bytes_of(std::size_t words) {
    return static_cast<GLsizeiptr>(words * sizeof(std::uint32_t));
}

GlBuffer buffer_of(std::size_t words, GLbitfield flags) {
    GlBuffer buffer = GlBuffer::create();
    glNamedBufferStorage(buffer.name(), bytes_of(words), nullptr, flags);
    return buffer;
}

// In a scan a byte of ones is followed by a zero, so that it is no marker.
void append_row(std::string& scan, std::string_view bytes) {
    for (std::size_t at = bytes.find('\xff'); at != std::string_view::npos;
         at = bytes.find('\xff')) {
        scan.append(bytes.substr(0, at + 1)).push_back('\0');
        bytes.remove_prefix(at + 1);
    }
    scan.append(bytes);
}

} // namespace

const JpegShaders::Passes& JpegShaders::passes() {
    if (!passes_) {
        passes_ = Passes{.transform{folder_, {"jpeg_transform.comp"}},
                         .code{folder_, {"jpeg_code.comp"}},
                         .gather{folder_, {"jpeg_gather.comp"}}};
    }
    return *passes_;
}

JpegReadback::JpegReadback(JpegShaders::Passes passes, Extent size)
    : size_(size), blocks_(blocks_of(size)), passes_(std::move(passes)),
      tables_(buffer_of(sizeof(JpegTables) / sizeof(std::uint32_t), GL_DYNAMIC_STORAGE_BIT)),
      coefficients_(buffer_of(area(blocks_) * coefficient_words, 0)),
      rows_(buffer_of(row_words(blocks_), 0)) {
    constexpr GLuint zero = 0;
    glClearNamedBufferData(rows_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    constexpr GLbitfield mapped = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    for (Result& result : results_) {
        const std::size_t words = row_words(blocks_);
        result.buffer = buffer_of(words, mapped | GL_CLIENT_STORAGE_BIT);
        result.words = static_cast<const std::uint32_t*>(
            glMapNamedBufferRange(result.buffer.name(), 0, bytes_of(words), mapped));
    }
    gl_check("allocating memory to encode pictures", "use a smaller window");
}

bool JpegReadback::fits(Extent size) {
    constexpr GLint64 most = GLint64{64} << 20; // twice what 3840 x 2160 takes
    GLint64 largest = 0;
    GLint threads = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
    glGetIntegerv(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, &threads);
    return bytes_of(row_words(blocks_of(size))) <= std::min(largest, most) && threads >= 256;
}

void JpegReadback::begin(unsigned int texture, const JpegTables& tables) {
    Result& result = results_[(first_ + under_way_) % max_under_way];
    const auto width = static_cast<GLuint>(blocks_.width);
    const auto height = static_cast<GLuint>(blocks_.height);
    const auto bind = [](GLuint place, const GlBuffer& buffer) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, place, buffer.name());
    };
    glNamedBufferSubData(tables_.name(), 0, sizeof(tables), &tables);
    bind(tables_binding, tables_);
    glBindTextureUnit(0, texture);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);

    bind(from_binding, rows_); // the fingerprint
    bind(to_binding, coefficients_);
    passes_.transform.set("size", glm::ivec2(size_.width, size_.height));
    passes_.transform.use();
    glDispatchCompute(width, height, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

    bind(from_binding, coefficients_);
    bind(to_binding, rows_);
    passes_.code.set("blocks", glm::ivec2(blocks_.width, blocks_.height));
    passes_.code.use();
    glDispatchCompute(1, height, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

    bind(from_binding, rows_);
    bind(to_binding, result.buffer);
    passes_.gather.set("blocks", glm::ivec2(blocks_.width, blocks_.height));
    passes_.gather.use();
    glDispatchCompute(1, height, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
    result.there = GlFence::insert();
    ++under_way_;
}

std::optional<JpegScan> JpegReadback::take(PixelReadback::Wait wait) {
    constexpr std::uint64_t longest_wait = 1'000'000'000; // nanoseconds, before it is looked again
    if (under_way_ == 0) {
        return std::nullopt;
    }
    const Result& result = results_[first_];
    while (!result.there.wait(wait == PixelReadback::Wait::yes ? longest_wait : 0)) {
        if (wait == PixelReadback::Wait::no) {
            return std::nullopt;
        }
    }
    first_ = (first_ + 1) % max_under_way;
    --under_way_;
    const auto rows = static_cast<std::size_t>(blocks_.height);
    const std::span<const std::uint32_t> sizes(result.words + fingerprint_words, rows);
    JpegScan scan;
    std::memcpy(&scan.fingerprint, result.words, sizeof(scan.fingerprint));
    std::size_t begin = fingerprint_words + rows;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t words = (sizes[row] + 3) / 4;
        append_row(scan.bytes, {reinterpret_cast<const char*>(result.words + begin), sizes[row]});
        begin += words;
        if (row + 1 < rows) {
            scan.bytes += {'\xff', static_cast<char>(0xD0U + row % 8)};
        }
    }
    return scan;
}

} // namespace orrery
