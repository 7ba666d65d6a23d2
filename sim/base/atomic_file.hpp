#pragma once

#include "sim/base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace orrery {

// A file being written beside the one it will replace. The bytes go to a file in the same folder
// that has no name, or a temporary one where the file system wants one; `commit` renames it, so
// that at every moment the name holds either the old file or the new one, whole. Without `commit`
// nothing remains, but for name_for_others. Every method throws failure, naming the file.
//
// An existing pipe or device cannot be replaced, and is written as the bytes come; so are "-",
// standard output, and what the shell calls /dev/stdout and /dev/fd/3.
class AtomicFile {
public:
    enum class Durability {
        disk, // survives a power cut: waits until the disk has it
        none, // for what is rewritten all the time and not worth the wait
    };

    // A symbolic link is followed: what it points at is replaced, and keeps its permissions.
    explicit AtomicFile(const std::filesystem::path& file,
                        Durability durability = Durability::disk);
    // A part of that file, which another process makes: `temporary` is the name it tells. `commit`
    // then only hands over this part.
    AtomicFile(const std::filesystem::path& file, const std::filesystem::path& temporary);
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();

    const std::filesystem::path& file() const noexcept { return file_; }

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);
    // Writing goes on so many bytes from the beginning; not in a pipe.
    void seek(std::uint64_t at);
    // The name by which other processes can write parts of it, from now on: if this one is killed,
    // it stays. Empty: they cannot, as in a pipe, or by NFS, where parts of one page that two
    // machines write overwrite each other.
    std::filesystem::path name_for_others();
    // Hands over what was written so far, to learn whether there is room for it.
    void flush();
    void commit();

private:
    void open_straight();
    void open_temporary();
    void take_name(const std::function<int(const char*)>& make);
    void name_nameless();
    void sync();
    void close_descriptor() noexcept;

    std::filesystem::path file_;      // as the user named it
    std::filesystem::path target_;    // links resolved; empty where nothing is replaced
    std::filesystem::path temporary_; // empty where it has no name, and once renamed
    Durability durability_;
    int descriptor_ = -1;
    std::vector<std::byte> buffer_;
};

// Throws failure unless a file of this name, of about `bytes` bytes, can be written now: tries to,
// in the folder itself, and leaves nothing behind. To be asked before hours of work.
void require_writable_place(const std::filesystem::path& file, std::uintmax_t bytes = 0);

// Throws bad_input where there is a folder of this name: said before its ending is found wrong.
void require_no_folder(const std::filesystem::path& file);

// That it cannot be written ("-" is standard output), for the reason that errno gave.
Error cannot_write(const std::filesystem::path& file, int error);

// Writes all of it to an open descriptor: in parts where it takes parts, however often a signal
// comes between, waiting where it is slow. False: it failed, errno says why.
bool write_all(int descriptor, std::span<const std::byte> bytes);

} // namespace orrery
