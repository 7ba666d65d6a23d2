#include "sim/domain/shares.hpp"

#include "sim/base/error.hpp"
#include "sim/body_arrays.hpp"
#include "sim/domain/travel.hpp"

#include <algorithm>
#include <new>
#include <numeric>
#include <string>
#include <utility>

namespace orrery {

Part even_part(std::size_t all, std::size_t rank, std::size_t ranks) {
    const std::size_t first = all * rank / ranks;
    return {first, all * (rank + 1) / ranks - first};
}

HostArray<std::uint64_t> first_numbers(std::size_t all, const Communicator& ranks) {
    const Part part = even_part(all, ranks);
    HostArray<std::uint64_t> numbers(part.count);
    std::iota(numbers.begin(), numbers.end(), std::uint64_t{part.first});
    return numbers;
}

void keep_share(System& system, const Communicator& ranks) {
    if (ranks.size() == 1 || system.bodies_of_ranks != 0) {
        return;
    }
    system.bodies_of_ranks = system.bodies.size();
    const Part part = even_part(system.bodies_of_ranks, ranks);
    for (HostArray<double>* values : arrays_of(system.bodies)) {
        HostArray<double> own(part.count);
        std::copy_n(values->begin() + part.first, part.count, own.begin());
        values->swap(own);
    }
    if (ranks.rank() > 0) {
        system.catalogue.file_ids = std::vector<std::int64_t>(); // = {} would keep the memory
        system.catalogue.softenings = std::vector<double>();
        system.columns = std::vector<BodyColumn>();
    }
}

void gather_share(System& system, Communicator& ranks) {
    if (ranks.size() == 1) {
        return;
    }
    const std::size_t all = std::exchange(system.bodies_of_ranks, 0);
    HostArray<std::uint64_t> numbers;
    on_all(ranks, [&] { numbers = first_numbers(all, ranks); });
    system.bodies = brought(std::move(system.bodies), numbers, all, Keeper::first, ranks);
}

Bodies<double> brought(Bodies<double> own, const HostArray<std::uint64_t>& numbers, std::size_t all,
                       Keeper keeper, Communicator& ranks) {
    const std::size_t size = ranks.size();
    const bool by_parts = keeper == Keeper::each_its_part;
    std::vector<std::uint64_t> ends; // of what each rank keeps
    for (std::size_t k = 0; k < size; ++k) {
        ends.push_back(by_parts ? all * (k + 1) / size : all);
    }
    const std::uint64_t first = ranks.rank() == 0 ? 0 : ends[ranks.rank() - 1];
    const auto keeper_of = [&](std::uint64_t number) {
        return static_cast<std::size_t>(std::ranges::upper_bound(ends, number) - ends.begin());
    };
    std::vector<std::size_t> counts(size, 0);
    for (const std::uint64_t number : numbers) {
        ++counts[keeper_of(number)];
    }
    const auto sent = [&](const auto& values) {
        using Number = std::remove_cvref_t<decltype(values[0])>;
        std::vector<std::vector<Number>> to(size);
        on_all(ranks, [&] {
            for (std::size_t k = 0; k < size; ++k) {
                to[k].reserve(counts[k]);
            }
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                to[keeper_of(numbers[i])].push_back(values[i]);
            }
        });
        return exchanged(ranks, to);
    };
    const auto places = sent(numbers);
    Bodies<double> kept;
    const auto from = arrays_of(own);
    const auto to = arrays_of(kept);
    for (std::size_t k = 0; k < to.size(); ++k) {
        const auto found = sent(*from[k]);
        *from[k] = {};
        on_all(ranks, [&] { *to[k] = HostArray<double>(ends[ranks.rank()] - first); });
        for (std::size_t rank = 0; rank < size; ++rank) {
            for (std::size_t i = 0; i < found[rank].size(); ++i) {
                (*to[k])[places[rank][i] - first] = found[rank][i];
            }
        }
    }
    return kept;
}

void with_one_error(Communicator& ranks, const std::function<void()>& work) {
    if (ranks.size() == 1) {
        work();
        return;
    }
    std::string words; // the kind of error, and its three sentences
    const auto put = [&](ErrorKind kind, const std::string& problem, const std::string& where = "",
                         const std::string& hint = "") {
        words = static_cast<char>(kind) + problem + '\0' + where + '\0' + hint;
    };
    bool failed = true;
    try {
        work();
        failed = false;
    } catch (const OtherRankFailed&) {
    } catch (const Error& error) {
        put(error.kind(), error.problem(), error.where(), error.hint());
    } catch (const std::bad_alloc&) {
        put(ErrorKind::failed, "not enough memory");
    } catch (const std::exception& error) {
        put(ErrorKind::failed, error.what());
    }
    const auto of_all = gathered(ranks, std::vector<char>(words.begin(), words.end()));
    if (!failed) {
        return;
    }
    for (const std::vector<char>& one : of_all) {
        if (!one.empty()) {
            const auto problem = one.begin() + 1;
            const auto where = std::find(problem, one.end(), '\0');
            const auto hint = std::find(where + 1, one.end(), '\0');
            throw Error(static_cast<ErrorKind>(one.front()), {problem, where}, {where + 1, hint},
                        {hint + 1, one.end()});
        }
    }
    throw OtherRankFailed();
}

} // namespace orrery
