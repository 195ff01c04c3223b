// What index.d.ts declares.
'use strict';
const { execFile, fork } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

exports.path = () => {
  if (process.env.GCVIEW) return process.env.GCVIEW;
  const platform = `${process.platform}-${process.arch}`;
  try {
    return require.resolve(`@gcview/${platform}/bin/gcview${process.platform === 'win32' ? '.exe' : ''}`);
  } catch {
    throw new Error(`gcview: no program for this machine: the package @gcview/${platform} is not installed. ` +
      'Was it left out (--omit=optional, --no-optional), or does node_modules come from another machine? ' +
      'GCVIEW in the environment may name another program.');
  }
};

exports.run = (args, options) => new Promise((resolve, reject) => {
  execFile(exports.path(), args, { maxBuffer: Infinity, ...options, encoding: 'utf8' }, (error, stdout, stderr) => {
    if (error && typeof error.code !== 'number') reject(error);
    else resolve({ status: error ? error.code : 0, stdout, stderr });
  });
});

exports.json = async ([first, ...rest], options) => {
  const { stdout, stderr } = await exports.run([first, '--format', 'json', ...rest], options);
  if (stdout === '') throw new Error(stderr.trim());
  return JSON.parse(stdout);
};

// Code and shapes that V8 makes of a program while it runs are no growth of its data.
const ofV8 = ['--exclude', '(compiled code)', '--exclude', '(object shape)', '--exclude', '(system)'];

// Runs the scenario in a child; rejects with what it throws.
function measure(job, execArgv) {
  const { NODE_TEST_CONTEXT, NODE_V8_COVERAGE, ...env } = process.env; // of the runner
  return new Promise((resolve, reject) => {
    const child = fork(join(__dirname, 'child.js'), [], {
      execArgv: [...execArgv, '--expose-gc', '--disable-warning=ExperimentalWarning'],
      env,
    });
    child.on('error', reject);
    child.on('exit', (status, signal) => reject(new Error(`the scenario ended its process: ${signal ?? `status ${status}`}`)));
    child.on('message', ({ error }) => {
      if (error) reject(new Error(`the scenario, in a process of its own, threw ${error}`));
      else resolve();
      child.disconnect();
    });
    child.send(job);
  });
}

const typesOf = chain => chain.map(step => step.type).join(' > ');

// The end of the chain on which these types grew most, as text with the names of the references.
async function chainOf(grown, before, after) {
  const only = grown.flatMap(row => ['--type', row.type]);
  const { rows: cause } = await exports.json(['diff', '--cause', '--top', '1', ...only, before, after]);
  const tree = cause.filter(row => row.depth > 0);
  const branch = tree.findIndex((row, i) => row.depth !== i + 1);
  const chain = branch < 0 ? tree : tree.slice(0, branch); // to the first leaf
  if (chain.length === 0) return { types: '', text: 'nothing' };
  const types = typesOf(chain);
  const named = [];
  for (const row of (await exports.json(['chains', '--fields', '--type', chain.at(-1).type, after])).rows) {
    (named[row.chain] ??= []).push(row);
  }
  const steps = named.find(steps => steps && typesOf(steps) === types) ?? chain.map(row => ({ ...row, objects: row.count_b }));
  const shown = steps.slice(-6).map(({ field, objects, type }) =>
    `${field && field !== '*' ? `${field} ` : ''}${objects > 1 ? `${objects}*` : ''}${type}`);
  return { types, text: [chain[0].root, ...(shown.length < steps.length ? ['…'] : []), ...shown].join(' > ') };
}

// What gcview says about the suspect on this chain that is nearest to its end; '' if none is.
async function reasonOf(types, before, after) {
  const { rows } = await exports.json(['suspects', '--chains', '--top', '0', '--baseline', before, after]);
  return rows
    .filter(row => row.growth > 0 && `${types} > `.startsWith(`${typesOf(row.chain)} > `))
    .sort((a, b) => b.chain.length - a.chain.length)[0]?.reason ?? '';
}

exports.assertNoGrowth = async (scenario, options = {}) => {
  const { repeat = 100, warmUp = repeat, bytes = 16384, execArgv = [] } = options;
  const folder = fs.mkdtempSync(join(options.folder ?? os.tmpdir(), 'gcview-'));
  const before = join(folder, 'before.heapsnapshot');
  const after = join(folder, 'after.heapsnapshot');
  let grows = false;
  try {
    const job = typeof scenario === 'function' ? { source: String(scenario) }
      : { module: /^file:/.test(scenario) ? String(scenario) : pathToFileURL(scenario).href };
    await measure({ ...job, before, after, repeat, warmUp }, execArgv);
    const { rows } = await exports.json(['diff', '--top', '0', ...ofV8, before, after]);
    const crowds = rows.filter(row => row.count_delta >= repeat);
    grows = crowds.length > 0 || rows.reduce((sum, row) => sum + row.bytes_delta, 0) > bytes;
    if (!grows) return;
    const grown = (crowds.length > 0 ? crowds : rows.filter(row => row.bytes_delta > 0)).slice(0, 3);
    const { types, text } = await chainOf(grown, before, after);
    const what = grown.map(row => `${row.count_delta > 0 ? `+${row.count_delta} ` : ''}${row.type} (+${row.bytes_delta} bytes)`);
    const reason = await reasonOf(types, before, after);
    throw new Error([`the heap grows: in ${repeat} runs ${what.join(', ')}`, ...(reason ? [reason] : []),
      `held by ${text}`, `more: gcview ${before} ${after}`].join('\n'));
  } finally {
    if (!grows) fs.rmSync(folder, { recursive: true });
  }
};
