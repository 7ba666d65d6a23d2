#pragma once

#include "sim/snapshots/hdf5_handle.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace orrery {

// An HDF5 file that is made in memory, so that the one on the disk can appear whole or not at all.
// All throw failure, naming the file, where the library refuses. Names of datasets may begin with a
// group's, "PartType0/Masses"; attributes belong to the file, or to the group that is named.
class Hdf5Output {
public:
    explicit Hdf5Output(const std::filesystem::path& file);

    enum class Digits { single, all };

    void add_group(const char* name);
    void add_dataset(const char* name, std::span<const hsize_t> extent,
                     std::span<const double> values, Digits digits = Digits::all);
    // Without a sign unless one is negative; `no_sign`: none is, however they stand here.
    void add_ids(const char* name, std::span<const std::int64_t> ids, bool no_sign);
    // Rows of `width` numbers; 1: a plain list.
    void add_rows(const char* name, BodyColumn::Kind kind, std::size_t width,
                  std::span<const std::byte> rows);
    void add_attribute(const char* name, std::span<const double> numbers, const char* group = ".");
    void add_attribute(const char* name, double number, const char* group = ".");
    // Nothing where there is no text.
    void add_attribute(const char* name, const std::string& text, const char* group = ".");
    // Stored with 32 bits.
    void add_counts(const char* name, std::span<const std::uint32_t> counts, const char* group);
    void add_flag(const char* name, std::int32_t value, const char* group);

    // The file's bytes.
    std::vector<std::byte> image() const;
    void write() const;

private:
    void add_dataset(const char* name, hid_t stored, hid_t given, std::span<const hsize_t> extent,
                     const void* values);
    void add_attribute(const char* name, const char* group, hid_t stored, hid_t given,
                       const Hdf5Handle& space, const void* values);
    Hdf5Handle made(hid_t id, herr_t (*close)(hid_t)) const;

    std::filesystem::path file_;
    Hdf5Handle root_;
};

} // namespace orrery
