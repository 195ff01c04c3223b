// Jobs wait in a queue of linked nodes that nothing empties.
'use strict';

class JobQueue {
  #first = null;
  #last = null;
  push(job) {
    const node = {job, next: null};
    if (this.#last) this.#last.next = node;
    else this.#first = node;
    this.#last = node;
  }
}

class ExportJob {
  constructor(number) {
    this.number = number;
    this.pages = new Array(30).fill(0).map((_, i) => ({page: i, rows: number * 0.5}));
  }
}

const waiting = new JobQueue();
exports.work = number => waiting.push(new ExportJob(number));
