#include "app/commands/forces_hdf5.hpp"

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"

#include <hdf5.h>

#include <array>
#include <vector>

namespace orrery {
namespace {

// What an HDF5 call gave. Throws failure, naming the file, when the library refused.
template <class Result>
Result good(Result result, const std::filesystem::path& file) {
    if (result < 0) {
        throw failure("could not be made into HDF5", file.string(), "write a .csv instead");
    }
    return result;
}

// An HDF5 handle that closes itself.
class Handle {
public:
    Handle(hid_t id, herr_t (*close)(hid_t), const std::filesystem::path& file)
        : id_(good(id, file)), close_(close) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { close_(id_); }
    hid_t get() const noexcept { return id_; }

private:
    hid_t id_;
    herr_t (*close_)(hid_t);
};

void write_dataset(const Handle& into, const char* name, hid_t stored, hid_t given,
                   std::span<const hsize_t> extent, const void* values,
                   const std::filesystem::path& file) {
    const Handle space(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr),
                       H5Sclose, file);
    const Handle dataset(
        H5Dcreate2(into.get(), name, stored, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose, file);
    good(H5Dwrite(dataset.get(), given, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), file);
}

void write_number(const Handle& into, const char* name, double number,
                  const std::filesystem::path& file) {
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose, file);
    const Handle attribute(
        H5Acreate2(into.get(), name, H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose, file);
    good(H5Awrite(attribute.get(), H5T_NATIVE_DOUBLE, &number), file);
}

// Nothing where there is no name.
void write_name(const Handle& into, const char* name, const std::string& text,
                const std::filesystem::path& file) {
    if (text.empty()) {
        return;
    }
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, file);
    good(H5Tset_size(type.get(), text.size()), file);
    good(H5Tset_cset(type.get(), H5T_CSET_UTF8), file);
    const Handle space(H5Screate(H5S_SCALAR), H5Sclose, file);
    const Handle attribute(
        H5Acreate2(into.get(), name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
        file);
    good(H5Awrite(attribute.get(), type.get(), text.data()), file);
}

void write_units(const Handle& root, const System& system, const std::filesystem::path& file) {
    write_number(root, "gravity", system.units.gravity, file);
    write_number(root, "time", system.time, file);
    write_name(root, "length_unit", system.units.length, file);
    write_name(root, "time_unit", system.units.time, file);
    write_name(root, "mass_unit", system.units.mass, file);
}

// An HDF5 file in memory only, so that the one on the disk can appear whole or not at all.
Handle file_in_memory(const std::filesystem::path& file) {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, file);
    constexpr std::size_t growth = std::size_t{1} << 20;
    good(H5Pset_fapl_core(access.get(), growth, false), file);
    return {H5Fcreate("forces", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose, file};
}

std::vector<std::byte> image_of(const Handle& root, const std::filesystem::path& file) {
    good(H5Fflush(root.get(), H5F_SCOPE_GLOBAL), file);
    const ssize_t size = good(H5Fget_file_image(root.get(), nullptr, 0), file);
    std::vector<std::byte> image(static_cast<std::size_t>(size));
    good(H5Fget_file_image(root.get(), image.data(), image.size()), file);
    return image;
}

} // namespace

std::string_view hdf5_forces_unavailable() {
    return {};
}

void write_hdf5_forces(const std::filesystem::path& file, const Forces& forces,
                       std::span<const std::int64_t> ids, const System& system) {
    static_assert(sizeof(Vector3) == 3 * sizeof(double), "written as rows of three");
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); // we say what failed, in one sentence
    const Handle root = file_in_memory(file);
    const std::array<hsize_t, 2> extent{ids.size(), 3};
    const std::span<const hsize_t> rows(extent.data(), 1);
    write_dataset(root, "id", H5T_STD_I64LE, H5T_NATIVE_INT64, rows, ids.data(), file);
    write_dataset(root, "acceleration", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, extent,
                  forces.acceleration.data(), file);
    if (!forces.potential.empty()) {
        write_dataset(root, "potential", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, rows,
                      forces.potential.data(), file);
    }
    write_units(root, system, file);
    AtomicFile output(file);
    output.write(image_of(root, file));
    output.commit();
}

} // namespace orrery
