#pragma once

#include "sim/body_columns.hpp"
#include "sim/snapshots/hdf5_handle.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orrery {

// Numbers in rows, of an HDF5 file that is open as long as this is. Numbers of every size and byte
// order come as double or, as ids, as 64 bits.
class Hdf5Dataset {
public:
    std::size_t rows() const noexcept { return rows_; }
    std::size_t columns() const noexcept { return columns_; } // 1 of a plain list
    bool holds_ids() const noexcept { return whole_; }        // whole numbers
    bool has_sign() const noexcept { return signed_; }        // of whole numbers
    BodyColumn::Kind kind() const; // the narrowest that holds its numbers
    // Its attributes that are one number each.
    std::vector<std::pair<std::string, double>> attributes() const;

    // Reads `count` rows, each `stride` after the one before, as numbers of a kind; throws
    // bad_input where the file fails.
    void read(std::size_t first, std::size_t count, std::size_t stride, BodyColumn::Kind kind,
              std::span<std::byte> rows) const;

    // Its name in messages: "snap.hdf5, PartType1/Masses".
    const std::string& where() const noexcept { return where_; }

private:
    friend class Hdf5Input;
    // Throws where it is no table of numbers.
    Hdf5Dataset(Hdf5Handle dataset, std::string where);

    Hdf5Handle dataset_;
    std::string where_;
    std::size_t rows_ = 0, columns_ = 1;
    bool whole_ = false, signed_ = false;
};

// An HDF5 file for reading. The library is asked by one thread at a time; who calls sees to that.
class Hdf5Input {
public:
    // Throws bad_input, naming the file, where it is damaged or was cut short.
    // `bytes`: all of it, where the file has no name to open.
    explicit Hdf5Input(const std::filesystem::path& file, std::span<const std::byte> bytes = {});

    bool has(const std::string& path) const; // "PartType0", "PartType0/Masses"
    // The names of a group's members, soft links excluded.
    std::vector<std::string> names_in(const std::string& group) const;

    // An attribute of a group, of one number or a list; unset where there is none. Throw bad_input
    // for one that is something else or not finite.
    std::optional<std::vector<double>> numbers(const char* group, const char* name) const;
    std::optional<double> number(const char* group, const char* name) const;
    // Whole numbers that cannot be negative.
    std::optional<std::vector<std::uint64_t>> counts(const char* group, const char* name) const;
    std::optional<std::string> text(const char* group, const char* name) const;

    // Throws bad_input where it is not there or no table of numbers.
    Hdf5Dataset dataset(const std::string& path) const;

    std::string where(const std::string& path) const;

private:
    Hdf5Handle attribute(const char* group, const char* name) const;
    template <class Number>
    std::optional<std::vector<Number>> values(const char* group, const char* name,
                                              hid_t wanted) const;

    std::filesystem::path file_;
    Hdf5Handle root_;
};

} // namespace orrery
