#include "app/commands/results.hpp"

#include "app/window/user_files.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/domain/travel.hpp"
#include "sim/snapshots/body_values.hpp"
#include "sim/snapshots/csv_text.hpp"
#include "sim/step_timings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <iterator>
#include <new>
#include <vector>

namespace orrery {
namespace {

namespace fs = std::filesystem;

// Nothing that goes wrong here may end a run, not even a terminal that is gone.
void say(const std::string& sentence) {
    std::fputs(fmt::format("orrery: {}\n", sentence).c_str(), stderr);
}

// Why it could not be written; nullopt: it was.
std::optional<Error> attempt(const fs::path& file, const ResultFiles::Write& write) {
    try {
        write(file);
        return std::nullopt;
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return failure("not enough memory to write it", file.string(), "");
    }
}

void write_csv(const std::filesystem::path& file, const ResultTable& table, const System& system) {
    AtomicFile output(file);
    fmt::memory_buffer text;
    const auto end = std::back_inserter(text);
    const auto flush = [&] {
        output.write({text.data(), text.size()});
        text.clear();
    };
    const Units& units = system.units;
    const CsvFacts facts{.time = system.time, .gravity = units.gravity, .units = units};
    fmt::format_to(end, "{}{}", csv_facts_text(facts), table.grid ? "x,y,z" : "id");
    for (const ResultTable::Column& column : table.columns) {
        fmt::format_to(end, ",{}", column.names);
    }
    const std::size_t rows = table.grid ? table.grid->size() : system.bodies.size();
    for (std::size_t i = 0; i < rows; ++i) {
        if (table.grid) {
            const std::array<double, 3> point = table.grid->point(i);
            fmt::format_to(end, "\n{:.17g},{:.17g},{:.17g}", point[0], point[1], point[2]);
        } else {
            fmt::format_to(end, "\n{}", id_text(system.catalogue, i));
        }
        for (const ResultTable::Column& column : table.columns) {
            for (std::size_t k = i * column.width; k < (i + 1) * column.width; ++k) {
                text.push_back(',');
                if (!column.values.empty()) {
                    fmt::format_to(end, "{:.17g}", column.values[k] + 0.0); // no -0
                }
            }
        }
        constexpr std::size_t block = 1 << 20;
        if (text.size() > block) {
            flush();
        }
    }
    text.push_back('\n');
    flush();
    output.commit();
}

} // namespace

std::string json_text(const Json& document) {
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void require_place(const std::filesystem::path& file, std::uintmax_t bytes) {
    if (file.empty()) {
        return;
    }
    try {
        require_writable_place(file, bytes);
    } catch (const Error& error) { // a name somebody typed
        throw bad_input(error.problem(), error.where(), error.hint());
    }
}

Json if_finite(double number) {
    return std::isfinite(number) ? Json(number) : Json();
}

void require_different_outputs(const std::string& output, const std::string& json) {
    if (output == "-" && json == "-") {
        throw bad_input("standard output cannot be both", "-o and --json", "name a file for one");
    }
    const auto file = [](const std::string& name) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(name));
    };
    if (!output.empty() && output != "-" && !json.empty() && file(output) == file(json)) {
        throw bad_input("one file cannot be both", "-o and --json", "name another for one of them");
    }
}

Json phases_json(const StepTimings& timings, double steps) {
    Json phases = Json::object();
    for (const StepTimings::Phase& phase : timings.phases) {
        phases[phase.name] = phase.milliseconds / steps;
    }
    return phases;
}

Json if_known(const std::optional<double>& number) {
    return number ? Json(*number) : Json(nullptr);
}

std::optional<fs::path> ResultFiles::write(const fs::path& wanted, std::string_view extension,
                                           const Write& write) {
    if (!writes()) {
        return written_with_first(wanted, write);
    }
    const auto attempt_by_all = [&](const fs::path& file) {
        greatest_of(ranks_, 1);
        return attempt(file, write);
    };
    const auto end = [&](const std::optional<fs::path>& place) {
        greatest_of(ranks_, 0);
        return place;
    };
    const std::optional<Error> problem = attempt_by_all(wanted);
    if (!problem) {
        return end(wanted);
    }
    complete_ = false;
    std::error_code none;
    const auto new_name = [extension](const fs::path& folder) {
        return folder.empty() ? fs::path() : new_file(folder, "orrery-rescue", extension);
    };
    fs::path& before = rescued_[std::string(extension)]; // empty: nothing was
    for (const fs::path& other :
         {before, new_name(fs::current_path(none)), new_name(fs::temp_directory_path(none))}) {
        if (!other.empty() && !attempt_by_all(other)) {
            const std::string place = other == before ? other.string() + " holds it now"
                                                      : "saved as " + other.string() + " instead";
            say(fmt::format("{}: {}; {}", problem->where(), problem->problem(), place));
            before = other;
            return end(other);
        }
    }
    say(fmt::format("{}; nor could it be saved in another folder", problem->what()));
    return end(std::nullopt);
}

// As often as the first one tries, which alone knows the place.
std::optional<fs::path> ResultFiles::written_with_first(const fs::path& wanted,
                                                        const Write& write) {
    std::optional<Error> problem;
    for (bool first = true; greatest_of(ranks_, 0) > 0; first = false) {
        complete_ = complete_ && first;
        problem = attempt(wanted, write);
    }
    complete_ = complete_ && !problem;
    return problem ? std::nullopt : std::optional(wanted);
}

void ResultFiles::write_report(const fs::path& wanted, std::string_view text) {
    if (wanted.empty() || !writes()) {
        return;
    }
    const auto write = [text](const fs::path& file) { // appears whole or not at all
        AtomicFile output(file);
        output.write(text);
        output.commit();
    };
    if (const std::optional<Error> problem = attempt(wanted, write)) {
        complete_ = false;
        if (wanted == "-") {
            say(problem->what());
            return;
        }
        say(fmt::format("{}: {}; it follows on standard output", problem->where(),
                        problem->problem()));
        std::fwrite(text.data(), 1, text.size(), stdout);
    }
}

ExitCode write_results(const fs::path& table, const ResultFiles::Write& write,
                       const std::string& json, const Json& report, const std::string& sentence,
                       const Console& console) {
    ResultFiles results;
    const auto place =
        results.write(table, table == "-" ? ".csv" : table.extension().string(), write);
    results.write_report(json, json_text(report));
    if (place && place != "-" && json != "-" && console.words != Console::Words::few) {
        fmt::print("{} written to {}\n", sentence, printable(place->string()));
    }
    return results.exit_code();
}

std::array<double, 3> PointGrid::point(std::size_t i) const {
    return {first[0] + spacing[0] * static_cast<double>(i % count[0]),
            first[1] + spacing[1] * static_cast<double>(i / count[0] % count[1]),
            first[2] + spacing[2] * static_cast<double>(i / (count[0] * count[1]))};
}

std::vector<std::int64_t> ids_of(const Catalogue& catalogue, std::size_t count) {
    std::vector<std::int64_t> ids(catalogue.file_ids.begin(), catalogue.file_ids.end());
    for (std::size_t i = ids.size(); i < count; ++i) {
        ids.push_back(static_cast<std::int64_t>(i));
    }
    return ids;
}

void write_result(const std::filesystem::path& file, const ResultTable& table,
                  const System& system) {
    (file.extension() == ".h5" ? write_hdf5_result : write_csv)(file, table, system);
}

void require_result_places(const std::string& output, const std::string& json,
                           const std::string& noun) {
    const std::filesystem::path file(output);
    if (file.extension() == ".h5" && !hdf5_unavailable().empty()) {
        throw bad_input(std::string(hdf5_unavailable()), output, "write a .csv instead");
    }
    if (file.extension() != ".h5" && file.extension() != ".csv" && file != "-") {
        require_no_folder(file);
        throw bad_input(fmt::format("the file name's extension is not a known format of {}", noun),
                        output, "use .csv or .h5");
    }
    require_place(file);
    require_different_outputs(output, json);
    require_place(json);
}

} // namespace orrery
