// A registry of npm on this machine, with the packages of a folder and no others: node registry.js FOLDER
// prints its address.
'use strict';
const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');

const packages = new Map();
const files = new Map();
for (const name of fs.readdirSync(process.argv[2])) {
  const file = path.join(process.argv[2], name);
  const about = JSON.parse(execFileSync('tar', ['-xOzf', file, 'package/package.json'], { encoding: 'utf8' }));
  packages.set(about.name, { about, name, integrity: `sha512-${createHash('sha512').update(fs.readFileSync(file)).digest('base64')}` });
  files.set(`/${name}`, file);
}
const server = http.createServer((request, response) => {
  const url = decodeURIComponent(request.url);
  if (files.has(url)) return fs.createReadStream(files.get(url)).pipe(response);
  const found = packages.get(url.slice(1));
  response.statusCode = found ? 200 : 404;
  response.setHeader('content-type', 'application/json');
  if (!found) return response.end('{}');
  const { about, name, integrity } = found;
  const dist = { tarball: `http://127.0.0.1:${server.address().port}/${name}`, integrity };
  response.end(JSON.stringify({
    name: about.name,
    'dist-tags': { latest: about.version },
    versions: { [about.version]: { ...about, dist } },
    time: { [about.version]: '2020-01-01T00:00:00.000Z' },
  }));
}).listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
