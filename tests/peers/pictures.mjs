// Checks that Graphviz and Mermaid draw what gcview writes for them.
//
//   apt-get install graphviz chromium
//   npm install --prefix FOLDER mermaid puppeteer-core
//   node tests/peers/pictures.mjs GCVIEW FOLDER FILE...
//
// For each FILE, draws chains, neighbourhoods and trees in both formats, and reads the SVG of dot and Mermaid back: nodes by name
// with their texts, and edges with theirs. Both must be the same picture, with as many nodes and edges as the text has. Prints a line
// for each picture; status 1 if any differs. Not part of the test command.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [gcview, folder, ...files] = process.argv.slice(2);
const modules = path.resolve(folder, 'node_modules');
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
let failed = false;

const run = (program, args, input) => execFileSync(program, args, {input, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'ignore']});

// Removes white space, because browsers keep no line breaks, and decodes the escapes that only Mermaid needs.
const plain = text => text.replace(/\s+/g, '').replaceAll('\\x24', '$').replaceAll('\\x3a', ':').replaceAll('\\x5c', '\\');

// Returns nodes and edges of an SVG. Runs in the page, which has the browser's parser.
function readDot(svg) {
  const page = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const texts = g => [...g.querySelectorAll('text')].map(text => text.textContent).join('');
  const title = g => g.querySelector('title').textContent;
  return {nodes: [...page.querySelectorAll('g.node')].map(g => [title(g), texts(g)]),
          edges: [...page.querySelectorAll('g.edge')].map(g => [...title(g).split('->'), texts(g)])};
}

async function readMermaid(text) {
  mermaid.initialize({startOnLoad: false, maxEdges: 1e6, maxTextSize: 1e9});
  const {diagramType} = await mermaid.parse(text);
  if (diagramType !== 'flowchart-v2') throw new Error(diagramType);
  const box = document.createElement('div');
  box.innerHTML = (await mermaid.render('g' + Date.now(), text)).svg;
  document.body.replaceChildren(box);
  const labels = new Map([...box.querySelectorAll('g.edgeLabel g.label')].map(g => [g.dataset.id, g.textContent]));
  return {nodes: [...box.querySelectorAll('g.node')].map(g => [g.id.replace(/^.*flowchart-(.*)-\d+$/, '$1'), g.textContent]),
          edges: [...box.querySelectorAll('path.flowchart-link')].map(p => {
            const [id, from, to] = /L_([^_]+)_([^_]+)_\d+$/.exec(p.dataset.id);
            return [from, to, labels.get(id) ?? ''];
          })};
}

const sorted = rows => rows.map(row => row.map(plain).join('\t')).sort();

async function compare(page, file, words) {
  const dot = run(gcview, [...words, '--format', 'dot', file]);
  const mermaid = run(gcview, [...words, '--format', 'mermaid', file]);
  const a = await page.evaluate(readDot, run('dot', ['-Tsvg'], dot));
  const b = await page.evaluate(readMermaid, mermaid);
  const n = {nodes: dot.match(/^  \w+ \[label=/gm)?.length ?? 0, edges: dot.match(/^  \w+ -> /gm)?.length ?? 0};
  const same = ['nodes', 'edges'].every(what => a[what].length === n[what] && sorted(a[what]).join('\n') === sorted(b[what]).join('\n'));
  console.log(`${path.basename(file)}\t${words.join(' ')}\t${n.nodes} nodes\t${n.edges} edges\t${same ? 'equal' : 'DIFFER'}`);
  if (!same) {
    for (const what of ['nodes', 'edges']) {
      const other = new Set(sorted(b[what]));
      console.log(`  ${what} of dot only: ${sorted(a[what]).filter(row => !other.has(row)).slice(0, 3).join(' | ')} (${a[what].length}, ${b[what].length})`);
    }
    failed = true;
  }
}

const {default: puppeteer} = await import(pathToFileURL(path.join(modules, 'puppeteer-core/lib/esm/puppeteer/puppeteer-core.js')));
const browser = await puppeteer.launch({executablePath: chromium, args: ['--no-sandbox'], protocolTimeout: 600000});
const page = await browser.newPage();
await page.addScriptTag({path: path.join(modules, 'mermaid/dist/mermaid.min.js')});
for (const file of files) {
  const ids = run(gcview, ['retained', '--quiet', '--top', '0', '--format', 'tsv', file]).split('\n').slice(1, -1).map(row => row.split('\t')[2]);
  for (const id of [ids[0], ids[ids.length >> 1], ids[ids.length - 1]]) {
    await compare(page, file, ['chains', '--object', id, '--limit', '3']);
    await compare(page, file, ['object', '--object', id, '--hops', '2', '--top', '30']);
  }
  await compare(page, file, ['tree']);
  await compare(page, file, ['tree', '--by', 'type']);
  await compare(page, file, ['chains', '--type', '*']);
}
await browser.close();
process.exit(failed ? 1 : 0);
