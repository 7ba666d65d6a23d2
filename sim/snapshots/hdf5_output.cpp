#include "sim/snapshots/hdf5_output.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <array>

namespace orrery {
namespace {

// The result of an HDF5 call; throws failure if the call failed.
template <class Result>
Result good(Result result, const std::filesystem::path& file) {
    if (result < 0) {
        throw failure("could not be converted to HDF5", file.string(), "write a .csv instead");
    }
    return result;
}

Hdf5Handle file_in_memory(const std::filesystem::path& file) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); // we say what failed, in one sentence
    const Hdf5Handle access(good(H5Pcreate(H5P_FILE_ACCESS), file), H5Pclose);
    constexpr std::size_t growth = std::size_t{1} << 20;
    good(H5Pset_fapl_core(access.get(), growth, false), file);
    return {good(H5Fcreate("orrery", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), file), H5Fclose};
}

} // namespace

Hdf5Output::Hdf5Output(const std::filesystem::path& file)
    : file_(file), root_(file_in_memory(file)) {}

Hdf5Handle Hdf5Output::made(hid_t id, herr_t (*close)(hid_t)) const {
    return {good(id, file_), close};
}

void Hdf5Output::add_group(const char* name) {
    made(H5Gcreate2(root_.get(), name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
}

void Hdf5Output::add_dataset(const char* name, std::span<const hsize_t> extent,
                             std::span<const double> values, Digits digits) {
    add_dataset(name, digits == Digits::all ? H5T_IEEE_F64LE : H5T_IEEE_F32LE, H5T_NATIVE_DOUBLE,
                extent, values.data());
}

void Hdf5Output::add_ids(const char* name, std::span<const std::int64_t> ids, bool no_sign) {
    using enum BodyColumn::Kind;
    const bool positive =
        no_sign || std::ranges::none_of(ids, [](std::int64_t id) { return id < 0; });
    add_rows(name, positive ? uint64 : int64, 1, std::as_bytes(ids));
}

void Hdf5Output::add_rows(const char* name, BodyColumn::Kind kind, std::size_t width,
                          std::span<const std::byte> rows) {
    const std::array<hsize_t, 2> extent = {rows.size() / (size_of(kind) * width), width};
    add_dataset(name, stored_type(kind), native_type(kind),
                std::span(extent).first(width == 1 ? 1 : 2), rows.data());
}

void Hdf5Output::add_dataset(const char* name, hid_t stored, hid_t given,
                             std::span<const hsize_t> extent, const void* values) {
    const Hdf5Handle space =
        made(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr), H5Sclose);
    const Hdf5Handle dataset = made(
        H5Dcreate2(root_.get(), name, stored, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
    good(H5Dwrite(dataset.get(), given, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), file_);
}

void Hdf5Output::add_attribute(const char* name, const char* group, hid_t stored, hid_t given,
                               const Hdf5Handle& space, const void* values) {
    const Hdf5Handle attribute =
        made(H5Acreate_by_name(root_.get(), group, name, stored, space.get(), H5P_DEFAULT,
                               H5P_DEFAULT, H5P_DEFAULT),
             H5Aclose);
    good(H5Awrite(attribute.get(), given, values), file_);
}

void Hdf5Output::add_attribute(const char* name, std::span<const double> numbers,
                               const char* group) {
    const hsize_t count = numbers.size();
    add_attribute(name, group, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE,
                  made(H5Screate_simple(1, &count, nullptr), H5Sclose), numbers.data());
}

void Hdf5Output::add_attribute(const char* name, double number, const char* group) {
    add_attribute(name, group, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE,
                  made(H5Screate(H5S_SCALAR), H5Sclose), &number);
}

void Hdf5Output::add_attribute(const char* name, const std::string& text, const char* group) {
    if (text.empty()) {
        return;
    }
    const Hdf5Handle type = made(H5Tcopy(H5T_C_S1), H5Tclose);
    good(H5Tset_size(type.get(), text.size()), file_);
    good(H5Tset_cset(type.get(), H5T_CSET_UTF8), file_);
    add_attribute(name, group, type.get(), type.get(), made(H5Screate(H5S_SCALAR), H5Sclose),
                  text.data());
}

void Hdf5Output::add_counts(const char* name, std::span<const std::uint32_t> counts,
                            const char* group) {
    const hsize_t count = counts.size();
    add_attribute(name, group, H5T_STD_U32LE, H5T_NATIVE_UINT32,
                  made(H5Screate_simple(1, &count, nullptr), H5Sclose), counts.data());
}

void Hdf5Output::add_flag(const char* name, std::int32_t value, const char* group) {
    add_attribute(name, group, H5T_STD_I32LE, H5T_NATIVE_INT32,
                  made(H5Screate(H5S_SCALAR), H5Sclose), &value);
}

std::vector<std::byte> Hdf5Output::image() const {
    good(H5Fflush(root_.get(), H5F_SCOPE_GLOBAL), file_);
    const ssize_t size = good(H5Fget_file_image(root_.get(), nullptr, 0), file_);
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    good(H5Fget_file_image(root_.get(), bytes.data(), bytes.size()), file_);
    return bytes;
}

void Hdf5Output::write() const {
    AtomicFile output(file_);
    output.write(image());
    output.commit();
}

} // namespace orrery
