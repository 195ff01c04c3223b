// node shrink.mjs FROM TO: removes compiled code, object shapes, strings, numbers and symbols from a heap snapshot, which are most
// of its nodes, and all names of nodes except those of classes. Everything else stays unchanged.
import fs from 'node:fs';

const [from, to] = process.argv.slice(2);
const heap = JSON.parse(fs.readFileSync(from, 'utf8')), meta = heap.snapshot.meta, n = meta.node_fields.length;
const nodeTypes = meta.node_types[0], edgeTypes = meta.edge_types[0];
const left = new Set(['hidden', 'array', 'object', 'closure', 'native', 'synthetic']);
const named = new Set(['object', 'native', 'synthetic']);
const isLeft = at => left.has(nodeTypes[heap.nodes[at]]);

const place = new Map(), numbers = new Map([['<dummy>', 0]]);
for (let at = 0; at < heap.nodes.length; at += n) if (isLeft(at)) place.set(at, place.size * n);

function numberOf(text) {
  if (!numbers.has(text)) numbers.set(text, numbers.size);
  return numbers.get(text);
}

// Removes the names of references within the engine, which do not matter, except for the values of a WeakMap.
function edgeName(type, name) {
  if (edgeTypes[type] === 'element' || edgeTypes[type] === 'hidden') return name;
  const text = heap.strings[name];
  return numberOf(edgeTypes[type] === 'internal' && !text.includes('part of key') ? '' : text);
}

const nodes = [], edges = [];
let edge = 0;
for (let at = 0; at < heap.nodes.length; at += n) {
  const node = heap.nodes.slice(at, at + n), first = edges.length;
  for (const end = edge + 3 * node[4]; edge < end; edge += 3) {
    const [type, name, target] = heap.edges.slice(edge, edge + 3);
    if (isLeft(at) && place.has(target)) edges.push([type, edgeName(type, name), place.get(target)]);
  }
  if (isLeft(at)) {
    node[1] = numberOf(named.has(nodeTypes[node[0]]) ? heap.strings[node[1]] : '');
    node[4] = edges.length - first;
    nodes.push(node);
  }
}
heap.snapshot.node_count = nodes.length;
heap.snapshot.edge_count = edges.length;
fs.writeFileSync(to, `{"snapshot":${JSON.stringify(heap.snapshot)},\n"nodes":[${nodes.join('\n,')}],\n"edges":[${edges.join('\n,')}],\n` +
  `"trace_function_infos":[],\n"trace_tree":[],\n"samples":[],\n"locations":[],\n"strings":${JSON.stringify([...numbers.keys()])}}\n`);
