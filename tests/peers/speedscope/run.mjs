// Checks that speedscope opens the output of `profile`, and shows the same bytes.
//
//   npm install --prefix FOLDER speedscope ajv puppeteer-core
//   node tests/peers/speedscope/run.mjs GCVIEW FOLDER CHROMIUM DUMP...
//
// Needs Node.js 20 and Chromium. Prints a line for each dump and format (speedscope, pprof, folded): how speedscope recognised the
// file, the number of rows of its table (Sandwich) that a tall window shows, and the number of rows whose self or total differs from
// the sums over the folded stacks. Bytes with a unit are compared to the digits that are shown. Also validates the speedscope file by
// the schema of the package. Status 1 if anything differs.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import {createRequire} from 'node:module';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [gcview, folder, chromium, ...dumps] = process.argv.slice(2);
const packages = path.resolve(folder, 'node_modules');
const require = createRequire(path.join(packages, 'x.js'));
const puppeteer = require('puppeteer-core');
const Ajv = require('ajv').default;
const release = path.join(packages, 'speedscope/dist/release');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'gcview-speedscope-'));
const endings = {speedscope: 'speedscope.json', pprof: 'pb', folded: 'folded'};
let failed = false;

const schema = JSON.parse(fs.readFileSync(path.join(release, 'file-format-schema.json'), 'utf8'));
delete schema.$schema;
const isValid = new Ajv({strict: false}).compile(schema);

// Returns the sums over folded stacks: frame -> [self, total].
function sumsOf(text) {
  const sums = new Map();
  for (const line of text.split('\n').filter(line => line !== '')) {
    const [, stack, bytes] = /^(.*) (\d+)$/.exec(line), frames = stack.split(';');
    for (const frame of new Set(frames)) {
      const sum = sums.get(frame) ?? [0, 0];
      sum[0] += frame === frames.at(-1) ? Number(bytes) : 0;
      sum[1] += Number(bytes);
      sums.set(frame, sum);
    }
  }
  return sums;
}

// Whether `text`, such as `9.38 KB (75%)` or `9,600 (75%)`, shows this number.
function isShown(text, bytes) {
  const [, digits, unit] = /^([\d.,]+) ?([KMGT]?B)?/.exec(text), scale = {KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40}[unit] ?? 1;
  return Math.abs(Number(digits.replaceAll(',', '')) * scale - bytes) <= scale * (scale === 1 ? 0 : 0.0051);
}

// Returns the text of the table after it has appeared and stopped growing.
async function textShown(page) {
  let text = '', before;
  await page.keyboard.press('3');
  for (let i = 0; i < 60 && (text !== before || !text.includes('Symbol Name')); i++) {
    before = text;
    await new Promise(done => setTimeout(done, 1000));
    text = await page.evaluate(() => document.body.innerText);
  }
  return text;
}

async function rowsShown(page) {
  const text = await textShown(page), rows = [];
  const lines = text.slice(text.indexOf('Symbol Name') + 12).split('\n');
  for (let i = 0; i + 2 < lines.length && lines[i + 1].startsWith('\t'); i += 3) {
    rows.push({total: lines[i], self: lines[i + 1].trim(), name: lines[i + 2].slice(1).replaceAll(';', ':')});
  }
  return rows;
}

async function check(browser, dump, format, sums) {
  const file = path.join(scratch, `x.${endings[format]}`), script = path.join(scratch, 'x.js');
  execFileSync(gcview, ['profile', '-q', '--to', format, '-o', file, dump]);
  const bytes = fs.readFileSync(file);
  fs.writeFileSync(script, `speedscope.loadFileFromBase64(${JSON.stringify(path.basename(file))}, "${bytes.toString('base64')}")`);
  const valid = format !== 'speedscope' || isValid(JSON.parse(bytes.toString('utf8')));
  const page = await browser.newPage();
  const said = [];
  page.on('console', message => said.push(message.text()));
  page.on('pageerror', error => said.push(`failed: ${error.message}`));
  await page.setViewport({width: 1200, height: 12000});
  await page.goto(`${pathToFileURL(path.join(release, 'index.html'))}#localProfilePath=${script}`);
  for (let i = 0; i < 60 && !said.some(line => line.startsWith('import:') || line.startsWith('failed')); i++) {
    await new Promise(done => setTimeout(done, 500));
  }
  const rows = await rowsShown(page);
  await page.close();
  const differ = rows.filter(({name, self, total}) => !sums.has(name) || !isShown(self, sums.get(name)[0]) || !isShown(total, sums.get(name)[1]));
  const how = said.find(line => line.startsWith('Importing as') || line.startsWith('failed')) ?? 'not recognised';
  console.log(`${how}: ${rows.length} of ${sums.size} rows, ${differ.length} differ${valid ? '' : ', against the schema'}: ${dump}`);
  differ.slice(0, 5).forEach(row => console.log(`    ${row.total}, ${row.self}, ${row.name}; ours ${sums.get(row.name)}`));
  failed ||= differ.length > 0 || !valid || !how.startsWith('Importing') || (rows.length === 0 && sums.size > 0);
}

const browser = await puppeteer.launch({executablePath: chromium,
  args: ['--no-sandbox', '--allow-file-access-from-files', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']});
for (const dump of dumps) {
  const sums = sumsOf(execFileSync(gcview, ['profile', '-q', dump], {encoding: 'utf8', maxBuffer: 2 ** 30}));
  for (const format of Object.keys(endings)) await check(browser, dump, format, sums);
}
await browser.close();
fs.rmSync(scratch, {recursive: true});
process.exitCode = failed ? 1 : 0;
