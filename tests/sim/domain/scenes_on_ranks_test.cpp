// Scenes of which each rank makes its share.

#include "sim/body_arrays.hpp"
#include "sim/domain/shares.hpp"
#include "sim/scene.hpp"
#include "tests/sim/domain/on_ranks.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

// To the last bit, wherever ranks begin: in the midst of a component or of heavy bodies, or with
// none at all.
TEST(SceneOnRanks, IsTheSameOnAnyNumberOfRanks) {
    for (const Scene& scene : scenes()) {
        for (const std::size_t count : {3U, 1000U}) {
            const System whole = make_scene(scene, count, 5);
            for (const std::size_t ranks : {2U, 3U, 7U}) {
                SCOPED_TRACE(scene.id + std::string(" of ") + std::to_string(ranks));
                on_ranks(ranks, [&](Communicator& own) {
                    const System share = make_scene(scene, count, 5, own);
                    const Part part = even_part(whole.bodies.size(), own);
                    EXPECT_EQ(body_count(share), whole.bodies.size());
                    EXPECT_EQ(share.catalogue.components.size(), whole.catalogue.components.size());
                    const auto found = arrays_of(share.bodies);
                    const auto expected = arrays_of(whole.bodies);
                    for (std::size_t k = 0; k < found.size(); ++k) {
                        ASSERT_EQ(found[k]->size(), part.count);
                        EXPECT_TRUE(std::equal(found[k]->begin(), found[k]->end(),
                                               expected[k]->begin() + part.first))
                            << "array " << k << " of rank " << own.rank();
                    }
                });
            }
        }
    }
}

} // namespace
} // namespace orrery
