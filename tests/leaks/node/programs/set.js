// Requests are entered in a Set when they begin; those that were aborted are never taken out.
'use strict';

class RequestContext {
  constructor(number) {
    this.url = `/orders/${number}`;
    this.spans = new Array(250).fill(number);
  }
}

const activeRequests = new Set();
exports.work = number => { activeRequests.add(new RequestContext(number)); };
