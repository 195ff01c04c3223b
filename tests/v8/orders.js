// A million objects like those of a shop: orders, lines, customers. Writes orders.heapsnapshot to the folder in its argument.
'use strict';
const v8 = require('node:v8'), path = require('node:path');
class Customer { constructor(i) { this.name = 'customer ' + i; this.orders = new Set(); } }
class Line { constructor(order, i) { this.order = order; this.sku = 'sku' + i; this.price = {amount: i / 4, currency: 'EUR'}; } }
class Order {
  constructor(i, customer) {
    this.id = 'order' + i;
    this.customer = customer;
    this.lines = [new Line(this, 2 * i), new Line(this, 2 * i + 1)];
    this.meta = {created: i * 1.5, tags: ['a' + i % 97, 'b' + i % 31]};
  }
}
const customers = [], orders = new Map();
for (let i = 0; i < 5000; i++) customers.push(new Customer(i));
for (let i = 0; i < 52000; i++) {
  const order = new Order(i, customers[i * 7919 % customers.length]);
  order.customer.orders.add(order);
  orders.set(order.id, order);
}
globalThis.orders = orders;
v8.writeHeapSnapshot(path.join(process.argv[2], 'orders.heapsnapshot'));
