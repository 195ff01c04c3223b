'use strict';
// A proxy that leaks by https://github.com/axios/axios/issues/3001, which axios 0.22.0 fixed.
const http = require('http');
const axios = require('axios');

const shutdown = axios.CancelToken.source();
process.on('SIGTERM', () => shutdown.cancel('the proxy stops'));

http.createServer(async (request, response) => {
  const answer = await axios.get('http://127.0.0.1:8081' + request.url, {cancelToken: shutdown.token});
  response.end(answer.data);
}).listen(8080, '127.0.0.1');
