#include "sim/snapshots/input_file.hpp"

#include "sim/error.hpp"
#include "sim/snapshots/place.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace orrery {
namespace {

Error cannot_open(const std::filesystem::path& file, int error) {
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return bad_input("there is no such file", file.string(), "check its name and folder");
    case EACCES:
    case EPERM:
        return bad_input("the file may not be read", file.string(), "check its permissions");
    default:
        return failure("the file cannot be opened (" + std::generic_category().message(error) + ")",
                       file.string(), "check its name and folder");
    }
}

std::uintmax_t physical_memory() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_size = sysconf(_SC_PAGESIZE);
    return static_cast<std::uintmax_t>(std::max(pages, 0L)) *
           static_cast<std::uintmax_t>(std::max(page_size, 0L));
}

} // namespace

InputFile::InputFile(std::filesystem::path file) : file_(std::move(file)) {
    // O_NONBLOCK: opening a pipe must not wait for its other end before we can refuse it.
    descriptor_ = open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) {
        throw cannot_open(file_, errno);
    }
    try {
        struct stat status = {};
        if (fstat(descriptor_, &status) != 0) {
            throw cannot_open(file_, errno);
        }
        if (S_ISDIR(status.st_mode)) {
            throw bad_input("this is a folder, not a file", file_.string(),
                            "name one of the files in it");
        }
        if (!S_ISREG(status.st_mode)) {
            throw bad_input("this is no ordinary file", file_.string(),
                            "save what it gives to a file first");
        }
        size_ = static_cast<std::uintmax_t>(status.st_size);
        if (size_ == 0) {
            throw bad_input("the file is empty", at_byte(file_, 0), "was it written completely?");
        }
        if (size_ > physical_memory()) {
            throw bad_input("the file's " + std::to_string(size_) +
                                " bytes do not fit this machine's memory",
                            file_.string(), "open it on a larger machine");
        }
        head_size_ = static_cast<std::size_t>(std::min<std::uintmax_t>(size_, sizeof head_));
        read_into(head_, head_size_, 0);
    } catch (...) {
        close(descriptor_);
        throw;
    }
}

InputFile::~InputFile() {
    close(descriptor_);
}

FileContents InputFile::contents() {
    const auto size = static_cast<std::size_t>(size_);
    if (!bytes_) {
        std::unique_ptr<std::byte[]> bytes;
        try {
            bytes = std::make_unique_for_overwrite<std::byte[]>(size);
        } catch (const std::bad_alloc&) {
            throw failure("there is not enough memory for the file's " + std::to_string(size) +
                              " bytes",
                          file_.string(), "close other programs or take a smaller file");
        }
        read_into(bytes.get(), size, 0);
        bytes_ = std::move(bytes);
    }
    return {file_, {bytes_.get(), size}};
}

void InputFile::read_into(std::byte* destination, std::size_t size, std::size_t offset) const {
    while (size > 0) {
        const ssize_t got = pread(descriptor_, destination, size, static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            throw failure("reading failed (" + std::generic_category().message(errno) + ")",
                          at_byte(file_, offset), "is the disk or network still there?");
        }
        if (got == 0) {
            throw failure("the file became shorter while it was read", at_byte(file_, offset),
                          "wait until it is written completely");
        }
        destination += got;
        offset += static_cast<std::size_t>(got);
        size -= static_cast<std::size_t>(got);
    }
}

} // namespace orrery
