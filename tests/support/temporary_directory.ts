/**
 * A temporary directory that `using` removes.
 *
 * @module
 */

import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The directory. */
export class TemporaryDirectory implements Disposable {
  readonly path: string = realpathSync(mkdtempSync(join(tmpdir(), "panto-test-")));

  /** A path inside. */
  at(...parts: string[]): string {
    return join(this.path, ...parts);
  }

  /** Writes a file and gives its path. */
  write(name: string, content: string | Uint8Array): string {
    writeFileSync(this.at(name), content);
    return this.at(name);
  }

  /** Reads a file as text. */
  read(name: string): string {
    return readFileSync(this.at(name), "utf8");
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
