'use strict';
const http = require('node:http');
const {EventEmitter} = require('node:events');

class PriceFeed extends EventEmitter {}

class Watch {
  constructor(feed, item) {
    this.item = item;
    this.seen = Array.from({length: 50}, (_, i) => ({day: i, price: item + i}));
    feed.on('price', (item, price) => this.update(item, price));
  }
  update(item, price) {
    if (item === this.item) this.seen.push({day: this.seen.length, price});
  }
}

class Catalog {
  constructor(n) {
    this.items = new Map();
    for (let i = 0; i < n; i++) this.items.set(i, {name: `item ${i}`, price: i, tags: ['new', 'sale']});
  }
}

const feed = new PriceFeed().setMaxListeners(0);
const catalog = new Catalog(2000);

http.createServer((request, response) => {
  const item = Number(request.url.slice(1)) % catalog.items.size;
  const watch = new Watch(feed, item);
  feed.emit('price', item, item + 1);
  response.end(JSON.stringify(watch.seen));
}).listen(8080, '127.0.0.1');
