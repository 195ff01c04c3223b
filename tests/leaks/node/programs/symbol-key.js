// The cache of a registry is behind a symbol; its entries are never taken out.
'use strict';

const kCache = Symbol('cache');
const registry = {[kCache]: []};
exports.work = number => {
  registry[kCache].push({key: `key ${number}`, value: new Array(250).fill(number)});
};
