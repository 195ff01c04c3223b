// Checks that databases read the tables of `convert --to tables` correctly.
//
//   apt-get install sqlite3
//   npm install --prefix FOLDER @duckdb/node-api
//   node tests/peers/tables.mjs GCVIEW FOLDER FILE...
//
// For each FILE, sqlite3 and DuckDB load the tables as docs/sql.md describes. Both must agree with `summary` about the
// reachable objects, found by a recursive query; with `retained` about each object; with `stats --retained` about each
// type; and with each other about every name and about the queries of the document. Prints a line for each file; status 1
// if anything differs. Not part of the test command.
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import {createRequire} from 'node:module';
import os from 'node:os';
import path from 'node:path';

const [program, modules, ...files] = process.argv.slice(2);
const gcview = path.resolve(program);
const {DuckDBInstance} = createRequire(path.resolve(modules, 'index.js'))('@duckdb/node-api');
const page = fs.readFileSync('docs/sql.md', 'utf8');
const [load, ...questions] = [...page.matchAll(/^```sql\n(.*?)^```/gms)].map(match => match[1]);
const duckLoad = /duckdb heap.duckdb -c "\n(.*?)"\n/s.exec(page)[1];
const reachable = `WITH RECURSIVE r(n) AS (SELECT node FROM roots WHERE (flags & 2) = 0 AND node IS NOT NULL
  UNION SELECT target FROM refs JOIN r ON source = n) SELECT count(*), coalesce(sum(bytes), 0) FROM r JOIN objects ON node = n`;
let failed = false;

const run = (name, args, input) => execFileSync(name, args, {input, encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'ignore']});
const tsv = (...args) => run(gcview, [...args, '--quiet', '--format', 'tsv']).split('\n').slice(1, -1).map(row => row.split('\t'));
const sorted = rows => rows.map(row => row.join('\t')).sort();
const plain = rows => rows.map(row => row.map(value => String(value ?? '')));

function openLite() {
  run('sqlite3', ['-batch', 'heap.db'], load);
  return async query => run('sqlite3', ['-batch', '-separator', '\x1f', '-newline', '\x1e', 'heap.db', query]).split('\x1e').slice(0, -1).map(row => row.split('\x1f'));
}

async function openDuck() {
  const base = await (await DuckDBInstance.create()).connect();
  await base.run(duckLoad);
  return async query => plain((await base.runAndReadAll(query)).getRows());
}

function same(file, what, ...answers) {
  const texts = answers.map(answer => answer.join('\n'));
  if (texts.some(text => text !== texts[0])) {
    failed = true;
    console.log([`${file}: ${what} differ:`, ...texts.map(text => text.slice(0, 300))].join('\n  '));
  }
}

async function check(file, dump) {
  const summary = Object.fromEntries(tsv('summary', dump));
  const bases = [openLite(), await openDuck()];
  const ask = query => Promise.all(bases.map(base => base(query)));
  const askSorted = async query => (await ask(query)).map(sorted);
  // DuckDB takes a millisecond for each step of a recursive query.
  const steps = Number((await bases[0]('SELECT max(distance) FROM objects'))[0][0]), recursive = steps < 10000 ? ask : async query => [await bases[0](query)];
  same(file, 'reachable objects', [[summary.reachable_objects, summary.reachable_bytes]], ...await recursive(reachable));
  same(file, 'counts', [[summary.objects, Number(summary.references) - Number(summary.dangling_references), summary.roots]],
       ...await ask('SELECT (SELECT count(*) FROM objects), (SELECT count(*) FROM refs), (SELECT count(*) FROM roots)'));
  const retained = tsv('retained', '--top', '0', dump);
  same(file, 'retained bytes', sorted(retained.map(row => [row[2], row[0]])),
       ...await askSorted('SELECT object, retained FROM objects WHERE retained IS NOT NULL'));
  const single = 'SELECT name, retained FROM types WHERE objects > 0 AND name IN (SELECT name FROM types WHERE objects > 0 GROUP BY name HAVING count(*) = 1)';
  const names = new Set((await bases[0](single)).map(row => row[0]));
  same(file, 'types', sorted(tsv('stats', '--retained', dump).filter(row => names.has(row[3])).map(row => [row[3], row[2].replace('-', '')])),
       ...await askSorted(single));
  same(file, 'names', ...await ask('SELECT * FROM types ORDER BY type'));
  same(file, 'roots', ...await askSorted('SELECT * FROM roots'));
  for (const [at, question] of questions.slice(0, 9).entries()) {
    same(file, `answers to question ${at + 1}`, ...await (question.startsWith('WITH') ? recursive : ask)(question.replaceAll(/24b1450|24b1a80/g, retained[0][2])));
  }
  console.log(`${file}\t${summary.objects} objects\t${names.size} types\tdone`);
}

const home = process.cwd();
for (const file of files) {
  const dump = path.resolve(home, file), folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gcview-tables-'));
  process.chdir(folder);
  run(gcview, ['convert', '--to', 'tables', '-o', '.', dump]);
  await check(path.basename(file), dump);
  process.chdir(home);
  fs.rmSync(folder, {recursive: true});
}
process.exit(failed ? 1 : 0);
