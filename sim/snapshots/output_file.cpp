#include "sim/snapshots/output_file.hpp"

#include "sim/error.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

std::string hint_for(int error) {
    switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return "make room or choose another disk";
    case EACCES:
    case EPERM:
    case EROFS:
        return "choose a folder that you may write to";
    case ENOENT:
    case ENOTDIR:
        return "make the folder first";
    default:
        return "choose another place";
    }
}

Error cannot_write(const std::filesystem::path& file, int error) {
    return failure("the file cannot be written (" + std::generic_category().message(error) + ")",
                   file.string(), hint_for(error));
}

// A rename is only on the disk when its folder is. Some file systems refuse to sync folders; then
// the rename is as safe as they make it.
void sync_folder(const std::filesystem::path& folder) {
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
}

} // namespace

OutputFile::OutputFile(const std::filesystem::path& file) : file_(file) {
    std::error_code error;
    target_ = std::filesystem::weakly_canonical(file, error);
    if (error) {
        throw cannot_write(file_, error.value());
    }
    if (std::filesystem::is_directory(target_, error)) {
        throw failure("this is a folder, not a file", file_.string(), "name a file in it");
    }
    buffer_.reserve(buffer_size);
    const std::string stem = ".orrery-" + std::to_string(getpid()) + "-";
    for (int attempt = 0; descriptor_ < 0; ++attempt) {
        temporary_ = target_.parent_path() / (stem + std::to_string(attempt) + ".tmp");
        descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ < 0 && errno != EEXIST) {
            throw cannot_write(file_, errno);
        }
    }
    struct stat replaced = {};
    if (stat(target_.c_str(), &replaced) == 0) {
        fchmod(descriptor_, replaced.st_mode & 07777); // who may read it stays the owner's choice
    }
}

OutputFile::~OutputFile() {
    close_descriptor();
    if (!temporary_.empty()) {
        unlink(temporary_.c_str());
    }
}

void OutputFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto part = bytes.first(std::min(bytes.size(), buffer_size - buffer_.size()));
        buffer_.insert(buffer_.end(), part.begin(), part.end());
        bytes = bytes.subspan(part.size());
        if (buffer_.size() == buffer_size) {
            flush();
        }
    }
}

void OutputFile::write(std::string_view text) {
    write(std::as_bytes(std::span(text.data(), text.size())));
}

void OutputFile::commit() {
    flush();
    if (fsync(descriptor_) != 0) {
        throw cannot_write(file_, errno);
    }
    const int descriptor = std::exchange(descriptor_, -1);
    if (close(descriptor) != 0) {
        throw cannot_write(file_, errno);
    }
    if (rename(temporary_.c_str(), target_.c_str()) != 0) {
        throw cannot_write(file_, errno);
    }
    temporary_.clear();
    sync_folder(target_.parent_path());
}

void OutputFile::flush() {
    std::span<const std::byte> left = buffer_;
    while (!left.empty()) {
        const ssize_t written = ::write(descriptor_, left.data(), left.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            throw cannot_write(file_, errno);
        }
        left = left.subspan(static_cast<std::size_t>(written));
    }
    buffer_.clear();
}

void OutputFile::close_descriptor() noexcept {
    if (descriptor_ >= 0) {
        close(std::exchange(descriptor_, -1));
    }
}

} // namespace orrery
