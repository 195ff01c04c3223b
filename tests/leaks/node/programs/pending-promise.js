// Jobs wait for an answer that never comes when the connection was lost in between.
'use strict';

class SyncJob {
  constructor(number) {
    this.number = number;
    this.changes = Array.from({length: 40}, (_, i) => ({row: i, value: number}));
  }
}

class Connection {
  constructor() { this.closed = new Promise(() => {}); }
}

const connection = new Connection();
async function run(job) {
  await connection.closed;
  return job.changes.length;
}
exports.work = number => { run(new SyncJob(number)); };
