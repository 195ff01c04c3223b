// node --expose-gc main.js LEAK FOLDER: does three rounds of a leak's work, and writes a heap snapshot after each of the last two.
'use strict';
const os = require('node:os');
const path = require('node:path');
const v8 = require('node:v8');
v8.writeHeapSnapshot(os.devNull); // gives what all programs have in common the same ids
const {Server} = require('./background.js');

const [leak, folder] = process.argv.slice(2);
const program = require(path.join(__dirname, 'programs', `${leak}.js`));
const server = new Server();

async function round(number, name) {
  server.work(number);
  for (let i = 0; i < 40; i++) await program.work(number * 40 + i);
  for (let i = 0; i < 5; i++) {
    await new Promise(resolve => setTimeout(resolve, 10));
    globalThis.gc();
  }
  const write = program.write ?? v8.writeHeapSnapshot;
  if (name) await write(path.join(folder, `${leak}-${name}.heapsnapshot`));
}

round(0, '').then(() => round(1, 'before')).then(() => round(2, 'after')).then(() => process.exit(0));
