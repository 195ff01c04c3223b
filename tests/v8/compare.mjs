// Compares gcview's retained size of each object with those of DevTools and memlab.
//
//   npm install --prefix FOLDER chrome-devtools-mcp memlab     (PUPPETEER_SKIP_DOWNLOAD=1 in the environment)
//   node tests/v8/compare.mjs GCVIEW FOLDER FILE.heapsnapshot...
//
// Prints a line for each file and tool: the number of nodes with a retained size in gcview, and how many of these differ.
// Status 1 if any differs without a known reason. DevTools is represented by its heap snapshot worker, without two rules that
// gcview does not have: it ignores edges to nodes of the page from nodes that are not of the page, and moves the bytes of
// arrays to their owners. memlab counts references from the table of a WeakMap for its keys, so gcview reads a copy in which
// these edges have another name. Both tools attach unreachable objects to the root; the objects to which these lead are counted
// separately.
//
// Not part of the test command: it needs Node.js 20, packages, and 1 GB for a million objects.
import {spawn} from 'node:child_process';
import fs from 'node:fs';
import {createRequire} from 'node:module';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import {pathToFileURL} from 'node:url';
import {MessageChannel} from 'node:worker_threads';

const [gcview, folder, ...files] = process.argv.slice(2);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gcview-compare-'));
const modules = path.resolve(folder, 'node_modules');
let failed = false;

// The tools keep only 32 bits of an id.
const lowBits = id => id % 2 ** 32;

// Returns the objects of gcview: id -> retained bytes; NaN: unreachable.
async function rowsOf(file) {
  const rows = new Map();
  const child = spawn(gcview, ['objects', '--quiet', '--top', '0', '--format', 'tsv', file], {stdio: ['ignore', 'pipe', 'inherit']});
  for await (const line of readline.createInterface({input: child.stdout})) {
    const [id, , retained] = line.split('\t');
    if (id !== 'object') rows.set(lowBits(Number(id)), Number(retained));
  }
  return rows;
}

// ---- the tools: functions from a file to nodes {id, size, retained, edges}; `edges`: only those that retain -------------

async function loadDevTools() {
  const source = path.join(modules, 'chrome-devtools-mcp/build/src/third_party/devtools-heap-snapshot-worker.js');
  const text = fs.readFileSync(source, 'utf8');
  const end = text.lastIndexOf('const dispatcher = ');
  const copy = path.join(scratch, 'devtools.mjs');
  fs.writeFileSync(copy, text.slice(0, end) + '\nexport {HeapSnapshotLoader, JSHeapSnapshot, SecondaryInitManager};\n');
  Promise.withResolvers ??= function () { // Node.js 20
    let resolve, reject;
    const promise = new this((a, b) => { resolve = a; reject = b; });
    return {promise, resolve, reject};
  };
  const {HeapSnapshotLoader, JSHeapSnapshot, SecondaryInitManager} = await import(pathToFileURL(copy));
  JSHeapSnapshot.prototype.calculateShallowSizes = () => {};
  JSHeapSnapshot.prototype.userObjectsMapAndFlag = () => null;
  return async file => {
    const loader = new HeapSnapshotLoader({sendEvent() {}});
    for await (const chunk of fs.createReadStream(file, 'utf8')) loader.write(chunk);
    loader.close();
    await loader.parsingComplete;
    const channel = new MessageChannel();
    new SecondaryInitManager(channel.port2);
    const snapshot = await loader.buildSnapshot(channel.port1);
    channel.port1.close();
    const nodes = [];
    const node = snapshot.createNode(0);
    for (let i = 0; i < snapshot.nodeCount; i++) {
      node.nodeIndex = i * snapshot.nodeFieldCount;
      nodes.push({id: lowBits(node.id()), size: node.selfSize(), retained: node.retainedSize(), edges: () => {
        const at = snapshot.createNode(i * snapshot.nodeFieldCount), ids = [];
        for (const edge = at.edges(); edge.hasNext(); edge.next()) {
          if (snapshot.computeIsEssentialEdge(at.nodeIndex, edge.edge.edgeIndex, null)) ids.push(lowBits(edge.edge.node().id()));
        }
        return ids;
      }});
    }
    return nodes;
  };
}

async function loadMemlab() {
  const require = createRequire(path.join(modules, 'x.js'));
  const {getFullHeapFromFile} = require('@memlab/heap-analysis');
  require('@memlab/core').config.muteConsole = true;
  return async file => {
    const heap = await getFullHeapFromFile(file), nodes = [];
    heap.nodes.forEach(node => {
      nodes.push({id: lowBits(node.id), size: node.self_size, retained: node.retainedSize,
                  edges: () => node.references.filter(edge => edge.type !== 'weak').map(edge => lowBits(edge.toNode.id))});
    });
    return nodes;
  };
}

// ---- comparing ---------------------------------------------------------------------------------------------------------

// Returns the ids of the objects to which unreachable objects lead.
function ledTo(nodes, rows) {
  const byId = new Map(nodes.map(node => [node.id, node])), found = new Set();
  const waiting = [...rows].filter(([, retained]) => Number.isNaN(retained)).map(([id]) => id);
  while (waiting.length > 0) {
    for (const id of byId.get(waiting.pop()).edges()) {
      if (rows.has(id) && !found.has(id)) {
        found.add(id);
        waiting.push(id);
      }
    }
  }
  return found;
}

// If unreachable objects lead to others, differences are expected: in these others, and in all their dominators.
async function compare(tool, nodesOf, file, copy) {
  const name = path.basename(file);
  let nodes;
  try {
    nodes = await nodesOf(file);
  } catch (error) {
    console.log(`${name}\t${tool}\t-\t-\t-\tcannot load: ${String(error.message).split('\n')[0]}`);
    return;
  }
  const rows = await rowsOf(copy), led = ledTo(nodes, rows);
  const alive = [...rows.values()].filter(retained => !Number.isNaN(retained)).length;
  let found = 0, differ = 0;
  for (const node of nodes) {
    const retained = rows.get(node.id);
    if (retained === undefined || Number.isNaN(retained)) continue;
    found++;
    if (node.retained !== retained && differ++ < 3) console.error(`${name}: ${tool} @${node.id}: ${node.retained}, gcview ${retained}`);
  }
  failed ||= found !== alive || (differ > 0 && led.size === 0);
  console.log([name, tool, found, differ, rows.size - alive, led.size > 0 ? `unreachable objects lead to ${led.size}` : ''].join('\t'));
}

// Returns the file, or a copy for the tools if its counts are 0, by which they allocate, or if its sections are in another order.
function prepared(file) {
  const text = fs.readFileSync(file, 'latin1');
  if (!/"node_count":\s*0\b/.test(text.slice(0, 4096)) && text.indexOf('"nodes"') < text.indexOf('"edges"')) return file;
  const heap = JSON.parse(fs.readFileSync(file, 'utf8')), copy = path.join(scratch, path.basename(file));
  heap.snapshot.node_count = heap.nodes.length / heap.snapshot.meta.node_fields.length;
  heap.snapshot.edge_count = heap.edges.length / heap.snapshot.meta.edge_fields.length;
  const {snapshot, nodes, edges, strings} = heap;
  fs.writeFileSync(copy, JSON.stringify({snapshot, nodes, edges, samples: [], locations: [], strings}));
  return copy;
}

// Returns a copy in which the edges from tables of WeakMaps have names without a meaning for gcview.
function renamed(file) {
  const copy = path.join(scratch, 'renamed.heapsnapshot');
  const text = fs.readFileSync(file, 'latin1');
  fs.writeFileSync(copy, text.replaceAll(' pair in WeakMap (table @', ' pair in WeakMap [table @'), 'latin1');
  return copy;
}

console.log('file\ttool\treachable\tdiffer\tunreachable\tnote');
const devTools = await loadDevTools(), memlab = await loadMemlab();
for (const name of files) {
  const file = prepared(name);
  await compare('devtools', devTools, file, file);
  await compare('memlab', memlab, file, renamed(file));
}
fs.rmSync(scratch, {recursive: true});
process.exit(failed ? 1 : 0);
