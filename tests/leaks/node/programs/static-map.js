// Each cart registers itself in a Map of its class; carts that were paid for are never removed.
'use strict';

class Cart {
  static open = new Map();
  constructor(customer) {
    this.customer = customer;
    this.items = new Array(25).fill(0).map((_, i) => ({item: i, price: customer * 1.5}));
    Cart.open.set(customer, this);
  }
  pay() { this.items.sort((a, b) => a.price - b.price); }
}

exports.work = customer => new Cart(customer).pay();
