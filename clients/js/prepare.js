/**
 * Knows where the client lies: with the pages, which load it as it is. Copies it here for npm, with
 * its types where the compiler is at hand (`npm ci` in the root of the checkout brings it).
 */

import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const sources = ["client", "files"].map((name) => here(`../../service/web/js/core/${name}.js`));
const compiler = here("../../node_modules/typescript/bin/tsc");
const target = here("dist");

mkdirSync(target, { recursive: true });
for (const source of sources) copyFileSync(source, `${target}/${basename(source)}`);
if (existsSync(compiler)) {
  const options = ["--allowJs", "--declaration", "--emitDeclarationOnly", "--outDir", target];
  const run = spawnSync(
    process.execPath,
    [compiler, ...sources, ...options, "--target", "es2022"],
    {
      stdio: "inherit",
    },
  );
  process.exitCode = run.status ?? 1;
}
