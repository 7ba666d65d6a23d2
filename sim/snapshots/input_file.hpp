#pragma once

#include "sim/snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

namespace orrery {

// A file opened for reading, with its size known before anything is allocated. Throws bad_input for
// what is no readable, non-empty file.
//
// "-" is standard input. A pipe is read to its end first. A pipe gives its bytes only once, but a
// source is read as often as it is needed (its settings, its bodies, for a reset): so where the
// name is that of something open already ("-", /dev/stdin, the shell's /dev/fd/63 for "<(…)"), a
// file in memory takes the pipe's place there.
//
// The contents are read into memory, not mapped: a mapped file that another program cuts short
// kills the process that looks at it.
class InputFile {
public:
    explicit InputFile(std::filesystem::path file);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    // The first 4 KiB, or all there is.
    std::span<const std::byte> head() const noexcept { return {head_, head_size_}; }

    // All of it, read at the first call; valid as long as this object. Throws bad_input where it
    // would not fit this machine's memory.
    FileContents contents();

    // All of it, piece by piece, from its beginning.
    void for_each_part(const std::function<void(std::span<const std::byte>)>& use) const;

    const std::filesystem::path& file() const noexcept { return file_; }
    std::uintmax_t size() const noexcept { return size_; }
    // The bytes from there on, which must be there.
    void read(std::uintmax_t offset, std::span<std::byte> into) const;
    // Throws bad_input where so many bytes of it would not fit this machine's memory.
    void require_room(std::uintmax_t bytes) const;

private:
    void take_out_of_pipe();

    std::filesystem::path file_;
    struct Descriptor {
        int number = -1;
        ~Descriptor();
    } descriptor_;
    std::uintmax_t size_ = 0;
    std::byte head_[4096] = {};
    std::size_t head_size_ = 0;
    std::unique_ptr<std::byte[]> bytes_;
};

} // namespace orrery
