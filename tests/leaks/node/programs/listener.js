// Each view subscribes to the feed when it opens; closing it forgets to unsubscribe.
'use strict';
const {EventEmitter} = require('node:events');

class OrderFeed extends EventEmitter {}
const feed = new OrderFeed().setMaxListeners(0);

class OrderView {
  constructor(order) {
    this.order = order;
    this.lines = new Array(30).fill(0).map((_, i) => ({item: i, count: order % 7}));
    feed.on('changed', id => this.refresh(id));
  }
  refresh(id) { this.order = id === this.order ? id : this.order; }
  close() { this.lines.length = 30; }
}

exports.work = order => new OrderView(order).close();
