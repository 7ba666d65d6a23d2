#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace orrery {

// A file being written beside the one it will replace. What is written goes to a temporary name in
// the same folder; `commit` flushes it to the disk and renames it, so that at every moment, a power
// cut included, the name holds either the old file or the new one, whole. Without `commit` nothing
// remains. Every method throws failure, naming the file.
class OutputFile {
public:
    // A symbolic link is followed: what it points at is replaced.
    explicit OutputFile(const std::filesystem::path& file);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    const std::filesystem::path& file() const noexcept { return file_; }

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);
    void commit();

private:
    void flush();
    void close_descriptor() noexcept;

    std::filesystem::path file_;      // as the user named it
    std::filesystem::path target_;    // links resolved
    std::filesystem::path temporary_; // empty once renamed
    int descriptor_ = -1;
    std::vector<std::byte> buffer_;
};

} // namespace orrery
