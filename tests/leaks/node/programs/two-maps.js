// Two Maps of one module have plain objects: the catalog stays as it is, and from the carts nobody
// takes one out.
'use strict';

const catalog = new Map(), carts = new Map();
for (let i = 0; i < 300; i++) {
  catalog.set(`sku-${i}`, {sku: `sku-${i}`, price: i + 0.5, tags: ['new', `shelf-${i}`]});
}

exports.work = number => {
  const lines = Array.from({length: 20}, (_, i) => ({sku: catalog.get(`sku-${(number + i) % 300}`).sku, count: i}));
  carts.set(`visitor-${number}`, {visitor: `visitor-${number}`, lines});
};
