#pragma once

#include "sim/body_columns.hpp"

#include <hdf5.h>

#include <array>
#include <utility>

namespace orrery {

// An HDF5 handle that closes itself; it may hold none, which HDF5 tells by a negative number.
class Hdf5Handle {
public:
    Hdf5Handle(hid_t id, herr_t (*close)(hid_t)) noexcept : id_(id), close_(close) {}
    Hdf5Handle(Hdf5Handle&& other) noexcept
        : id_(std::exchange(other.id_, hid_t{-1})), close_(other.close_) {}
    Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    ~Hdf5Handle() {
        if (id_ >= 0) {
            close_(id_);
        }
    }
    hid_t get() const noexcept { return id_; }
    explicit operator bool() const noexcept { return id_ >= 0; }

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

// HDF5's type for a kind of number in memory, and in files.
inline hid_t native_type(BodyColumn::Kind kind) {
    const std::array types = {H5T_NATIVE_FLOAT, H5T_NATIVE_DOUBLE, H5T_NATIVE_INT32,
                              H5T_NATIVE_INT64, H5T_NATIVE_UINT32, H5T_NATIVE_UINT64};
    return types[static_cast<std::size_t>(kind)];
}
inline hid_t stored_type(BodyColumn::Kind kind) {
    const std::array types = {H5T_IEEE_F32LE, H5T_IEEE_F64LE, H5T_STD_I32LE,
                              H5T_STD_I64LE,  H5T_STD_U32LE,  H5T_STD_U64LE};
    return types[static_cast<std::size_t>(kind)];
}

} // namespace orrery
