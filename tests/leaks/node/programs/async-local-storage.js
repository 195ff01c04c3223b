// Each request runs with a store of its own; a timer that nobody clears keeps the store of the request that started it.
'use strict';
const {AsyncLocalStorage} = require('node:async_hooks');

const requestScope = new AsyncLocalStorage();
exports.work = number => {
  const store = {user: `user ${number}`, trace: new Array(250).fill(number)};
  requestScope.run(store, () => setTimeout(() => {}, 600000).unref());
};
