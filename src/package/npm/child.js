// The process in which assertNoGrowth() of index.js runs a scenario: what a test runner keeps for
// itself is not in this heap.
'use strict';
const { createRequire } = require('node:module');
const path = require('node:path');
const { setTimeout } = require('node:timers/promises');
const { writeHeapSnapshot } = require('node:v8');
const vm = require('node:vm');

// The function of a module, or one from its source, whose require() and import() start in this folder.
async function load({ module, source }) {
  if (module) {
    const { default: run } = await import(module);
    return run;
  }
  const filename = path.join(process.cwd(), '[scenario]');
  return vm.runInThisContext(`(function (require) { return (${source}\n); })`, {
    filename,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })(createRequire(filename));
}

async function repeat(times, run) {
  for (let i = 0; i < times; i++) await run();
}

// Promises, finalizers and weak references need turns of the event loop before they let go.
async function snapshot(file) {
  for (let i = 0; i < 5; i++) {
    await setTimeout(10);
    globalThis.gc();
  }
  writeHeapSnapshot(file);
}

process.once('disconnect', () => process.exit()); // the parent has its answer, or is gone
process.once('message', async job => {
  try {
    const run = await load(job);
    if (typeof run !== 'function') throw new TypeError(`${job.module} has no function as default export`);
    await repeat(job.warmUp, run);
    await snapshot(job.before);
    await repeat(job.repeat, run);
    await snapshot(job.after);
    process.send({});
  } catch (error) {
    process.send({ error: error?.stack ?? String(error) });
  }
});
