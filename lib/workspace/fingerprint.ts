// What a workspace looked like at one moment, so that the next holder can be told what moved meanwhile.
// It joins what the repository's files say; comparing two moments is for the rules.
import { findGitDirectories, type GitWarning } from "./git_files.ts";
import { readGitHead } from "./git_head.ts";
import { readIndexDigest } from "./git_index.ts";
import { UnchangedTogether } from "./unchanged.ts";

/** Branch, commit and index of a work tree; what is not known is absent. */
export interface Fingerprint {
  readonly branch?: string;
  readonly commit?: string;
  /** Digest of the index's entries, 64 hex digits. */
  readonly index?: string;
  /** Why something is absent that a repository would tell. */
  readonly warnings: readonly GitWarning[];
}

/**
 * Takes the fingerprint of the work tree at `root`. Nothing and no warning where there is no repository.
 *
 * `index: false` leaves the index out, which is most of the cost: some 50 ms for 50,000 files, so take it before
 * the ledger is locked. Never throws. Source: contract, Git facts.
 */
export function fingerprint(root: string, options: { index?: boolean } = {}): Fingerprint {
  const directories = findGitDirectories(root);
  if (!directories) return { warnings: [] };
  if ("reason" in directories) return { warnings: [directories] };
  const { warning, ...head } = readGitHead(root, { directories });
  const index = options.index === false ? undefined : readIndexDigest(directories);
  const warnings = [warning, index && "reason" in index ? index : undefined];
  return {
    ...head,
    ...(index && "digest" in index && { index: index.digest }),
    warnings: warnings.filter((one) => one !== undefined),
  };
}

/** Fingerprints of one work tree; files that were not written since the last one are only looked at. */
export class Fingerprints {
  readonly #root: string;
  readonly #kept: UnchangedTogether<Fingerprint>;

  /** `now` reads the system's clock, epoch milliseconds. */
  constructor(root: string, options: { now?: () => number } = {}) {
    this.#root = root;
    this.#kept = new UnchangedTogether(options);
  }

  /** As {@linkcode fingerprint}; one with a warning is always taken anew. */
  take(): Fingerprint {
    return this.#kept.of(() => fingerprint(this.#root), {
      sound: ({ warnings }) => warnings.length === 0,
    });
  }
}
