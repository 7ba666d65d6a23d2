#include "sim/domain/device_essential_tree.cuh"

namespace orrery {
namespace {

// At first, of a domain's nodes and bodies: small ones are almost all surface.
constexpr unsigned usual_part = 8;
constexpr unsigned always = 4096;

unsigned usual_room(unsigned all) {
    return std::min(all, all / usual_part + always);
}

} // namespace

template <class Real>
EssentialRooms<Real> EssentialWriter<Real>::make_room(DeviceQueue& queue,
                                                      const ToldTree<Real>& told,
                                                      const BoxesOfAll<Real>& all) {
    EssentialRooms<Real> rooms{};
    const DeviceTreeView<Real>& tree = told.tree;
    readers_ = all.with_targets & ~(1U << all.own);
    record_words_ = NodeRecord<Real>::words(told.rows.words);
    const auto readers = static_cast<unsigned>(std::popcount(readers_));
    boxes_.grow(std::size_t{readers} * domain_boxes);
    const std::size_t nodes = tree.node_count;
    fates_.grow(readers * nodes);
    counts_.reserve(most_domains);
    counts_on_host_.grow(most_domains);
    for (unsigned k = 0; k < readers; ++k) {
        Part& part = parts_[k];
        if (part.records.empty()) {
            part.records.reserve(std::size_t{usual_room(tree.node_count)} * record_words_);
            part.bodies.reserve(usual_room(tree.body_count));
        }
        rooms.of[k] = {boxes_.data() + k * domain_boxes,
                       part.records.data(),
                       part.bodies.data(),
                       static_cast<unsigned>(part.records.size() / record_words_),
                       static_cast<unsigned>(part.bodies.size()),
                       fates_.data() + k * nodes,
                       counts_.data() + k};
    }
    constexpr const char* doing = "preparing the trees for other domains";
    queue.begin("domains");
    cuda_check(cudaMemsetAsync(counts_.data(), 0, counts_.bytes(), queue.stream()), doing);
    cuda_check(
        cudaMemsetAsync(fates_.data(), 0, readers * nodes * sizeof(std::uint32_t), queue.stream()),
        doing);
    return rooms;
}

template <class Real>
void EssentialWriter<Real>::write_opened(DeviceQueue& queue, const ToldTree<Real>& told,
                                         const EssentialRooms<Real>& rooms) {
    LaunchShape shape = one_thread_each(told.tree.node_count);
    shape.blocks.y = static_cast<unsigned>(std::popcount(readers_));
    queue.launch("domains", shape, essential::give_places<Real>, told, rooms);
    // The host waits for the sizes, which are known before all is written.
    queue.fork();
    queue.launch("domains", shape, essential::write_trees<Real>, told, rooms);
    cuda_check(cudaMemcpyAsync(counts_on_host_.data(), counts_.data(), counts_.bytes(),
                               cudaMemcpyDeviceToHost, queue.beside()),
               "counting what other domains see");
    counted_.record(queue.beside());
}

template <class Real>
bool EssentialWriter<Real>::fits() {
    if (readers_ == 0) {
        return true;
    }
    counted_.wait();
    bool fit = true;
    for (unsigned k = 0; k < static_cast<unsigned>(std::popcount(readers_)); ++k) {
        Part& part = parts_[k];
        const EssentialCounts& counts = counts_on_host_[k];
        const std::size_t words = std::size_t{counts.nodes()} * record_words_;
        const std::size_t bodies = counts.bodies();
        fit = fit && words <= part.records.size() && bodies <= part.bodies.size();
        part.records.reserve(words <= part.records.size() ? 0 : words + words / 4);
        part.bodies.reserve(bodies <= part.bodies.size() ? 0 : bodies + bodies / 4);
    }
    return fit;
}

template <class Real>
EssentialTree<Real> EssentialWriter<Real>::for_domain(unsigned reader) const {
    if ((readers_ >> reader & 1U) == 0) {
        return {};
    }
    const auto k = static_cast<unsigned>(std::popcount(readers_ & ((1U << reader) - 1)));
    const EssentialCounts& counts = counts_on_host_[k];
    return {parts_[k].records.data(), parts_[k].bodies.data(), counts.nodes(), counts.bodies()};
}

template <class Real>
std::size_t EssentialWriter<Real>::bytes() const {
    std::size_t total = total_bytes(boxes_, fates_, counts_);
    for (const Part& part : parts_) {
        total += total_bytes(part.records, part.bodies);
    }
    return total;
}

template class EssentialWriter<float>;
template class EssentialWriter<double>;

} // namespace orrery
