// A worker opens a session for each message, and closes none. The snapshot is of the worker's heap.
'use strict';
const {Worker, isMainThread, parentPort} = require('node:worker_threads');
const {once} = require('node:events');
const v8 = require('node:v8');

class Session {
  constructor(number) {
    this.token = `token ${number}`;
    this.events = new Array(250).fill(number);
  }
}

class SessionStore {
  constructor() { this.sessions = new Map(); }
  open(number) { this.sessions.set(number, new Session(number)); }
}

if (isMainThread) {
  const worker = new Worker(__filename);
  exports.work = exports.write = async order => {
    worker.postMessage(order);
    await once(worker, 'message');
  };
} else {
  const sessionStore = new SessionStore();
  parentPort.on('message', order => {
    if (typeof order === 'number') sessionStore.open(order);
    else v8.writeHeapSnapshot(order);
    parentPort.postMessage('done');
  });
}
