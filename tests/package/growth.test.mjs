// The JS interface of the npm package: node --test, in a folder where it is installed.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { assertNoGrowth, json, path, run } from 'gcview';

const sample = process.env.SAMPLE;

test('both kinds of modules get the same', () => {
  assert.equal(createRequire(import.meta.url)('gcview').path(), path());
});

test('path', () => {
  assert.match(path(), /@gcview.(linux|darwin)-(x64|arm64).bin.gcview$/);
});

test('run', async () => {
  assert.match((await run(['--version'])).stdout, /^gcview \d/);
  const failed = await run(['check', sample, 'bytes <= 0']);
  assert.equal(failed.status, 1);
  assert.match(failed.stdout, /^status .*\nfail /);
  assert.equal((await run(['nonsense'])).status, 2);
  await assert.rejects(run(['summary', '-'], { signal: AbortSignal.timeout(200) }), /abort/);
});

test('json', async () => {
  assert.equal((await json(['check', sample, 'bytes <= 0'])).rows[0].status, 'fail');
  assert.equal((await json([sample])).schema.split('/')[0], 'gcview.overview');
  await assert.rejects(json(['stats', 'no-file']), /no-file: cannot open/);
});

// fails(SCENARIO, OPTIONS): the lines of the message.
async function fails(scenario, options) {
  const error = await assertNoGrowth(scenario, options).then(() => assert.fail('nothing grew'), error => error);
  return error.message.split('\n');
}

writeFileSync('listeners.mjs', `import { EventEmitter } from 'node:events';
const feed = new EventEmitter().setMaxListeners(0);
class Watch { constructor() { feed.on('price', () => this); } }
export default () => { new Watch(); };
`);

test('a module whose listeners stay', async () => {
  for (const module of ['listeners.mjs', new URL('listeners.mjs', `file://${process.cwd()}/`)]) {
    const [what, why, where, more] = await fails(module, { repeat: 40 });
    assert.match(what, /^the heap grows: in 40 runs .*\+40 Watch \(\+\d+ bytes\)/);
    assert.match(why, /^80 .* are kept by event 'price' of one EventEmitter, the variable feed of listeners.mjs; .*; grew by /);
    assert.match(where, /^held by static global > … > .*EventEmitter > ._events Object > .price Array > .*80\*Watch$/);
    const [, program, before, after] = more.split(' ');
    assert.equal(program, 'gcview');
    assert.equal((await json(['diff', '--type', 'Watch', before, after])).rows[0].count_delta, 40);
  }
});

writeFileSync('cache.mjs', `const cache = new Map();
export default () => { cache.set(cache.size, { price: 2.5, meta: { id: 1 } }); };
`);

test('a module whose objects have no class', async () => {
  const [what, why, where] = await fails('cache.mjs');
  assert.match(what, /\+100 {meta} /);
  assert.match(why, /^400 Object, 200 of them {meta}, are kept by the Map cache, a variable of cache.mjs; /);
  assert.match(where, /> ->cache Map > {table} \(array\) > 200\*{meta} > \.meta 200\*Object$/);
});

test('functions that leak', async () => {
  assert.match((await fails(() => { (globalThis.kept ??= []).push({}); }))[2], /> \.kept Array > 200\*Object$/);
  assert.match((await fails(() => { (globalThis.kept ??= []).push(1.5); }, { repeat: 5000 }))[0],
    /in 5000 runs \(array\) \(\+\d+ bytes\)/);
  assert.match((await fails(() => { (globalThis.kept ??= []).push({}); }, { repeat: 10, warmUp: 0 }))[0], /\+10 Object/);
});

test('functions that do not', async () => {
  await assertNoGrowth(async () => {
    const { readFile } = await import('node:fs/promises');
    await readFile('package.json');
    require('node:zlib').gzipSync('text');
  });
  await assertNoGrowth(() => { (globalThis.kept ??= [])[0] = {}; });
  await assertNoGrowth(() => { (globalThis.kept ??= []).push(1.5); }, { bytes: 1e6 });
});

test('scenarios that cannot be measured', async () => {
  const outer = 1;
  assert.match((await fails(() => outer))[0], /^the scenario, in a process of its own, threw ReferenceError: outer /);
  assert.match((await fails(() => process.exit(7)))[0], /^the scenario ended its process: status 7$/);
  assert.match((await fails(() => process.kill(process.pid, 'SIGKILL')))[0], /^the scenario ended its process: SIGKILL$/);
  assert.match((await fails('no-module.mjs'))[0], /Cannot find module .*no-module.mjs/);
  writeFileSync('none.mjs', 'export const nothing = 1;');
  assert.match((await fails('none.mjs'))[0], /none.mjs has no function as default export/);
});

test('what stays in the folder for temporary files', () => {
  const left = readdirSync(tmpdir()).filter(name => name.startsWith('gcview-'));
  assert.equal(left.length, 6);
  assert.ok(left.every(name => existsSync(`${tmpdir()}/${name}/after.heapsnapshot`)));
});
