// The token of each header is a slice, which keeps the whole header.
'use strict';

const sessionTokens = [];
exports.work = number => {
  const header = Buffer.alloc(4000, `session-${number};`).toString();
  sessionTokens.push(header.slice(3, 40));
};
