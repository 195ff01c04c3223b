// peer_boost.cpp - dominators by the Boost Graph Library (Lengauer and Tarjan).
//
// In C++, because the library consists of templates. Only the benchmark's comparison needs it.
#include "peers.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dominator_tree.hpp>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <exception>
#include <utility>
#include <vector>

namespace
{

typedef boost::compressed_sparse_row_graph<boost::bidirectionalS, boost::no_property,
                                           boost::no_property, boost::no_property, std::uint32_t,
                                           std::uint32_t>
    Graph;

} // namespace

// The algorithm's graph concept requires this function; Boost's most compact graph lacks it.
namespace boost
{

static inline std::uint32_t degree(std::uint32_t vertex, const Graph &graph)
{
    return in_degree(vertex, graph) + out_degree(vertex, graph);
}

} // namespace boost

namespace
{

double seconds_since(std::clock_t began)
{
    return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
}

void find(const peer_graph &graph, peer_result &result)
{
    std::clock_t began = std::clock();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    edges.reserve(graph.first[graph.n]);
    for (std::uint32_t v = 0; v < graph.n; v++) {
        for (std::uint32_t i = graph.first[v]; i < graph.first[v + 1]; i++) {
            edges.emplace_back(v, graph.to[i]);
        }
    }
    Graph built(boost::edges_are_unsorted_multi_pass, edges.begin(), edges.end(), graph.n);
    result.build = seconds_since(began);
    began = std::clock();
    // The overload without these arrays takes unreachable vertices for the entry (Boost 1.74).
    std::vector<std::uint32_t> dominator(graph.n, PEER_NONE), time(dominator), parent(dominator),
        by_time(dominator);
    auto index = boost::get(boost::vertex_index, built);
    boost::lengauer_tarjan_dominator_tree(
        built, 0u, index, boost::make_iterator_property_map(time.begin(), index),
        boost::make_iterator_property_map(parent.begin(), index), by_time,
        boost::make_iterator_property_map(dominator.begin(), index));
    result.dominators = seconds_since(began);
    std::copy(dominator.begin(), dominator.end(), result.dominator);
}

} // namespace

extern "C" int peer_boost(const peer_graph *graph, peer_result *result)
{
    try {
        find(*graph, *result);
        return 0;
    } catch (const std::exception &) {
        return 1;
    }
}
