#include "sim/snapshots/hdf5_input.hpp"

#include "sim/base/error.hpp"
#include "sim/snapshots/file_position.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace orrery {
namespace {

constexpr const char* copy_again = "copy or download it again";

Hdf5Handle opened(const std::filesystem::path& file, std::span<const std::byte> bytes) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); // we say what failed, in one sentence
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
#if H5_VERSION_GE(1, 10, 7)
    H5Pset_file_locking(access.get(), false, true); // not every disk knows locks
#endif
    if (!bytes.empty()) {
        H5Pset_fapl_core(access.get(), std::size_t{1} << 16, false);
        // The library copies the bytes, though its interface does not say const.
        H5Pset_file_image(access.get(), const_cast<std::byte*>(bytes.data()), bytes.size());
    }
    const char* const name = bytes.empty() ? file.c_str() : "bytes";
    Hdf5Handle root(H5Fopen(name, H5F_ACC_RDONLY, access.get()), H5Fclose);
    if (!root) {
        throw bad_input("this HDF5 file is damaged or was cut short", in_words(file), copy_again);
    }
    return root;
}

bool is_number(H5T_class_t kind) {
    return kind == H5T_FLOAT || kind == H5T_INTEGER;
}

} // namespace

Hdf5Dataset::Hdf5Dataset(Hdf5Handle dataset, std::string where)
    : dataset_(std::move(dataset)), where_(std::move(where)) {
    const Hdf5Handle type(H5Dget_type(dataset_.get()), H5Tclose);
    const Hdf5Handle space(H5Dget_space(dataset_.get()), H5Sclose);
    std::array<hsize_t, 2> extent = {0, 1};
    const int rank = space ? H5Sget_simple_extent_ndims(space.get()) : -1;
    if (!type || !is_number(H5Tget_class(type.get())) || rank < 1 || rank > 2 ||
        H5Sget_simple_extent_dims(space.get(), extent.data(), nullptr) < 0) {
        throw bad_input("this is not a table of numbers", where_, "is this a GADGET snapshot?");
    }
    rows_ = extent[0];
    columns_ = extent[1];
    whole_ = H5Tget_class(type.get()) == H5T_INTEGER;
    signed_ = whole_ && H5Tget_sign(type.get()) == H5T_SGN_2;
}

BodyColumn::Kind Hdf5Dataset::kind() const {
    using enum BodyColumn::Kind;
    const Hdf5Handle type(H5Dget_type(dataset_.get()), H5Tclose);
    const bool is_short = H5Tget_size(type.get()) <= 4;
    return !whole_   ? (is_short ? float32 : float64)
           : signed_ ? (is_short ? int32 : int64)
                     : (is_short ? uint32 : uint64);
}

std::vector<std::pair<std::string, double>> Hdf5Dataset::attributes() const {
    std::vector<std::pair<std::string, double>> found;
    const auto take = [](hid_t at, const char* name, const H5A_info_t*, void* to) {
        const Hdf5Handle one(H5Aopen(at, name, H5P_DEFAULT), H5Aclose);
        const Hdf5Handle type(H5Aget_type(one.get()), H5Tclose);
        const Hdf5Handle space(H5Aget_space(one.get()), H5Sclose);
        double number = 0;
        if (type && is_number(H5Tget_class(type.get())) && space &&
            H5Sget_simple_extent_npoints(space.get()) == 1 &&
            H5Aread(one.get(), H5T_NATIVE_DOUBLE, &number) >= 0 && std::isfinite(number)) {
            static_cast<decltype(found)*>(to)->emplace_back(name, number);
        }
        return herr_t{0};
    };
    H5Aiterate2(dataset_.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, take, &found);
    return found;
}

void Hdf5Dataset::read(std::size_t first, std::size_t count, std::size_t stride,
                       BodyColumn::Kind kind, std::span<std::byte> rows) const {
    const std::array<hsize_t, 2> start = {first, 0};
    const std::array<hsize_t, 2> steps = {stride, 1};
    const std::array<hsize_t, 2> extent = {count, columns_};
    const Hdf5Handle space(H5Dget_space(dataset_.get()), H5Sclose);
    const Hdf5Handle memory(H5Screate_simple(2, extent.data(), nullptr), H5Sclose);
    const bool done = space && memory &&
                      H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), steps.data(),
                                          extent.data(), nullptr) >= 0 &&
                      H5Dread(dataset_.get(), native_type(kind), memory.get(), space.get(),
                              H5P_DEFAULT, rows.data()) >= 0;
    if (!done) {
        throw bad_input("rows " + std::to_string(first) +
                            " and following cannot be read: the file "
                            "is damaged, or compressed in a way that this HDF5 does not know",
                        where_, copy_again);
    }
}

Hdf5Input::Hdf5Input(const std::filesystem::path& file, std::span<const std::byte> bytes)
    : file_(file), root_(opened(file, bytes)) {}

bool Hdf5Input::has(const std::string& path) const {
    for (std::size_t end = 0; end != std::string::npos;) {
        end = path.find('/', end + 1);
        if (H5Lexists(root_.get(), path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) {
            return false;
        }
    }
    return true;
}

std::vector<std::string> Hdf5Input::names_in(const std::string& group) const {
    std::vector<std::string> names;
    const auto take = [](hid_t, const char* name, const H5L_info_t* link, void* to) {
        if (link->type == H5L_TYPE_HARD) {
            static_cast<decltype(names)*>(to)->emplace_back(name);
        }
        return herr_t{0};
    };
    H5Literate_by_name(root_.get(), group.c_str(), H5_INDEX_NAME, H5_ITER_INC, nullptr, take,
                       &names, H5P_DEFAULT);
    return names;
}

std::string Hdf5Input::where(const std::string& path) const {
    return in_words(file_) + ", " + path;
}

Hdf5Handle Hdf5Input::attribute(const char* group, const char* name) const {
    const bool there = has(group) && H5Aexists_by_name(root_.get(), group, name, H5P_DEFAULT) > 0;
    return {there ? H5Aopen_by_name(root_.get(), group, name, H5P_DEFAULT, H5P_DEFAULT)
                  : hid_t{H5I_INVALID_HID},
            H5Aclose};
}

template <class Number>
std::optional<std::vector<Number>> Hdf5Input::values(const char* group, const char* name,
                                                     hid_t wanted) const {
    const Hdf5Handle found = attribute(group, name);
    if (!found) {
        return std::nullopt;
    }
    constexpr hssize_t most = 64;
    const Hdf5Handle type(H5Aget_type(found.get()), H5Tclose);
    const Hdf5Handle space(H5Aget_space(found.get()), H5Sclose);
    const hssize_t count = space ? H5Sget_simple_extent_npoints(space.get()) : -1;
    std::vector<Number> read(static_cast<std::size_t>(std::clamp<hssize_t>(count, 0, most)));
    if (!type || !is_number(H5Tget_class(type.get())) || count < 1 || count > most ||
        H5Aread(found.get(), wanted, read.data()) < 0) {
        throw bad_input("this attribute is not of numbers", where(group) + "/" + name,
                        "is this a GADGET snapshot?");
    }
    return read;
}

std::optional<std::vector<double>> Hdf5Input::numbers(const char* group, const char* name) const {
    auto read = values<double>(group, name, H5T_NATIVE_DOUBLE);
    if (read && std::ranges::any_of(*read, [](double one) { return !std::isfinite(one); })) {
        throw bad_input("this attribute is not finite", where(group) + "/" + name,
                        "the file is damaged");
    }
    return read;
}

std::optional<double> Hdf5Input::number(const char* group, const char* name) const {
    const auto all = numbers(group, name);
    return all ? std::optional(all->front()) : std::nullopt;
}

std::optional<std::vector<std::uint64_t>> Hdf5Input::counts(const char* group,
                                                            const char* name) const {
    const auto read = values<std::int64_t>(group, name, H5T_NATIVE_INT64);
    if (!read) {
        return std::nullopt;
    }
    std::vector<std::uint64_t> counted;
    for (const std::int64_t one : *read) {
        if (one < 0) {
            throw bad_input("this number is negative (" + std::to_string(one) + ")",
                            where(group) + "/" + name, "the file is damaged");
        }
        counted.push_back(static_cast<std::uint64_t>(one));
    }
    return counted;
}

// A text of a fixed length, as C or Python pads it, or of any length.
std::optional<std::string> Hdf5Input::text(const char* group, const char* name) const {
    const Hdf5Handle found = attribute(group, name);
    if (!found) {
        return std::nullopt;
    }
    const Hdf5Handle type(H5Aget_type(found.get()), H5Tclose);
    const Hdf5Handle space(H5Aget_space(found.get()), H5Sclose);
    constexpr std::size_t longest = 4096;
    const std::size_t size = type ? H5Tget_size(type.get()) : 0;
    if (!type || H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 ||
        size > longest || !space || H5Sget_simple_extent_npoints(space.get()) != 1) {
        return std::nullopt;
    }
    std::string read(size, '\0');
    if (H5Aread(found.get(), type.get(), read.data()) < 0) {
        return std::nullopt;
    }
    read.resize(std::min(read.find('\0'), read.size()));
    return read;
}

Hdf5Dataset Hdf5Input::dataset(const std::string& path) const {
    if (!has(path)) {
        throw bad_input("the file has no such dataset", where(path), "is this a GADGET snapshot?");
    }
    Hdf5Handle found(H5Dopen2(root_.get(), path.c_str(), H5P_DEFAULT), H5Dclose);
    if (!found) {
        throw bad_input("this is not a dataset", where(path), "is this a GADGET snapshot?");
    }
    return {std::move(found), where(path)};
}

} // namespace orrery
