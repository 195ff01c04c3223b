/** The path of the program for this machine, or what GCVIEW in the environment names. Throws if there is none. */
export function path(): string;

export interface Result {
  /** 0 done, 1 a gate failed, 2 usage, 3 unreadable, 4 incomplete (with --strict), 5 over a limit, 6 not written */
  status: number;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string | undefined>;
  signal?: AbortSignal;
}

/** Runs gcview; rejects only if it cannot be started or ends by a signal. */
export function run(args: readonly string[], options?: RunOptions): Promise<Result>;

/** Runs gcview with `--format json`; rejects with its message if it has no result. A gate that fails has one. */
export function json(args: readonly string[], options?: RunOptions): Promise<any>;

export interface GrowthOptions {
  /** Runs between the two snapshots: 100 */
  repeat?: number;
  /** Runs before the first snapshot, which fill caches: as many as `repeat` */
  warmUp?: number;
  /** What the heap may grow by in all, without code: 16384 */
  bytes?: number;
  /** Options of node for the process, such as ['--import', 'tsx'] */
  execArgv?: readonly string[];
  /** Where the snapshots stay if the heap grows: the folder for temporary files */
  folder?: string;
}

/**
 * Runs a scenario in a process of its own, and rejects if a type has one object more for each run, or
 * if the heap grows by more than `bytes`. The message says what grew, what holds it, and where the snapshots are,
 * which contain the text of strings.
 *
 * @param scenario the path or URL of a module whose default export runs it once; or a function, which sees
 *   nothing outside itself but `require` and `import`, from the current folder
 */
export function assertNoGrowth(scenario: string | URL | (() => unknown), options?: GrowthOptions): Promise<void>;
