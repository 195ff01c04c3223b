// An array of the module takes a record of each request, and nobody takes one out: no class, no name.
'use strict';

const requests = [];
exports.work = number => {
  requests.push({url: `/orders/${number}`, at: number, headers: {host: 'shop.example', trace: `t-${number}`},
                 timings: Array.from({length: 40}, (_, i) => number + i)});
};
