// A server with the usual objects: listeners, timers, WeakMaps, promises, workers. Writes server.heapsnapshot and
// worker.heapsnapshot to the folder in its argument.
'use strict';
const v8 = require('node:v8'), http = require('node:http'), path = require('node:path');
const {EventEmitter} = require('node:events');
const {Worker, isMainThread, parentPort, workerData} = require('node:worker_threads');

if (!isMainThread) {
  const held = new Map();
  for (let i = 0; i < 2000; i++) held.set('job ' + i, {i, parts: Array.from({length: 5}, (_, k) => ({k, text: 'part ' + k}))});
  globalThis.held = held;
  v8.writeHeapSnapshot(path.join(workerData, 'worker.heapsnapshot'));
  parentPort.postMessage('written');
} else {
  const folder = process.argv[2];
  class Session { constructor(id) { this.id = id; this.user = {name: 'user ' + id, roles: ['a', 'b']}; this.seen = new Date(id); } }
  class Feed extends EventEmitter {}
  const feed = new Feed().setMaxListeners(0), sessions = new Map(), meta = new WeakMap(), refs = [], timers = [];
  const registry = new FinalizationRegistry(() => {});
  const cells = [];
  for (let i = 0; i < 3000; i++) {
    const session = new Session(i);
    sessions.set(session.id, session);
    meta.set(session, {hits: i, log: new Array(3).fill('line ' + i)});
    meta.set(session.user, session); // an entry whose value leads back to a key
    feed.on('tick', () => session.seen);
    if (i % 10 === 0) timers.push(setInterval(() => session.id, 1e8).unref());
    if (i % 7 === 0) refs.push(new WeakRef(session));
    registry.register(session, i);
    cells.push(Promise.resolve(session).then(s => s.user), (function* () { yield session; })());
  }
  const server = http.createServer((request, response) => response.end('ok'));
  server.listen(0, '127.0.0.1', () => {
    http.get({port: server.address().port, agent: new http.Agent({keepAlive: true})}, response => response.resume().on('end', () => {
      globalThis.app = {feed, sessions, meta, refs, timers, registry, cells, server, big: new ArrayBuffer(1 << 20)};
      v8.writeHeapSnapshot(path.join(folder, 'server.heapsnapshot'));
      new Worker(__filename, {workerData: folder}).on('exit', () => process.exit(0));
    }));
  });
}
