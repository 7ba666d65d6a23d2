#include "app/commands/hdf5_output.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"

#include <vector>

namespace orrery {
namespace {

// What an HDF5 call gave.
template <class Result>
Result good(Result result, const std::filesystem::path& file) {
    if (result < 0) {
        throw failure("could not be made into HDF5", file.string(), "write a .csv instead");
    }
    return result;
}

Hdf5Handle file_in_memory(const std::filesystem::path& file) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); // we say what failed, in one sentence
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, file);
    constexpr std::size_t growth = std::size_t{1} << 20;
    good(H5Pset_fapl_core(access.get(), growth, false), file);
    return {H5Fcreate("orrery", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose, file};
}

} // namespace

Hdf5Handle::Hdf5Handle(hid_t id, herr_t (*close)(hid_t), const std::filesystem::path& file)
    : id_(good(id, file)), close_(close) {}

Hdf5Handle::~Hdf5Handle() {
    close_(id_);
}

Hdf5Output::Hdf5Output(const std::filesystem::path& file)
    : file_(file), root_(file_in_memory(file)) {}

void Hdf5Output::add_dataset(const char* name, std::span<const hsize_t> extent,
                             std::span<const double> values) {
    add_dataset(name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, extent, values.data());
}

void Hdf5Output::add_dataset(const char* name, std::span<const hsize_t> extent,
                             std::span<const std::int64_t> values) {
    add_dataset(name, H5T_STD_I64LE, H5T_NATIVE_INT64, extent, values.data());
}

void Hdf5Output::add_dataset(const char* name, hid_t stored, hid_t given,
                             std::span<const hsize_t> extent, const void* values) {
    const Hdf5Handle space(
        H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr), H5Sclose, file_);
    const Hdf5Handle dataset(
        H5Dcreate2(root_.get(), name, stored, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose, file_);
    good(H5Dwrite(dataset.get(), given, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), file_);
}

void Hdf5Output::add_attribute(const char* name, std::span<const double> numbers) {
    const hsize_t count = numbers.size();
    const Hdf5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose, file_);
    const Hdf5Handle attribute(
        H5Acreate2(root_.get(), name, H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose, file_);
    good(H5Awrite(attribute.get(), H5T_NATIVE_DOUBLE, numbers.data()), file_);
}

void Hdf5Output::add_attribute(const char* name, double number) {
    const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose, file_);
    const Hdf5Handle attribute(
        H5Acreate2(root_.get(), name, H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose, file_);
    good(H5Awrite(attribute.get(), H5T_NATIVE_DOUBLE, &number), file_);
}

void Hdf5Output::add_attribute(const char* name, const std::string& text) {
    if (text.empty()) {
        return;
    }
    const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose, file_);
    good(H5Tset_size(type.get(), text.size()), file_);
    good(H5Tset_cset(type.get(), H5T_CSET_UTF8), file_);
    const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose, file_);
    const Hdf5Handle attribute(
        H5Acreate2(root_.get(), name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
        file_);
    good(H5Awrite(attribute.get(), type.get(), text.data()), file_);
}

void Hdf5Output::write() {
    good(H5Fflush(root_.get(), H5F_SCOPE_GLOBAL), file_);
    const ssize_t size = good(H5Fget_file_image(root_.get(), nullptr, 0), file_);
    std::vector<std::byte> image(static_cast<std::size_t>(size));
    good(H5Fget_file_image(root_.get(), image.data(), image.size()), file_);
    AtomicFile output(file_);
    output.write(image);
    output.commit();
}

} // namespace orrery
