// Each upload listens for the end of the program, so that it can stop; it never stops to listen.
'use strict';
const {setMaxListeners} = require('node:events');

const shutdown = new AbortController();
setMaxListeners(0, shutdown.signal);

class UploadJob {
  constructor(number) {
    this.number = number;
    this.parts = new Array(30).fill(0).map((_, i) => ({part: i, sum: number * 0.5}));
    shutdown.signal.addEventListener('abort', () => this.cancel());
  }
  cancel() { this.parts.length = 0; }
}

exports.work = number => new UploadJob(number);
