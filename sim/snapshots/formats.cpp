// Every file format, in the order in which they are asked whether a file is theirs: those that know
// themselves by a name before those that go by plausible contents. A new one is a file in this
// folder and a line here like its neighbours: it declares what the file defines, and adds it.

#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/base/registry.hpp"
#include "sim/base/words.hpp"
#include "sim/body_arrays.hpp"
#include "sim/domain/shares.hpp"
#include "sim/snapshot.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/crc32c.hpp"
#include "sim/snapshots/file_position.hpp"
#include "sim/snapshots/gadget.hpp"
#include "sim/snapshots/input_file.hpp"
#include "sim/snapshots/session.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <vector>

namespace orrery {

void list_formats(Registry<SnapshotFormat>& list) {
    // clang-format off
    extern const SnapshotFormat session_format;    list.add(session_format);
    extern const SnapshotFormat gadget_format;     list.add(gadget_format);
    extern const SnapshotFormat tipsy_format;      list.add(tipsy_format);
    extern const SnapshotFormat csv_format;        list.add(csv_format);
    // clang-format on
}

namespace {

Registry<SnapshotFormat>& registry() {
    static Registry<SnapshotFormat> all(
        {.noun = "format",
         .listing = "orrery list formats",
         .name = [](const SnapshotFormat& one) { return std::string_view(one.id); },
         .fill = list_formats});
    return all;
}

const SnapshotFormat* format_by_extension(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) {
        return static_cast<char>(c < 0x80 ? std::tolower(c) : c);
    });
    for (const SnapshotFormat& format : snapshot_formats()) {
        if (!extension.empty() &&
            (extension == format.extension || extension == format.other_extension)) {
            return &format;
        }
    }
    return nullptr;
}

std::string ids() {
    return joined(snapshot_formats(), &SnapshotFormat::id);
}

const SnapshotFormat& format_by_id(std::string_view id) {
    if (const SnapshotFormat* format = registry().known(id)) {
        return *format;
    }
    throw bad_input("unknown format '" + std::string(id) + "'", "--format",
                    "it is one of " + ids());
}

const SnapshotFormat& available(const SnapshotFormat& format, const std::filesystem::path& file) {
    if (!format.unavailable.empty()) {
        throw bad_input(std::string(format.unavailable), in_words(file),
                        "build Orrery where libhdf5-dev is installed, or use a table (.csv) or a "
                        "session (.orrery)");
    }
    return format;
}

} // namespace

std::span<const SnapshotFormat> snapshot_formats() {
    return registry().all();
}

void register_snapshot_format(const SnapshotFormat& format) {
    registry().add(format);
}

System read_snapshot(const std::filesystem::path& file) {
    return read_snapshot_file(file).system;
}

std::filesystem::path first_part(const std::filesystem::path& named) {
    std::error_code unreadable; // is as good as absent
    if (named.empty() || named == "-" || std::filesystem::exists(named, unreadable)) {
        return named;
    }
    std::filesystem::path stem = named;
    if (named.extension() == gadget_format.extension) {
        stem.replace_extension();
    }
    const std::filesystem::path first = stem.string() + ".0" + gadget_format.extension;
    return std::filesystem::exists(first, unreadable) ? first : named;
}

namespace {

// The mark of all files, one after the other; `input`: the file, if it is the only one.
FileMark mark_of(const InputFile& input, const std::vector<std::filesystem::path>& files) {
    Crc32c checksum;
    const auto add = [&](std::span<const std::byte> part) { checksum.add(part); };
    if (files.size() == 1) {
        input.for_each_part(add);
    } else {
        std::ranges::for_each(files, [&](const auto& file) { InputFile(file).for_each_part(add); });
    }
    return {checksum.bytes(), checksum.value()};
}

} // namespace

SnapshotFile read_snapshot_file(const std::filesystem::path& named, std::size_t sample,
                                Communicator& ranks) {
    const std::filesystem::path file = first_part(named);
    InputFile input(file);
    refuse_gadget_binary(input.head(), file);
    const auto formats = snapshot_formats();
    const auto known = std::ranges::find_if(
        formats, [&](const SnapshotFormat& format) { return format.recognises(input.head()); });
    const SnapshotFormat* format = known != formats.end() ? &*known : format_by_extension(file);
    if (format == nullptr) {
        throw no_known_format(file);
    }
    available(*format, file);
    if (format->read_in_parts != nullptr) {
        std::error_code unreadable;
        const bool has_name = std::filesystem::is_regular_file(file, unreadable);
        SystemOfFiles parts = format->read_in_parts(
            {file, has_name ? std::span<const std::byte>() : input.contents().bytes, sample});
        return {std::move(parts.system), std::nullopt, mark_of(input, parts.files)};
    }
    SnapshotFile read;
    if (std::string_view(format->id) == session_format.id) {
        Session session = read_session(input, sample > 1 ? one_process() : ranks);
        read = {std::move(session.system), std::move(session.settings), session.mark};
    } else {
        const FileContents contents = input.contents();
        Crc32c checksum;
        checksum.add(contents.bytes);
        read = {format->read(contents), std::nullopt, {checksum.bytes(), checksum.value()}};
    }
    keep_sample(read.system, sample);
    return read;
}

bool looks_like_session(const std::filesystem::path& file) {
    try {
        return session_format.recognises(InputFile(file).head());
    } catch (const Error&) {
        return false;
    }
}

const SnapshotFormat& format_to_write(const std::filesystem::path& file, std::string_view id) {
    if (!id.empty()) {
        return available(format_by_id(id), file);
    }
    if (const SnapshotFormat* format = format_by_extension(file)) {
        return available(*format, file);
    }
    if (file == "-") {
        throw bad_input("standard output has no ending that says the format", "-",
                        "add --format, one of " + ids());
    }
    require_no_folder(file);
    throw bad_input("the file name's extension is not a known format", file.string(),
                    "use one of " + joined(snapshot_formats(), &SnapshotFormat::extension));
}

void write_snapshot(const std::filesystem::path& file, const System& system,
                    std::string_view format_id, const Settings& settings, Communicator& ranks) {
    const SnapshotFormat& format = format_to_write(file, format_id);
    if (format.write_together != nullptr) {
        format.write_together(file, system, settings, ranks);
        return;
    }
    const auto write = [&](const System& whole) {
        require_writable(whole, file);
        AtomicFile output(file);
        // A run's softening is that of all bodies, whatever they had in a file.
        const bool has_other_softenings = settings.softening && !whole.catalogue.softenings.empty();
        if (has_other_softenings) {
            System softened = whole;
            softened.catalogue.softenings.clear();
            format.write(output, softened);
        } else {
            format.write(output, whole);
        }
        output.commit();
    };
    if (ranks.size() == 1) {
        write(system);
        return;
    }
    with_one_error(ranks, [&] {
        System whole;
        on_all(ranks, [&] { whole = system; });
        gather_share(whole, ranks);
        on_all(ranks, [&] { ranks.rank() == 0 ? write(whole) : void(); });
    });
}

namespace {

bool is_single(const Bodies<double>& bodies) {
    return std::ranges::all_of(arrays_of(bodies), [](const HostArray<double>* numbers) {
        return std::ranges::all_of(*numbers, [](double number) {
            return static_cast<double>(static_cast<float>(number)) == number;
        });
    });
}

// The labels, and the names of components but for `kept` and the default name, "bodies".
std::vector<std::string> other_names(const Catalogue& catalogue,
                                     std::span<const std::string_view> kept) {
    std::vector<std::string> names;
    for (const Component& component : catalogue.components) {
        if (component.name != "bodies" && std::ranges::find(kept, component.name) == kept.end()) {
            names.push_back(component.name);
        }
    }
    for (const Label& label : catalogue.labels) {
        if (std::ranges::find(names, label.text) == names.end()) { // a component of one body
            names.push_back(label.text);
        }
    }
    return names;
}

bool hold_ids(const SnapshotFormat& format, const Catalogue& catalogue) {
    const bool no_limit = format.largest_id == std::numeric_limits<std::int64_t>::max();
    return no_limit || std::ranges::all_of(catalogue.file_ids, [&](std::int64_t id) {
               return id >= 0 && id <= format.largest_id;
           });
}

} // namespace

std::string lost_units(const SnapshotFormat& format, const Units& units) {
    const bool named = !units.length.empty() || !units.time.empty() || !units.mass.empty();
    if (format.keeps_units || (units.gravity == 1 && !named)) {
        return "";
    }
    std::string sentence = std::string(format.id) +
                           " files say nothing of units; read it with --gravity " +
                           shortest(units.gravity);
    if (named) {
        sentence += " --units '" + units.length + "," + units.time + "," + units.mass + "'";
    }
    return sentence;
}

std::string lost_content(const SnapshotFormat& format, const System& system) {
    std::vector<std::string> losses;
    if (!format.keeps_digits && !is_single(system.bodies)) {
        losses.emplace_back("numbers become single precision");
    }
    if (!format.kept_names.empty()) {
        const auto names = other_names(system.catalogue, format.kept_names);
        if (!names.empty()) {
            losses.emplace_back("names are lost (" + listed(names) + ")");
        }
    }
    if (!hold_ids(format, system.catalogue)) {
        losses.emplace_back("ids are lost, which are too large for it");
    }
    const std::optional<SnapshotHeader>& header = system.catalogue.header;
    if (!format.keeps_header && (system.box.is_periodic() || (header && header->has_cosmology()))) {
        losses.emplace_back("the box and the cosmology are lost");
    }
    if (std::string_view(format.id) == gadget_format.id && header && header->swift) {
        losses.emplace_back("SWIFT's groups Units and Cosmology are lost (it is a GADGET file)");
    }
    return losses.empty() ? "" : "in a " + std::string(format.id) + " file " + listed(losses);
}

std::string lost_columns(const SnapshotFormat& format, const System& system) {
    std::vector<std::string> names;
    for (const BodyColumn& column : system.columns) {
        const bool kept = format.keeps_column != nullptr && format.keeps_column(system, column);
        if (!kept && std::ranges::find(names, column.name) == names.end()) {
            names.push_back(column.name);
        }
    }
    return names.empty() ? ""
                         : "in a " + std::string(format.id) + " file " + listed(names) +
                               (names.size() == 1 ? " is lost" : " are lost");
}

} // namespace orrery
