// The rest of the heap: the parts that servers usually have. All of them are bounded, and some hold more than any leak.
'use strict';
const {EventEmitter} = require('node:events');

class Product {
  constructor(number) {
    this.sku = `SKU-${number}`;
    this.title = `Product number ${number} of the range`;
    this.price = number;
  }
}

class Catalog {
  constructor(count) {
    this.bySku = new Map();
    for (let i = 0; i < count; i++) {
      const product = new Product(i);
      this.bySku.set(product.sku, product);
    }
  }
}

class RecentQuery {
  constructor(text) {
    this.text = text;
    this.hits = new Array(500).fill(text.length);
  }
}

/** The last queries; a new one replaces the oldest. */
class QueryCache {
  constructor(most) {
    this.most = most;
    this.entries = new Map();
  }
  find(text) {
    let query = this.entries.get(text);
    if (query === undefined) {
      query = new RecentQuery(text);
      this.entries.set(text, query);
      if (this.entries.size > this.most) this.entries.delete(this.entries.keys().next().value);
    }
    return query;
  }
}

class Plugin {
  constructor(bus, name) {
    this.name = name;
    bus.on('query', text => { this.last = text; });
  }
}

/** A server that answers queries. It does the same work in each round. */
class Server {
  constructor() {
    this.bus = new EventEmitter();
    this.catalog = new Catalog(1500);
    this.cache = new QueryCache(150);
    this.plugins = ['stats', 'audit', 'metrics'].map(name => new Plugin(this.bus, name));
    this.timer = setInterval(() => this.cache.entries.size, 60000).unref();
  }
  work(round) {
    for (let i = 0; i < 400; i++) {
      const text = `query ${round * 100 + i}`;
      this.cache.find(text);
      this.bus.emit('query', text);
    }
  }
}

module.exports = {Server};
