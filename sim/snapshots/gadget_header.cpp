// The groups Header, Parameters and Units of a GADGET file, in the dialects of GADGET-2, GADGET-4,
// AREPO, GIZMO and SWIFT.
//
// Source: Springel, "User guide for GADGET-2" (2005), section 6; the documentation of GADGET-4
//         (Springel et al. 2021, MNRAS 506, 2871), "Snapshot format"; of SWIFT (Schaller et al.
//         2024, MNRAS 530, 2378), "Snapshots"; the attributes that GIZMO's io.c names (Hopkins
//         2015, MNRAS 450, 53).
//
// Units. GADGET's are in Parameters (GADGET-4, AREPO) or Header, in cgs, each with a factor of 1/h;
// where neither says them, they are its defaults, kpc/h, 10^10 Msun/h and km/s. GIZMO's
// UnitLength_In_CGS and UnitMass_In_CGS have that factor in them, so it is taken out again; before
// 2020 it wrote none. SWIFT's are in a group Units, without h.
//
// Softenings are Plummer's, but for GIZMO's: those are the radius from which on the spline's force
// is Newton's, 2.8 times as long for the cubic one, which is its usual.
//
// Whether a run was comoving GADGET-2 does not say. In one that is, Time is the scale factor, so
// that Time (1 + Redshift) is 1; one that is not has redshift 0 and any time.

#include "sim/snapshots/gadget_header.hpp"

#include "sim/base/error.hpp"
#include "sim/snapshots/hdf5_input.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

constexpr const char* header_group = "Header";
constexpr const char* no_gadget = "is this a GADGET snapshot?";

void require(bool good, const Hdf5Input& input, const std::string& what, const char* attribute) {
    if (!good) {
        throw bad_input(what, input.where(std::string("Header/") + attribute), no_gadget);
    }
}

PerGadgetType<std::uint64_t> counts_of(const Hdf5Input& input, const char* name,
                                       const std::vector<std::uint64_t>& read) {
    PerGadgetType<std::uint64_t> counts = {};
    constexpr std::uint64_t most = std::uint64_t{1} << 44;
    for (std::size_t type = 0; type < std::min(read.size(), counts.size()); ++type) {
        require(read[type] <= most, input, "this promises more bodies than any file holds", name);
        counts[type] = read[type];
    }
    return counts;
}

void read_counts(const Hdf5Input& input, GadgetHeader& header) {
    const auto here = input.counts(header_group, "NumPart_ThisFile");
    require(here.has_value(), input, "the header lacks the number of bodies", "NumPart_ThisFile");
    header.here = counts_of(input, "NumPart_ThisFile", *here);
    for (std::size_t type = gadget_type_count; type < here->size(); ++type) {
        if ((*here)[type] > 0) {
            header.unknown.emplace_back(gadget_group(type), (*here)[type]);
        }
    }
    if (const auto files = input.counts(header_group, "NumFilesPerSnapshot")) {
        header.files = std::max<std::uint64_t>(files->front(), 1);
    }
    auto all = input.counts(header_group, "NumPart_Total").value_or(std::vector<std::uint64_t>{});
    const auto high = input.counts(header_group, "NumPart_Total_HighWord");
    for (std::size_t type = 0; high && type < std::min(all.size(), high->size()); ++type) {
        constexpr std::uint64_t word = std::uint64_t{1} << 32;
        all[type] += std::min((*high)[type], word) * word;
    }
    // Many a script leaves the total out where there is one file.
    const bool told = std::ranges::any_of(all, [](std::uint64_t count) { return count > 0; });
    header.in_all = told || header.files > 1 ? counts_of(input, "NumPart_Total", all) : header.here;
}

void read_masses(const Hdf5Input& input, GadgetHeader& header) {
    const auto table = input.numbers(header_group, "MassTable");
    for (std::size_t type = 0; table && type < std::min(table->size(), gadget_type_count); ++type) {
        require((*table)[type] >= 0, input, "a mass is negative", "MassTable");
        header.masses[type] = (*table)[type];
    }
}

// An attribute that newer programs keep with the parameters and older ones in the header; the
// second name is GIZMO's.
std::optional<double> parameter(const Hdf5Input& input, const char* name,
                                const char* other_name = nullptr) {
    for (const char* one : {name, other_name}) {
        for (const char* group : {"Parameters", header_group, "Units"}) {
            if (const auto value = one != nullptr ? input.number(group, one) : std::nullopt) {
                return value;
            }
        }
    }
    return std::nullopt;
}

double positive(const Hdf5Input& input, const char* name, double missing) {
    const double value = parameter(input, name).value_or(missing);
    require(value > 0, input, "this is not above 0", name);
    return value;
}

double not_negative(const Hdf5Input& input, const char* name, double missing,
                    const char* other_name = nullptr) {
    const double value = parameter(input, name, other_name).value_or(missing);
    require(value >= 0, input, "this is negative (" + std::to_string(value) + ")", name);
    return value;
}

// By GADGET's name, or by GIZMO's, who divides it by `h`.
double unit_size(const Hdf5Input& input, const char* name, const char* of_gizmo, double h,
                 double missing) {
    return !parameter(input, name) && parameter(input, of_gizmo) ? h * positive(input, of_gizmo, 1)
                                                                 : positive(input, name, missing);
}

void read_gadget_units(const Hdf5Input& input, GadgetHeader& header) {
    constexpr double kiloparsec = 3.085678e21, ten_thousand_million_suns = 1.989e43;
    constexpr double kilometre_per_second = 1e5;
    const double h = header.little_h();
    const double centimetres =
        unit_size(input, "UnitLength_in_cm", "UnitLength_In_CGS", h, kiloparsec);
    const double grams =
        unit_size(input, "UnitMass_in_g", "UnitMass_In_CGS", h, ten_thousand_million_suns);
    const double speed = unit_size(input, "UnitVelocity_in_cm_per_s", "UnitVelocity_In_CGS", 1,
                                   kilometre_per_second);
    header.unit_sizes = {centimetres, grams, speed};
    header.units = {centimetres / 100, centimetres / speed, grams / 1000};
    const std::optional<double> gravity =
        parameter(input, "GravityConstantInternal", "Gravitational_Constant_In_Code_Inits");
    if (gravity && *gravity > 0) { // 0: what follows from the units
        header.gravity = gravity;
    }
    header.expands = input.number("Parameters", "OrreryExpands").value_or(0) > 0;
    if (const auto length = input.text("Parameters", "OrreryUnitLength")) {
        Units& units = header.named_units.emplace();
        units.gravity = header.gravity.value_or(1);
        units.length = *length;
        units.time = input.text("Parameters", "OrreryUnitTime").value_or("");
        units.mass = input.text("Parameters", "OrreryUnitMass").value_or("");
    } else if (centimetres == 1 && grams == 1 && speed == 1 && header.gravity) {
        header.named_units = Units{}; // N-body units
        header.named_units->gravity = *header.gravity;
    }
}

void read_box(const Hdf5Input& input, GadgetHeader& header) {
    auto edges = input.numbers(header_group, "BoxSize");
    edges = edges ? edges : input.numbers("Parameters", "BoxSize");
    if (!edges) {
        return;
    }
    require(edges->size() == 1 || edges->size() == header.box_size.size(), input,
            "a box has one length or three, not " + std::to_string(edges->size()), "BoxSize");
    for (std::size_t axis = 0; axis < header.box_size.size(); ++axis) {
        header.box_size[axis] = (*edges)[edges->size() == 1 ? 0 : axis];
        require(header.box_size[axis] >= 0, input, "a box has a length below 0", "BoxSize");
    }
}

void read_flags(const Hdf5Input& input, GadgetHeader& header) {
    for (std::size_t i = 0; i < snapshot_flags.size(); ++i) {
        const double flag = input.number(header_group, snapshot_flags[i]).value_or(0);
        require(flag >= 0 && flag <= std::numeric_limits<std::int32_t>::max(), input,
                "a flag is a whole number from 0", snapshot_flags[i]);
        header.flags[i] = static_cast<std::int32_t>(flag);
    }
}

void read_gadget_cosmology(const Hdf5Input& input, GadgetHeader& header) {
    header.omega_matter = not_negative(input, "Omega0", 0, "Omega_Matter");
    header.omega_lambda = parameter(input, "OmegaLambda", "Omega_Lambda").value_or(0);
    if (const auto comoving = parameter(input, "ComovingIntegrationOn")) {
        header.comoving = *comoving != 0;
    } else {
        header.comoving = header.omega_matter > 0 && header.time > 0 &&
                          std::abs(header.time * (1 + header.redshift) - 1) < 1e-4;
    }
    require(!header.comoving || header.time > 0, input, "the scale factor is not above 0", "Time");
    header.scale_factor = header.comoving ? header.time : 1;
    header.hubble = not_negative(input, "HubbleParam", 1);
}

constexpr const char* swift_length = "Unit length in cgs (U_L)";

// A parameter that SWIFT keeps as it stood in its parameter file.
std::optional<double> swift_parameter(const Hdf5Input& input, const std::string& name) {
    const std::string text = input.text("Parameters", name.c_str()).value_or("");
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && std::isfinite(number) && number >= 0 ? std::optional(number)
                                                                        : std::nullopt;
}

// Softenings of baryons, dark matter and neutrinos, in GADGET's units, over h; the second kind of
// dark matter is left as soft as the first.
void read_swift_softenings(const Hdf5Input& input, GadgetHeader& header) {
    constexpr std::array<const char*, gadget_type_count> kinds = {
        "baryon", "DM", "DM", "baryon", "baryon", "baryon", "nu", "DM"};
    for (std::size_t type = 0; type < kinds.size(); ++type) {
        const std::string kind = std::string(kinds[type]) + "_softening";
        const auto most = swift_parameter(input, "Gravity:max_physical_" + kind);
        const auto comoving =
            header.comoving ? swift_parameter(input, "Gravity:comoving_" + kind) : most;
        if (comoving) {
            header.softenings[type] = {static_cast<std::int32_t>(type),
                                       *comoving * header.little_h(),
                                       most.value_or(0) * header.little_h()};
        }
    }
}

void read_swift(const Hdf5Input& input, GadgetHeader& header) {
    header.swift = true;
    header.units = {positive(input, swift_length, 1) / 100,
                    positive(input, "Unit time in cgs (U_t)", 1),
                    positive(input, "Unit mass in cgs (U_M)", 1) / 1000};
    // Initial conditions have the scale factor in the header and no cosmology.
    const double in_header = input.number(header_group, "Scale-factor").value_or(1);
    header.comoving = input.number("Cosmology", "Cosmological run").value_or(in_header != 1) != 0;
    header.scale_factor =
        header.comoving ? input.number("Cosmology", "Scale-factor").value_or(in_header) : 1;
    require(header.scale_factor > 0, input, "the scale factor is not above 0", "Scale-factor");
    const double centimetres = 100 * header.units.length;
    header.unit_sizes = {centimetres, 1000 * header.units.mass, centimetres / header.units.time};
    if (header.comoving) {
        header.omega_matter = input.number("Cosmology", "Omega_m").value_or(0);
        header.omega_lambda = input.number("Cosmology", "Omega_lambda").value_or(0);
        header.hubble = input.number("Cosmology", "h").value_or(1);
    }
    read_swift_softenings(input, header);
    require(header.omega_matter >= 0 && header.hubble >= 0, input,
            "neither Omega_m nor h can be negative", "Cosmology");
    // It knows lengths and masses without h.
    for (double& edge : header.box_size) {
        edge *= header.little_h();
    }
}

// A type's class: GADGET-4 sorts types into classes, AREPO into types of softening; GADGET-2's
// parameter file, which some keep, has a name for each.
std::optional<SofteningClass> softening_of(const Hdf5Input& input, std::size_t type) {
    const std::string number = std::to_string(type);
    constexpr std::array<const char*, written_gadget_types> names = {"Gas",   "Halo",  "Disk",
                                                                     "Bulge", "Stars", "Bndry"};
    struct Keys {
        std::int32_t index;
        std::string comoving, most_physical;
    };
    std::vector<Keys> possible;
    for (const std::string kind : {"Class", "Type"}) {
        const auto index = parameter(input, ("Softening" + kind + "OfPartType" + number).c_str());
        if (index && *index >= 0 && *index < 64) {
            const auto whole = static_cast<std::int32_t>(*index);
            const std::string of = kind + std::to_string(whole);
            possible.push_back({whole, "SofteningComoving" + of, "SofteningMaxPhys" + of});
        }
    }
    if (type < names.size()) {
        const std::string key = std::string("Softening") + names[type];
        possible.push_back({static_cast<std::int32_t>(type), key, key + "MaxPhys"});
    }
    for (const Keys& keys : possible) {
        const auto length = parameter(input, keys.comoving.c_str());
        if (length && *length >= 0) {
            const double limit = parameter(input, keys.most_physical.c_str()).value_or(0);
            return SofteningClass{keys.index, *length, std::max(limit, 0.0)};
        }
    }
    constexpr double extent_over_plummer = 2.8;
    const auto extents =
        input.numbers(header_group, "Fixed_ForceSoftening_Keplerian_Kernel_Extent");
    if (extents && type < extents->size() && (*extents)[type] > 0) {
        return SofteningClass{static_cast<std::int32_t>(type),
                              (*extents)[type] / extent_over_plummer, 0};
    }
    return std::nullopt;
}

} // namespace

std::string gadget_group(std::size_t type) {
    return "PartType" + std::to_string(type);
}

GadgetHeader read_gadget_header(const Hdf5Input& input) {
    if (!input.has(header_group)) {
        throw bad_input("this HDF5 file has no group Header", input.where(header_group),
                        "only snapshots of GADGET and its kin are read");
    }
    GadgetHeader header;
    read_counts(input, header);
    read_masses(input, header);
    header.time = input.number(header_group, "Time").value_or(0);
    header.redshift = input.number(header_group, "Redshift").value_or(0);
    require(header.redshift > -1, input, "a redshift is above -1", "Redshift");
    read_box(input, header);
    read_flags(input, header);
    if (input.number("Units", swift_length)) {
        read_swift(input, header);
        return header;
    }
    read_gadget_cosmology(input, header);
    read_gadget_units(input, header);
    for (std::size_t type = 0; type < gadget_type_count; ++type) {
        header.softenings[type] = softening_of(input, type);
    }
    return header;
}

} // namespace orrery
