#include "app/language/sentences.hpp"

#include "app/language/spoken_language.hpp"
#include "app/language/tr.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace orrery {
namespace {

constexpr std::string_view gap = "{}";

// As sim and app/state write them. Those that say most come first: a text is taken for the first
// that it fits.
constexpr std::array forms{
    // Commands in words.
    tr_noop("'{}' is no command"), tr_noop("there is no algorithm '{}' in this program"),
    tr_noop("there is no body {} any more"), tr_noop("there is no integrator '{}' here"),
    tr_noop("there is no algorithm '{}'"), tr_noop("there is no integrator '{}'"),
    tr_noop("there is no scene '{}'"), tr_noop("there is no language '{}'"),
    tr_noop("there is no precision '{}'"), tr_noop("there is no body {}"),
    tr_noop("there is no GPU {}"), tr_noop("there is no {} '{}'"),
    tr_noop("no body here is called '{}'"), tr_noop("they are counted from 1 to {}"),
    tr_noop("did you mean '{}'? '{}' shows all"), tr_noop("'{}' shows all"),
    tr_noop("'{}' is not a number of bodies"), tr_noop("'{}' is not a number of {}"),
    tr_noop("'{}' is not a number"), tr_noop("'{}' is not a picture's size"),
    tr_noop("'{}' is no list of GPUs"), tr_noop("'{}' is not positive"),
    tr_noop("'{}' is negative"), tr_noop("'{}' says nothing here"), tr_noop("'{}' lacks its value"),
    tr_noop("'{}' lacks a body or a value"), tr_noop("'{}' cannot race itself"),
    tr_noop("'{}' is no {}"), tr_noop("{} bodies are out of range"),
    tr_noop("{} threads are out of range"), tr_noop("choose from {} to {}"),
    tr_noop("choose fp32 or fp64"), tr_noop("type one such as {}"),
    tr_noop("type a whole number such as {}"),
    tr_noop("write WIDTHxHEIGHT in pixels, like 1920x1080"), tr_noop("give three numbers: {}"),
    tr_noop("give three numbers that are not that large"), tr_noop("the mass is missing"),
    tr_noop("the {} is out of range"), tr_noop("a mass is 0 or above, and at most 1e30"),
    tr_noop("give a number such as 0.5"), tr_noop("this is the last body"),
    tr_noop("add another one before"), tr_noop("pick one that is there"),
    tr_noop("double click a body"), tr_noop("a {} of {} would compute nothing"),
    tr_noop("a {} of {} is too large for this system"), tr_noop("take at least {}"),
    tr_noop("take more than {}"), tr_noop("take at most {}: {}"),
    tr_noop("in longer steps bodies jump past each other"),
    tr_noop("beyond it nothing pulls any more"), tr_noop("a mass is no less than nothing"),
    tr_noop("a galaxy has a few at least"), tr_noop("more are no ring"),
    tr_noop("a galaxy needs at least 16 bodies"),
    tr_noop("the galaxy would have no mass or no size"),
    tr_noop("a ring needs bodies, a radius and a mass to go about"),
    tr_noop("a race is between two and four"), tr_noop("name different ones"),
    tr_noop("this system always has all of its bodies"), tr_noop("race on another scene"),
    tr_noop("choose another scene"), tr_noop("t = {} lies before what is kept"),
    tr_noop("that begins at t = {}"), tr_noop("a loop has two ends, '{}' is one"),
    tr_noop("t = {} to {} has not been all"), tr_noop("what is kept goes from t = {} to {}"),
    tr_noop("a video of {} pictures a second is none"), tr_noop("it goes from {} to {}"),
    // States, tours, files.
    tr_noop("this is no state of Orrery's, or not all of one"),
    tr_noop("copy all of it, from 'orrery:' on"), tr_noop("the clipboard"),
    tr_noop("this picture does not say what it shows"),
    tr_noop("pictures saved with F12 or --screenshot do"), tr_noop("the tour cannot be read"),
    tr_noop("name a file, or one of {}"), tr_noop("this step cannot be changed here"),
    tr_noop("change it in the file"), tr_noop("a step stays in its chapter"),
    tr_noop("move it in the file"), tr_noop("there is no such file, nor a scene of that name"),
    tr_noop("there is no such file"), tr_noop("check its name and folder"),
    tr_noop("this is a folder, not a file of bodies"), tr_noop("this is a folder, not a file"),
    tr_noop("name one of the files in it"), tr_noop("the file may not be read"),
    tr_noop("check its permissions"), tr_noop("the file is empty"),
    tr_noop("was it written completely?"), tr_noop("the file cannot be opened ({})"),
    tr_noop("the file's {} bytes do not fit this machine's memory"),
    tr_noop("open it on a larger machine"), tr_noop("the file ends within its last line"),
    tr_noop("the file has no header line"), tr_noop("the file has a header but no bodies"),
    tr_noop("give it one line per body"), tr_noop("copy or download it again"),
    tr_noop("is this a tipsy file?"),
    tr_noop("the ending of a name says the format, and this one has none that is known"),
    tr_noop("end it in one of {}"),
    // What cannot be computed, and why.
    tr_noop("there is not enough memory"), tr_noop("the simulation"), tr_noop("use fewer bodies"),
    tr_noop("choose another algorithm or reset"),
    tr_noop("the softening must be zero or a positive number, not {}"),
    tr_noop("leave it out to take the system's own"),
    tr_noop("the {} must be a positive number, not {}"),
    tr_noop("the number of threads must not be negative"), tr_noop("0 means one per core"),
    tr_noop("an adaptive time step needs a softening above zero"),
    tr_noop("set a softening, or use a fixed time step"),
    tr_noop("{}, shared by {}, cannot run on this machine: {}"),
    tr_noop("{} cannot run on this machine: {}"), tr_noop("{} cannot run here: {}"),
    tr_noop("'orrery list algorithms' shows those that can"), tr_noop("{} takes its place"),
    tr_noop("{} computes in single precision only"),
    tr_noop("use --precision fp32 or another algorithm"),
    tr_noop("{} needs the jerk, which {} does not give where GPUs share it"),
    tr_noop("{} needs the jerk, which {} does not give"),
    tr_noop("use another integrator, or one of {}"),
    tr_noop("there is no NVIDIA driver on this machine"),
    tr_noop("the NVIDIA driver supports CUDA {} only; this build needs {}"),
    tr_noop("CUDA offers no GPU (is CUDA_VISIBLE_DEVICES empty?)"),
    tr_noop("use a CPU algorithm, or build Orrery where nvcc is installed"),
    tr_noop("use fewer bodies, single precision or a CPU algorithm"),
    tr_noop("update the NVIDIA driver, or use a CPU algorithm"),
    tr_noop("switch to a CPU algorithm; if it happens again, restart Orrery"),
    tr_noop("a body's position or mass is not a finite number"),
    tr_noop("look for NaN or huge values in the input, or use a smaller time step"),
    tr_noop("a body's acceleration is not a finite number"),
    tr_noop("look for huge values in the input, or use a larger softening or --precision fp64"),
    tr_noop("thrown {}"), tr_noop("say {}"), tr_noop("black hole {}")};

// What stands in the form's gaps, from left to right and translated; nothing: the text has another
// form.
std::optional<std::vector<std::string>> filled_in(std::string_view form, std::string_view text) {
    std::vector<std::string> values;
    for (;;) {
        const std::size_t at = form.find(gap);
        const std::string_view before = form.substr(0, at);
        if (!text.starts_with(before)) {
            return std::nullopt;
        }
        text.remove_prefix(before.size());
        if (at == std::string_view::npos) {
            return text.empty() ? std::optional(values) : std::nullopt;
        }
        form.remove_prefix(at + gap.size());
        const std::string_view next = form.substr(0, form.find(gap));
        const std::size_t end = form.empty()   ? text.size()
                                : next == form ? text.rfind(next)
                                               : text.find(next);
        const std::string value(text.substr(0, end));
        if (end == std::string_view::npos || value.empty() || value.find("; ") != value.npos) {
            return std::nullopt;
        }
        values.push_back(before.ends_with('\'') ? value : tr_sentence(value)); // as it was typed
        text.remove_prefix(end);
    }
}

std::string worded(const char* form, const std::vector<std::string>& values) {
    fmt::dynamic_format_arg_store<fmt::format_context> arguments;
    for (const std::string& value : values) {
        arguments.push_back(value);
    }
    return format_translated(form, arguments);
}

// "where: what; hint": each by itself. Nothing: no part of it is known.
std::optional<std::string> in_parts(const std::string& text) {
    for (const std::string_view mark : {"; ", ": "}) {
        for (std::size_t at = text.find(mark); at != std::string::npos;
             at = text.find(mark, at + 1)) {
            const std::string left = text.substr(0, at), right = text.substr(at + mark.size());
            const std::string here = tr_sentence(left), there = tr_sentence(right);
            if (here != left || there != right) {
                return here + std::string(mark) + there;
            }
        }
    }
    return std::nullopt;
}

} // namespace

std::string tr_sentence(const std::string& english) {
    if (spoken() == nullptr || spoken()->texts().empty()) {
        return english;
    }
    if (std::string whole = tr(english); whole != english) {
        return whole;
    }
    for (const char* form : forms) {
        if (const auto values = filled_in(form, english); values && !values->empty()) {
            return worded(form, *values);
        }
    }
    return in_parts(english).value_or(english);
}

} // namespace orrery
