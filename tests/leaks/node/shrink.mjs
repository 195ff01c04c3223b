// node shrink.mjs [--all] ROOT FOLDER SNAPSHOT...: writes smaller copies of heap snapshots into a folder. Left out, without --all, are
// compiled code, object shapes, numbers, symbols, texts, and strings other than slices, their parents and what plain objects refer to.
// Functions, scripts and scopes of the program keep names and locations. In paths, `/app` stands for ROOT. Nodes that many of the
// snapshots have come first, in the same order, and all snapshots number strings alike, so that an archive of them is small.
import fs from 'node:fs';
import path from 'node:path';

const all = process.argv[2] === '--all';
const [root, folder, ...files] = process.argv.slice(all ? 3 : 2);
const left = new Set(['hidden', 'array', 'object', 'closure', 'native', 'synthetic']);
const named = new Set(['object', 'closure', 'native', 'synthetic', 'code']);
const texts = new Set(['string', 'sliced string', 'concatenated string']), strings = new Map([['<dummy>', 0]]);
const ofFunction = new Set(['shared', 'script', 'script_or_debug_info', 'name_or_scope_info']);

function numberOf(text) {
  if (!strings.has(text)) strings.set(text, strings.size);
  return strings.get(text);
}

class Snapshot {
  constructor(file) {
    Object.assign(this, JSON.parse(fs.readFileSync(file, 'utf8').replaceAll(root, '/app')));
    const {node_fields, node_types, edge_types} = this.snapshot.meta;
    this.n = node_fields.length;
    this.nodeTypes = node_types[0];
    this.edgeTypes = edge_types[0];
    this.firstEdge = new Map();
    for (let at = 0, edge = 0; at < this.nodes.length; edge += 3 * this.nodes[at + 4], at += this.n) this.firstEdge.set(at, edge);
    this.places = new Map();
    for (let i = 0; i < this.locations.length; i += 4) this.places.set(this.locations[i], this.locations.slice(i + 1, i + 4));
    this.kept = new Set([...this.firstEdge.keys()].filter(at => all || left.has(this.type(at))));
    this.scripts = new Set();
    for (const at of this.firstEdge.keys()) {
      if (this.type(at) === 'closure') this.keepCode(at);
      if (this.type(at) === 'sliced string') this.kept.add(at);
      if (this.type(at) === 'sliced string' || this.isPlain(at)) this.keepTexts(at);
    }
  }
  type(at) { return this.nodeTypes[this.nodes[at]]; }
  name(at) { return this.strings[this.nodes[at + 1]]; }
  isPlain(at) { return this.type(at) === 'object' && this.name(at) === 'Object'; }
  id(at) { return this.nodes[at + 2]; }
  key(at) { return `${this.id(at)} ${this.type(at)}`; }
  edgeName([type, name]) { return ['element', 'hidden'].includes(this.edgeTypes[type]) ? name : this.strings[name]; }
  edgesOf(at) {
    const first = this.firstEdge.get(at);
    return Array.from({length: this.nodes[at + 4]}, (_, i) => this.edges.slice(first + 3 * i, first + 3 * i + 3));
  }
  codeOf(at) { return this.edgesOf(at).filter(edge => ofFunction.has(this.edgeName(edge))).map(edge => edge[2]); }
  keepCode(at) {
    const code = this.codeOf(at);
    code.push(...code.flatMap(part => this.codeOf(part)));
    if (!code.some(part => this.name(part).startsWith('/app/'))) return;
    code.forEach(part => this.kept.add(part));
    if (this.places.has(at)) this.scripts.add(this.places.get(at)[0]);
  }
  keepTexts(at) {
    for (const [, , to] of this.edgesOf(at)) if (texts.has(this.type(to))) this.kept.add(to);
  }
  write(file, counts) {
    const order = [...this.kept].sort((a, b) => counts.get(this.key(b)) - counts.get(this.key(a)) || this.id(a) - this.id(b));
    const place = new Map(order.map((at, i) => [at, i * this.n]));
    const nodes = [], edges = [], locations = [];
    for (const at of order) {
      const own = this.edgesOf(at).filter(edge => place.has(edge[2]));
      for (const edge of own) {
        const name = this.edgeName(edge);
        edges.push([edge[0], typeof name === 'number' ? name : numberOf(name), place.get(edge[2])]);
      }
      const node = this.nodes.slice(at, at + this.n);
      node[1] = numberOf(all || named.has(this.type(at)) ? this.name(at) : '');
      node[4] = own.length;
      nodes.push(node);
      if (all ? this.places.has(at) : this.scripts.has(this.places.get(at)?.[0])) locations.push([place.get(at), ...this.places.get(at)]);
    }
    Object.assign(this.snapshot, {node_count: nodes.length, edge_count: edges.length});
    fs.writeFileSync(file, `{"snapshot":${JSON.stringify(this.snapshot)},\n"nodes":[${nodes.join('\n,')}],\n` +
      `"edges":[${edges.join('\n,')}],\n"trace_function_infos":[],\n"trace_tree":[],\n"samples":[],\n` +
      `"locations":[${locations.join('\n,')}],\n"strings":${JSON.stringify([...strings.keys()])}}\n`);
  }
}

const snapshots = files.map(file => new Snapshot(file)), counts = new Map();
for (const snapshot of snapshots) {
  for (const at of snapshot.kept) counts.set(snapshot.key(at), (counts.get(snapshot.key(at)) ?? 0) + 1);
}
snapshots.forEach((snapshot, i) => snapshot.write(path.join(folder, `node-${path.basename(files[i])}`), counts));
