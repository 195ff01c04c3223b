// A million objects: a random graph, a list, and a tree of Maps. Writes million.heapsnapshot to the folder in its argument.
'use strict';
const v8 = require('node:v8'), path = require('node:path');
let seed = 1;
const random = n => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
class Vertex { constructor(i) { this.i = i; this.to = []; } }
class Link { constructor(next) { this.next = next; } }
const graph = [];
for (let i = 0; i < 250000; i++) graph.push(new Vertex(i));
for (const vertex of graph) for (let k = random(4); k > 0; k--) vertex.to.push(graph[random(graph.length)]);
let list = null;
for (let i = 0; i < 200000; i++) list = new Link(list);
const tree = new Map();
for (let i = 0; i < 1000; i++) {
  const inner = new Map();
  for (let k = 0; k < 100; k++) inner.set(k, {k, of: inner});
  tree.set(i, inner);
}
globalThis.held = {entry: graph[0], graph, list, tree};
v8.writeHeapSnapshot(path.join(process.argv[2], 'million.heapsnapshot'));
