#!/usr/bin/env node
// Starts the program for this machine, and ends as it ends: with its status, or by its signal. If the
// program cannot be started, the status is 127, which gcview itself never has.
'use strict';
const { spawn } = require('node:child_process');
const { constants } = require('node:os');

function fail(error) {
  console.error(error.message);
  process.exit(127);
}

let program;
try {
  program = require('./index.js').path();
} catch (error) {
  fail(error);
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
child.on('error', error => fail(new Error(`gcview: ${program} does not start: ${error.message}`)));
for (const signal of ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']) {
  process.on(signal, () => child.kill(signal));
}
child.on('exit', (status, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    process.exit(128 + constants.signals[signal]); // a signal that node ignores
  }
  process.exitCode = status;
});
