#pragma once

#include <hdf5.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace orrery {

// An HDF5 handle that closes itself.
class Hdf5Handle {
public:
    // Throws failure, naming the file, where the library refused.
    Hdf5Handle(hid_t id, herr_t (*close)(hid_t), const std::filesystem::path& file);
    Hdf5Handle(const Hdf5Handle&) = delete;
    Hdf5Handle& operator=(const Hdf5Handle&) = delete;
    ~Hdf5Handle();
    hid_t get() const noexcept { return id_; }

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

// An HDF5 file that is made in memory, so that the one on the disk can appear whole or not at all.
// All throw failure, naming the file, where the library refuses.
class Hdf5Output {
public:
    explicit Hdf5Output(const std::filesystem::path& file);

    void add_dataset(const char* name, std::span<const hsize_t> extent,
                     std::span<const double> values);
    void add_dataset(const char* name, std::span<const hsize_t> extent,
                     std::span<const std::int64_t> values);
    void add_attribute(const char* name, std::span<const double> numbers);
    void add_attribute(const char* name, double number);
    // Nothing where there is no text.
    void add_attribute(const char* name, const std::string& text);

    void write();

private:
    void add_dataset(const char* name, hid_t stored, hid_t given, std::span<const hsize_t> extent,
                     const void* values);

    std::filesystem::path file_;
    Hdf5Handle root_;
};

} // namespace orrery
