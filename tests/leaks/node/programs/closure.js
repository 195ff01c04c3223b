// Each upload registers what is to be done at shutdown, and the function keeps the upload.
'use strict';

class Upload {
  constructor(name) {
    this.name = name;
    this.parts = Array.from({length: 40}, (_, i) => ({offset: i * 4096, sum: i * name}));
  }
  abort() { this.parts.length = 0; }
}

class Shutdown {
  constructor() { this.hooks = []; }
  before(hook) { this.hooks.push(hook); }
}

const shutdown = new Shutdown();
exports.work = number => {
  const upload = new Upload(number);
  shutdown.before(() => upload.abort());
};
